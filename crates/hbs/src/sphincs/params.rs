//! FIPS 205 section 11: the 12 SLH-DSA sets, and the 24 of SPHINCS+ round 3.1 (section 7.2 there).

use super::message::Message;
use crate::HashFunction::{self, Sha256, Shake256};
use crate::layout::Layout;
use signer::{Lifetime, ParameterSet, Scheme, UnknownSet};
use std::sync::LazyLock;

/// One row of the standards' tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// [`Scheme::SphincsPlus`] or [`Scheme::SlhDsa`].
    pub scheme: Scheme,
    /// [`HashFunction::Sha256`] stands for SHA2, which has SHA-512 as well where `n` > 16.
    pub hash: HashFunction,
    /// Sizes.
    pub shape: Shape,
    /// Masks on hash inputs: the `robust` variant, of SPHINCS+ only.
    pub robust: bool,
}

/// The numbers of a set (FIPS 205 table 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Last part of the name, such as `128s`.
    pub name: &'static str,
    /// Length of a hash value in bytes.
    pub n: usize,
    /// Total height of the hypertree.
    pub h: u32,
    /// Number of layers.
    pub d: u32,
    /// Height of a FORS tree.
    pub a: u32,
    /// Number of FORS trees.
    pub k: u32,
    /// Length of a message digest in bytes.
    pub m: usize,
}

/// The six shapes, in the order of FIPS 205 table 2. `lg_w` is 4 in all.
pub const SHAPES: [Shape; 6] = [
    Shape { name: "128s", n: 16, h: 63, d: 7, a: 12, k: 14, m: 30 },
    Shape { name: "128f", n: 16, h: 66, d: 22, a: 6, k: 33, m: 34 },
    Shape { name: "192s", n: 24, h: 63, d: 7, a: 14, k: 17, m: 39 },
    Shape { name: "192f", n: 24, h: 66, d: 22, a: 8, k: 33, m: 42 },
    Shape { name: "256s", n: 32, h: 64, d: 8, a: 14, k: 22, m: 47 },
    Shape { name: "256f", n: 32, h: 68, d: 17, a: 9, k: 35, m: 49 },
];

/// FORS trees at most.
pub(crate) const K_MAX: usize = 35;

impl Shape {
    /// Number of chains of a WOTS+ key (FIPS 205 section 5, `len`).
    #[must_use]
    pub const fn wots_len(&self) -> usize {
        2 * self.n + 3
    }

    /// Height of the tree of one layer (FIPS 205 section 11, `h'`).
    #[must_use]
    pub const fn hp(&self) -> u32 {
        self.h / self.d
    }
}

impl Params {
    /// The parameters of `set`; `None` if it is neither SPHINCS+ nor SLH-DSA.
    #[must_use]
    pub fn of(set: &ParameterSet) -> Option<Self> {
        let at = sets().iter().position(|known| known.name == set.name)?;
        rows().get(at).copied()
    }

    /// Name as the standard prints it.
    #[must_use]
    pub fn name(&self) -> String {
        let hash = if self.hash == Sha256 { "SHA2" } else { "SHAKE" };
        let variant = if self.robust { "robust" } else { "simple" };
        match self.scheme {
            Scheme::SlhDsa => format!("SLH-DSA-{hash}-{}", self.shape.name),
            _ => format!("SPHINCS+-{hash}-{}-{variant}", self.shape.name),
        }
    }

    /// Bytes of a signature.
    #[must_use]
    pub const fn signature_len(&self) -> usize {
        let Shape { n, h, d, a, k, .. } = self.shape;
        let fors = k as usize * (a as usize + 1);
        (1 + fors + h as usize + d as usize * self.shape.wots_len()) * n
    }

    /// What is signed of a message where nothing is said of a context: in SLH-DSA it is empty, in
    /// SPHINCS+ there is none.
    #[must_use]
    pub fn message<'a>(&self, message: &'a [u8]) -> Message<'a> {
        match self.scheme {
            Scheme::SlhDsa => Message::plain(message),
            _ => Message::internal(message),
        }
    }

    /// `R ‖ SIG_FORS ‖ (sig ‖ AUTH) of layer 0 … d-1`.
    fn lay_out_signature(&self) -> Layout {
        let Shape { n, d, a, k, .. } = self.shape;
        let fors_len = k as usize * (a as usize + 1) * n;
        let first = Layout::default().bytes("R", n).bytes("SIG_FORS", fors_len);
        (0..d).fold(first, |layout, layer| {
            layout
                .at_level(layer)
                .bytes("sig", self.shape.wots_len() * n)
                .bytes("AUTH", self.shape.hp() as usize * n)
        })
    }

    fn set(&self) -> ParameterSet {
        let n = self.shape.n;
        ParameterSet {
            scheme: self.scheme,
            name: self.name(),
            codes: Vec::new(),
            n,
            seed_len: 3 * n,
            randomness_len: Some(n),
            public_key: Layout::default().bytes("PK.seed", n).bytes("PK.root", n).end(),
            signature: self.lay_out_signature().end(),
            lifetime: Lifetime::Unlimited,
        }
    }
}

/// The 12 SLH-DSA rows, then the 24 SPHINCS+ rows.
#[must_use]
pub fn rows() -> &'static [Params] {
    static ROWS: LazyLock<Vec<Params>> = LazyLock::new(|| {
        let family = |scheme, hash, robust| {
            SHAPES.map(|shape| Params { scheme, hash, shape, robust }).to_vec()
        };
        [
            family(Scheme::SlhDsa, Sha256, false),
            family(Scheme::SlhDsa, Shake256, false),
            family(Scheme::SphincsPlus, Sha256, false),
            family(Scheme::SphincsPlus, Shake256, false),
            family(Scheme::SphincsPlus, Sha256, true),
            family(Scheme::SphincsPlus, Shake256, true),
        ]
        .concat()
    });
    &ROWS
}

/// All 36 sets, in the order of [`rows`].
#[must_use]
pub fn sets() -> &'static [ParameterSet] {
    static SETS: LazyLock<Vec<ParameterSet>> =
        LazyLock::new(|| rows().iter().map(Params::set).collect());
    &SETS
}

/// The set called `name`, such as `SLH-DSA-SHAKE-128f` or `SPHINCS+-SHAKE-128f-simple`.
///
/// # Errors
///
/// [`UnknownSet`] with the nearest known name.
pub fn find(name: &str) -> Result<ParameterSet, UnknownSet> {
    signer::find(sets(), name).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signature lengths of FIPS 205 table 2, and `m` from the formula of section 8.
    #[test]
    fn sizes_are_those_of_the_standard() {
        let lens = [7856, 17088, 16224, 35664, 29792, 49856];
        for (set, row) in sets().iter().zip(rows()) {
            let at = SHAPES.iter().position(|shape| *shape == row.shape);
            assert_eq!(Some(set.signature_len()), at.map(|at| lens[at]), "{}", set.name);
            assert_eq!(set.public_key_len(), 2 * row.shape.n);
            let Shape { h, d, a, k, m, .. } = row.shape;
            assert_eq!(
                m as u32,
                (k * a).div_ceil(8) + (h - h / d).div_ceil(8) + (h / d).div_ceil(8),
                "{}",
                set.name
            );
            assert_eq!(Params::of(set), Some(*row));
            assert_eq!(row.signature_len(), set.signature_len());
        }
    }

    #[test]
    fn names_are_found_in_either_standard() {
        for name in
            ["SLH-DSA-SHAKE-128f", "SPHINCS+-SHAKE-128f-simple", "SPHINCS+-SHA2-256s-robust"]
        {
            assert_eq!(find(name).map(|set| set.name).as_deref(), Ok(name));
        }
        assert_eq!(sets().len(), 36);
        let unknown = find("SLH-DSA-SHAKE-128").err().and_then(|unknown| unknown.nearest);
        assert_eq!(unknown.as_deref(), Some("SLH-DSA-SHAKE-128s"));
    }
}
