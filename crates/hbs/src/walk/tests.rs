//! Walks of a tree that is nothing but hashes.

mod saved;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread::{self, ThreadId};

use super::*;
use crate::tree::BATCH;
use lanes::{Cpu, Rows, RowsMut};

/// A tree that is nothing but hashes of heights and numbers; it counts its leaves.
struct Plain {
    counted: AtomicUsize,
    /// Those that another thread computed than the one that made it.
    elsewhere: AtomicUsize,
    home: ThreadId,
}

impl Default for Plain {
    fn default() -> Self {
        let [counted, elsewhere] = [0, 0].map(AtomicUsize::new);
        Self { counted, elsewhere, home: thread::current().id() }
    }
}

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
        self.counted.swap(0, Relaxed)
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
        BATCH
    }
    fn leaves(&self, first: u32, out: &mut [u8], scratch: &mut [u8]) {
        assert!(scratch.len() >= out.len() / 32);
        assert!(out.len() <= 32 * BATCH);
        self.counted.fetch_add(out.len() / 32, Relaxed);
        if thread::current().id() != self.home {
            self.elsewhere.fetch_add(out.len() / 32, Relaxed);
        }
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

#[cfg(feature = "std")]
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
                    assert_eq!(root_of(&tree, leaf, &path), roots[0], "{kind:?} {height} {leaf}");
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
    // Three subtrees of 63 nodes, and a byte to work in.
    assert_eq!(walk.live_len(), 3 * 63 * n + 1);
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
                    growing.grow(&tree, count, &mut [0; BATCH]);
                }
                assert!(tree.counted() <= 1 << height);
                let mut walk = growing.finish(&tree, &mut [0; BATCH], &Workers::one());
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

/// Levels of more nodes than a thread computes at a time.
#[cfg(feature = "std")]
#[test]
fn a_tree_of_many_pieces_has_the_root_of_its_subtrees() {
    let tree = Plain::default();
    for threads in [1, 2] {
        let workers = Workers::new(threads).expect("threads");
        let [whole, subtrees] = [WalkKind::Whole, WalkKind::Subtrees]
            .map(|kind| build(kind, &tree, 11, 0, &workers).root().to_vec());
        assert_eq!(whole, subtrees, "{threads}");
    }
}

/// But for those of the subtree in use and the next one.
#[cfg(feature = "std")]
#[test]
fn each_leaf_is_computed_once_and_by_the_workers() {
    let tree = Plain::default();
    let two = Workers::new(2).expect("threads");
    for (workers, at_least) in [(&Workers::one(), 0), (&two, 1024 - 32)] {
        let elsewhere = || {
            let elsewhere = tree.elsewhere.swap(0, Relaxed);
            assert_eq!(tree.counted(), 1024);
            assert!(elsewhere >= at_least && (at_least > 0 || elsewhere == 0), "{elsewhere}");
        };
        for kind in [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute] {
            let mut walk = build(kind, &tree, 10, 64, workers);
            elsewhere();
            if kind == WalkKind::Recompute {
                walk.path(&tree, &mut [0; 320]);
                elsewhere();
            }
        }
    }
}
