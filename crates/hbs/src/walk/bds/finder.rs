//! Nodes of a tree, found by height and number.

use alloc::vec::Vec;

use crate::tree::{Nodes, Tree};
use crate::workers::Workers;

/// The nodes of a tree, of which those of the upper half are kept and of subtrees below the latest.
pub(super) struct Finder<'a> {
    tree: &'a dyn Tree,
    workers: &'a Workers,
    low: u32,
    upper: Nodes,
    subtrees: Vec<(u32, Nodes)>,
}

impl<'a> Finder<'a> {
    /// Keeps the subtree of `leaf`, and the next.
    pub(super) fn new(tree: &'a dyn Tree, height: u32, leaf: u32, workers: &'a Workers) -> Self {
        let low = height.div_ceil(2);
        let first = leaf >> low;
        let last = (first + 1).min((1 << (height - low)) - 1);
        let whole = |number| (number, Nodes::whole(tree, low, number, workers));
        let subtrees: Vec<_> = (first..=last).map(whole).collect();
        let known: Vec<_> = subtrees.iter().map(|(_, nodes)| nodes).collect();
        let upper = Nodes::above(tree, height, low, &known, workers);
        Self { tree, workers, low, upper, subtrees }
    }

    pub(super) fn root(&self) -> &[u8] {
        self.upper.root()
    }

    /// The node with this number at height `q`.
    pub(super) fn node(&mut self, q: u32, number: u32) -> &[u8] {
        let Some(within) = self.low.checked_sub(q + 1).map(|less| less + 1) else {
            return self.upper.node(q - self.low, number);
        };
        let subtree = number >> within;
        if self.subtrees.iter().all(|(known, _)| *known != subtree) {
            let nodes = Nodes::whole(self.tree, self.low, subtree, self.workers);
            self.subtrees.push((subtree, nodes));
        }
        let known = self.subtrees.iter().find(|(known, _)| *known == subtree);
        let (_, nodes) = known.expect("it has just been added");
        nodes.node(q, number & ((1 << within) - 1))
    }
}
