//! Bytes from outside cost no memory before they are known to be what they claim.

use hbs::Options;
use hbs::hss::{Params, PrivateKey, PublicKey, verify};
use lanes::Cpu;
use measure::{Heap, HeapUse, Threads};
use signer::Error;

#[global_allocator]
static HEAP: Heap = Heap::new();

/// Lengths that are wrong, that of a megabyte among them.
const LENGTHS: [usize; 7] = [0, 3, 4, 12, 59, 61, 1 << 20];

/// The words of a key of 8 levels of `LMS_SHA256_M32_H25` with `LMOTS_SHA256_N32_W8`.
const WORDS: [u8; 12] = [0, 0, 0, 8, 0, 0, 0, 9, 0, 0, 0, 4];

fn refused<T>(f: impl FnOnce() -> Result<T, Error>) -> (Error, HeapUse) {
    let (error, used) = HEAP.measure(Threads::This, || f().err());
    (error.expect("it is refused"), used)
}

fn refused_at_no_cost<T>(f: impl FnOnce() -> Result<T, Error>) -> Error {
    let (error, used) = refused(f);
    assert_eq!(used, HeapUse { allocations: 0, bytes: 0, peak: 0, kept: 0 }, "{error}");
    error
}

#[test]
fn what_is_no_public_key_costs_no_memory() {
    let mut bytes = vec![0; 1 << 20];
    for len in LENGTHS.into_iter().chain([60]) {
        refused_at_no_cost(|| PublicKey::decode(&bytes[..len]));
    }
    bytes[..12].copy_from_slice(&WORDS);
    for len in LENGTHS {
        refused_at_no_cost(|| PublicKey::decode(&bytes[..len]));
    }
    bytes[3] = 9;
    refused_at_no_cost(|| PublicKey::decode(&bytes[..60]));
}

#[test]
fn what_is_no_private_key_costs_no_memory() {
    let options = Options::default();
    let params = || {
        let set = hbs::hss::find("HSS-SHA256-H25-W8-L2").expect("a set");
        Params::of(&set).expect("levels")
    };
    let len = PrivateKey::encoded_len(&params());
    let mut bytes = vec![0; 1 << 20];
    for len in LENGTHS.into_iter().chain([len]) {
        let params = params();
        let (error, used) = refused(|| PrivateKey::decode(params, &bytes[..len], &options));
        assert_eq!(used.allocations, 0, "{error}");
    }
    bytes[..20].copy_from_slice(&[0, 0, 0, 2, 0, 0, 0, 9, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0, 4]);
    bytes[20] = 1;
    let params = params();
    let (error, used) = refused(|| PrivateKey::decode(params, &bytes[..len], &options));
    assert_eq!(used.allocations, 0);
    assert!(matches!(error, Error::Index { .. }), "{error}");
}

/// Of a signature the levels are listed, as many as the key has; nothing grows with the bytes.
#[test]
fn what_is_no_signature_costs_a_list_of_levels_at_most() {
    let engines = Cpu::detect().engines();
    let key = PublicKey::decode(&[&WORDS[..], &[0; 48]].concat()).expect("a key");
    let mut signature = vec![0; 1 << 20];
    for len in LENGTHS {
        refused_at_no_cost(|| verify(engines, &key, b"message", &signature[..len]));
    }
    signature[3] = 7;
    for len in LENGTHS {
        let (error, used) = refused(|| verify(engines, &key, b"message", &signature[..len]));
        assert!(used.allocations <= 1 && used.bytes <= 2048, "{error}: {used:?}");
    }
}
