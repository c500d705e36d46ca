//! Public keys and signatures of LMS that are none: the error names what is wrong, and what is due.
#![cfg(feature = "std")]

mod support;

use hbs::lms::{Params, PublicKey, sets, verify};
use lanes::Cpu;
use proptest::prelude::*;
use signer::Error;
use support::{lms_key, sign, with_word};

/// Bytes of the shortest key, which is what is due as long as type words do not say.
const SHORTEST: usize = 48;

fn length(what: &'static str, expected: usize, found: usize) -> Error {
    Error::Length { what, expected, found }
}

/// A key of each set.
fn keys() -> impl Iterator<Item = (Params, Vec<u8>)> {
    sets().iter().map(|set| {
        let params = Params::of(set).expect("a set of LMS");
        let words = [params.lms.code, params.ots.code].map(u32::to_be_bytes).concat();
        let rest = (0..params.public_key_len() - 8).map(|i| i as u8);
        (params, words.into_iter().chain(rest).collect())
    })
}

#[test]
fn keys_of_every_set_come_back() {
    for (params, bytes) in keys() {
        let key = PublicKey::decode(&bytes).expect("a key");
        assert_eq!((key.params, key.encode()), (params, bytes));
    }
}

#[test]
fn keys_of_another_length_are_none() {
    for (params, mut bytes) in keys() {
        let len = params.public_key_len();
        for cut in 0..len {
            let expected = if cut < 8 { SHORTEST } else { len };
            let error = length("public key", expected, cut);
            assert_eq!(PublicKey::decode(&bytes[..cut]), Err(error));
        }
        for more in 1..40 {
            bytes.push(more as u8);
            let error = length("public key", len, len + more);
            assert_eq!(PublicKey::decode(&bytes), Err(error));
        }
    }
}

#[test]
fn types_that_are_no_pair_are_named() {
    let (_, bytes) = keys().next().expect("a key");
    for word in (0..5).chain([0x19, 0x0500_0000, u32::MAX]) {
        let error = Error::UnknownType { what: "LMS type", found: word };
        assert_eq!(PublicKey::decode(&with_word(&bytes, 0, word)), Err(error));
    }
    // Those of another hash function or length among them.
    for word in [0].into_iter().chain(5..=0x20).chain([0x0300_0000, u32::MAX]) {
        let error = Error::UnknownType { what: "LM-OTS type", found: word };
        assert_eq!(PublicKey::decode(&with_word(&bytes, 4, word)), Err(error));
    }
}

#[test]
fn signatures_of_another_length_or_type_are_none() {
    let engines = Cpu::detect().engines();
    for (params, bytes) in keys() {
        let key = PublicKey::decode(&bytes).expect("a key");
        let len = params.signature_len();
        let mut signature = vec![0; len];
        let at = 4 + params.ots.signature_len();
        signature[4..8].copy_from_slice(&params.ots.code.to_be_bytes());
        signature[at..at + 4].copy_from_slice(&params.lms.code.to_be_bytes());
        let verdict = |signature: &[u8]| verify(engines, &key, b"message", signature);
        for wrong in (0..len).step_by(41).chain([4, 8, len - 1, len + 1, 2 * len, 1 << 20]) {
            let error = length("signature", len, wrong);
            assert_eq!(verdict(&vec![0; wrong]), Err(error));
        }
        for (what, at, expected) in
            [("LM-OTS type", 4, params.ots.code), ("LMS type", at, params.lms.code)]
        {
            for found in [0, expected - 1, expected + 1, expected << 24, u32::MAX] {
                let error = Error::Type { what, expected, found };
                assert_eq!(verdict(&with_word(&signature, at, found)), Err(error));
            }
        }
        // Beyond the last leaf, which the standard calls an invalid signature.
        for q in [1 << params.lms.h, (1 << params.lms.h) + 1, 1 << 31, u32::MAX] {
            assert_eq!(verdict(&with_word(&signature, 0, q)), Err(Error::BadSignature));
        }
    }
}

/// `LMS_SHA256_M24_H5` with `LMOTS_SHA256_N24_W8`.
#[test]
fn no_bit_of_a_signature_or_key_can_be_flipped() {
    let engines = Cpu::detect().engines();
    let mut key = lms_key(0x0a, 0x08);
    let mut signature = sign(&mut key, b"message").expect("a signature");
    assert_eq!(verify(engines, key.public(), b"message", &signature), Ok(()));
    for bit in 0..8 * signature.len() {
        signature[bit / 8] ^= 1 << (bit % 8);
        assert!(verify(engines, key.public(), b"message", &signature).is_err(), "bit {bit}");
        signature[bit / 8] ^= 1 << (bit % 8);
    }
    let mut bytes = key.public().encode();
    for bit in 0..8 * bytes.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let verdict =
            PublicKey::decode(&bytes).and_then(|key| verify(engines, &key, b"message", &signature));
        assert!(verdict.is_err(), "bit {bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(verify(engines, key.public(), b"message", &signature), Ok(()));
}

/// Words that are often types.
fn word() -> impl Strategy<Value = u32> {
    prop_oneof![4 => 0u32..0x20, 1 => any::<u32>()]
}

proptest! {
    #[test]
    fn bytes_are_a_key_that_comes_back_or_none(
        words in [word(), word()],
        rest in support::after_words(),
    ) {
        let bytes = [&words.map(u32::to_be_bytes).concat(), &rest[..]].concat();
        match PublicKey::decode(&bytes) {
            Ok(key) => prop_assert_eq!(key.encode(), bytes),
            Err(Error::Length { what, expected, found }) => {
                prop_assert_eq!((what, found), ("public key", bytes.len()));
                prop_assert_ne!(expected, found);
                prop_assert!(Params::from_codes(words[0], words[1]).is_some());
            }
            Err(Error::UnknownType { found, .. }) => {
                prop_assert!(words.contains(&found));
                prop_assert_eq!(Params::from_codes(words[0], words[1]), None);
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    #[test]
    fn changed_signatures_do_not_verify(
        types in prop::sample::select(vec![(0x05, 0x01), (0x05, 0x03), (0x14, 0x0e), (0x0f, 0x0a)]),
        bits in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let mut key = lms_key(types.0, types.1);
        let right = sign(&mut key, b"message").expect("a signature");
        let mut signature = right.clone();
        for bit in bits {
            let bit = bit.index(8 * signature.len());
            signature[bit / 8] ^= 1 << (bit % 8);
        }
        prop_assume!(signature != right);
        let verdict = verify(Cpu::detect().engines(), key.public(), b"message", &signature);
        prop_assert!(verdict.is_err());
    }
}
