//! RFC 8554 section 6: levels of LMS parameters, root first.

use crate::HashFunction::{self, Sha256, Shake256};
use crate::layout::Layout;
use crate::lms;
use crate::stateful::Shape;
use alloc::boxed::Box;
use alloc::{string::String, vec::Vec};
use core::fmt::Write;
use signer::{Lifetime, ParameterSet, Scheme, normalised};

/// The levels of an HSS key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    levels: Box<[lms::Params]>,
}

pub use super::codec::MAX_LEVELS;

/// How the name of an HSS set is spelt.
pub const GRAMMAR: &str = "HSS-<SHA256|SHAKE>[-M24]-H<5|10|15|20|25>-W<1|2|4|8>-L<1..8>, \
     or with a +H<..>-W<..> for each further level, such as HSS-SHA256-H10-W4+H5-W8";

impl Params {
    /// A key of 1 to 8 levels, root first, that share hash function and length.
    #[must_use]
    pub fn new(levels: Vec<lms::Params>) -> Option<Self> {
        let first = levels.first()?.lms;
        let alike = |level: &lms::Params| (level.lms.hash, level.lms.m) == (first.hash, first.m);
        (levels.len() <= MAX_LEVELS && levels.iter().all(alike))
            .then(|| Self { levels: levels.into() })
    }

    /// The parameters of `set`; `None` if it is no HSS set.
    #[must_use]
    pub fn of(set: &ParameterSet) -> Option<Self> {
        let (Scheme::Hss, (pairs, [])) = (set.scheme, set.codes.as_chunks::<2>()) else {
            return None;
        };
        let levels = pairs.iter().map(|&[lms, ots]| lms::Params::from_codes(lms, ots));
        Self::new(levels.collect::<Option<_>>()?)
    }

    /// The levels that [a name](GRAMMAR) says, however it is spelt.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let name = normalised(name);
        let (hash, name) = match name.strip_prefix("HSS-SHA256-") {
            Some(rest) => (Sha256, rest),
            None => (Shake256, name.strip_prefix("HSS-SHAKE-")?),
        };
        let (m, name) = match name.strip_prefix("M24-") {
            Some(rest) => (24, rest),
            None => (32, name.strip_prefix("M32-").unwrap_or(name)),
        };
        let (name, copies) = match name.rsplit_once("-L") {
            Some((rest, count)) => (rest, count.parse().ok().filter(|_| !rest.contains('+'))?),
            None => (name, 1),
        };
        let levels = name.split('+').map(|level| parse_level(hash, m, level));
        let levels: Vec<_> = levels.collect::<Option<_>>()?;
        if !(1..=MAX_LEVELS).contains(&copies) {
            return None;
        }
        Self::new(levels.repeat(copies))
    }

    /// Levels, root first.
    #[must_use]
    pub fn levels(&self) -> &[lms::Params] {
        &self.levels
    }

    /// Name, as reports print it: `HSS-SHA256-H5-W2-L2`, `HSS-SHA256-H10-W4+H5-W8`.
    #[must_use]
    pub fn name(&self) -> String {
        let first = self.levels[0];
        let mut name = String::from(match first.lms.hash {
            Shake256 => "HSS-SHAKE",
            _ => "HSS-SHA256",
        });
        if first.lms.m == 24 {
            name.push_str("-M24");
        }
        let uniform = self.levels.iter().all(|level| *level == first);
        for (i, level) in self.levels.iter().enumerate().take(if uniform { 1 } else { MAX_LEVELS })
        {
            let separator = if i == 0 { '-' } else { '+' };
            // Writing to a string cannot fail.
            let _ = write!(name, "{separator}H{}-W{}", level.lms.h, level.ots.w);
        }
        if uniform {
            let _ = write!(name, "-L{}", self.levels.len());
        }
        name
    }

    /// Length of an encoded signature in bytes (RFC 8554 section 6.2).
    #[must_use]
    pub fn signature_len(&self) -> usize {
        let signatures = self.levels.iter().map(lms::Params::signature_len);
        let keys = self.levels.iter().skip(1).map(lms::Params::public_key_len);
        4 + signatures.chain(keys).sum::<usize>()
    }

    /// Number of signatures that a key can make, if it fits 64 bits.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.shape().end()
    }

    /// The heights of its trees.
    pub(crate) fn shape(&self) -> Shape {
        Shape::new(self.levels[0].lms.m, self.levels.iter().map(|level| level.lms.h))
    }

    /// `u32str(Nspk) ‖ signed_pub_key[0] … signed_pub_key[Nspk-1] ‖ sig[Nspk]`.
    fn lay_out_signature(&self) -> Layout {
        let mut layout = Layout::default().fixed("Nspk", self.levels.len() as u32 - 1);
        for (i, level) in self.levels.iter().enumerate() {
            layout = level.lay_out_signature(layout.at_level(i as u32));
            if let Some(child) = self.levels.get(i + 1) {
                layout = child.lay_out_public_key(layout);
            }
        }
        layout
    }

    /// The set with all that is derived.
    #[must_use]
    pub fn set(&self) -> ParameterSet {
        let root = self.levels[0];
        let public_key = Layout::default().fixed("L", self.levels.len() as u32);
        ParameterSet {
            scheme: Scheme::Hss,
            name: self.name(),
            codes: self.levels.iter().flat_map(|level| [level.lms.code, level.ots.code]).collect(),
            n: root.ots.n,
            seed_len: root.ots.n + lms::params::I_LEN,
            randomness_len: Some(root.ots.n),
            public_key: root.lay_out_public_key(public_key).end(),
            signature: self.lay_out_signature().end(),
            lifetime: Lifetime::Signatures {
                log2: self.levels.iter().map(|level| level.lms.h).sum(),
            },
        }
    }
}

/// Reads `H5-W2`.
fn parse_level(hash: HashFunction, m: usize, level: &str) -> Option<lms::Params> {
    let (h, w) = level.strip_prefix('H')?.split_once("-W")?;
    let (h, w): (u32, u32) = (h.parse().ok()?, w.parse().ok()?);
    let mut trees = lms::params::LMS_TYPES.iter();
    let lms = *trees.find(|row| (row.hash, row.m, row.h) == (hash, m, h))?;
    let mut leaves = lms::params::LMOTS_TYPES.iter();
    let ots = *leaves.find(|row| (row.hash, row.n, row.w) == (hash, m, w))?;
    Some(lms::Params { lms, ots })
}
