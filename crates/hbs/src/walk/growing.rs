//! A tree that is built leaf by leaf, to be ready when it is needed.

use alloc::boxed::Box;

use super::{Recompute, Subtrees, Walk, WalkKind, Whole};
use crate::cache::{Reader, Writer};
use crate::node::N_MAX;
use crate::tree::{BATCH, Nodes, Tree};
use crate::workers::Workers;

/// A tree that will be walked from its first leaf on.
#[derive(Debug)]
pub(crate) struct Growing {
    height: u32,
    /// Leaves that are there.
    grown: u32,
    nodes: Kept,
}

/// What will be the walk's.
#[derive(Debug)]
enum Kept {
    Whole(Nodes),
    /// The upper nodes, the first subtree below them, and the one that is being built.
    Subtrees {
        upper: Nodes,
        first: Nodes,
        building: Nodes,
    },
    /// Nothing: the whole tree is computed in the end.
    Nothing,
}

impl Growing {
    pub(crate) fn new(kind: WalkKind, tree: &dyn Tree, height: u32) -> Self {
        let n = tree.n();
        let nodes = match kind.resolve(n, height) {
            WalkKind::Whole => Kept::Whole(Nodes::empty(n, 0, height, 0)),
            WalkKind::Recompute => Kept::Nothing,
            WalkKind::Subtrees | WalkKind::Default => {
                let low = Subtrees::low(height);
                let upper = Nodes::empty(n, low, height - low, 0);
                let [first, building] = [0, 1].map(|number| Nodes::empty(n, 0, low, number));
                Kept::Subtrees { upper, first, building }
            }
        };
        let grown = if matches!(nodes, Kept::Nothing) { 1 << height } else { 0 };
        Self { height, grown, nodes }
    }

    /// How many leaves are there.
    pub(crate) const fn grown(&self) -> u32 {
        self.grown
    }

    /// How many leaves are missing.
    pub(crate) const fn missing(&self) -> u32 {
        (1 << self.height) - self.grown
    }

    /// Adds the next leaves, as many as are missing at most. They are computed in `scratch`.
    pub(crate) fn grow(&mut self, tree: &dyn Tree, count: u32, scratch: &mut [u8]) {
        let n = tree.n();
        let mut leaves = [0; BATCH * N_MAX];
        let mut left = count.min(self.missing()) as usize;
        while left > 0 {
            let leaves = &mut leaves[..n * left.min(BATCH)];
            tree.leaves(self.grown, leaves, scratch);
            left -= leaves.len() / n;
            for leaf in leaves.chunks_exact(n) {
                self.nodes.push(tree, self.grown, leaf);
                self.grown += 1;
            }
        }
    }

    /// Builds what is missing, and stands at the first leaf.
    pub(crate) fn finish(
        mut self,
        tree: &dyn Tree,
        scratch: &mut [u8],
        workers: &Workers,
    ) -> Box<dyn Walk> {
        self.grow(tree, u32::MAX, scratch);
        match self.nodes {
            Kept::Whole(nodes) => Box::new(Whole::of(nodes)),
            Kept::Subtrees { upper, first, mut building } => {
                building.restart(1);
                Box::new(Subtrees::of(tree, upper, first, building))
            }
            Kept::Nothing => Box::new(Recompute::new(tree, self.height, 0, workers)),
        }
    }

    /// Writes what is there, for [`load`](Self::load).
    pub(crate) fn save(&self, to: &mut Writer) {
        to.word(self.grown);
        match &self.nodes {
            Kept::Whole(nodes) => nodes.save(to),
            Kept::Subtrees { upper, first, building } => {
                [upper, first, building].into_iter().for_each(|nodes| nodes.save(to));
            }
            Kept::Nothing => {}
        }
    }

    /// What was saved of such a tree.
    pub(crate) fn load(
        kind: WalkKind,
        tree: &dyn Tree,
        height: u32,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let mut growing = Self::new(kind, tree, height);
        let grown = from.word().filter(|grown| *grown <= 1 << height)?;
        let (are_there, nodes) = match growing.nodes {
            Kept::Whole(nodes) => {
                let nodes = nodes.load(from)?;
                (nodes.filled() == grown, Kept::Whole(nodes))
            }
            Kept::Subtrees { upper, first, mut building } => {
                let (low, full) = (first.height(), 1 << first.height());
                let (upper, first) = (upper.load(from)?, first.load(from)?);
                // The last subtree that was begun, if that is not the first.
                building.restart(grown.saturating_sub(1) >> low);
                let building = building.load(from)?;
                let last = if grown > full { (grown - 1) % full + 1 } else { 0 };
                let filled = [&upper, &first, &building].map(Nodes::filled);
                let due = [grown >> low, grown.min(full), last];
                (filled == due, Kept::Subtrees { upper, first, building })
            }
            Kept::Nothing => (growing.grown == grown, Kept::Nothing),
        };
        (growing.grown, growing.nodes) = (grown, nodes);
        are_there.then_some(growing)
    }

    /// Bytes of memory beside itself.
    pub(crate) fn live_len(&self) -> usize {
        match &self.nodes {
            Kept::Whole(nodes) => nodes.live_len(),
            Kept::Subtrees { upper, first, building } => {
                upper.live_len() + first.live_len() + building.live_len()
            }
            Kept::Nothing => 0,
        }
    }
}

impl Kept {
    fn push(&mut self, tree: &dyn Tree, number: u32, leaf: &[u8]) {
        let copy = |_, out: &mut [u8]| out.copy_from_slice(leaf);
        match self {
            Self::Whole(nodes) => nodes.push(tree, copy),
            Self::Subtrees { upper, first, building } => {
                let low = first.height();
                let subtree = number >> low;
                let nodes = if subtree == 0 { first } else { building };
                if number.trailing_zeros() >= low {
                    nodes.restart(subtree);
                }
                nodes.push(tree, copy);
                if nodes.filled() == 1 << low {
                    upper.push(tree, |_, out| out.copy_from_slice(nodes.root()));
                }
            }
            Self::Nothing => {}
        }
    }
}
