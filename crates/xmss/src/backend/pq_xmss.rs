//! `pq-xmss`: every set, no `unsafe`, an authentication path that moves along in memory.
//!
//! What it gets wrong, and what its fence is for:
//!
//! * pq-xmss 0.2.0 marks a used-up key by filling the index with ones. The 21 XMSS^MT sets of
//!   height 40 have an index of exactly 40 bits, so that the mark is the last index itself: the key
//!   goes on signing for ever, with seeds that were wiped, and returns `Ok` with signatures that do
//!   not verify. The fence counts for itself and refuses. (No issue is known; the tests show it.)
//! * It wipes seeds and root with the last signature. A used-up key can therefore not be encoded,
//!   and the wiped encoding, which for height 40 looks like a key with one signature left, is
//!   refused.
//! * Decoding a private key rebuilds its trees but does not compare the root, so that a changed
//!   root or seed goes unnoticed until a signature does not verify.
//! * It is not BDS: where the authentication path changes high up, at worst in the middle of a
//!   tree, a signature costs about as much as generating that tree. Loading and skipping cost a
//!   generation.
//!
//! No decoder of it was seen to panic.

use super::held::{Held, RawKey, read_index};
use hbs::xmss::Params;
use pq_xmss::{BoxedDetachedSignature, BoxedKeyPair, BoxedSigningKey, BoxedVerifyingKey};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Scheme, SecretBytes, Support, check_length,
    check_type, fence,
};
use std::mem;
use zeroize::Zeroizing;

/// Length in bytes of the OID before the index in an encoded private key.
const INDEX_AT: usize = 4;

/// The crate `pq-xmss`.
#[derive(Clone, Copy, Debug)]
pub struct PqXmss {
    fenced: bool,
}

impl PqXmss {
    /// The crate behind its fence.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true }
    }

    /// The crate as it is, to show what the fence is for. Not for use: it may sign beyond its end.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false }
    }

    fn key(
        self,
        key: BoxedSigningKey,
        public_key: &BoxedVerifyingKey,
        params: &Params,
        next: u64,
    ) -> Result<Key, Error> {
        let public_key = public_key.as_ref().into();
        let indices = (next, 1 << params.h);
        let held = Held::new(key, public_key, params, indices, self.fenced)?;
        Ok(Key::Stateful(Box::new(held)))
    }
}

impl Default for PqXmss {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for PqXmss {
    fn about(&self) -> About {
        About {
            name: "pq-xmss".into(),
            version: "0.2.0".into(),
            language: "Rust",
            features: "std".into(),
            hash: "sha2 0.11 (SHA-NI at run time), shake 0.1".into(),
            heap_visible: true,
            notes: &[
                "Sets of height 40 keep signing after the last index, with signatures that do not \
                 verify; the fence refuses.",
                "A used-up key is wiped and cannot be encoded.",
                "Loading does not compare the root with the seeds.",
                "Not BDS: the costliest signature costs about as much as generating a tree.",
                "Loading and skipping rebuild one tree of each layer.",
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
        let (params, raw) = rows(set)?;
        if self.fenced {
            check_length("seed", set.seed_len, seed)?;
        }
        let (key, public_key) = fence(self.fenced, || {
            let mut pair = BoxedKeyPair::from_seed(raw, seed).map_err(error)?;
            let public_key = pair.verifying_key().clone();
            Ok((mem::replace(pair.signing_key(), stand_in()?), public_key))
        })?;
        self.key(key, &public_key, &params, 0)
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        let (params, raw) = rows(set)?;
        if self.fenced {
            check_encoded(&params, secret_key)?;
        }
        let (key, public_key) = fence(self.fenced, || {
            let key = BoxedSigningKey::try_from_bytes(raw, secret_key).map_err(error)?;
            let public_key = key.verifying_key();
            Ok((key, public_key))
        })?;
        self.key(key, &public_key, &params, read_index(&params, INDEX_AT, secret_key))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let (_, raw) = rows(set)?;
        if self.fenced {
            check_type(set, public_key, signature)?;
        }
        fence(self.fenced, || {
            let public_key = BoxedVerifyingKey::try_from_bytes(raw, public_key).map_err(error)?;
            let signature =
                BoxedDetachedSignature::try_from_bytes(raw, signature).map_err(error)?;
            public_key.verify_detached(&signature, message).map_err(error)
        })
    }
}

impl RawKey for BoxedSigningKey {
    const INDEX_AT: usize = INDEX_AT;

    fn encode(&self) -> SecretBytes {
        SecretBytes::new(self.as_ref().to_vec())
    }

    fn decode_alike(&self, encoded: &[u8]) -> Result<Self, Error> {
        Self::try_from_bytes(self.parameter_set(), encoded).map_err(error)
    }

    fn sign(&mut self, message: &[u8], signature: &mut Vec<u8>) -> Result<(), Error> {
        let signed = self.sign_detached(message).map_err(error)?;
        signature.extend_from_slice(signed.as_ref());
        Ok(())
    }
}

/// The standard's row of `set`, and the crate's.
fn rows(set: &ParameterSet) -> Result<(Params, pq_xmss::ParameterSet), Error> {
    let unknown = || Error::unsupported(format!("pq-xmss does not know {}", set.name));
    if !matches!(set.scheme, Scheme::Xmss | Scheme::XmssMt) {
        return Err(unknown());
    }
    let params = Params::of(set).ok_or_else(unknown)?;
    let raw = pq_xmss::ParameterSet::from_name(&set.name).map_err(|_| unknown())?;
    Ok((params, raw))
}

/// A used-up key of another set, to leave in a [`BoxedKeyPair`], which lends its signing key but
/// does not give it away. With an index past the end it costs no hashing.
fn stand_in() -> Result<BoxedSigningKey, Error> {
    const N: usize = 24;
    let raw = pq_xmss::ParameterSet::from_name("XMSS-SHA2_10_192").map_err(error)?;
    let mut used_up = [0; 4 + 4 + 4 * N];
    used_up[..4].copy_from_slice(&0x0d_u32.to_be_bytes());
    used_up[4..8].fill(0xff);
    BoxedSigningKey::try_from_bytes(raw, &used_up).map_err(error)
}

/// Checks what can be checked of an encoded private key without rebuilding its trees.
fn check_encoded(params: &Params, encoded: &[u8]) -> Result<(), Error> {
    let values_at = INDEX_AT + params.index_len();
    check_length("private key", values_at + 4 * params.n(), encoded)?;
    let found = encoded[..4].iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    if found != params.oid {
        return Err(Error::Type { what: "OID", expected: params.oid, found });
    }
    let wiped = encoded[values_at..].iter().all(|byte| *byte == 0);
    if wiped || read_index(params, INDEX_AT, encoded) >> params.h != 0 {
        return Err(Error::Exhausted);
    }
    Ok(())
}

/// What the crate said, as ours.
fn error(error: pq_xmss::Error) -> Error {
    use pq_xmss::Error as Raw;
    let length = |what, expected, found| Error::Length { what, expected, found };
    match error {
        Raw::KeyExhausted => Error::Exhausted,
        Raw::VerificationFailed => Error::BadSignature,
        Raw::InvalidSeedLength { expected, got } => length("seed", expected, got),
        Raw::InvalidKeyLength { expected, got } => length("key", expected, got),
        Raw::InvalidSignatureLength { expected, got } => length("signature", expected, got),
        other => Error::backend(other),
    }
}
