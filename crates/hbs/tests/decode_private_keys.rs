//! Private keys as bytes: what is no key is told why, and a key comes back as it was, to its end and
//! beyond.
#![cfg(feature = "std")]

mod support;

use hbs::{Options, hss, lms};
use lanes::Cpu;
use proptest::prelude::*;
use signer::{Error, StatefulSigner};
use support::{hss_key, hss_params, lms_key, sign, with_word};

/// A key of `LMS_SHA256_M24_H5` with `LMOTS_SHA256_N24_W1`, encoded: words, `q`, `I`, `SEED`, `T[1]`.
fn lms_bytes() -> Vec<u8> {
    lms_key(0x0a, 0x05).encode().expose().to_vec()
}

fn lms_decoded(bytes: &[u8]) -> Result<lms::PrivateKey, Error> {
    let params = lms::Params::from_codes(0x0a, 0x05).expect("a pair");
    lms::PrivateKey::decode(params, bytes, &Options::default())
}

/// Encoded: `L`, words of each level, `u64(index)`, `I`, `SEED`, `T[1]`.
const HSS: &str = "HSS-SHA256-M24-H5-W2+H5-W1+H5-W1";
/// Where the index is.
const INDEX: usize = 4 + 3 * 8;
/// After the last.
const END: u64 = 1 << 15;

fn hss_decoded(bytes: &[u8]) -> Result<hss::PrivateKey, Error> {
    hss::PrivateKey::decode(hss_params(HSS), bytes, &Options::default())
}

fn hss_at(index: u64) -> Vec<u8> {
    let mut bytes = hss_key(HSS).encode().expose().to_vec();
    bytes[INDEX..INDEX + 8].copy_from_slice(&index.to_be_bytes());
    bytes
}

#[test]
fn keys_of_another_length_are_none() {
    let (lms, hss) = (lms_bytes(), hss_at(0));
    for wrong in (0..200).filter(|len| *len != lms.len()) {
        let bytes: Vec<u8> = lms.iter().copied().cycle().take(wrong).collect();
        let due = Error::Length { what: "private key", expected: lms.len(), found: wrong };
        assert_eq!(lms_decoded(&bytes).map(drop), Err(due));
    }
    for wrong in (0..200).filter(|len| *len != hss.len()) {
        let bytes: Vec<u8> = hss.iter().copied().cycle().take(wrong).collect();
        let due = Error::Length { what: "private key", expected: hss.len(), found: wrong };
        assert_eq!(hss_decoded(&bytes).map(drop), Err(due));
    }
}

#[test]
fn words_of_keys_are_named() {
    let lms = lms_bytes();
    for (at, what, expected) in [(0, "LMS type", 0x0a), (4, "LM-OTS type", 0x05)] {
        // Of a tree that would take days to compute, and others.
        for found in [0, 0x0e, 0x0b, 0x01, u32::MAX] {
            let due = Error::Type { what, expected, found };
            assert_eq!(lms_decoded(&with_word(&lms, at, found)).map(drop), Err(due));
        }
    }
    let hss = hss_at(0);
    let types = [("LMS type", 0x0a), ("LM-OTS type", 0x06), ("LMS type", 0x0a)];
    let words = [("L", 3)].into_iter().chain(types).chain([("LM-OTS type", 0x05)]);
    for (i, (what, expected)) in words.enumerate() {
        for found in [0, 0x0e, 0x0b, 0x01, u32::MAX] {
            let due = Error::Type { what, expected, found };
            assert_eq!(hss_decoded(&with_word(&hss, 4 * i, found)).map(drop), Err(due));
        }
    }
}

#[test]
fn an_index_past_the_last_is_named() {
    for asked in [33, 64, 1 << 31, u32::MAX] {
        let due = Error::Index { asked: asked.into(), next: 32 };
        assert_eq!(lms_decoded(&with_word(&lms_bytes(), 8, asked)).map(drop), Err(due));
    }
    for asked in [END + 1, 1 << 32, u64::MAX] {
        assert_eq!(hss_decoded(&hss_at(asked)).map(drop), Err(Error::Index { asked, next: END }));
    }
}

/// Bits of `I`, `SEED` and `T[1]`, of each byte another one.
#[test]
fn what_does_not_give_the_root_is_corrupt() {
    let mut lms = lms_bytes();
    for at in 12..lms.len() {
        lms[at] ^= 1 << (at % 8);
        let due = Error::Corrupt { what: "root" };
        assert_eq!(lms_decoded(&lms).map(drop), Err(due), "byte {at}");
        lms[at] ^= 1 << (at % 8);
    }
    let mut hss = hss_at(0);
    for at in INDEX + 8..hss.len() {
        hss[at] ^= 1 << (at % 8);
        let due = Error::Corrupt { what: "root" };
        assert_eq!(hss_decoded(&hss).map(drop), Err(due), "byte {at}");
        hss[at] ^= 1 << (at % 8);
    }
}

/// However often it is asked, moved, stored and loaded.
fn is_exhausted<K: StatefulSigner>(mut key: K, end: u64, again: impl Fn(&K) -> K) {
    for _ in 0..3 {
        assert_eq!(sign(&mut key, b"one more"), Err(Error::Exhausted));
        for asked in [0, 1, end - 1, end + 1, u64::MAX] {
            assert_eq!(key.skip_to(asked), Err(Error::Index { asked, next: end }));
        }
        assert_eq!((key.index(), key.remaining()), (end, 0));
        key = again(&key);
    }
}

#[test]
fn after_the_last_index_a_key_is_exhausted_for_ever() {
    let again = |key: &lms::PrivateKey| lms_decoded(key.encode().expose()).expect("a key");
    let mut key = lms_decoded(&with_word(&lms_bytes(), 8, 31)).expect("a key");
    sign(&mut key, b"the last").expect("a signature");
    is_exhausted(key, 32, again);
    is_exhausted(lms_decoded(&with_word(&lms_bytes(), 8, 32)).expect("a key"), 32, again);

    let again = |key: &hss::PrivateKey| hss_decoded(key.encode().expose()).expect("a key");
    let mut key = hss_decoded(&hss_at(END - 2)).expect("a key");
    sign(&mut key, b"the last but one").expect("a signature");
    sign(&mut key, b"the last").expect("a signature");
    is_exhausted(key, END, again);
    is_exhausted(hss_decoded(&hss_at(END)).expect("a key"), END, again);
}

/// Indices of 2^64 signatures and more count up to `u64::MAX`, which is the end.
#[test]
fn a_key_that_cannot_be_used_up_counts_no_further_than_it_can() {
    let params = hss_params("HSS-SHA256-M24-H5-W1+H25-W8+H25-W8+H25-W8");
    let key = hss::PrivateKey::generate(params, &mut support::Counting(0), &Options::default());
    let mut bytes = key.expect("a key").encode().expose().to_vec();
    let place = 4 + 4 * 8..4 + 4 * 8 + 8;
    for index in [0, 1 << 40, u64::MAX - 1, u64::MAX] {
        bytes[place.clone()].copy_from_slice(&index.to_be_bytes());
        let params = hss_params("HSS-SHA256-M24-H5-W1+H25-W8+H25-W8+H25-W8");
        let key = hss::PrivateKey::decode(params, &bytes, &Options::default());
        let mut key = key.expect("a key");
        assert_eq!((key.index(), key.encode().expose()), (index, &bytes[..]));
        if index == u64::MAX {
            assert_eq!((sign(&mut key, b""), key.remaining()), (Err(Error::Exhausted), 0));
        } else {
            assert_eq!(key.remaining(), u64::MAX);
        }
    }
}

proptest! {
    #[test]
    fn bytes_are_no_key(
        words in any::<bool>(),
        mut bytes in prop::collection::vec(prop_oneof![Just(0u8), any::<u8>()], 76 + 60),
    ) {
        let (lms, hss) = (lms_bytes(), hss_at(0));
        if words {
            bytes[..8].copy_from_slice(&lms[..8]);
        }
        prop_assert!(lms_decoded(&bytes[..lms.len()]).is_err());
        if words {
            bytes[..INDEX].copy_from_slice(&hss[..INDEX]);
        }
        prop_assert!(hss_decoded(&bytes[..hss.len()]).is_err());
    }

    /// From any index a key goes on where it stood, over the ends of trees too.
    #[test]
    fn a_key_comes_back_at_any_index(
        index in prop_oneof![0..END, (0..1024u64).prop_map(|tree| 32 * tree + 31)],
        signatures in 0..4,
    ) {
        let mut bytes = hss_at(index);
        let mut key = hss_decoded(&bytes).expect("a key");
        prop_assert!(key.encode().expose() == bytes);
        let mut index = index;
        for _ in 0..signatures {
            if index == END {
                prop_assert_eq!(sign(&mut key, b"message"), Err(Error::Exhausted));
                break;
            }
            let signature = sign(&mut key, b"message").expect("a signature");
            let engines = Cpu::detect().engines();
            let verdict = hss::verify(engines, key.public(), b"message", &signature);
            prop_assert_eq!(verdict, Ok(()));
            let mut other = hss_decoded(&bytes).expect("a key");
            prop_assert_eq!(sign(&mut other, b"message"), Ok(signature));
            index += 1;
            bytes = hss_at(index);
            prop_assert!(key.encode().expose() == bytes);
        }
    }
}
