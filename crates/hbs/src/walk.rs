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

use std::fmt::Debug;

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

    /// Bytes of memory that it keeps.
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
mod tests {
    use super::*;
    use lanes::{Cpu, Rows, RowsMut};

    /// A tree that is nothing but hashes of heights and numbers; it counts its leaves.
    #[derive(Default)]
    struct Plain(std::sync::atomic::AtomicUsize);

    impl Plain {
        fn hash(height: u32, first: u32, messages: Rows<'_>, out: &mut [u8]) {
            let heads: Vec<u8> = (first..)
                .take(messages.len())
                .flat_map(|number| [height.to_be_bytes(), number.to_be_bytes()].concat())
                .collect();
            let sha256 = Cpu::detect().engines().sha256;
            let out = RowsMut::new(out, 32);
            sha256.hash_many(&sha256.midstate(&[]), Rows::new(&heads, 8), messages, out);
        }

        fn counted(&self) -> usize {
            self.0.swap(0, std::sync::atomic::Ordering::Relaxed)
        }
    }

    impl Tree for Plain {
        fn n(&self) -> usize {
            32
        }
        fn live_len(&self) -> usize {
            0
        }
        fn scratch_len(&self) -> usize {
            1
        }
        fn leaves(&self, first: u32, out: &mut [u8], scratch: &mut [u8]) {
            assert_eq!(scratch.len(), 1);
            assert!(out.len() <= 32 * crate::tree::BATCH);
            self.0.fetch_add(out.len() / 32, std::sync::atomic::Ordering::Relaxed);
            Self::hash(0, first, Rows::empty(out.len() / 32), out);
        }
        fn parents(&self, height: u32, first: u32, children: &[u8], out: &mut [u8]) {
            assert_eq!(children.len(), 2 * out.len());
            Self::hash(height, first, Rows::new(children, 64), out);
        }
    }

    /// The root that a leaf and its path lead to.
    fn root_of(tree: &Plain, leaf: u32, path: &[u8]) -> Vec<u8> {
        let mut node = vec![0; 32];
        tree.leaves(leaf, &mut node, &mut [0]);
        for (z, sibling) in path.chunks_exact(32).enumerate() {
            let pair = if leaf >> z & 1 == 0 { [&node, sibling] } else { [sibling, &node[..]] };
            let pair = pair.concat();
            tree.parents(z as u32 + 1, leaf >> (z + 1), &pair, &mut node);
        }
        node
    }

    #[test]
    fn every_path_of_every_walk_leads_to_the_root() {
        let tree = Plain::default();
        for height in 1..=7 {
            let mut roots = Vec::new();
            for kind in [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute] {
                for threads in [1, 2] {
                    let workers = Workers::new(threads).expect("threads");
                    let mut walk = build(kind, &tree, height, 0, &workers);
                    roots.push(walk.root().to_vec());
                    let mut path = vec![0; 32 * height as usize];
                    for leaf in 0..1 << height {
                        walk.path(&tree, &mut path);
                        assert_eq!(
                            root_of(&tree, leaf, &path),
                            roots[0],
                            "{kind:?} {height} {leaf}"
                        );
                        walk.step(&tree);
                    }
                }
            }
            assert!(roots.iter().all(|root| *root == roots[0]));
        }
    }

    #[test]
    fn a_walk_that_begins_or_goes_elsewhere_is_the_same() {
        let tree = Plain::default();
        let (height, workers) = (5, Workers::one());
        let mut path = vec![0; 32 * 5];
        for kind in [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute] {
            let mut seeking = build(kind, &tree, height, 0, &workers);
            for start in (0..32).rev() {
                seeking.seek(&tree, start);
                let mut walk = build(kind, &tree, height, start, &workers);
                let root = walk.root().to_vec();
                for leaf in start..32 {
                    for walk in [&mut walk, &mut seeking] {
                        walk.path(&tree, &mut path);
                        assert_eq!(root_of(&tree, leaf, &path), root, "{kind:?} {start} {leaf}");
                        walk.step(&tree);
                    }
                }
            }
        }
    }

    /// What the table above says of costs and memory.
    #[test]
    fn no_step_costs_more_than_a_leaf() {
        let tree = Plain::default();
        let (height, n) = (10, 32);
        let mut path = vec![0; 32 * 10];
        let mut walk = Subtrees::new(&tree, height, 0, &Workers::one());
        assert!(walk.live_len() <= (6 * n) << (height / 2));
        tree.counted();
        for leaf in 0..1 << height {
            walk.path(&tree, &mut path);
            walk.step(&tree);
            let due = usize::from(leaf < (1 << height) - 32);
            assert_eq!(tree.counted(), due, "leaf {leaf}");
        }
        let mut walk = Whole::new(&tree, height, 0, &Workers::one());
        assert_eq!((tree.counted(), walk.live_len()), (1 << height, n * ((2 << height) - 1)));
        walk.path(&tree, &mut path);
        walk.step(&tree);
        assert_eq!(tree.counted(), 0);
    }

    /// However many leaves it grows by at a time.
    #[test]
    fn a_tree_that_has_grown_is_walked_as_any_other() {
        let tree = Plain::default();
        for height in [1, 2, 5, 6] {
            let whole = Whole::new(&tree, height, 0, &Workers::one());
            let mut path = vec![0; 32 * height as usize];
            for kind in [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute] {
                for count in [1, 3, 17, 64] {
                    let mut growing = Growing::new(kind, &tree, height);
                    tree.counted();
                    while growing.missing() > 7 {
                        growing.grow(&tree, count);
                    }
                    assert!(tree.counted() <= 1 << height);
                    let mut walk = growing.finish(&tree, &Workers::one());
                    assert_eq!(walk.root(), whole.root(), "{kind:?} {height} {count}");
                    for leaf in 0..1 << height {
                        walk.path(&tree, &mut path);
                        assert_eq!(root_of(&tree, leaf, &path), whole.root(), "{kind:?} {leaf}");
                        walk.step(&tree);
                    }
                }
            }
        }
    }

    #[test]
    fn the_default_keeps_to_its_memory() {
        assert_eq!(WalkKind::Default.resolve(32, 15), WalkKind::Whole);
        assert_eq!(WalkKind::Default.resolve(24, 20), WalkKind::Whole);
        // With what it takes to build it, there would be more.
        assert_eq!(WalkKind::Default.resolve(32, 20), WalkKind::Subtrees);
        assert_eq!(WalkKind::Default.resolve(32, 25), WalkKind::Subtrees);
    }
}
