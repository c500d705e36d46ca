//! Nothing is kept: each path computes the whole tree.

use alloc::vec::Vec;

use super::{Subtrees, Walk, WalkKind};
use crate::cache::{Reader, Writer};
use crate::tree::Tree;
use crate::workers::Workers;

/// A walk that keeps the root.
#[derive(Debug)]
pub(crate) struct Recompute {
    height: u32,
    leaf: u32,
    root: Vec<u8>,
    workers: Workers,
}

impl Recompute {
    pub(crate) fn new(tree: &dyn Tree, height: u32, leaf: u32, workers: &Workers) -> Self {
        let root = Subtrees::standing(tree, height, leaf, workers).root().to_vec();
        Self { height, leaf, root, workers: workers.clone() }
    }

    /// What was saved, at `leaf`.
    pub(crate) fn load(
        tree: &dyn Tree,
        height: u32,
        leaf: u32,
        workers: &Workers,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let root = from.bytes(tree.n())?.to_vec();
        Some(Self { height, leaf, root, workers: workers.clone() })
    }
}

impl Walk for Recompute {
    fn root(&self) -> &[u8] {
        &self.root
    }

    fn path(&mut self, tree: &dyn Tree, out: &mut [u8]) {
        Subtrees::standing(tree, self.height, self.leaf, &self.workers).path(tree, out);
    }

    fn step(&mut self, _: &dyn Tree) {
        self.leaf += 1;
    }

    fn seek(&mut self, _: &dyn Tree, leaf: u32) {
        self.leaf = leaf;
    }

    fn live_len(&self) -> usize {
        self.root.capacity()
    }

    fn save(&self, to: &mut Writer) {
        to.word(WalkKind::Recompute.code());
        to.bytes(&self.root);
    }
}
