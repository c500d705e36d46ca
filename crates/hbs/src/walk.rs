//! Authentication paths of one leaf after the other.
//!
//! What a walk keeps is derived from the key's seed: it may be dropped and made again at any time, and
//! is never state. Which to choose is a matter of memory:
//!
//! | walk | keeps | a signature costs, beside the one-time signature |
//! |---|---|---|
//! | [`Whole`](WalkKind::Whole) | all nodes, `n * 2^(h+1)` bytes | nothing |
//! | [`Subtrees`](WalkKind::Subtrees) | about `6 n * 2^(h/2)` bytes | one leaf |
//! | [`Recompute`](WalkKind::Recompute) | nothing | all leaves |

mod bds;
mod growing;
mod recompute;
mod subtrees;
mod whole;

use alloc::boxed::Box;
use core::fmt::Debug;

use crate::cache::{Reader, Writer};
use crate::tree::Tree;
use crate::workers::Workers;

pub(crate) use bds::Bds;
pub(crate) use growing::Growing;
pub(crate) use recompute::Recompute;
pub(crate) use subtrees::Subtrees;
pub(crate) use whole::Whole;

/// What is kept of a tree between signatures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum WalkKind {
    /// The fastest that needs no more than 64 MiB.
    #[default]
    Default,
    /// All nodes.
    Whole,
    /// The upper half of the tree, the subtree in use and, growing by a leaf with each signature, the
    /// next one.
    Subtrees,
    /// Nothing: each signature computes the tree anew.
    Recompute,
}

impl WalkKind {
    /// What the default means for a tree of this height.
    pub(crate) fn resolve(self, n: usize, height: u32) -> Self {
        self.within(n, height, MOST)
    }

    /// What the default means for a tree that may keep so many bytes.
    pub(crate) fn within(self, n: usize, height: u32, most: usize) -> Self {
        match self {
            Self::Default if n << (height + 1) < most => Self::Whole,
            Self::Default => Self::Subtrees,
            other => other,
        }
    }

    /// What it is called in a cache.
    const fn code(self) -> u32 {
        match self {
            Self::Default => 0,
            Self::Whole => 1,
            Self::Subtrees => 2,
            Self::Recompute => 3,
        }
    }
}

/// The authentication paths of a tree, leaf by leaf.
pub(crate) trait Walk: Debug + Send {
    /// The root of the tree, `n` bytes.
    fn root(&self) -> &[u8];

    /// Writes the authentication path of the current leaf: `height * n` bytes, the leaf's sibling
    /// first.
    fn path(&mut self, tree: &dyn Tree, out: &mut [u8]);

    /// Goes on to the next leaf, if there is one.
    fn step(&mut self, tree: &dyn Tree);

    /// Goes to leaf `leaf`.
    fn seek(&mut self, tree: &dyn Tree, leaf: u32);

    /// Bytes of memory that it takes beside itself.
    fn live_len(&self) -> usize;

    /// Writes what it keeps, but for where it stands, for [`load`].
    fn save(&self, to: &mut Writer);
}

/// Reads a walk of this kind that was saved when it stood at `leaf`; none if it is not there.
pub(crate) fn load(
    kind: WalkKind,
    tree: &dyn Tree,
    height: u32,
    leaf: u32,
    workers: &Workers,
    from: &mut Reader<'_>,
) -> Option<Box<dyn Walk>> {
    let kind = kind.resolve(tree.n(), height);
    if from.word()? != kind.code() || leaf >> height != 0 {
        return None;
    }
    Some(match kind {
        WalkKind::Whole => Box::new(Whole::load(tree, height, leaf, from)?),
        WalkKind::Recompute => Box::new(Recompute::load(tree, height, leaf, workers, from)?),
        WalkKind::Subtrees | WalkKind::Default => {
            Box::new(Subtrees::load(tree, height, leaf, from)?)
        }
    })
}

/// Builds a walk that stands at leaf `leaf` of a tree of this height.
pub(crate) fn build(
    kind: WalkKind,
    tree: &dyn Tree,
    height: u32,
    leaf: u32,
    workers: &Workers,
) -> Box<dyn Walk> {
    match kind.resolve(tree.n(), height) {
        WalkKind::Whole => Box::new(Whole::new(tree, height, leaf, workers)),
        WalkKind::Recompute => Box::new(Recompute::new(tree, height, leaf, workers)),
        WalkKind::Subtrees | WalkKind::Default => {
            Box::new(Subtrees::new(tree, height, leaf, workers))
        }
    }
}

/// Bytes that the default may keep.
pub(crate) const MOST: usize = 64 << 20;

#[cfg(test)]
mod tests;
