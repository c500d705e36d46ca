//! The hash functions that the standards build on.

use core::fmt;

use lanes::{Engines, LaneHash};

/// A hash function of FIPS 180-4 or FIPS 202.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HashFunction {
    /// SHA-256.
    Sha256,
    /// SHA-512.
    Sha512,
    /// SHAKE128.
    Shake128,
    /// SHAKE256.
    Shake256,
}

impl HashFunction {
    /// The engine that computes it.
    pub(crate) fn engine(self, engines: Engines) -> &'static dyn LaneHash {
        match self {
            Self::Sha256 => engines.sha256,
            Self::Sha512 => engines.sha512,
            Self::Shake128 => engines.shake128,
            Self::Shake256 => engines.shake256,
        }
    }
}

impl fmt::Display for HashFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sha256 => "SHA-256",
            Self::Sha512 => "SHA-512",
            Self::Shake128 => "SHAKE128",
            Self::Shake256 => "SHAKE256",
        })
    }
}
