//! What may not load, sign or be passed over: where a mistake costs a one-time key. And what the
//! crates do about it when they are called directly.

use hbs_lms::{HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_256, SigningKey};
use lms::backend::{HbsLms, Purecrypto};
use purecrypto::lms::LmsPrivateKey;
use rand::{SeedableRng, rngs::StdRng};
use signer::{Backend, Error, Key, ParameterSet, RandCore, Randomness, StatefulSigner};

/// Records of H5/W4 with one thing wrong.
#[test]
fn records_of_other_keys_do_not_load() {
    let set = set("W4");
    for backend in lms::backends() {
        let name = backend.about().name;
        let record = stateful(*backend, &set).secret_key().expect("a record");
        let record = record.expose();
        assert!(backend.load(&set, record).is_ok(), "{name}");
        let changed = |at: usize, byte: u8| {
            let mut record = record.to_vec();
            record[at] ^= byte;
            backend.load(&set, &record).map(drop)
        };
        // Where the words for tree and leaf are, and the last byte of the index.
        let (words, index) = match &*name {
            "lms-signature" => (&[3, 7][..], 11),
            "purecrypto" => (&[3, 7][..], 59),
            "hbs-lms" => (&[8, 9, 15][..], 7),
            _ => (&[3, 7][..], 11),
        };
        for at in words {
            let loaded = changed(*at, 0x03);
            assert!(matches!(loaded, Err(Error::Type { .. })), "{name}, byte {at}: {loaded:?}");
        }
        for past in [33, 64, 128] {
            assert!(changed(index, past).is_err(), "{name} loads index {past} of 32");
        }
        let long = [record, &[0]].concat();
        let loaded = backend.load(&set, &long).map(drop);
        assert!(matches!(loaded, Err(Error::Length { .. })), "{name}: {loaded:?}");
        if name.starts_with("native") {
            // A byte of I, of SEED and of T[1].
            for at in [12, 28, 60] {
                let loaded = changed(at, 0x80);
                assert!(matches!(loaded, Err(Error::Corrupt { .. })), "byte {at}: {loaded:?}");
            }
        }
    }
}

/// A key skips to its last index, not past it; used up, it does not sign, and what is then saved
/// does not either.
#[test]
fn a_used_up_key_stays_used_up() {
    let set = set("W4");
    for backend in lms::backends() {
        let name = backend.about().name;
        let mut key = stateful(*backend, &set);
        for past in [32, 33] {
            let result = key.skip_to(past);
            assert_eq!(result, Err(Error::Index { asked: past, next: 0 }), "{name}");
        }
        key.skip_to(31).expect("the last index");
        sign(&mut *key).expect("the last signature");
        assert_eq!((key.index(), key.remaining()), (32, 0), "{name}");
        assert_eq!(sign(&mut *key), Err(Error::Exhausted), "{name}");
        let record = key.secret_key().expect("a record");
        match backend.load(&set, record.expose()) {
            Err(error) => assert_eq!(error, Error::Exhausted, "{name}"),
            Ok(Key::Stateful(mut key)) => {
                assert_eq!((sign(&mut *key), key.remaining()), (Err(Error::Exhausted), 0));
            }
            Ok(Key::Stateless(_)) => panic!("LMS is stateful"),
        }
    }
}

/// A failing random source costs no index where it is asked, and none is asked where C is derived.
#[test]
fn a_failing_source_uses_up_nothing() {
    let set = set("W4");
    for backend in lms::backends() {
        let mut key = stateful(*backend, &set);
        let mut signature = vec![1];
        let short = Randomness::Fresh(&mut signer::Given(&[0; 31]));
        match key.sign(b"message", short, &mut signature) {
            Err(error) => {
                assert_eq!((error, key.index(), signature.len()), (Error::Entropy, 0, 0));
            }
            Ok(()) => assert_eq!(backend.about().name, "hbs-lms"),
        }
    }
}

/// `hbs-lms` takes a count of 2^h for one of 0: its first one-time key signs again.
#[test]
fn hbs_lms_signs_with_leaf_0_again() {
    let level = HssParameter::new(LmotsAlgorithm::LmotsW4, LmsAlgorithm::LmsH5);
    let (mut key, _) =
        hbs_lms::keygen::<Sha256_256>(&[level], &Seed::default(), None).expect("a key");
    let first = key.try_sign_with_aux(b"first", None).expect("a signature");
    key.as_mut_slice()[7] = 32;
    let mut key = SigningKey::<Sha256_256>::from_bytes(key.as_slice()).expect("a key");
    let again = key.try_sign_with_aux(b"again", None).expect("it is mended upstream");
    assert_eq!(first.as_ref()[4..8], [0; 4]);
    assert_eq!(again.as_ref()[4..8], [0; 4]);
    assert_ne!(first.as_ref(), again.as_ref());

    let loaded = HbsLms::new().load(&set("W4"), &past_the_end(32)).map(drop);
    assert_eq!(loaded, Err(Error::Index { asked: 32, next: 32 }));
}

/// `purecrypto` takes a wrong root until it signs, and a record of another set for this one.
#[test]
fn purecrypto_believes_records() {
    let (w4, w8) = (set("W4"), set("W8"));
    let backend = Purecrypto::new();
    let record = stateful(&backend, &w4).secret_key().expect("a record");
    assert!(Purecrypto::unfenced().load(&w8, record.expose()).is_ok());
    let other = backend.load(&w8, record.expose()).map(drop);
    assert_eq!(other, Err(Error::Type { what: "LM-OTS type", expected: 4, found: 3 }));

    let mut wrong_root = record.expose().to_vec();
    wrong_root[91] ^= 1;
    assert!(LmsPrivateKey::from_bytes(&wrong_root).is_ok());
    let loaded = backend.load(&w4, &wrong_root).map(drop);
    assert_eq!(loaded, Err(Error::Backend { message: "Tampered".into() }));
}

/// What reports say of the crates is what is built in.
#[test]
fn versions_are_those_of_the_lock_file() {
    let lock = include_str!("../../../Cargo.lock");
    for backend in lms::backends() {
        let about = backend.about();
        let name = if about.name.starts_with("native") { "hbs" } else { &about.name };
        let entry = format!("name = \"{name}\"\nversion = \"{}\"\n", about.version);
        assert!(
            lock.contains(&entry),
            "Cargo.lock has another {} than {}",
            about.name,
            about.version
        );
    }
}

/// A record of `hbs-lms` for H5/W4 with this count.
fn past_the_end(count: u8) -> [u8; 48] {
    let mut record = [0; 48];
    record[7] = count;
    record[8..16].copy_from_slice(&[0x53, 255, 255, 255, 255, 255, 255, 255]);
    record
}

fn stateful(backend: &dyn Backend, set: &ParameterSet) -> Box<dyn StatefulSigner> {
    let mut entropy = RandCore(StdRng::seed_from_u64(208));
    match backend.generate(set, &mut entropy).expect("a key") {
        Key::Stateful(key) => key,
        Key::Stateless(_) => panic!("LMS is stateful"),
    }
}

fn sign(key: &mut dyn StatefulSigner) -> Result<(), Error> {
    key.sign(b"message", Randomness::Fresh(&mut signer::Os), &mut Vec::new())
}

fn set(w: &str) -> ParameterSet {
    let name = format!("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-{w}");
    hbs::lms::find(&name).unwrap_or_else(|unknown| panic!("{unknown}"))
}
