//! XMSS and XMSS^MT: the same hashes and trees, in two spaces of OIDs that overlap.

use core::fmt::Debug;

use signer::{Error, Scheme};

use super::params::Params;

/// XMSS or XMSS^MT.
pub trait Family: Copy + Debug + Eq + Send + Sync + 'static {
    /// Which.
    const SCHEME: Scheme;

    /// The set with this OID.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownType`] if there is none.
    fn params(oid: u32) -> Result<Params, Error> {
        let what = match Self::SCHEME {
            Scheme::Xmss => "OID of XMSS",
            _ => "OID of XMSS^MT",
        };
        Params::from_oid(Self::SCHEME, oid).ok_or(Error::UnknownType { what, found: oid })
    }
}

/// XMSS: keys of one tree (RFC 8391 section 4.1).
///
/// A key is generated from `SK_SEED ‖ SK_PRF ‖ SEED`, `n` bytes each, and encoded as `OID ‖ idx ‖
/// SK_SEED ‖ SK_PRF ‖ root ‖ SEED`, as the reference code's compact keys are: `idx` is that of the next
/// signature, in as many bytes as a signature has for it, and `2^h` when none is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Xmss;

/// XMSS^MT: keys of trees above trees (RFC 8391 section 4.2).
///
/// Keys are generated and encoded as those of [`Xmss`]. Where `2^h` does not fit `idx` (h = 40), a key
/// that has none left is encoded with the last index and an `SK_PRF` of zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XmssMt;

impl Family for Xmss {
    const SCHEME: Scheme = Scheme::Xmss;
}

impl Family for XmssMt {
    const SCHEME: Scheme = Scheme::XmssMt;
}
