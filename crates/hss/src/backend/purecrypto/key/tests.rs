//! That a key signs the same however it came to an index, and is loaded with what it was.

use super::*;

fn key(name: &str) -> (ParameterSet, PurecryptoKey) {
    let set = hbs::hss::find(name).unwrap();
    let key = PurecryptoKey::generate(&set, true, &[9; 48]).unwrap();
    (set, key)
}

fn sign(key: &mut PurecryptoKey) -> Vec<u8> {
    let mut signature = Vec::new();
    key.sign(b"m", Randomness::Given(&[1; 32]), &mut signature).unwrap();
    signature
}

/// However a key came to an index, it signs the same there, and is encoded the same after it.
#[test]
fn skipping_is_signing_and_throwing_away() {
    let name = "HSS-SHA256-H5-W1-L3";
    let (_, mut walker) = key(name);
    let stops = [1, 2, 31, 32, 33, 64, 1023, 1024, 1056, 1057, 2047, 2048, 2081];
    for stop in stops {
        while walker.index() < stop {
            sign(&mut walker);
        }
        let (_, mut jumper) = key(name);
        jumper.skip_to(stop).unwrap();
        let (_, mut hopper) = key(name);
        for hop in stops.iter().filter(|hop| **hop <= stop) {
            hopper.skip_to(*hop).unwrap();
        }
        let due = sign(&mut walker);
        for other in [&mut jumper, &mut hopper] {
            assert_eq!(sign(other), due, "index {stop}");
            assert_eq!(other.key.to_bytes(), walker.key.to_bytes(), "index {stop}");
            assert_eq!(other.index(), walker.index());
        }
    }
}

/// A key that was moved and not used yet is encoded with the index that it was moved to.
#[test]
fn a_moved_key_loads_where_it_was_moved_to() {
    let (set, mut key) = key("HSS-SHA256-H5-W1-L3");
    for index in [5, 32, 1024, 1056, 32_767] {
        key.skip_to(index).unwrap();
        let secret = key.secret_key().unwrap();
        let loaded = PurecryptoKey::load(&set, true, secret.expose()).unwrap();
        assert_eq!((loaded.index(), loaded.remaining()), (index, 32_768 - index));
    }
    sign(&mut key);
    let secret = key.secret_key().unwrap();
    let loaded = PurecryptoKey::load(&set, true, secret.expose()).unwrap();
    assert_eq!((loaded.index(), loaded.remaining()), (32_768, 0));
}

#[test]
fn every_byte_of_an_encoded_key_matters() {
    let (set, key) = key("HSS-SHA256-H5-W8-L2");
    let secret = key.secret_key().unwrap();
    let good = secret.expose();
    assert_eq!(good.len(), 8 + 2 * 92 + 1292 + 32);
    for at in 0..good.len() {
        let mut bytes = good.to_vec();
        bytes[at] ^= 1;
        assert!(PurecryptoKey::load(&set, true, &bytes).is_err(), "byte {at}");
    }
}

/// 2^80 indices: none of what is counted overflows.
#[test]
fn a_life_too_long_to_count_ends_with_the_counter() {
    let (set, mut key) = key("HSS-SHA256-H10-W1-L8");
    assert_eq!((key.index(), key.remaining()), (0, u64::MAX));
    key.skip_to(u64::MAX - 1).unwrap();
    assert_eq!(set.signature_index(&sign(&mut key)), Some(u64::MAX - 1));
    assert_eq!((key.index(), key.remaining()), (u64::MAX, 0));
    let again = key.sign(b"m", Randomness::Given(&[1; 32]), &mut Vec::new());
    assert_eq!(again, Err(Error::Exhausted));
    let secret = key.secret_key().unwrap();
    let loaded = PurecryptoKey::load(&set, true, secret.expose()).unwrap();
    assert_eq!((loaded.index(), loaded.remaining()), (u64::MAX, 0));
}
