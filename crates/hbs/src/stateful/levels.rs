//! The trees of a key, one below the other: the one in use at each level, and, growing while that is
//! used up, the one that comes next.

use alloc::vec::Vec;

use signer::{Error, Indices, Randomness, SecretBytes};
use zeroize::Zeroizing;

use super::{Encoded, Kept, Leaves, RANDOMISER, Shape, Stateful};
use crate::Options;
use crate::cache::{Reader, Writer};
use crate::tree::{Tree, scratch};
use crate::walk::{Growing, WalkKind};

/// The levels of a key that stands at an index; those that are not there yet are missing at the end.
#[derive(Debug)]
pub struct Levels<S: Stateful> {
    pub(crate) params: S::Params,
    shape: Shape,
    options: Options,
    levels: Vec<Level<S>>,
    /// For leaves of the trees that grow, one tree after the other.
    scratch: Zeroizing<Vec<u8>>,
}

/// A tree in use.
#[derive(Debug)]
struct Level<S: Stateful> {
    leaves: Leaves<S::Tree>,
    /// What a signature has of the tree above; nothing at the top.
    link: Vec<u8>,
    /// The tree that comes next, when it has been begun.
    next: Option<(S::Tree, Growing)>,
}

impl<S: Stateful> Levels<S> {
    /// The top of a key that stands at `index`.
    pub(crate) fn new(params: S::Params, secret: &[u8], index: u64, options: &Options) -> Self {
        let tree = S::top(&params, secret, options.engines);
        let mut levels = Self::empty(params, options);
        levels.push_new(tree, index);
        levels
    }

    fn empty(params: S::Params, options: &Options) -> Self {
        let shape = S::shape(&params);
        let levels = Vec::with_capacity(shape.levels());
        Self { params, shape, options: options.clone(), levels, scratch: Zeroizing::default() }
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
        params: S::Params,
        top: S::Tree,
        index: u64,
        options: &Options,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let mut levels = Self::empty(params, options);
        let most = levels.shape.levels();
        let count = from.word().filter(|count| (1..=most).contains(&(*count as usize)))?;
        let mut tree = Some(top);
        for i in 0..count as usize {
            let tree = tree.take().unwrap_or_else(|| levels.child(i));
            let (height, leaf) = (levels.shape.height(i), levels.shape.leaf(i, index));
            let (walk, workers) = (levels.walk(i), &options.workers);
            levels.push(Leaves::load(tree, height, leaf, walk, workers, from)?);
            if from.word()? != 0 {
                let tree = levels.next_tree(i)?;
                let growing = Growing::load(walk, &tree, height, from)?;
                levels.levels[i].next = Some((tree, growing));
            }
        }
        Some(levels)
    }

    /// The tree at the top.
    pub(crate) fn top(&self) -> &Leaves<S::Tree> {
        &self.levels[0].leaves
    }

    /// The tree at the bottom, of those that are there.
    pub(crate) fn bottom(&self) -> &Leaves<S::Tree> {
        &self.levels[self.levels.len() - 1].leaves
    }

    /// The same, to sign with.
    pub(crate) fn bottom_mut(&mut self) -> &mut Leaves<S::Tree> {
        let last = self.levels.len() - 1;
        &mut self.levels[last].leaves
    }

    /// What a signature has of the trees above the bottom, from the top down.
    pub(crate) fn links(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.levels.iter().skip(1).map(|level| &level.link[..])
    }

    pub(crate) const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Lets the next tree of level `i` grow at the signature with this index: so that it is there when
    /// the last leaf of the current one has signed, and by no more than a leaf if nothing was missed.
    fn grow(&mut self, i: usize, index: u64) {
        if self.shape.grows(i, index) {
            let left = (1 << self.shape.height(i)) - self.shape.leaf(i, index);
            self.grow_by(i, |growing| growing.missing().div_ceil(left));
        }
    }

    /// Adds as many leaves as `count` says to the next tree of level `i`, if there is one. A panic
    /// leaves none, as if it had not been begun.
    fn grow_by(&mut self, i: usize, count: impl FnOnce(&Growing) -> u32) {
        let Some((tree, mut growing)) = self.levels[i].next.take().or_else(|| self.begin(i)) else {
            return;
        };
        growing.grow(&tree, count(&growing), &mut self.scratch);
        self.levels[i].next = Some((tree, growing));
    }

    /// Begins the next tree of level `i`. None if the current one is the last.
    fn begin(&self, i: usize) -> Option<(S::Tree, Growing)> {
        let tree = self.next_tree(i)?;
        let growing = Growing::new(self.walk(i), &tree, self.shape.height(i));
        Some((tree, growing))
    }

    fn next_tree(&self, i: usize) -> Option<S::Tree> {
        let above = &self.levels[i.checked_sub(1)?].leaves;
        let q = above.leaf + 1;
        if q < 1 << self.shape.height(i - 1) {
            return Some(S::below(&self.params, &above.tree, q, i));
        }
        Some(S::below(&self.params, &self.next_tree(i - 1)?, 0, i))
    }

    /// The tree of level `i` that the current leaf above signs.
    fn child(&self, i: usize) -> S::Tree {
        let above = &self.levels[i - 1].leaves;
        S::below(&self.params, &above.tree, above.leaf, i)
    }

    /// Builds a tree, and adds it as a level.
    fn push_new(&mut self, tree: S::Tree, index: u64) {
        let i = self.levels.len();
        let (height, leaf) = (self.shape.height(i), self.shape.leaf(i, index));
        self.push(Leaves::new(tree, height, leaf, self.walk(i), &self.options.workers));
    }

    /// Adds a level, which the leaf above signs, if there is one.
    fn push(&mut self, leaves: Leaves<S::Tree>) {
        if !self.levels.is_empty() && self.scratch.len() < leaves.tree.scratch_len() {
            // Trees like this one will grow.
            self.scratch = scratch(&leaves.tree);
        }
        let above = self.levels.last_mut();
        let link = above.map(|above| S::link(&mut above.leaves, &leaves.tree, leaves.root()));
        self.levels.push(Level { leaves, link: link.unwrap_or_default(), next: None });
    }

    /// What is kept of a tree of level `i`.
    fn walk(&self, i: usize) -> WalkKind {
        self.shape.walk(self.options.walk, i)
    }
}

impl<S: Stateful> Kept<S> for Levels<S> {
    fn about(walk: WalkKind) -> &'static str {
        match walk {
            WalkKind::Recompute => "keeps no nodes",
            _ => "keeps nodes, at most 64 MiB",
        }
    }

    fn generate(params: S::Params, secret: &[u8], options: &Options) -> Self {
        Self::new(params, secret, 0, options)
    }

    fn public(&self) -> S::PublicKey {
        S::public(&self.params, &self.top().tree, self.top().root())
    }

    fn encoded_len(params: &S::Params) -> usize {
        S::encoded_len(params)
    }

    fn live_len(&self) -> usize {
        let level = |level: &Level<S>| {
            let next = level.next.as_ref();
            let next = next.map_or(0, |(tree, growing)| tree.live_len() + growing.live_len());
            level.leaves.live_len() + level.link.capacity() + next
        };
        let levels = self.levels.capacity() * size_of::<Level<S>>();
        let shared = S::shared_len(&self.params, &self.top().tree);
        levels + self.levels.iter().map(level).sum::<usize>() + self.scratch.capacity() + shared
    }

    fn encode(&self, index: u64) -> SecretBytes {
        S::encode(&self.params, &self.top().tree, self.top().root(), index)
    }

    fn decode(
        params: S::Params,
        bytes: &[u8],
        options: &Options,
    ) -> Result<(Self, Indices), Error> {
        let (levels, indices, _) = Self::decode_with_cache(params, bytes, &[], options)?;
        Ok((levels, indices))
    }

    fn reopen(
        params: S::Params,
        encoded: Encoded<S>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, Indices, bool), Error> {
        Self::from_encoded(params, encoded, cache, options)
    }

    fn cache(&self, index: u64) -> Vec<u8> {
        self.save_all(index)
    }

    fn build(&mut self, index: u64) {
        for i in self.levels.len()..self.shape.levels() {
            self.push_new(self.child(i), index);
        }
    }

    fn prepare(&mut self, index: u64) {
        self.build(index);
        for i in 1..self.levels.len() {
            let due = self.shape.grown(i, index);
            if due > 0 {
                self.grow_by(i, |growing| due.saturating_sub(growing.grown()));
            }
        }
    }

    fn randomiser<'c>(
        &self,
        randomness: Randomness<'_>,
        c: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error> {
        S::randomiser(self, randomness, c)
    }

    fn sign(&mut self, index: u64, c: &[u8], message: &[u8], signature: &mut Vec<u8>) {
        signature.reserve_exact(S::signature_len(&self.params));
        S::sign(self, index, c, message, signature);
    }

    fn advance(&mut self, index: u64) -> Result<(), Error> {
        for i in 1..self.levels.len() {
            self.grow(i, index);
        }
        let next = index + 1;
        let last = self.levels.len() - 1;
        // The trees from here on are used up.
        let ended = (1..=last).find(|&i| self.shape.leaf_and_below(i, next) == 0);
        let Some(ended) = ended else {
            self.levels[last].leaves.step();
            return Ok(());
        };
        let mut coming = Vec::with_capacity(last + 1 - ended);
        for i in (ended..=last).rev() {
            let next = self.levels[i].next.take().or_else(|| self.begin(i));
            coming.push(next.expect("there is a next tree before the end"));
        }
        self.levels.truncate(ended);
        self.levels[ended - 1].leaves.step();
        while let Some((tree, growing)) = coming.pop() {
            let height = self.shape.height(self.levels.len());
            let walk = growing.finish(&tree, &mut self.scratch, &self.options.workers);
            self.push(Leaves::over(tree, height, walk, 0));
        }
        Ok(())
    }

    fn seek(&mut self, from: u64, to: u64) {
        for i in 0..self.levels.len() {
            if i > 0 && self.shape.tree(i, from) != self.shape.tree(i, to) {
                self.levels.truncate(i);
                return;
            }
            let q = self.shape.leaf(i, to);
            self.levels[i].leaves.seek(q);
        }
    }
}
