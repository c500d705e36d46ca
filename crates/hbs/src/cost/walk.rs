//! Leaves and nodes that a [walk](crate::walk) computes.

use core::ops::{Add, Sub};

use crate::walk::{Subtrees, WalkKind};

/// Parts of a tree that are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub(crate) leaves: u64,
    /// Nodes above the leaves.
    pub(crate) nodes: u64,
}

impl Work {
    const NOTHING: Self = Self { leaves: 0, nodes: 0 };

    /// The first `count` leaves of a tree, with every node that follows from them: of the `i`-th leaf
    /// follow as many as `i` has zeros at its end.
    const fn first(count: u32) -> Self {
        Self { leaves: count as u64, nodes: (count - count.count_ones()) as u64 }
    }

    /// A whole tree.
    const fn tree(height: u32) -> Self {
        Self::first(1 << height)
    }
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { leaves: self.leaves + other.leaves, nodes: self.nodes + other.nodes }
    }
}

impl Sub for Work {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { leaves: self.leaves - other.leaves, nodes: self.nodes - other.nodes }
    }
}

/// A walk of some kind through a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    kind: WalkKind,
    height: u32,
}

impl Walk {
    /// What the kind means for nodes of `n` bytes if the default may keep `most` bytes.
    pub(crate) fn new(kind: WalkKind, n: usize, height: u32, most: usize) -> Self {
        Self { kind: kind.within(n, height, most), height }
    }

    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    /// Building one that stands at `leaf`.
    pub(crate) const fn build(&self, leaf: u32) -> Work {
        let tree = Work::tree(self.height);
        match self.kind {
            WalkKind::Whole | WalkKind::Recompute => tree,
            WalkKind::Subtrees | WalkKind::Default => {
                let ahead = self.ahead(leaf);
                Work { leaves: tree.leaves + ahead.leaves, nodes: tree.nodes + ahead.nodes }
            }
        }
    }

    /// Writing an authentication path.
    pub(crate) const fn path(&self) -> Work {
        match self.kind {
            WalkKind::Recompute => Work::tree(self.height),
            _ => Work::NOTHING,
        }
    }

    /// Going on from `leaf` to the next one, if there is one.
    pub(crate) fn step(&self, leaf: u32) -> Work {
        match self.kind {
            WalkKind::Subtrees | WalkKind::Default if self.has_next(leaf) => {
                let grown = self.within_subtree(leaf);
                Work::first(grown + 1) - Work::first(grown)
            }
            _ => Work::NOTHING,
        }
    }

    /// Going from one leaf to another.
    pub(crate) fn seek(&self, from: u32, to: u32) -> Work {
        let low = Subtrees::low(self.height);
        match self.kind {
            WalkKind::Whole | WalkKind::Recompute => Work::NOTHING,
            // Step by step in the subtree that is there, to its end and on in the next one.
            _ if to >= from && to >> low == from >> low => self.ahead(to) - self.ahead(from),
            _ if to >= from && to >> low == (from >> low) + 1 => {
                Work::tree(low) - self.ahead(from) + self.ahead(to)
            }
            _ => Work::tree(low) + self.ahead(to),
        }
    }

    /// Leaves that a tree that has just been begun counts as there.
    pub(crate) const fn begun(&self) -> u32 {
        match self.kind {
            WalkKind::Recompute => 1 << self.height,
            _ => 0,
        }
    }

    /// Adding leaves to a tree that grows.
    pub(crate) fn grow(&self, from: u32, to: u32) -> Work {
        Work::first(to) - Work::first(from)
    }

    /// Making a walk of a tree that has grown so far.
    pub(crate) fn finish(&self, grown: u32) -> Work {
        let rest = self.grow(grown, 1 << self.height);
        match self.kind {
            WalkKind::Recompute => rest + self.build(0),
            _ => rest,
        }
    }

    /// What is there of the subtree after that of `leaf`.
    const fn ahead(&self, leaf: u32) -> Work {
        if self.has_next(leaf) { Work::first(self.within_subtree(leaf)) } else { Work::NOTHING }
    }

    /// The number of `leaf` within its subtree.
    const fn within_subtree(&self, leaf: u32) -> u32 {
        leaf % (1 << Subtrees::low(self.height))
    }

    /// Whether there is another subtree after that of `leaf`.
    const fn has_next(&self, leaf: u32) -> bool {
        let low = Subtrees::low(self.height);
        (leaf >> low) + 1 < 1 << (self.height - low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::tally::Tally;
    use crate::walk::{self, Growing};
    use crate::workers::Workers;

    const KINDS: [WalkKind; 3] = [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute];

    /// Builds at the first of these leaves, seeks each other one, and signs with all of them.
    fn as_counted(kind: WalkKind, height: u32, leaves: &[u32]) {
        let (tree, workers) = (&Tally::default(), Workers::one());
        let cost = Walk::new(kind, 1, height, walk::MOST);
        let mut path = vec![0; height as usize];
        let mut walk = walk::build(kind, &tree, height, leaves[0], &workers);
        assert_eq!(tree.take(), cost.build(leaves[0]), "{kind:?} {height}");
        let mut at = leaves[0];
        for &leaf in leaves {
            walk.seek(&tree, leaf);
            assert_eq!(tree.take(), cost.seek(at, leaf), "{kind:?} {height} {at} {leaf}");
            at = leaf;
            walk.path(&tree, &mut path);
            assert_eq!(tree.take(), cost.path(), "{kind:?} {height} {leaf}");
            if leaf + 1 < 1 << height {
                walk.step(&tree);
                assert_eq!(tree.take(), cost.step(leaf), "{kind:?} {height} {leaf}");
                at += 1;
            }
        }
    }

    #[test]
    fn every_leaf_of_low_trees() {
        for kind in KINDS {
            for height in 1..=6 {
                let leaves: Vec<_> = (0..1 << height).collect();
                for first in 0..leaves.len() {
                    as_counted(kind, height, &leaves[first..]);
                }
                // From each to each, forward and back.
                for from in &leaves {
                    for to in &leaves {
                        as_counted(kind, height, &[*from, *to]);
                    }
                }
            }
        }
    }

    /// Steps in a row, whose work goes on from one to the next.
    #[test]
    fn every_step_of_a_walk() {
        for (height, start) in [(5, 0), (10, 0), (10, 37), (11, 2000)] {
            let (tree, workers) = (&Tally::default(), Workers::one());
            let cost = Walk::new(WalkKind::Subtrees, 1, height, walk::MOST);
            let mut walk = walk::build(WalkKind::Subtrees, &tree, height, start, &workers);
            tree.take();
            for leaf in start..(1 << height) - 1 {
                walk.step(&tree);
                assert_eq!(tree.take(), cost.step(leaf), "{height} {leaf}");
            }
        }
    }

    #[test]
    fn tall_trees_about_the_edges_of_subtrees() {
        for height in [10, 15, 20, 25] {
            let (end, low) = (1 << height, 1 << Subtrees::low(height));
            let leaves =
                [0, 1, low - 1, low, low + 5, 3 * low - 1, end - low - 1, end - low, end - 1];
            as_counted(WalkKind::Whole, height, &leaves);
            as_counted(WalkKind::Subtrees, height, &leaves);
            // Each path of the other one is a tree.
            as_counted(WalkKind::Recompute, height, &leaves[4..5]);
        }
    }

    #[test]
    fn trees_that_grow() {
        for kind in KINDS {
            for height in [1, 5, 6, 10] {
                for count in [1, 3, 16, 17, 1000] {
                    let tree = &Tally::default();
                    let cost = Walk::new(kind, 1, height, walk::MOST);
                    let mut growing = Growing::new(kind, &tree, height);
                    let mut grown = cost.begun();
                    for _ in 0..5 {
                        let to = (grown + count).min(1 << height);
                        growing.grow(&tree, count, &mut []);
                        assert_eq!(tree.take(), cost.grow(grown, to), "{kind:?} {height} {grown}");
                        grown = to;
                    }
                    growing.finish(&tree, &mut [], &Workers::one());
                    assert_eq!(tree.take(), cost.finish(grown), "{kind:?} {height} {grown}");
                }
            }
        }
    }
}
