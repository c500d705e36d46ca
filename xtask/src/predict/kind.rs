//! What of a parameter set decides how near to its hash limit it comes, and how far two sets are apart.

use hbs::HashFunction;
use measure::record::Operation;
use signer::ParameterSet;

/// A set, as far as that goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kind {
    family: Family,
    hashes: Hashes,
    robust: bool,
    /// Bytes of a hash value.
    n: usize,
    /// Trees above one another.
    levels: u32,
    /// The tree at the top, which is what generating a key builds.
    top: Level,
    /// The tree with the longest chains.
    longest: Level,
}

/// One-time signatures that chain alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// LMS and HSS: a hash a step.
    Lms,
    /// XMSS and XMSS^MT: a key and a mask a step.
    Xmss,
    /// SPHINCS+ and SLH-DSA: addresses, and FORS.
    Sphincs,
}

/// The functions that a set hashes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hashes {
    Sha256,
    Sha512,
    /// SHA2 sets of SPHINCS+ with n > 16.
    Both,
    Keccak,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Level {
    height: u32,
    /// Bits of a digit.
    lg_w: u32,
}

impl Kind {
    /// The kind of a set; `None` of a scheme that this program does not know.
    pub(super) fn of(set: &ParameterSet) -> Option<Self> {
        lms(set).or_else(|| hss(set)).or_else(|| xmss(set)).or_else(|| sphincs(set))
    }

    /// How unlike the two are in an operation; 0 for sets that compute the same, such as those of SLH-DSA
    /// and simple ones of SPHINCS+.
    pub(super) fn distance(&self, other: &Self, operation: Operation) -> f64 {
        let octaves = |a: f64, b: f64| (a / b).log2().abs();
        let family = if self.family == other.family { 0.0 } else { 200.0 };
        let robust = if self.robust == other.robust { 0.0 } else { 10.0 };
        let n = 10.0 * octaves(self.n as f64, other.n as f64);
        let (a, b) = match operation {
            Operation::Keygen => (self.top, other.top),
            _ => (self.longest, other.longest),
        };
        let chains = 4.0 * octaves(a.lg_w.into(), b.lg_w.into());
        let height = f64::from(a.height.abs_diff(b.height));
        let levels = match operation {
            Operation::Keygen => 0.0,
            _ => 8.0 * octaves(self.levels.into(), other.levels.into()),
        };
        let hashes = self.hashes.distance(other.hashes, operation);
        family + hashes + robust + n + chains + height + levels
    }
}

fn lms(set: &ParameterSet) -> Option<Kind> {
    Some(of_levels(&[hbs::lms::Params::of(set)?]))
}

fn hss(set: &ParameterSet) -> Option<Kind> {
    Some(of_levels(hbs::hss::Params::of(set)?.levels()))
}

/// Of at least one level.
fn of_levels(levels: &[hbs::lms::Params]) -> Kind {
    let level = |params: &hbs::lms::Params| Level { height: params.lms.h, lg_w: params.ots.w };
    let top = level(&levels[0]);
    let longest = levels
        .iter()
        .map(level)
        .fold(top, |longest, level| if level.lg_w > longest.lg_w { level } else { longest });
    Kind {
        family: Family::Lms,
        hashes: Hashes::of(levels[0].lms.hash),
        robust: false,
        n: levels[0].lms.m,
        levels: levels.len() as u32,
        top,
        longest,
    }
}

fn xmss(set: &ParameterSet) -> Option<Kind> {
    let params = hbs::xmss::Params::of(set)?;
    let level = Level { height: params.layer_height(), lg_w: params.winternitz().lg_w };
    Some(Kind {
        family: Family::Xmss,
        hashes: Hashes::of(params.hash.function),
        robust: true,
        n: params.n(),
        levels: params.d,
        top: level,
        longest: level,
    })
}

fn sphincs(set: &ParameterSet) -> Option<Kind> {
    let params = hbs::sphincs::Params::of(set)?;
    let level = Level { height: params.shape.hp(), lg_w: 4 };
    let hashes = match params.hash {
        HashFunction::Sha256 if params.shape.n > 16 => Hashes::Both,
        hash => Hashes::of(hash),
    };
    Some(Kind {
        family: Family::Sphincs,
        hashes,
        robust: params.robust,
        n: params.shape.n,
        levels: params.shape.d,
        top: level,
        longest: level,
    })
}

impl Hashes {
    fn of(function: HashFunction) -> Self {
        match function {
            HashFunction::Sha256 => Self::Sha256,
            HashFunction::Sha512 => Self::Sha512,
            _ => Self::Keccak,
        }
    }

    /// Generating a key takes SHA-512 for few hashes only. SHA-512 and Keccak, of which neither has
    /// instructions of its own, are nearer to one another than to SHA-256.
    fn distance(self, other: Self, operation: Operation) -> f64 {
        match (self, other) {
            _ if self == other => 0.0,
            (Self::Sha256 | Self::Both, Self::Sha256 | Self::Both)
                if operation == Operation::Keygen =>
            {
                10.0
            }
            (Self::Sha512 | Self::Keccak, Self::Sha512 | Self::Keccak) => 35.0,
            _ => 50.0,
        }
    }
}
