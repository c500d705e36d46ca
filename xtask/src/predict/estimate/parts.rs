//! The parts of a signature, scheme by scheme: how many chains there are, and what is hashed one after
//! the other.

use hbs::HashFunction::{self, Sha256};
use hbs::{hss, lms, sphincs, xmss};
use measure::Work;
use signer::ParameterSet;

/// A signature, as far as lanes are concerned.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// The trees that it goes through, that at the top first.
    pub(super) trees: Vec<Tree>,
    /// Whether the chains of all trees are known at once, as in HSS, where a signature has the public
    /// key of each.
    pub(super) together: bool,
    /// Whether signing builds all of the trees.
    pub(super) stateless: bool,
    /// A step of a chain.
    pub(super) step: Work,
    /// The hash of the message.
    pub(super) message: Work,
    /// What verifying hashes one after the other.
    pub(super) verify: Work,
}

/// A tree of one-time keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tree {
    pub(super) height: u32,
    /// Chains of a leaf.
    pub(super) chains: usize,
    /// Steps of a whole chain.
    pub(super) last_step: u32,
}

impl Parts {
    pub(super) fn of(set: &ParameterSet, message_len: usize) -> Option<Self> {
        if let Some(params) = lms::Params::of(set) {
            return Some(of_levels(&[params], message_len));
        }
        if let Some(params) = hss::Params::of(set) {
            return Some(of_levels(params.levels(), message_len));
        }
        match xmss::Params::of(set) {
            Some(params) => Some(of_xmss(&params, message_len)),
            None => sphincs::Params::of(set).map(|params| of_sphincs(&params, message_len)),
        }
    }
}

/// LMS and HSS, of at least one level: `I ‖ q ‖ D ‖ …`, 22 bytes before what is hashed.
fn of_levels(levels: &[lms::Params], message_len: usize) -> Parts {
    const BEFORE: usize = 22;
    let (function, n) = (levels[0].lms.hash, levels[0].lms.m);
    let one = |len| work(function, calls(function, BEFORE + len));
    let tree = |level: &lms::Params| Tree {
        height: level.lms.h,
        chains: level.ots.p(),
        last_step: level.ots.winternitz().last_step(),
    };
    let message = one(n + message_len);
    let mut verify = message;
    for (i, level) in levels.iter().enumerate() {
        if i > 0 {
            verify = add(verify, one(n + level.public_key_len()));
        }
        let leaf = one(level.ots.p() * n);
        verify = add(verify, add(leaf, times(one(2 * n), level.lms.h as usize)));
    }
    let trees = levels.iter().map(tree).collect();
    Parts { trees, together: true, stateless: false, step: one(n), message, verify }
}

/// XMSS and XMSS^MT: a key and masks come before each hash.
fn of_xmss(params: &xmss::Params, message_len: usize) -> Parts {
    let (function, n, padding) = (params.hash.function, params.n(), params.hash.padding_len);
    let one = |len| work(function, calls(function, padding + len));
    // Keys and masks go on from the block that the seed fills, if it fills one.
    let key = match function {
        HashFunction::Sha256 | HashFunction::Sha512 if padding >= n => work(function, 1),
        _ => one(n + 32),
    };
    let tree = Tree {
        height: params.layer_height(),
        chains: params.wots_len(),
        last_step: params.winternitz().last_step(),
    };
    let message = one(3 * n + message_len);
    Parts {
        trees: vec![tree; params.d as usize],
        together: false,
        stateless: false,
        step: add(times(key, 2), one(2 * n)),
        message,
        verify: add(message, times(one(3 * n), params.h as usize)),
    }
}

/// SPHINCS+ and SLH-DSA (FIPS 205 section 11).
fn of_sphincs(params: &sphincs::Params, message_len: usize) -> Parts {
    let sphincs::params::Shape { n, d, h, k, .. } = params.shape;
    let tree = Tree { height: params.shape.hp(), chains: params.shape.wots_len(), last_step: 15 };
    let hash = |values: usize| of_values(params, values);
    let layers = add(times(hash(tree.chains), d as usize), times(hash(2), h as usize));
    let large = if params.hash == Sha256 && n > 16 { HashFunction::Sha512 } else { params.hash };
    let message = work(large, calls(large, 3 * n + message_len));
    Parts {
        trees: vec![tree; d as usize],
        together: false,
        stateless: true,
        step: hash(1),
        message,
        verify: add(message, add(layers, hash(k as usize))),
    }
}

/// The hash of so many values under an address (FIPS 205 section 11.1 and 11.2), with their mask in
/// robust sets.
fn of_values(params: &sphincs::Params, values: usize) -> Work {
    let n = params.shape.n;
    let len = values * n;
    if params.hash != Sha256 {
        // The address is 32 bytes, and a mask is squeezed 136 at a time.
        let mask = if params.robust { (n + 32) / 136 + len.div_ceil(136) } else { 0 };
        return work(params.hash, calls(params.hash, n + 32 + len) + mask);
    }
    // The address is 22 bytes after the block that PK.seed fills; a mask is MGF1.
    let (function, out) = match values > 1 && n > 16 {
        true => (HashFunction::Sha512, 64),
        false => (Sha256, 32),
    };
    let mask = if params.robust { len.div_ceil(out) * calls(function, n + 26) } else { 0 };
    work(function, calls(function, 22 + len) + mask)
}

/// Calls that a message of so many bytes takes.
const fn calls(function: HashFunction, len: usize) -> usize {
    match function {
        HashFunction::Sha256 => (len + 9).div_ceil(64),
        HashFunction::Sha512 => (len + 17).div_ceil(128),
        HashFunction::Shake128 => len / 168 + 1,
        _ => len / 136 + 1,
    }
}

fn work(function: HashFunction, calls: usize) -> Work {
    let calls = calls as f64;
    match function {
        HashFunction::Sha256 => Work { sha256: calls, ..Work::default() },
        HashFunction::Sha512 => Work { sha512: calls, ..Work::default() },
        _ => Work { keccakf: calls, ..Work::default() },
    }
}

fn add(a: Work, b: Work) -> Work {
    Work {
        sha256: a.sha256 + b.sha256,
        sha512: a.sha512 + b.sha512,
        keccakf: a.keccakf + b.keccakf,
    }
}

fn times(work: Work, by: usize) -> Work {
    let by = by as f64;
    Work { sha256: work.sha256 * by, sha512: work.sha512 * by, keccakf: work.keccakf * by }
}
