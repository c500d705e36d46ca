//! The trees of a key, one below the other: the one in use at each level, and, growing while that is
//! used up, the one that comes next.
//!
//! A tree below is derived from the leaf above that signs its public key, as `hash-sigs` does since its
//! secret method 2, and Botan and BouncyCastle with it:
//!
//! ```text
//! SEED' = H(I ‖ u32(q) ‖ u16(0xfffe) ‖ u8(0xff) ‖ SEED)
//! I'    = the first 16 bytes of H(I ‖ u32(q) ‖ u16(0xffff) ‖ u8(0xff) ‖ SEED)
//! ```

use lanes::Engines;
use signer::Randomness;
use zeroize::Zeroizing;

use super::params::Params;
use crate::Options;
use crate::cache::{Reader, Writer};
use crate::lms;
use crate::lms::leaves::Leaves;
use crate::lms::ots::{HEAD, N_MAX};
use crate::lms::params::I_LEN;
use crate::lms::tree::{LmsTree, Seed};
use crate::walk::{Growing, WalkKind};

/// The levels of a key that stands at an index; those that are not there yet are missing at the end.
#[derive(Debug)]
pub(crate) struct Levels {
    params: Params,
    options: Options,
    levels: Vec<Level>,
}

/// A tree in use.
#[derive(Debug)]
struct Level {
    leaves: Leaves,
    /// The signature of this tree's public key by the leaf above, and the public key; nothing at the
    /// top.
    chain: Vec<u8>,
    /// The tree that comes next, when it has been begun.
    next: Option<(LmsTree, Growing)>,
}

impl Levels {
    /// The top of a key that stands at `index`.
    pub(crate) fn new(
        params: Params,
        id: [u8; I_LEN],
        seed: &[u8],
        index: u64,
        options: &Options,
    ) -> Self {
        let tree = LmsTree::new(options.engines, params.levels()[0], id, Seed::new(seed));
        let mut levels = Self { params, options: options.clone(), levels: Vec::new() };
        let q = levels.params.leaf(0, index);
        let leaves = Leaves::new(tree, q, levels.walk(0), &options.workers);
        levels.push(leaves);
        levels
    }

    /// Writes what it keeps, for [`load`](Self::load).
    pub(crate) fn save(&self, to: &mut Writer) {
        to.word(self.levels.len() as u32);
        for Level { leaves, next, .. } in &self.levels {
            leaves.save(to);
            to.word(next.is_some().into());
            if let Some((_, growing)) = next {
                growing.save(to);
            }
        }
    }

    /// What was saved of a key that stood at `index`; none if it is not there.
    pub(crate) fn load(
        params: Params,
        id: [u8; I_LEN],
        seed: &[u8],
        index: u64,
        options: &Options,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let top = LmsTree::new(options.engines, params.levels()[0], id, Seed::new(seed));
        let mut levels = Self { params, options: options.clone(), levels: Vec::new() };
        let count = from.word().filter(|count| *count as usize <= levels.params.levels().len())?;
        let mut top = Some(top);
        for i in 0..count as usize {
            let tree = match top.take() {
                Some(top) => top,
                None => {
                    let above = &levels.levels[i - 1].leaves;
                    levels.below(above.tree(), above.leaf(), i)
                }
            };
            let leaves = Leaves::load(tree, levels.walk(i), &options.workers, from)?;
            if leaves.leaf() != levels.params.leaf(i, index) {
                return None;
            }
            levels.push(leaves);
            if from.word()? != 0 {
                let tree = levels.next_tree(i)?;
                let growing = Growing::load(levels.walk(i), &tree, tree.params.lms.h, from)?;
                levels.levels[i].next = Some((tree, growing));
            }
        }
        (count > 0).then_some(levels)
    }

    pub(crate) const fn params(&self) -> &Params {
        &self.params
    }

    /// The tree at the top.
    pub(crate) fn top(&self) -> &Leaves {
        &self.levels[0].leaves
    }

    /// The tree at the bottom, if it is there.
    pub(crate) fn bottom(&mut self) -> &mut Leaves {
        let last = self.levels.len() - 1;
        &mut self.levels[last].leaves
    }

    /// What stands before the bottom's signature: each tree's public key with its signature, from the
    /// top down.
    pub(crate) fn chains(&self) -> impl Iterator<Item = &[u8]> {
        self.levels.iter().map(|level| &level.chain[..])
    }

    /// Builds the trees that are missing, for a key that stands at `index`.
    pub(crate) fn complete(&mut self, index: u64) {
        for i in self.levels.len()..self.params.levels().len() {
            let above = &self.levels[i - 1].leaves;
            let tree = self.below(above.tree(), above.leaf(), i);
            let q = self.params.leaf(i, index);
            let leaves = Leaves::new(tree, q, self.walk(i), &self.options.workers);
            self.push(leaves);
        }
    }

    /// Goes from `index`, which has been used, to the next one, which is not the end.
    pub(crate) fn advance(&mut self, index: u64) {
        for i in 1..self.levels.len() {
            self.grow(i, index);
        }
        let next = index + 1;
        let last = self.levels.len() - 1;
        // The trees from here on are used up.
        let ended = (1..=last).find(|&i| self.params.leaf_and_below(i, next) == 0);
        let Some(ended) = ended else { return self.levels[last].leaves.step() };
        let mut coming = Vec::with_capacity(last + 1 - ended);
        for i in (ended..=last).rev() {
            let next = self.levels[i].next.take().or_else(|| self.begin(i));
            coming.push(next.expect("there is a next tree before the end"));
        }
        self.levels.truncate(ended);
        self.levels[ended - 1].leaves.step();
        while let Some((tree, growing)) = coming.pop() {
            let walk = growing.finish(&tree, &self.options.workers);
            self.push(Leaves::over(tree, walk, 0));
        }
    }

    /// Goes from index `from` to a later one. What is missing then is for [`complete`](Self::complete).
    pub(crate) fn seek(&mut self, from: u64, to: u64) {
        for i in 0..self.levels.len() {
            if i > 0 && self.params.tree(i, from) != self.params.tree(i, to) {
                self.levels.truncate(i);
                return;
            }
            let q = self.params.leaf(i, to);
            self.levels[i].leaves.seek(q);
        }
    }

    /// Bytes of memory.
    pub(crate) fn live_len(&self) -> usize {
        let level = |level: &Level| {
            let next = level.next.as_ref().map_or(0, |(_, growing)| growing.live_len());
            level.leaves.live_len() + level.chain.len() + next
        };
        self.levels.iter().map(level).sum()
    }

    /// Lets the next tree of level `i` grow at the signature with this index: so that it is there when
    /// the last leaf of the current one has signed, and by no more than a leaf if nothing was missed.
    fn grow(&mut self, i: usize, index: u64) {
        // Higher levels wait until the first signature of their leaf is over, which costs more.
        let below = self.params.below(i);
        if below >= u64::BITS || (below > 0 && index & ((1 << below) - 1) != 1) {
            return;
        }
        if self.levels[i].next.is_none() {
            self.levels[i].next = self.begin(i);
        }
        let left = (1 << self.params.levels()[i].lms.h) - self.params.leaf(i, index);
        if let Some((tree, growing)) = &mut self.levels[i].next {
            growing.grow(tree, growing.missing().div_ceil(left));
        }
    }

    /// Begins the next tree of level `i`. None if the current one is the last.
    fn begin(&self, i: usize) -> Option<(LmsTree, Growing)> {
        let tree = self.next_tree(i)?;
        let growing = Growing::new(self.walk(i), &tree, tree.params.lms.h);
        Some((tree, growing))
    }

    fn next_tree(&self, i: usize) -> Option<LmsTree> {
        let above = &self.levels[i.checked_sub(1)?].leaves;
        let q = above.leaf() + 1;
        if q < 1 << above.tree().params.lms.h {
            return Some(self.below(above.tree(), q, i));
        }
        Some(self.below(&self.next_tree(i - 1)?, 0, i))
    }

    /// The tree of level `i` that leaf `q` of the tree above signs.
    fn below(&self, above: &LmsTree, q: u32, i: usize) -> LmsTree {
        let engines: Engines = self.options.engines;
        let params: lms::Params = self.params.levels()[i];
        let n = params.ots.n;
        let derive = |domain: u16, out: &mut [u8]| {
            let mut head = [0; HEAD];
            head[..4].copy_from_slice(&q.to_be_bytes());
            head[4..6].copy_from_slice(&domain.to_be_bytes());
            head[6] = 0xff;
            above.ots.secrets(above.seed.expose(), &head, out);
        };
        let mut seed = Zeroizing::new([0; N_MAX]);
        let mut digest = [0; N_MAX];
        derive(D_CHILD_SEED, &mut seed[..n]);
        derive(D_CHILD_I, &mut digest[..n]);
        let mut id = [0; I_LEN];
        id.copy_from_slice(&digest[..I_LEN]);
        LmsTree::new(engines, params, id, Seed::new(&seed[..n]))
    }

    /// Adds a level, whose public key the leaf above signs, if there is one.
    fn push(&mut self, leaves: Leaves) {
        let Some(Level { leaves: above, .. }) = self.levels.last_mut() else {
            return self.levels.push(Level { leaves, chain: Vec::new(), next: None });
        };
        let public_key = leaves.public().encode();
        let mut chain = vec![0; above.public().params.signature_len()];
        let mut c = [0; N_MAX];
        // The same each time, so that a leaf above never signs with two randomisers.
        let c = above.randomiser(Randomness::Deterministic, &mut c).expect("it is derived");
        above.sign(c, &public_key, &mut chain);
        chain.extend(public_key);
        self.levels.push(Level { leaves, chain, next: None });
    }

    /// What is kept of a tree of level `i`.
    fn walk(&self, i: usize) -> WalkKind {
        let level = self.params.levels()[i].lms;
        self.options.walk.within(level.m, level.h, self.params.most())
    }
}

const D_CHILD_SEED: u16 = 0xfffe;
const D_CHILD_I: u16 = 0xffff;
