//! Keys to test with, the same in each run.
#![allow(dead_code, reason = "each test uses some of it")]

use hbs::{Options, hss, lms};
use proptest::prelude::*;
use signer::{Entropy, Error, Randomness, StatefulSigner};

/// Bytes that are the same in each run.
pub(crate) struct Counting(pub(crate) u8);

impl Entropy for Counting {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        for byte in out {
            self.0 = self.0.wrapping_mul(5).wrapping_add(3);
            *byte = self.0;
        }
        Ok(())
    }
}

/// A key of the set with these type words.
pub(crate) fn lms_key(lms: u32, ots: u32) -> lms::PrivateKey {
    let params = lms::Params::from_codes(lms, ots).expect("a pair");
    lms::PrivateKey::generate(params, &mut Counting(0), &Options::default()).expect("a key")
}

/// The levels that a set has.
pub(crate) fn hss_params(name: &str) -> hss::Params {
    hss::Params::of(&hss::find(name).expect("a set")).expect("levels")
}

/// A key of the set of this name.
pub(crate) fn hss_key(name: &str) -> hss::PrivateKey {
    let key = hss::PrivateKey::generate(hss_params(name), &mut Counting(0), &Options::default());
    key.expect("a key")
}

/// The next signature.
pub(crate) fn sign(key: &mut dyn StatefulSigner, message: &[u8]) -> Result<Vec<u8>, Error> {
    let mut signature = Vec::new();
    key.sign(message, Randomness::Deterministic, &mut signature)?;
    Ok(signature)
}

/// `bytes` with a word at `at` instead of what was there.
pub(crate) fn with_word(bytes: &[u8], at: usize, word: u32) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + 4].copy_from_slice(&word.to_be_bytes());
    bytes
}

/// What may follow on the words of a public key: often as long as `I ‖ T[1]`.
pub(crate) fn after_words() -> impl Strategy<Value = Vec<u8>> {
    let bytes = || any::<u8>();
    prop_oneof![
        prop::collection::vec(bytes(), 40),
        prop::collection::vec(bytes(), 48),
        prop::collection::vec(bytes(), 0..80),
    ]
}
