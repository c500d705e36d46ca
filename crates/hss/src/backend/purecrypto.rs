//! `purecrypto` 0.10: HSS with every level's tree kept in memory.
//!
//! No defect was found in what is used here. What to know of it:
//!
//! * SHA-256 with n = 32 only.
//! * Child trees get their `SEED` and `I` as hash-sigs' `SECRET_METHOD` 2 derives them, the first ones
//!   and those that replace used-up ones: `H(I ‖ u32(q) ‖ u16(j) ‖ 0xff ‖ SEED)` of the parent with
//!   j = 0xfffe and 0xffff. So from the standard's `SEED ‖ I` every tree of the key is the same there.
//!   The randomiser of a child key's signature is not: it hashes the child key as well. A seed that
//!   has signed in one of the two must therefore never sign in the other: a parent's leaf would sign
//!   with two values of `C`.
//! * `C` of the message is the caller's, so that there is no deterministic variant.
//! * A key is made whole: all levels are built, where others build the root's only.
//! * A signature that starts a subtree builds it first.
//! * A private key has two encodings. The plain one, used here, loads at once, and the next signature
//!   rebuilds the bottom tree, a later one that starts a subtree its parent's; `to_bytes_with_cache`
//!   carries the trees.

mod key;
mod state;

use key::PurecryptoKey;

use hbs::HashFunction::Sha256;
use hbs::lms;
use purecrypto::lms::{LmotsType, LmsType};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Scheme, Support, check_length, check_type,
    fence,
};
use std::borrow::Cow;
use zeroize::Zeroizing;

/// The crate `purecrypto`.
#[derive(Clone, Copy, Debug)]
pub struct Purecrypto {
    fenced: bool,
}

impl Purecrypto {
    /// The crate behind the fence.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true }
    }

    /// The crate as it is: nothing is checked before its code runs, panics go through.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false }
    }

    fn check(self, set: &ParameterSet) -> Result<(), Error> {
        match self.support(set) {
            Support::Yes => Ok(()),
            _ => Err(Error::unsupported("purecrypto knows SHA-256 with n = 32 only")),
        }
    }
}

impl Default for Purecrypto {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for Purecrypto {
    fn about(&self) -> About {
        About {
            name: Cow::Borrowed("purecrypto"),
            version: Cow::Borrowed("0.10.4"),
            language: "Rust",
            features: Cow::Borrowed("alloc, hash, lms, rng, std"),
            hash: Cow::Borrowed("its own, with AVX-512, AVX2 or SHA-NI at run time"),
            heap_visible: true,
            notes: &NOTES,
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        let root = set
            .codes
            .first()
            .and_then(|code| lms::params::LMS_TYPES.iter().find(|row| row.code == *code));
        match root {
            Some(root) if set.scheme == Scheme::Hss && (root.hash, root.m) == (Sha256, 32) => {
                Support::Yes
            }
            _ => Support::No,
        }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        self.check(set)?;
        let mut seed = Zeroizing::new(vec![0; set.seed_len]);
        entropy.fill(&mut seed)?;
        self.generate_from_seed(set, &seed)
    }

    /// The key with this `SEED ‖ I` at its root, and below it the trees that hash-sigs derives.
    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        self.check(set)?;
        check_length("seed", set.seed_len, seed)?;
        Ok(Key::Stateful(Box::new(PurecryptoKey::generate(set, self.fenced, seed)?)))
    }

    /// `secret_key` is the crate's `HSS3` encoding: for each level its types, `I`, `SEED`, next leaf
    /// and root, then the signatures of the child keys and an HMAC. Builds no tree; the next
    /// signature does.
    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        self.check(set)?;
        Ok(Key::Stateful(Box::new(PurecryptoKey::load(set, self.fenced, secret_key)?)))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        self.check(set)?;
        if self.fenced {
            check_type(set, public_key, signature)?;
        }
        fence(self.fenced, || {
            if purecrypto::lms::verify_hss(public_key, message, signature) {
                Ok(())
            } else {
                Err(Error::BadSignature)
            }
        })
    }
}

const NOTES: [&str; 8] = [
    "SHA-256 with n = 32 only.",
    "Every level's tree is kept in memory: up to 2 MiB a level for H15 and more, 64 KiB for H10, 2 KiB for H5.",
    "Key generation builds the trees of all levels, not the root's only.",
    "A signature that starts a subtree builds it first.",
    "From the standard's SEED and I every tree is that of hash-sigs' SECRET_METHOD 2, but C of a child key's signature is not: a seed must not sign in both.",
    "C of the message is always the caller's: there is no deterministic variant.",
    "A loaded key has no trees: its next signature rebuilds the bottom one, and a later one that starts a subtree its parent's.",
    "Skipping edits the crate's encoding and its HMAC, and builds the trees that the new index lies in.",
];

/// The crate's types of a level.
fn types(level: lms::Params) -> Option<(LmsType, LmotsType)> {
    let lms = match level.lms.h {
        5 => LmsType::Sha256M32H5,
        10 => LmsType::Sha256M32H10,
        15 => LmsType::Sha256M32H15,
        20 => LmsType::Sha256M32H20,
        25 => LmsType::Sha256M32H25,
        _ => return None,
    };
    let ots = match level.ots.w {
        1 => LmotsType::Sha256N32W1,
        2 => LmotsType::Sha256N32W2,
        4 => LmotsType::Sha256N32W4,
        8 => LmotsType::Sha256N32W8,
        _ => return None,
    };
    Some((lms, ots))
}
