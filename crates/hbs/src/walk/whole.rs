//! All nodes of a tree.

use super::{Walk, WalkKind};
use crate::cache::{Reader, Writer};
use crate::tree::{Nodes, Tree};
use crate::workers::Workers;

/// A walk that keeps the whole tree.
#[derive(Debug)]
pub(crate) struct Whole {
    nodes: Nodes,
    leaf: u32,
}

impl Whole {
    pub(crate) fn new(tree: &dyn Tree, height: u32, leaf: u32, workers: &Workers) -> Self {
        Self { nodes: Nodes::whole(tree, height, 0, workers), leaf }
    }

    /// What was saved, at `leaf`.
    pub(crate) fn load(
        tree: &dyn Tree,
        height: u32,
        leaf: u32,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let nodes = Nodes::empty(tree.n(), 0, height, 0).load(from)?;
        (nodes.filled() == 1 << height).then_some(Self { nodes, leaf })
    }

    /// At the first leaf of a tree whose nodes are there.
    pub(crate) const fn of(nodes: Nodes) -> Self {
        Self { nodes, leaf: 0 }
    }
}

impl Walk for Whole {
    fn root(&self) -> &[u8] {
        self.nodes.root()
    }

    fn path(&mut self, _: &dyn Tree, out: &mut [u8]) {
        self.nodes.path(self.leaf, out);
    }

    fn step(&mut self, _: &dyn Tree) {
        self.leaf += 1;
    }

    fn seek(&mut self, _: &dyn Tree, leaf: u32) {
        self.leaf = leaf;
    }

    fn live_len(&self) -> usize {
        self.nodes.live_len()
    }

    fn save(&self, to: &mut Writer) {
        to.word(WalkKind::Whole.code());
        self.nodes.save(to);
    }
}
