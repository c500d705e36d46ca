//! `hbs-lms` 0.2.0-alpha.1, with and without its auxiliary data.
//!
//! What the crate does wrong or cannot do, each seen with this version:
//!
//! * `verify` panics on a public key or signature that is cut off, and on a signature of more than 8
//!   levels, and accepts bytes after the end. The fence checks lengths and type words first.
//! * It has no type words but those of RFC 8554: keys and signatures of SHAKE and of n = 24 carry the
//!   words of SHA-256 with n = 32. With one level the fence translates them, since nothing hashes
//!   them; with more the wrong words are inside the child keys that the parents sign.
//! * n = 24 with w = 1 shifts the checksum by 7 instead of 8 bits (RFC 9858).
//! * With 8 levels every signature panics: the array of signatures has room for those of the 7 child
//!   keys, and the message's is put there too. Such signatures of others do verify.
//! * The counter is a `u64`, and `2^height` is computed in one after each signature: from a total
//!   height of 64 on that overflows.
//! * A loaded counter is not checked: at or past the lifetime it wraps around to used leaves. The
//!   wrapper refuses such a key.
//! * A private key is a seed from which a derivation of its own makes the root's `SEED` and `I`
//!   (hash-sigs' `SECRET_METHOD` 0), so that the standard's `SEED ‖ I` cannot be given.
//! * Its `get_lifetime` rebuilds trees. The wrapper counts for itself.
//! * Nothing but a whole key generation gives the public key of a private key: loading costs that.

mod calls;
mod encoding;
mod key;
mod words;

use calls::Calls;
use key::HbsKey;
use words::foreign_words;

use hbs::HashFunction::Sha256;
use hbs::hss::Params;
use hbs::lms;
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Scheme, Support, check_length, check_type,
};
use std::borrow::Cow;
use zeroize::Zeroizing;

/// The crate `hbs-lms`.
#[derive(Clone, Copy, Debug)]
pub struct HbsLms {
    fenced: bool,
    aux: bool,
}

/// What a refusal says of a set with wrong words inside.
const SIGNED_WORDS: &str = "the type words of SHA-256 with n = 32 are emitted for every hash \
     function, and with more than one level they are inside the child keys that the parents sign";

/// What a refusal says of n = 24 with w = 1.
const CHECKSUM: &str = "for n = 24 with w = 1 the checksum is shifted by 7 instead of 8 bits";

/// What a refusal says of a key that lives too long.
const HEIGHT: &str = "the 64-bit index counter overflows from a total height of 64 on";

/// What a refusal says of 8 levels.
const LEVELS: &str = "signing panics with 8 levels: there is room for 7 signatures";

/// What a refusal says of the standard's seed.
const SEED: &str = "a key is made from one seed by a derivation of the crate's own; SEED and I of \
     the root cannot be given";

impl HbsLms {
    /// The crate behind the fence, without auxiliary data.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true, aux: false }
    }

    /// The crate as it is: nothing is checked before its code runs, panics go through, type words are
    /// left as they are.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false, aux: false }
    }

    /// The same with auxiliary data: the crate's cache of the root tree, made when the key is and
    /// handed to every signature.
    #[must_use]
    pub const fn with_aux(self) -> Self {
        Self { aux: true, ..self }
    }

    /// Makes the key of `seed`, `set.n` bytes, that signs with `index` next.
    fn key(&self, set: &ParameterSet, seed: &[u8], index: u64) -> Result<Key, Error> {
        let (Some(calls), Some(params)) = (Calls::of(set), Params::of(set)) else {
            return Err(Error::unsupported("the parameter set is not one of hbs-lms"));
        };
        let key = HbsKey::new(calls, set, &params, self.fenced, self.aux, seed, index)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn check(&self, set: &ParameterSet) -> Result<&'static Calls, Error> {
        match (self.support(set), Calls::of(set)) {
            (Support::Yes, Some(calls)) => Ok(calls),
            (Support::Unsupported(why), _) => Err(Error::unsupported(why)),
            _ => Err(Error::unsupported("the parameter set is not one of hbs-lms")),
        }
    }
}

impl Default for HbsLms {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for HbsLms {
    fn about(&self) -> About {
        About {
            name: Cow::Borrowed(if self.aux { "hbs-lms+aux" } else { "hbs-lms" }),
            version: Cow::Borrowed("0.2.0-alpha.1"),
            language: "Rust",
            features: Cow::Borrowed(if self.aux {
                "default features; auxiliary data: the whole root tree up to H10, at most 1 MiB above"
            } else {
                "default features; no auxiliary data"
            }),
            hash: Cow::Borrowed("sha2 0.10 (SHA-NI at run time), sha3 0.10"),
            heap_visible: true,
            notes: if self.aux { &AUX_NOTES } else { &NOTES },
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        let (Scheme::Hss, Some(root)) = (set.scheme, root(set)) else { return Support::No };
        let native = (root.lms.hash, root.lms.m) == (Sha256, 32);
        let signer::Lifetime::Signatures { log2 } = set.lifetime else { return Support::No };
        match (root.ots.n, root.ots.w) {
            _ if native && set.codes.len() == 16 => Support::Unsupported(LEVELS.into()),
            _ if native && log2 >= 64 => Support::Unsupported(HEIGHT.into()),
            _ if native => Support::Yes,
            _ if set.codes.len() > 2 => Support::Unsupported(SIGNED_WORDS.into()),
            (24, 1) => Support::Unsupported(CHECKSUM.into()),
            _ => Support::Yes,
        }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        self.check(set)?;
        let mut seed = Zeroizing::new(vec![0; set.n]);
        entropy.fill(&mut seed)?;
        self.key(set, &seed, 0)
    }

    /// Always [`Error::Unsupported`], or [`Error::Length`] for a seed that is none.
    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        self.check(set)?;
        check_length("seed", set.seed_len, seed)?;
        Err(Error::unsupported(SEED))
    }

    /// `secret_key` is `u64(count) ‖ u8(parameters)[8] ‖ seed`, 16 + n bytes. Costs a key generation,
    /// since the encoding has no public key in it, which makes the auxiliary data anew as well. The
    /// crate wipes a key with its last signature: loading that is [`Error::Exhausted`].
    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        self.check(set)?;
        let (index, seed) = encoding::decode(set, secret_key)?;
        self.key(set, seed, index)
    }

    /// Verifies 8 levels and any height of SHA-256 with n = 32 too, which cannot be signed.
    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let calls = match Calls::of(set) {
            Some(calls) if calls.native => calls,
            _ => self.check(set)?,
        };
        if !self.fenced {
            return (calls.verify)(message, signature, public_key);
        }
        check_type(set, public_key, signature)?;
        if calls.native {
            return signer::quietly(|| (calls.verify)(message, signature, public_key));
        }
        let (mut public_key, mut signature) = (public_key.to_vec(), signature.to_vec());
        for word in foreign_words(set, &set.public_key) {
            word.write(&mut public_key, word.theirs);
        }
        for word in foreign_words(set, &set.signature) {
            word.write(&mut signature, word.theirs);
        }
        signer::quietly(|| (calls.verify)(message, &signature, &public_key))
    }
}

/// Parameters of the root level.
fn root(set: &ParameterSet) -> Option<lms::Params> {
    let [lms, ots, ..] = set.codes[..] else { return None };
    lms::Params::from_codes(lms, ots)
}

/// What both variants have in common.
const NOTES: [&str; 9] = [
    "Trees are not kept: each signature rebuilds 2L-1 of them.",
    "Does not take the standard's SEED and I; the root's are derived from one seed (hash-sigs' SECRET_METHOD 0).",
    "C is always derived; randomness cannot be given.",
    "Panics on public keys and signatures that are cut off and accepts bytes after the end: the fence checks lengths and type words first.",
    "Emits the type words of SHA-256 with n = 32 for every hash function: translated with one level, unsupported with more.",
    "n = 24 with w = 1 is unsupported: the checksum is shifted by 7 instead of 8 bits.",
    "8 levels are unsupported, since signing panics; so is a total height of 64 and more, since the index counter overflows. Both verify.",
    "Loading costs a key generation: the private key does not hold the public one.",
    "Needs about 650 kB of stack.",
];

/// The same, for the variant with auxiliary data.
const AUX_NOTES: [&str; 9] = [
    "Auxiliary data covers the root tree only, every second level of it: each signature rebuilds 2L-2 trees. Its HMAC is checked for each signature.",
    NOTES[1],
    NOTES[2],
    NOTES[3],
    NOTES[4],
    NOTES[5],
    NOTES[6],
    "Loading costs a key generation, which makes the auxiliary data anew.",
    NOTES[8],
];
