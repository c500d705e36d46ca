//! The leaves of a tree, one after the other.

use alloc::boxed::Box;

use crate::cache::{Reader, Writer};
use crate::tree::Tree;
use crate::walk::{self, Walk, WalkKind};
use crate::workers::Workers;

/// A tree that stands at a leaf. Whoever has it counts the leaves: here none is refused.
#[derive(Debug)]
pub struct Leaves<T> {
    pub(crate) tree: T,
    height: u32,
    pub(crate) walk: Box<dyn Walk>,
    pub(crate) leaf: u32,
}

impl<T: Tree> Leaves<T> {
    /// Builds the tree as far as the walk asks for, and stands at `leaf`.
    pub(crate) fn new(tree: T, height: u32, leaf: u32, walk: WalkKind, workers: &Workers) -> Self {
        let walk = walk::build(walk, &tree, height, leaf, workers);
        Self::over(tree, height, walk, leaf)
    }

    /// A tree with a walk that stands at `leaf`.
    pub(crate) fn over(tree: T, height: u32, walk: Box<dyn Walk>, leaf: u32) -> Self {
        Self { tree, height, walk, leaf }
    }

    /// The root of the tree.
    pub(crate) fn root(&self) -> &[u8] {
        self.walk.root()
    }

    /// Writes what it keeps, but for where it stands, for [`load`](Self::load).
    pub(crate) fn save(&self, to: &mut Writer) {
        self.walk.save(to);
    }

    /// What was saved of this tree when it stood at `leaf`; none if it is not there.
    pub(crate) fn load(
        tree: T,
        height: u32,
        leaf: u32,
        walk: WalkKind,
        workers: &Workers,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let walk = walk::load(walk, &tree, height, leaf, workers, from)?;
        Some(Self::over(tree, height, walk, leaf))
    }

    /// Goes to the next leaf, if there is one.
    pub(crate) fn step(&mut self) {
        if self.leaf + 1 < 1 << self.height {
            self.walk.step(&self.tree);
            self.leaf += 1;
        }
    }

    /// Goes to a leaf.
    pub(crate) fn seek(&mut self, leaf: u32) {
        // Most levels stay where they are.
        if leaf != self.leaf {
            self.walk.seek(&self.tree, leaf);
            self.leaf = leaf;
        }
    }

    /// Bytes of memory beside itself, but for what all trees of a key share.
    pub(crate) fn live_len(&self) -> usize {
        size_of_val(&*self.walk) + self.walk.live_len() + self.tree.live_len()
    }
}
