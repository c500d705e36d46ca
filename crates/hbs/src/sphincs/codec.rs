//! Public keys as bytes (FIPS 205 figure 16).

use core::fmt;

use signer::{Error, check_length};

use super::digest::N_MAX;
use super::params::Params;

/// A public key: `PK.seed ‖ PK.root`, of a set that whoever has the bytes must know.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey {
    params: Params,
    bytes: [u8; 2 * N_MAX],
}

impl PublicKey {
    /// Reads a key of this set.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for another length than `2n` bytes.
    pub fn decode(params: Params, bytes: &[u8]) -> Result<Self, Error> {
        check_length("public key", 2 * params.shape.n, bytes)?;
        let mut key = Self { params, bytes: [0; 2 * N_MAX] };
        key.bytes[..bytes.len()].copy_from_slice(bytes);
        Ok(key)
    }

    /// The parameter set.
    #[must_use]
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// `PK.seed ‖ PK.root`, `2n` bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..2 * self.params.shape.n]
    }

    /// `PK.seed`, `n` bytes.
    #[must_use]
    pub fn seed(&self) -> &[u8] {
        &self.bytes[..self.params.shape.n]
    }

    /// `PK.root`, `n` bytes.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        &self.as_bytes()[self.params.shape.n..]
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({}, ", self.params)?;
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
