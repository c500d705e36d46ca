//! Two layers of subtrees: the upper one is kept whole, of the lower ones the one in use and the next.
//!
//! Each step adds a leaf to the next subtree, which is ready when it is needed: no signature costs
//! more than one leaf and a few nodes, wherever it stands.

use alloc::vec::Vec;

use super::{Walk, WalkKind};
use crate::cache::{Reader, Writer};
use crate::tree::{Nodes, Tree, scratch, scratch_of_one};
use crate::workers::Workers;
use zeroize::Zeroizing;

/// A walk that keeps `n (2^(h - low + 1) + 2^(low + 2))` bytes, about, with `low` half of `h`.
#[derive(Debug)]
pub(crate) struct Subtrees {
    /// Height of the lower subtrees.
    low: u32,
    leaf: u32,
    upper: Nodes,
    active: Nodes,
    building: Nodes,
    /// For a leaf, so that a step allocates nothing.
    scratch: Zeroizing<Vec<u8>>,
}

impl Subtrees {
    /// Computes the whole tree once, subtree by subtree, and stands at `leaf`.
    pub(crate) fn new(tree: &dyn Tree, height: u32, leaf: u32, workers: &Workers) -> Self {
        let mut subtrees = Self::standing(tree, height, leaf, workers);
        subtrees.catch_up(tree);
        subtrees
    }

    /// As [`new`](Self::new), each leaf computed once, but nothing is there of the next subtree: for
    /// the root and this leaf's path alone.
    pub(crate) fn standing(tree: &dyn Tree, height: u32, leaf: u32, workers: &Workers) -> Self {
        let low = Self::low(height);
        let (n, current) = (tree.n(), leaf >> low);
        let empty = |number| Nodes::empty(n, 0, low, number);
        let (mut active, building) = (empty(current), empty(current + 1));
        active.fill(tree, current, &mut scratch(tree));
        let upper = Nodes::above(tree, height, low, &[&active], workers);
        Self { low, leaf, upper, active, building, scratch: scratch_of_one(tree) }
    }

    /// What was saved, at `leaf`.
    pub(crate) fn load(
        tree: &dyn Tree,
        height: u32,
        leaf: u32,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let (n, low) = (tree.n(), Self::low(height));
        let (number, full) = (leaf >> low, 1 << low);
        let upper = Nodes::empty(n, low, height - low, 0).load(from)?;
        let active = Nodes::empty(n, 0, low, number).load(from)?;
        let building = Nodes::empty(n, 0, low, number + 1).load(from)?;
        let whole = upper.filled() == 1 << (height - low) && active.filled() == full;
        let due = if number + 1 < upper.filled() { leaf % full } else { 0 };
        let subtrees = Self { low, leaf, upper, active, building, scratch: scratch_of_one(tree) };
        (whole && subtrees.building.filled() == due).then_some(subtrees)
    }

    /// At the first leaf of a tree whose upper nodes and first subtree are there. What comes next is
    /// built in `building`, which is the second, and empty.
    pub(crate) fn of(tree: &dyn Tree, upper: Nodes, active: Nodes, building: Nodes) -> Self {
        let scratch = scratch_of_one(tree);
        Self { low: active.height(), leaf: 0, upper, active, building, scratch }
    }

    /// The height of the lower subtrees of a tree.
    pub(crate) const fn low(height: u32) -> u32 {
        height.div_ceil(2)
    }

    /// Builds of the next subtree what it would have by now.
    fn catch_up(&mut self, tree: &dyn Tree) {
        for _ in 0..self.leaf % (1 << self.low) {
            self.grow(tree);
        }
    }

    /// Adds the next leaf to the subtree that is being built, if there is one.
    fn grow(&mut self, tree: &dyn Tree) {
        let next = (self.leaf >> self.low) + 1;
        if next < self.upper.filled() {
            let scratch = &mut self.scratch;
            self.building.push(tree, |number, out| tree.leaves(number, out, scratch));
        }
    }
}

impl Walk for Subtrees {
    fn root(&self) -> &[u8] {
        self.upper.root()
    }

    fn path(&mut self, tree: &dyn Tree, out: &mut [u8]) {
        let (lower, upper) = out.split_at_mut(self.low as usize * tree.n());
        self.active.path(self.leaf, lower);
        self.upper.path(self.leaf >> self.low, upper);
    }

    fn step(&mut self, tree: &dyn Tree) {
        self.grow(tree);
        self.leaf += 1;
        if self.leaf.trailing_zeros() >= self.low {
            core::mem::swap(&mut self.active, &mut self.building);
            self.building.restart((self.leaf >> self.low) + 1);
        }
    }

    fn seek(&mut self, tree: &dyn Tree, leaf: u32) {
        let number = leaf >> self.low;
        if leaf >= self.leaf && number <= (self.leaf >> self.low) + 1 {
            // What is there stays: that is never more than all of it anew.
            while self.leaf < leaf {
                self.step(tree);
            }
            return;
        }
        self.leaf = leaf;
        self.active.fill(tree, number, &mut scratch(tree));
        self.building.restart(number + 1);
        self.catch_up(tree);
    }

    fn live_len(&self) -> usize {
        let nodes = [&self.upper, &self.active, &self.building];
        nodes.iter().map(|nodes| nodes.live_len()).sum::<usize>() + self.scratch.capacity()
    }

    fn save(&self, to: &mut Writer) {
        to.word(WalkKind::Subtrees.code());
        let nodes = [&self.upper, &self.active, &self.building];
        nodes.into_iter().for_each(|nodes| nodes.save(to));
    }
}
