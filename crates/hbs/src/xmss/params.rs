//! RFC 8391 sections 5.3 and 5.4, SP 800-208 section 5: the 21 XMSS and 56 XMSS^MT sets.
//!
//! Their OID spaces overlap: OID 1 is `XMSS-SHA2_10_256` or `XMSSMT-SHA2_20/2_256`, and neither a key
//! nor a signature says which. [`Params::scheme`] does.

use crate::HashFunction::{self, Sha256, Sha512, Shake128, Shake256};
use crate::Winternitz;
use crate::layout::Layout;
use signer::{Error, Lifetime, ParameterSet, Scheme, UnknownSet};
use std::sync::LazyLock;

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
    /// The parameters of `set`; `None` if it is neither XMSS nor XMSS^MT.
    #[must_use]
    pub fn of(set: &ParameterSet) -> Option<Self> {
        let row = |row: &&Self| (row.scheme, &[row.oid][..]) == (set.scheme, &set.codes[..]);
        rows().iter().find(row).copied()
    }

    /// The set with this OID in the space of its scheme.
    #[must_use]
    pub fn from_oid(scheme: Scheme, oid: u32) -> Option<Self> {
        rows().iter().find(|row| (row.scheme, row.oid) == (scheme, oid)).copied()
    }

    /// Name as the standard prints it.
    #[must_use]
    pub fn name(&self) -> String {
        let Hash { family, bits, .. } = self.hash;
        match self.scheme {
            Scheme::Xmss => format!("XMSS-{family}_{}_{bits}", self.h),
            _ => format!("XMSSMT-{family}_{}/{}_{bits}", self.h, self.d),
        }
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

    /// `idx_sig ‖ r ‖ (sig_ots ‖ auth) of layer 0 … d-1`.
    fn lay_out_signature(&self) -> Layout {
        let n = self.n();
        let first = Layout::default().index("idx_sig", self.index_len(), self.h).bytes("r", n);
        (0..self.d).fold(first, |layout, layer| {
            layout
                .at_level(layer)
                .bytes("sig_ots", self.wots_len() * n)
                .bytes("auth", self.layer_height() as usize * n)
        })
    }

    fn set(&self) -> ParameterSet {
        let n = self.n();
        let public_key = Layout::default().fixed("OID", self.oid).bytes("root", n).bytes("SEED", n);
        ParameterSet {
            scheme: self.scheme,
            name: self.name(),
            codes: vec![self.oid],
            n,
            seed_len: 3 * n,
            randomness_len: None,
            public_key: public_key.end(),
            signature: self.lay_out_signature().end(),
            lifetime: Lifetime::Signatures { log2: self.h },
        }
    }
}

/// The 21 XMSS rows, then the 56 XMSS^MT rows, each by OID.
#[must_use]
pub fn rows() -> &'static [Params] {
    static ROWS: LazyLock<Vec<Params>> = LazyLock::new(|| {
        let row = |scheme, hash, h, d| Params { scheme, oid: 0, hash, h, d };
        let mut single: Vec<_> = HASHES
            .iter()
            .flat_map(|&hash| HEIGHTS.map(|h| row(Scheme::Xmss, hash, h, 1)))
            .collect();
        let mut multi: Vec<_> = HASHES
            .iter()
            .flat_map(|&hash| SHAPES.map(|(h, d)| row(Scheme::XmssMt, hash, h, d)))
            .collect();
        for rows in [&mut single, &mut multi] {
            rows.iter_mut().zip(1..).for_each(|(row, oid)| row.oid = oid);
        }
        [single, multi].concat()
    });
    &ROWS
}

/// All 77 sets, XMSS before XMSS^MT, by OID.
#[must_use]
pub fn sets() -> &'static [ParameterSet] {
    static SETS: LazyLock<Vec<ParameterSet>> =
        LazyLock::new(|| rows().iter().map(Params::set).collect());
    &SETS
}

/// The set called `name`, such as `XMSS-SHA2_10_256` or `XMSSMT-SHA2_20/2_256`.
///
/// # Errors
///
/// [`UnknownSet`] with the nearest known name.
pub fn find(name: &str) -> Result<ParameterSet, UnknownSet> {
    signer::find(sets(), &name.replace("XMSS^MT", "XMSSMT")).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OIDs and signature lengths of the tables of RFC 8391 and SP 800-208.
    #[test]
    fn rows_are_those_of_the_standards() {
        for (name, oid, signature_len) in [
            ("XMSS-SHA2_10_256", 0x01, 2500),
            ("XMSS-SHA2_20_512", 0x06, 9732),
            ("XMSS-SHAKE_10_256", 0x07, 2500),
            ("XMSS-SHAKE_20_512", 0x0c, 9732),
            ("XMSS-SHA2_10_192", 0x0d, 1492),
            ("XMSS-SHAKE256_16_256", 0x11, 2692),
            ("XMSS-SHAKE256_20_192", 0x15, 1732),
            ("XMSSMT-SHA2_20/2_256", 0x01, 4963),
            ("XMSSMT-SHA2_60/12_256", 0x08, 27688),
            ("XMSSMT-SHA2_20/4_512", 0x0a, 34883),
            ("XMSSMT-SHAKE_40/8_256", 0x15, 18469),
            ("XMSSMT-SHAKE_60/12_512", 0x20, 104_520),
            ("XMSSMT-SHA2_40/4_192", 0x24, 5885),
            ("XMSSMT-SHAKE256_20/2_256", 0x29, 4963),
            ("XMSSMT-SHAKE256_60/12_192", 0x38, 16160),
        ] {
            let set = find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
            assert_eq!((&*set.name, &set.codes[..]), (name, &[oid][..]));
            assert_eq!(set.signature_len(), signature_len, "{name}");
            assert_eq!(set.public_key_len(), 4 + 2 * set.n, "{name}");
            assert_eq!(Params::of(&set).map(|row| row.name()), Some(set.name));
        }
    }

    #[test]
    fn there_are_77_of_them() {
        let mut names: Vec<_> = sets().iter().map(|set| &set.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 77);
        assert_eq!(sets().iter().filter(|set| set.scheme == Scheme::Xmss).count(), 21);
    }
}
