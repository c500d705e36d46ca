//! `purecrypto` 0.10.
//!
//! What it does unlike the others:
//! * SHA-256 with n = 32 only;
//! * a key loaded from its 92-byte record has no tree: the first signature would build it, and only
//!   then find out whether the root in the record is the seed's. [`load`](Backend::load) builds it
//!   at once, so that no wrong public key is ever given out and no signature takes as long as
//!   generating a key. (The crate's other record carries the tree, up to 2 MiB, under an HMAC tag;
//!   it loads at once, but its index cannot be edited);
//! * its decoder takes any of three records, for any set: the 92 bytes, the 60 bytes without root
//!   of older versions, and the one with the tree. The fence takes the first, of the set asked for;
//! * a tree of height 20 or 25 keeps its top 15 levels and the subtree in use; a new subtree is
//!   built every 2^5 or 2^10 signatures, within one signature;
//! * there is no way to another index but to edit a record and build the tree anew;
//! * its generator trait cannot fail: `C` is drawn before.

mod key;

use self::key::{PurecryptoKey, from_record};
use super::{check_codes, refusal};
use ::purecrypto::lms::{LmotsType, LmsPrivateKey, LmsType, PRIVKEY_LEN, verify_lms};
use hbs::HashFunction;
use hbs::lms::{Params, params::I_LEN};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Support, check_length, check_type, fence,
};
use std::array;
use zeroize::Zeroizing;

/// The crate `purecrypto`.
#[derive(Clone, Copy, Debug)]
pub struct Purecrypto {
    fenced: bool,
}

impl Purecrypto {
    /// With its fence.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true }
    }

    /// Without its fence, as tests want it.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false }
    }

    fn types(&self, set: &ParameterSet) -> Result<(Params, LmsType, LmotsType), Error> {
        let known = Params::of(set).and_then(|params| {
            let lms = match (params.lms.hash, params.lms.m, params.lms.h) {
                (HashFunction::Sha256, 32, 5) => LmsType::Sha256M32H5,
                (HashFunction::Sha256, 32, 10) => LmsType::Sha256M32H10,
                (HashFunction::Sha256, 32, 15) => LmsType::Sha256M32H15,
                (HashFunction::Sha256, 32, 20) => LmsType::Sha256M32H20,
                (HashFunction::Sha256, 32, 25) => LmsType::Sha256M32H25,
                _ => return None,
            };
            // A set has one hash function and length: that of its tree.
            let ots = match params.ots.w {
                1 => LmotsType::Sha256N32W1,
                2 => LmotsType::Sha256N32W2,
                4 => LmotsType::Sha256N32W4,
                8 => LmotsType::Sha256N32W8,
                _ => return None,
            };
            Some((params, lms, ots))
        });
        known.ok_or_else(|| refusal("purecrypto", set, Support::No))
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
            name: "purecrypto".into(),
            version: "0.10.4".into(),
            language: "Rust",
            features: "alloc, hash, lms, rng, std".into(),
            hash: "its own (16 lanes of AVX-512, 8 of AVX2, SHA-NI; at run time)".into(),
            heap_visible: true,
            notes: &[
                "SHA-256 with n = 32 only.",
                "A key loaded from its 92-byte record has no tree until it signs: the wrapper \
                 builds it on loading, which also checks the root.",
                "The decoder of private keys takes three formats of any set: the fence takes one.",
                "Skipping edits the record and builds the tree anew.",
                "H20 and H25 build a subtree every 2^5 or 2^10 signatures.",
            ],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        if self.types(set).is_ok() { Support::Yes } else { Support::No }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        self.types(set)?;
        let mut seed = Zeroizing::new([0; SEED_LEN + I_LEN]);
        entropy.fill(&mut *seed)?;
        self.generate_from_seed(set, &*seed)
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        let (params, lms, ots) = self.types(set)?;
        check_length("seed", SEED_LEN + I_LEN, seed)?;
        let (seed, id) = seed.split_at(SEED_LEN);
        let seed = Zeroizing::new(array::from_fn(|i| seed[i]));
        let id = array::from_fn(|i| id[i]);
        fence(self.fenced, || {
            let signing = LmsPrivateKey::from_seed(lms, ots, &id, &seed);
            PurecryptoKey::boxed(self.fenced, &params, signing)
        })
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        let (params, ..) = self.types(set)?;
        if self.fenced {
            check_length("private key", PRIVKEY_LEN, secret_key)?;
            check_codes(&params, secret_key)?;
        }
        fence(self.fenced, || PurecryptoKey::boxed(self.fenced, &params, from_record(secret_key)?))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        self.types(set)?;
        if self.fenced {
            check_type(set, public_key, signature)?;
        }
        fence(self.fenced, || {
            if verify_lms(public_key, message, signature) {
                Ok(())
            } else {
                Err(Error::BadSignature)
            }
        })
    }
}

const SEED_LEN: usize = 32;
