//! Bytes from outside cost no memory before they are known to be what they claim.

use hbs::Options;
use hbs::lms::{Params, PrivateKey, PublicKey, verify};
use lanes::Cpu;
use measure::{Heap, HeapUse, Threads};
use signer::Error;

#[global_allocator]
static HEAP: Heap = Heap::new();

const NOTHING: HeapUse = HeapUse { allocations: 0, bytes: 0, peak: 0, kept: 0 };

/// Lengths that are wrong, that of a megabyte among them.
const LENGTHS: [usize; 7] = [0, 3, 4, 8, 55, 57, 1 << 20];

/// `LMS_SHA256_M32_H25` with `LMOTS_SHA256_N32_W8`: a tree that nobody would want to be built.
fn params() -> Params {
    Params::from_codes(0x09, 0x04).expect("a pair")
}

/// The error, and that nothing was allocated on the way to it.
fn refused<T>(f: impl FnOnce() -> Result<T, Error>) -> Error {
    let (error, used) = HEAP.measure(Threads::This, || f().err());
    assert_eq!(used, NOTHING, "{error:?}");
    error.expect("it is refused")
}

#[test]
fn what_is_no_public_key_costs_no_memory() {
    let mut bytes = vec![0; 1 << 20];
    for len in LENGTHS.into_iter().chain([56]) {
        refused(|| PublicKey::decode(&bytes[..len]));
    }
    bytes[..8].copy_from_slice(&[0, 0, 0, 9, 0, 0, 0, 4]);
    for len in LENGTHS {
        refused(|| PublicKey::decode(&bytes[..len]));
    }
}

#[test]
fn what_is_no_private_key_costs_no_memory() {
    let options = Options::default();
    let mut bytes = vec![0; 1 << 20];
    let len = PrivateKey::encoded_len(&params());
    for len in LENGTHS.into_iter().chain([len]) {
        refused(|| PrivateKey::decode(params(), &bytes[..len], &options));
    }
    bytes[..12].copy_from_slice(&[0, 0, 0, 9, 0, 0, 0, 4, 2, 0, 0, 1]);
    let error = refused(|| PrivateKey::decode(params(), &bytes[..len], &options));
    assert_eq!(error, Error::Index { asked: (1 << 25) + 1, next: 1 << 25 });
}

#[test]
fn verifying_costs_no_memory() {
    let engines = Cpu::detect().engines();
    let mut bytes = vec![0; params().public_key_len()];
    bytes[..8].copy_from_slice(&[0, 0, 0, 9, 0, 0, 0, 4]);
    let key = PublicKey::decode(&bytes).expect("a key");
    let len = params().signature_len();
    let mut signature = vec![0; 1 << 20];
    for len in LENGTHS.into_iter().chain([len]) {
        refused(|| verify(engines, &key, b"message", &signature[..len]));
    }
    signature[7] = 4;
    signature[4 + params().ots.signature_len() + 3] = 9;
    let error = refused(|| verify(engines, &key, b"message", &signature[..len]));
    assert_eq!(error, Error::BadSignature);
}
