//! `purecrypto`: 16-lane SHA-256 where the CPU has AVX-512, whole trees kept in memory.
//!
//! What it cannot do, does in its own way, and what its fence is for:
//!
//! * purecrypto 0.10.4 knows no set with `n` = 64 and none of `XMSS-SHAKE256_*_192`; of XMSS^MT it
//!   knows `SHA2_*_256` and `SHAKE_20/2_256`, `SHAKE_20/4_256`: 12 and 10 sets.
//! * XMSS^MT sets of height 40 have an index of exactly 40 bits, and the crate wants to store one
//!   past the last: it gives up the last index. Such a key makes `2^40 - 1` signatures, and `remaining`
//!   says so. There is no way round it from outside.
//! * Its public keys are `root ‖ SEED`, without the OID of RFC 8391: the OID is written and checked
//!   here. `from_seed` panics on a short seed and cuts off a long one.
//! * Generating an XMSS^MT key builds the top tree alone; the first signature builds one tree of
//!   each layer below. Loading builds the top tree to compare its root (up to height 15), then
//!   drops it, so that the first signature after loading or skipping builds every tree anew.
//!
//! Apart from that short seed, no input was seen to make it panic.

mod key;

use self::key::{RawPrivateKey, RawSet};
use super::held::{Held, read_index};
use hbs::xmss::Params;
use purecrypto::xmss as raw;
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Scheme, Support, check_length, check_type,
    fence,
};
use zeroize::Zeroizing;

/// Length in bytes of the magic and the OID before the index in an encoded private key.
const INDEX_AT: usize = 8;

/// The XMSS and XMSS^MT of the crate `purecrypto`.
#[derive(Clone, Copy, Debug)]
pub struct PureCrypto {
    fenced: bool,
}

impl PureCrypto {
    /// The crate behind its fence.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true }
    }

    /// The crate as it is, to show what the fence is for.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false }
    }

    fn key(self, key: RawPrivateKey, params: &Params, next: u64) -> Result<Key, Error> {
        let public_key = [&params.oid.to_be_bytes(), &*key.public_key()].concat();
        let indices = (next, end(params));
        let held = Held::new(key, public_key.into_boxed_slice(), params, indices, self.fenced)?;
        Ok(Key::Stateful(Box::new(held)))
    }
}

impl Default for PureCrypto {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for PureCrypto {
    fn about(&self) -> About {
        About {
            name: "purecrypto".into(),
            version: "0.10.4".into(),
            language: "Rust",
            features: "alloc, hash, rng, std, xmss".into(),
            hash: "its own (SHA-256 with n = 32: AVX-512 or AVX2 lanes at run time)".into(),
            heap_visible: true,
            notes: &[
                "No sets with n = 64, no XMSS-SHAKE256_*_192, 10 of the 56 XMSS^MT sets.",
                "Sets of height 40 make 2^40 - 1 signatures: the crate gives up the last index.",
                "Its public keys have no OID and its seeds no checked length: the fence adds both.",
                "The first signature after generating an XMSS^MT key builds the lower trees.",
                "The first signature after loading or skipping builds every tree.",
                "Keeps whole trees in memory, above height 16 their upper levels.",
            ],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        match rows(set) {
            Ok(_) => Support::Yes,
            Err(_) => Support::No,
        }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        rows(set)?;
        let mut seed = Zeroizing::new(vec![0; set.seed_len]);
        entropy.fill(&mut seed)?;
        self.generate_from_seed(set, &seed)
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        let (params, raw_set) = rows(set)?;
        if self.fenced {
            check_length("seed", set.seed_len, seed)?;
        }
        fence(self.fenced, || self.key(RawPrivateKey::from_seed(raw_set, seed), &params, 0))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        let (params, raw_set) = rows(set)?;
        if self.fenced {
            check_encoded(&params, raw_set, secret_key)?;
        }
        let next = read_index(&params, INDEX_AT, secret_key);
        fence(self.fenced, || self.key(RawPrivateKey::decode(raw_set, secret_key)?, &params, next))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let (_, raw_set) = rows(set)?;
        if self.fenced {
            check_type(set, public_key, signature)?;
        }
        let public_key = public_key.get(4..).unwrap_or_default();
        fence(self.fenced, || raw_set.verify(public_key, message, signature))
    }
}

/// The standard's row of `set`, and the crate's.
fn rows(set: &ParameterSet) -> Result<(Params, RawSet), Error> {
    let unknown = || Error::unsupported(format!("purecrypto does not know {}", set.name));
    let params = Params::of(set).ok_or_else(unknown)?;
    let raw_set = match params.scheme {
        Scheme::Xmss => raw::XmssParamSet::from_oid(params.oid).map(RawSet::Xmss),
        _ => raw::XmssMtParamSet::from_oid(params.oid).map(RawSet::XmssMt),
    };
    Ok((params, raw_set.ok_or_else(unknown)?))
}

/// The first index that does not sign: the lifetime, and one less where the index field could not
/// hold the lifetime.
fn end(params: &Params) -> u64 {
    let lifetime = 1 << params.h;
    if 8 * params.index_len() == params.h as usize { lifetime - 1 } else { lifetime }
}

/// Checks what can be checked of an encoded private key without rebuilding its trees.
fn check_encoded(params: &Params, raw_set: RawSet, encoded: &[u8]) -> Result<(), Error> {
    let len = INDEX_AT + params.index_len() + 4 * params.n();
    check_length("private key", len, encoded)?;
    let word = |at: usize| encoded[at..at + 4].iter().fold(0, |w, byte| w << 8 | u32::from(*byte));
    let magic = match raw_set {
        RawSet::Xmss(_) => u32::from_be_bytes(*b"XMSk"),
        RawSet::XmssMt(_) => u32::from_be_bytes(*b"XMTk"),
    };
    for (what, at, expected) in [("magic", 0, magic), ("OID", 4, params.oid)] {
        let found = word(at);
        if found != expected {
            return Err(Error::Type { what, expected, found });
        }
    }
    if read_index(params, INDEX_AT, encoded) >= end(params) {
        return Err(Error::Exhausted);
    }
    Ok(())
}
