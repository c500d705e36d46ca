//! The crate's XMSS and XMSS^MT types, which are separate but alike, as one.

use super::INDEX_AT;
use crate::backend::held::RawKey;
use purecrypto::xmss as raw;
use signer::{Error, SecretBytes};

/// A set of the crate, XMSS or XMSS^MT: they are separate types.
#[derive(Clone, Copy)]
pub(super) enum RawSet {
    Xmss(raw::XmssParamSet),
    XmssMt(raw::XmssMtParamSet),
}

impl RawSet {
    /// Verifies under `public_key`, `root ‖ SEED`.
    pub(super) fn verify(
        self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let valid = match self {
            Self::Xmss(set) => raw::XmssPublicKey::from_bytes(set, public_key)
                .map(|key| key.verify(message, signature)),
            Self::XmssMt(set) => raw::XmssMtPublicKey::from_bytes(set, public_key)
                .map(|key| key.verify(message, signature)),
        };
        if valid.map_err(error)? { Ok(()) } else { Err(Error::BadSignature) }
    }
}

/// A private key of the crate.
pub(super) enum RawPrivateKey {
    Xmss(raw::XmssPrivateKey),
    XmssMt(raw::XmssMtPrivateKey),
}

impl RawPrivateKey {
    /// Panics if `seed` is too short.
    pub(super) fn from_seed(set: RawSet, seed: &[u8]) -> Self {
        match set {
            RawSet::Xmss(set) => Self::Xmss(raw::XmssPrivateKey::from_seed(set, seed)),
            RawSet::XmssMt(set) => Self::XmssMt(raw::XmssMtPrivateKey::from_seed(set, seed)),
        }
    }

    /// Decodes a key of `set`'s scheme; which set of it, the encoding says.
    pub(super) fn decode(set: RawSet, encoded: &[u8]) -> Result<Self, Error> {
        match set {
            RawSet::Xmss(_) => raw::XmssPrivateKey::from_bytes(encoded).map(Self::Xmss),
            RawSet::XmssMt(_) => raw::XmssMtPrivateKey::from_bytes(encoded).map(Self::XmssMt),
        }
        .map_err(error)
    }

    /// `root ‖ SEED`, `2 * n` bytes.
    pub(super) fn public_key(&self) -> Vec<u8> {
        match self {
            Self::Xmss(key) => key.public_key().to_bytes().to_vec(),
            Self::XmssMt(key) => key.public_key().to_bytes().to_vec(),
        }
    }
}

impl RawKey for RawPrivateKey {
    const INDEX_AT: usize = INDEX_AT;

    fn encode(&self) -> SecretBytes {
        SecretBytes::new(match self {
            Self::Xmss(key) => key.to_bytes(),
            Self::XmssMt(key) => key.to_bytes(),
        })
    }

    fn decode_alike(&self, encoded: &[u8]) -> Result<Self, Error> {
        let set = match self {
            Self::Xmss(key) => RawSet::Xmss(key.parameter_set()),
            Self::XmssMt(key) => RawSet::XmssMt(key.parameter_set()),
        };
        Self::decode(set, encoded)
    }

    fn sign(&mut self, message: &[u8], signature: &mut Vec<u8>) -> Result<(), Error> {
        *signature = match self {
            Self::Xmss(key) => key.sign(message),
            Self::XmssMt(key) => key.sign(message),
        }
        .map_err(error)?;
        Ok(())
    }
}

/// What the crate said, as ours.
fn error(error: raw::Error) -> Error {
    match error {
        raw::Error::KeyExhausted => Error::Exhausted,
        other => Error::backend(format_args!("{other:?}")),
    }
}
