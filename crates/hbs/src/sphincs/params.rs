//! FIPS 205 section 11: the 12 SLH-DSA sets, and the 24 of SPHINCS+ round 3.1 (section 7.2 there).

use super::message::Message;
use crate::HashFunction::{self, Sha256, Shake256};
use core::fmt;
use signer::Scheme;

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

    /// The row with this name, as the standard prints it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is_called = |row: &&Self| {
            row.words().iter().try_fold(name, |rest, word| rest.strip_prefix(word)) == Some("")
        };
        rows().iter().find(is_called).copied()
    }

    /// What a name is put together from.
    fn words(&self) -> [&'static str; 5] {
        let hash = if self.hash == Sha256 { "SHA2" } else { "SHAKE" };
        let (family, variant) = match (self.scheme, self.robust) {
            (Scheme::SlhDsa, _) => ("SLH-DSA-", ""),
            (_, true) => ("SPHINCS+-", "-robust"),
            (_, false) => ("SPHINCS+-", "-simple"),
        };
        [family, hash, "-", self.shape.name, variant]
    }
}

/// Name as the standard prints it.
impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words().iter().try_for_each(|word| f.write_str(word))
    }
}

/// The 12 SLH-DSA rows, then the 24 SPHINCS+ rows.
#[must_use]
pub const fn rows() -> &'static [Params] {
    &ROWS
}

static ROWS: [Params; 6 * SHAPES.len()] = {
    let families = [
        (Scheme::SlhDsa, Sha256, false),
        (Scheme::SlhDsa, Shake256, false),
        (Scheme::SphincsPlus, Sha256, false),
        (Scheme::SphincsPlus, Shake256, false),
        (Scheme::SphincsPlus, Sha256, true),
        (Scheme::SphincsPlus, Shake256, true),
    ];
    let first = Params { scheme: Scheme::SlhDsa, hash: Sha256, shape: SHAPES[0], robust: false };
    let mut rows = [first; 6 * SHAPES.len()];
    let mut i = 0;
    while i < rows.len() {
        let (scheme, hash, robust) = families[i / SHAPES.len()];
        rows[i] = Params { scheme, hash, shape: SHAPES[i % SHAPES.len()], robust };
        i += 1;
    }
    rows
};
