//! What is there without `std`: keys of every scheme by their types, not by name, and one thread.
//!
//! `cargo test -p hbs --no-default-features --features alloc` runs this and little else.
#![cfg(feature = "alloc")]

use hbs::{Options, WalkKind, Workers, hss, lms, sphincs, xmss};
use lanes::Cpu;
use signer::{Error, Given, Randomness, Scheme, Signer, StatefulSigner};

/// Not random, and as much as any key needs.
const SEED: [u8; 192] = [7; 192];

fn options() -> Options {
    Options { engines: Cpu::portable().engines(), walk: WalkKind::Default, workers: Workers::one() }
}

/// Two signatures of a key, of two messages, and how many it has left.
fn signed(key: &mut dyn StatefulSigner) -> ([Vec<u8>; 2], u64) {
    let mut signatures = [Vec::new(), Vec::new()];
    for (i, signature) in (0..).zip(&mut signatures) {
        key.sign(&[i], Randomness::Deterministic, signature).expect("signed");
    }
    (signatures, key.remaining())
}

/// Each signature is good of its own message only.
fn verified(signatures: &[Vec<u8>; 2], verify: impl Fn(&[u8], &[u8]) -> Result<(), Error>) {
    for (i, signature) in (0..).zip(signatures) {
        assert_eq!(verify(&[i], signature), Ok(()));
        assert_eq!(verify(&[i + 1], signature), Err(Error::BadSignature));
        let mut flipped = signature.clone();
        *flipped.last_mut().expect("not empty") ^= 1;
        assert_eq!(verify(&[i], &flipped), Err(Error::BadSignature));
        let length = verify(&[i], &signature[1..]);
        assert!(matches!(length, Err(Error::Length { .. } | Error::Type { .. })), "{length:?}");
    }
}

#[test]
fn lms_signs_and_verifies() {
    let params = lms::Params::from_codes(0x05, 0x04).expect("LMS_SHA256_M32_H5, W8");
    let mut key = lms::PrivateKey::generate(params, &mut Given(&SEED), &options()).expect("a key");
    let (signatures, left) = signed(&mut key);
    assert_eq!(left, 30);
    let public = lms::PublicKey::decode(&key.public().encode()).expect("a public key");
    verified(&signatures, |message, signature| {
        lms::verify(options().engines, &public, message, signature)
    });
}

#[test]
fn hss_signs_and_verifies_level_by_level() {
    let params = hss::Params::parse("HSS-SHAKE-M24-H5-W8-L3").expect("levels");
    let mut key = hss::PrivateKey::generate(params, &mut Given(&SEED), &options()).expect("a key");
    let (signatures, left) = signed(&mut key);
    assert_eq!(left, (1 << 15) - 2);
    let public = hss::PublicKey::decode(&key.public().encode()).expect("a public key");
    verified(&signatures, |message, signature| {
        hss::verify(options().engines, &public, message, signature)
    });
    // The signature of the first level, which the others do not vouch for.
    let mut flipped = signatures[0].clone();
    flipped[20] ^= 1;
    let verdict = hss::verify(options().engines, &public, &[0], &flipped);
    assert_eq!(verdict, Err(Error::BadSignature));
}

#[test]
fn xmss_mt_signs_and_verifies() {
    let params = xmss::Params::from_oid(Scheme::XmssMt, 0x22).expect("XMSSMT-SHA2_20/4_192");
    assert_eq!(params.name(), "XMSSMT-SHA2_20/4_192");
    let key = xmss::MtPrivateKey::generate(params, &mut Given(&SEED), &options());
    let mut key = key.expect("a key");
    let (signatures, left) = signed(&mut key);
    assert_eq!(left, (1 << 20) - 2);
    let public = xmss::PublicKey::<xmss::XmssMt>::decode(&key.public().encode());
    let public = public.expect("a public key");
    verified(&signatures, |message, signature| {
        xmss::verify(options().engines, &public, message, signature)
    });
}

#[test]
fn sphincs_signs_and_verifies() {
    for name in ["SLH-DSA-SHA2-128f", "SLH-DSA-SHAKE-128f", "SPHINCS+-SHAKE-128f-robust"] {
        let params = sphincs::Params::named(name).expect("a set");
        let key = sphincs::PrivateKey::generate(params, &mut Given(&SEED), &options());
        let key = key.expect("a key");
        let signatures = [0, 1].map(|i| {
            let mut signature = Vec::new();
            key.sign(&[i], Randomness::Deterministic, &mut signature).expect("signed");
            signature
        });
        let public = sphincs::PublicKey::decode(params, key.public().as_bytes());
        let public = public.expect("a public key");
        verified(&signatures, |message, signature| {
            sphincs::verify(options().engines, &public, message, signature)
        });
    }
}

#[test]
fn names_are_those_of_the_sets() {
    for row in sphincs::params::rows() {
        assert_eq!(sphincs::Params::named(&row.name()), Some(*row));
    }
    for name in ["", "SLH-DSA-SHA2-128", "SLH-DSA-SHA2-128f-simple", "SLH-DSA-SHA2-128fs"] {
        assert_eq!(sphincs::Params::named(name), None, "{name}");
    }
}

#[test]
fn oids_end_where_the_tables_do() {
    for (scheme, count) in [(Scheme::Xmss, 21), (Scheme::XmssMt, 56)] {
        for oid in [0, count + 1, u32::MAX] {
            assert_eq!(xmss::Params::from_oid(scheme, oid), None, "{scheme} {oid}");
        }
        let mut names: Vec<_> = (1..=count)
            .map(|oid| xmss::Params::from_oid(scheme, oid).expect("a row").name())
            .collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count as usize);
    }
    assert_eq!(xmss::Params::from_oid(Scheme::Lms, 1), None);
}

#[cfg(not(feature = "std"))]
#[test]
fn there_is_one_thread() {
    assert!(Workers::new(1).is_ok());
    assert!(matches!(Workers::new(2), Err(Error::Unsupported { .. })));
}
