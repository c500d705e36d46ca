//! Public keys and signatures of HSS that are none: the error names what is wrong, and what is due.
#![cfg(feature = "std")]

mod support;

use hbs::hss::{PublicKey, verify};
use lanes::Cpu;
use proptest::prelude::*;
use signer::{Error, ParameterSet, Part};
use support::{hss_key, sign, with_word};

/// Levels of types that differ.
const MIXED: &str = "HSS-SHA256-M24-H5-W4+H5-W2+H5-W1";

fn length(what: &'static str, expected: usize, found: usize) -> Error {
    Error::Length { what, expected, found }
}

fn set(name: &str) -> ParameterSet {
    hbs::hss::find(name).expect("a set")
}

/// A key and its first signature, of `message`.
fn signed(name: &str) -> (PublicKey, Vec<u8>) {
    let mut key = hss_key(name);
    let signature = sign(&mut key, b"message").expect("a signature");
    (*key.public(), signature)
}

fn verdict(key: &PublicKey, signature: &[u8]) -> Result<(), Error> {
    verify(Cpu::detect().engines(), key, b"message", signature)
}

#[test]
fn keys_of_another_length_are_none() {
    for name in [MIXED, "HSS-SHAKE-H5-W1-L1"] {
        let (key, _) = signed(name);
        let mut bytes = key.encode();
        let len = bytes.len();
        assert_eq!(PublicKey::decode(&bytes), Ok(key));
        for cut in 0..len {
            // Without type words, what is due is the shortest key.
            let error = length("public key", if cut < 12 { 52 } else { len }, cut);
            assert_eq!(PublicKey::decode(&bytes[..cut]), Err(error));
        }
        for more in 1..20 {
            bytes.push(0);
            let error = length("public key", len, len + more);
            assert_eq!(PublicKey::decode(&bytes), Err(error));
        }
    }
}

#[test]
fn words_of_keys_are_named() {
    let (key, _) = signed(MIXED);
    let bytes = key.encode();
    for (at, what, wrong) in [
        (0, "number of levels", [0, 9, 1 << 24, u32::MAX]),
        (4, "LMS type", [0, 4, 0x19, u32::MAX]),
        (8, "LM-OTS type", [0, 4, 9, u32::MAX]),
    ] {
        for found in wrong {
            let error = Error::UnknownType { what, found };
            assert_eq!(PublicKey::decode(&with_word(&bytes, at, found)), Err(error));
        }
    }
}

/// What is due is the whole, as far as the bytes that are there tell its types.
#[test]
fn signatures_of_another_length_are_none() {
    let (key, mut signature) = signed(MIXED);
    let len = signature.len();
    let last_key = set(MIXED).public_key_len() - 4;
    // Where each level's signature begins, and then the message's.
    let starts: Vec<usize> = set(MIXED)
        .signature
        .iter()
        .filter(|field| field.name == "q")
        .map(|field| field.offset)
        .collect();
    assert_eq!((starts.len(), starts[0]), (3, 4));
    for cut in 0..len {
        let expected = match cut {
            // All up to the first level's signature, then up to the key that it signs, and so on.
            _ if cut < starts[1] - last_key => starts[1] - last_key,
            _ if cut < starts[1] => starts[1],
            _ if cut < starts[2] - last_key => starts[2] - last_key,
            _ if cut < starts[2] => starts[2],
            _ => len,
        };
        let error = length("signature", expected, cut);
        assert_eq!(verdict(&key, &signature[..cut]), Err(error), "{cut} of {len}");
    }
    for more in 1..20 {
        signature.push(0);
        assert_eq!(verdict(&key, &signature), Err(length("signature", len, len + more)));
    }
}

#[test]
fn words_of_signatures_are_named() {
    let (key, signature) = signed(MIXED);
    for field in &set(MIXED).signature {
        match field.part {
            Part::Fixed { value: expected } => {
                for found in [expected ^ 0x80, u32::MAX] {
                    let verdict = verdict(&key, &with_word(&signature, field.offset, found));
                    let Err(Error::Type { what, .. } | Error::UnknownType { what, .. }) = verdict
                    else {
                        panic!("{field:?}: {verdict:?}");
                    };
                    assert_eq!(what, field.name);
                }
            }
            Part::Index { .. } => {
                let beyond = with_word(&signature, field.offset, 32);
                assert_eq!(verdict(&key, &beyond), Err(Error::BadSignature));
            }
            _ => {}
        }
    }
}

/// Of each byte one bit, which is another one in each.
#[test]
fn no_byte_of_a_signature_or_key_can_be_changed() {
    for name in ["HSS-SHA256-M24-H5-W8-L2", "HSS-SHA256-H5-W4-L1"] {
        let (key, mut signature) = signed(name);
        assert_eq!(verdict(&key, &signature), Ok(()));
        for at in 0..signature.len() {
            signature[at] ^= 1 << (at % 8);
            assert!(verdict(&key, &signature).is_err(), "byte {at}");
            signature[at] ^= 1 << (at % 8);
        }
        let mut bytes = key.encode();
        for bit in 0..8 * bytes.len() {
            bytes[bit / 8] ^= 1 << (bit % 8);
            let decoded = PublicKey::decode(&bytes);
            assert!(decoded.and_then(|key| verdict(&key, &signature)).is_err(), "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

proptest! {
    #[test]
    fn bytes_are_a_key_that_comes_back_or_none(
        words in [0u32..10, 0u32..0x1a, 0u32..0x12],
        rest in support::after_words(),
    ) {
        let bytes = [&words.map(u32::to_be_bytes).concat(), &rest[..]].concat();
        match PublicKey::decode(&bytes) {
            Ok(key) => {
                prop_assert_eq!(key.encode(), bytes);
                prop_assert_eq!(key.levels(), words[0] as usize);
            }
            Err(Error::Length { what, expected, found }) => {
                prop_assert_eq!((what, found), ("public key", bytes.len()));
                prop_assert_ne!(expected, found);
            }
            Err(Error::UnknownType { found, .. }) => prop_assert!(words.contains(&found)),
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    /// Lengths follow from words inside, so that any bytes may claim to be long.
    #[test]
    fn bytes_are_no_signature(
        levels in 1u32..=8,
        bytes in prop::collection::vec(prop_oneof![Just(0u8), 0u8..0x18, any::<u8>()], 0..6000),
    ) {
        let (key, _) = signed("HSS-SHA256-M24-H5-W4-L1");
        let key = PublicKey::decode(&with_word(&key.encode(), 0, levels)).expect("a key");
        let bytes = [&(levels - 1).to_be_bytes()[..], &bytes].concat();
        match verdict(&key, &bytes) {
            Ok(()) => prop_assert!(false, "it verifies"),
            Err(Error::Length { what, expected, found }) => {
                prop_assert_eq!((what, found), ("signature", bytes.len()));
                prop_assert_ne!(expected, found);
            }
            Err(_) => {}
        }
    }
}
