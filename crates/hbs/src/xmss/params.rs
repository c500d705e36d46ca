//! RFC 8391 sections 5.3 and 5.4, SP 800-208 section 5: the 21 XMSS and 56 XMSS^MT sets.
//!
//! Their OID spaces overlap: OID 1 is `XMSS-SHA2_10_256` or `XMSSMT-SHA2_20/2_256`, and neither a key
//! nor a signature says which. [`Params::scheme`] does.

use crate::HashFunction::{self, Sha256, Sha512, Shake128, Shake256};
use crate::Winternitz;
use core::fmt;
use signer::{Error, Scheme};

/// One row of the standards' tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// [`Scheme::Xmss`] or [`Scheme::XmssMt`].
    pub scheme: Scheme,
    /// OID, in the space of its scheme.
    pub oid: u32,
    /// The hash function and its lengths.
    pub hash: Hash,
    /// Total height of the trees.
    pub h: u32,
    /// Number of layers; 1 for XMSS.
    pub d: u32,
}

/// The hash function of a set, as its name spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash {
    /// First part of the name, such as `SHAKE256`.
    pub family: &'static str,
    /// Last part of the name: the length of a hash value in bits.
    pub bits: u32,
    /// The function.
    pub function: HashFunction,
    /// Length in bytes of the domain separator before each hash input (RFC 8391 section 5.1, SP
    /// 800-208 section 5).
    pub padding_len: usize,
}

/// Hash functions in the order of the OIDs, which is the same for both schemes.
pub const HASHES: [Hash; 7] = [
    Hash { family: "SHA2", bits: 256, function: Sha256, padding_len: 32 },
    Hash { family: "SHA2", bits: 512, function: Sha512, padding_len: 64 },
    Hash { family: "SHAKE", bits: 256, function: Shake128, padding_len: 32 },
    Hash { family: "SHAKE", bits: 512, function: Shake256, padding_len: 64 },
    Hash { family: "SHA2", bits: 192, function: Sha256, padding_len: 4 },
    Hash { family: "SHAKE256", bits: 256, function: Shake256, padding_len: 32 },
    Hash { family: "SHAKE256", bits: 192, function: Shake256, padding_len: 4 },
];

/// Heights of XMSS, in the order of the OIDs.
pub const HEIGHTS: [u32; 3] = [10, 16, 20];

/// Total height and number of layers of XMSS^MT, in the order of the OIDs.
pub const SHAPES: [(u32, u32); 8] =
    [(20, 2), (20, 4), (40, 2), (40, 4), (40, 8), (60, 3), (60, 6), (60, 12)];

impl Params {
    /// The set with this OID in the space of its scheme.
    #[must_use]
    pub fn from_oid(scheme: Scheme, oid: u32) -> Option<Self> {
        let number = oid.checked_sub(1)? as usize;
        let (hash, h, d) = match scheme {
            Scheme::Xmss => (number / HEIGHTS.len(), HEIGHTS[number % HEIGHTS.len()], 1),
            Scheme::XmssMt => {
                let (h, d) = SHAPES[number % SHAPES.len()];
                (number / SHAPES.len(), h, d)
            }
            _ => return None,
        };
        Some(Self { scheme, oid, hash: *HASHES.get(hash)?, h, d })
    }

    /// Length of a hash value in bytes.
    #[must_use]
    pub const fn n(&self) -> usize {
        self.hash.bits as usize / 8
    }

    /// How a hash value is cut into digits.
    #[must_use]
    pub const fn winternitz(&self) -> Winternitz {
        Winternitz { n: self.n(), lg_w: 4 }
    }

    /// Number of chains of a WOTS+ key (RFC 8391 section 3.1.1, `len`, for `w` = 16).
    #[must_use]
    pub const fn wots_len(&self) -> usize {
        self.winternitz().chains()
    }

    /// Length in bytes of `idx_sig`: 4 for XMSS, `ceil(h / 8)` for XMSS^MT.
    #[must_use]
    pub const fn index_len(&self) -> usize {
        match self.scheme {
            Scheme::Xmss => 4,
            _ => self.h.div_ceil(8) as usize,
        }
    }

    /// Height of the tree of one layer.
    #[must_use]
    pub const fn layer_height(&self) -> u32 {
        self.h / self.d
    }

    /// Number of trees of a layer.
    pub(crate) const fn trees(&self, layer: u32) -> u64 {
        1 << (self.h - (layer + 1) * self.layer_height())
    }

    /// Length in bytes of `sig_ots ‖ auth` of one layer.
    #[must_use]
    pub const fn layer_len(&self) -> usize {
        (self.wots_len() + self.layer_height() as usize) * self.n()
    }

    /// Length in bytes of an encoded signature (RFC 8391 sections 4.1.8 and 4.2.3).
    #[must_use]
    pub const fn signature_len(&self) -> usize {
        self.index_len() + self.n() + self.d as usize * self.layer_len()
    }

    /// The error for bytes of a wrong length, which may be those of the other scheme's set with the
    /// same OID.
    pub(crate) fn length(
        &self,
        what: &'static str,
        expected: usize,
        bytes: &[u8],
        len: impl Fn(&Self) -> usize,
    ) -> Error {
        let (found, scheme) = (bytes.len(), self.scheme);
        let other = if scheme == Scheme::Xmss { Scheme::XmssMt } else { Scheme::Xmss };
        match Self::from_oid(other, self.oid) {
            Some(set) if len(&set) == found => {
                Error::OtherScheme { what, expected: scheme, found: other }
            }
            _ => Error::Length { what, expected, found },
        }
    }
}

/// Name as the standard prints it.
impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self { h, d, .. }, Hash { family, bits, .. }) = (self, self.hash);
        match self.scheme {
            Scheme::Xmss => write!(f, "XMSS-{family}_{h}_{bits}"),
            _ => write!(f, "XMSSMT-{family}_{h}/{d}_{bits}"),
        }
    }
}
