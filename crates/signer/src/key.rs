//! Private keys: stateless and stateful, never to be taken for one another.

use crate::{Entropy, Error};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use zeroize::Zeroizing;

/// What the two kinds of private key have in common. None of it signs.
pub trait PrivateKey: Debug + Send {
    /// Encoded public key, in the standard's format.
    fn public_key(&self) -> &[u8];

    /// Encoded private key, in the backend's own format, with the state that it has now.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if the backend cannot encode a key, or cannot do so and go on signing.
    fn secret_key(&self) -> Result<SecretBytes, Error>;
}

/// A key that can sign any number of messages (SLH-DSA, SPHINCS+).
pub trait Signer: PrivateKey {
    /// Replaces `signature` by a signature of `message`. On error `signature` is empty.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if fresh randomness was asked for and is not to be had,
    /// [`Error::Unsupported`] if the backend does not take this kind of randomness, [`Error::Length`]
    /// if it is given with a length other than
    /// [`randomness_len`](crate::ParameterSet::randomness_len).
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error>;
}

/// A key that may use each of its one-time keys once (LMS, HSS, XMSS, XMSS^MT).
pub trait StatefulSigner: PrivateKey {
    /// Index of the one-time key that the next signature uses up, from 0. Equal to the lifetime, or
    /// `u64::MAX`, when the key is exhausted.
    fn index(&self) -> u64;

    /// How many signatures the key can still make, exactly; `u64::MAX` if that or more.
    fn remaining(&self) -> u64;

    /// Does now what the next signature would have to do beyond signing, after generating, loading or
    /// skipping: what that costs is then not in a signature. May take as long as generating the key,
    /// and several times that if it has several levels.
    ///
    /// No index is used, and what the key signs and how it is encoded stay the same. A key that is
    /// prepared, or exhausted, has nothing to do, and so has one of a backend that cannot prepare.
    ///
    /// # Errors
    ///
    /// Those after which the key cannot be used.
    fn prepare(&mut self) -> Result<(), Error> {
        Ok(())
    }

    /// Replaces `signature` by a signature of `message` and uses up one index. On error `signature`
    /// is empty, and the index may be used up or not: [`index`](Self::index) tells.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`] if no index is left, now and for ever; [`Error::Entropy`],
    /// [`Error::Unsupported`] and [`Error::Length`] as for [`Signer::sign`].
    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error>;

    /// Gives up the indices before `index`: they will never sign. May take as long as generating the
    /// key.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if `index` lies behind the next index, or at the end or past it, and then
    /// nothing is given up; [`Error::Unsupported`] if the backend has no way to do this. Skipping to
    /// the next index does nothing.
    fn skip_to(&mut self, index: u64) -> Result<(), Error>;
}

/// What a signature's randomiser is made of: `C` of RFC 8554 (in HSS, that of the lowest level),
/// `addrnd` of FIPS 205. XMSS derives its own: it takes [`Fresh`](Self::Fresh) and
/// [`Deterministic`](Self::Deterministic) alike, and nothing [`Given`](Self::Given).
pub enum Randomness<'a> {
    /// Derived from the key and the message or index, as the standard's deterministic variant.
    Deterministic,
    /// Drawn from a source. Every backend takes this; one that always derives its randomiser, or has
    /// a source of its own, leaves this one alone.
    Fresh(&'a mut dyn Entropy),
    /// These bytes, exactly.
    Given(&'a [u8]),
}

impl Debug for Randomness<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deterministic => "Deterministic",
            Self::Fresh(_) => "Fresh(..)",
            Self::Given(_) => "Given(..)",
        })
    }
}

/// A key of either kind.
#[derive(Debug)]
pub enum Key {
    /// Of a stateful scheme.
    Stateful(Box<dyn StatefulSigner>),
    /// Of a stateless scheme.
    Stateless(Box<dyn Signer>),
}

impl Key {
    /// The part that both kinds share.
    #[must_use]
    pub fn private_key(&self) -> &dyn PrivateKey {
        match self {
            Self::Stateful(key) => &**key,
            Self::Stateless(key) => &**key,
        }
    }

    /// Signatures left; `None` for a stateless key.
    #[must_use]
    pub fn remaining(&self) -> Option<u64> {
        match self {
            Self::Stateful(key) => Some(key.remaining()),
            Self::Stateless(_) => None,
        }
    }

    /// Prepares a stateful key: see [`StatefulSigner::prepare`]. A stateless one has nothing to do.
    ///
    /// # Errors
    ///
    /// Those of a stateful key.
    pub fn prepare(&mut self) -> Result<(), Error> {
        match self {
            Self::Stateful(key) => key.prepare(),
            Self::Stateless(_) => Ok(()),
        }
    }

    /// Signs with whichever kind of key this is, and owns: see [`Signer::sign`] and
    /// [`StatefulSigner::sign`].
    ///
    /// # Errors
    ///
    /// Those of the two.
    pub fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        match self {
            Self::Stateful(key) => key.sign(message, randomness, signature),
            Self::Stateless(key) => key.sign(message, randomness, signature),
        }
    }
}

/// An encoded private key: wiped when dropped, and never printed.
#[derive(Clone)]
pub struct SecretBytes(Zeroizing<Vec<u8>>);

impl SecretBytes {
    /// Takes over `bytes`. A vector that grew while it was filled has left unwiped copies behind: it
    /// is best made with its final capacity.
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes themselves.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl Debug for SecretBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SecretBytes({} bytes)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_printed() {
        assert_eq!(format!("{:?}", SecretBytes::new(vec![0xab; 3])), "SecretBytes(3 bytes)");
        assert_eq!(format!("{:?}", Randomness::Given(&[0xab])), "Given(..)");
    }
}
