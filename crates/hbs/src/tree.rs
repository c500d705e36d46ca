//! Merkle trees: all nodes of a subtree, at once or leaf by leaf (RFC 8554 section 5.3, RFC 8391
//! section 4.1.6, FIPS 205 section 6.1).

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::cache::{Reader, Writer};
use crate::workers::Workers;
use zeroize::Zeroizing;

/// A tree whose nodes follow from a seed. What it hashes, and how it addresses that, is its scheme's.
///
/// Nodes have `n` bytes; height 0 is that of the leaves; a node's number counts within its height,
/// from the left. Rows of nodes stand back to back.
pub trait Tree: Sync {
    /// Bytes in a node.
    fn n(&self) -> usize;

    /// Bytes of memory that it takes beside itself, but for what all trees of a key share.
    fn live_len(&self) -> usize;

    /// Bytes that [`leaves`](Self::leaves) needs to work in for [`BATCH`] leaves; for fewer, as much
    /// for each.
    fn scratch_len(&self) -> usize;

    /// The leaves from number `first` on, as many as fit into `out`, at most [`BATCH`].
    fn leaves(&self, first: u32, out: &mut [u8], scratch: &mut [u8]);

    /// The nodes at `height`, 1 or more, from number `first` on, whose children are given.
    fn parents(&self, height: u32, first: u32, children: &[u8], out: &mut [u8]);
}

/// Leaves that are computed together: with 16 of them no lane of any hash idles.
pub(crate) const BATCH: usize = 16;

/// Memory for a tree's leaves to be computed in, wiped when dropped.
pub(crate) fn scratch(tree: &dyn Tree) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(vec![0; tree.scratch_len()])
}

/// Memory for one leaf to be computed in.
pub(crate) fn scratch_of_one(tree: &dyn Tree) -> Zeroizing<Vec<u8>> {
    Zeroizing::new(vec![0; tree.scratch_len() / BATCH])
}

/// Writes the leaves from number `first` on.
pub(crate) fn leaves(tree: &dyn Tree, first: u32, out: &mut [u8], workers: &Workers) {
    workers.each(
        out,
        BATCH * tree.n(),
        || scratch(tree),
        |scratch, i, out| {
            tree.leaves(first + (i * BATCH) as u32, out, scratch);
        },
    );
}

/// The nodes of a subtree, those at its bottom first, then level by level.
#[derive(Debug)]
pub(crate) struct Nodes {
    n: usize,
    /// Height of the bottom within the tree.
    base: u32,
    /// Levels above the bottom.
    height: u32,
    /// Number of the leftmost node at the bottom.
    first: u32,
    bytes: Vec<u8>,
    /// How many nodes of the bottom are there, from the left, with all above them that follow.
    filled: u32,
}

impl Nodes {
    /// Subtree `number`, from the left, of those with this bottom and height; nothing is in it yet.
    pub(crate) fn empty(n: usize, base: u32, height: u32, number: u32) -> Self {
        let bytes = vec![0; n * ((2 << height) - 1)];
        Self { n, base, height, first: number << height, bytes, filled: 0 }
    }

    /// A subtree that stands on leaves.
    pub(crate) fn whole(tree: &dyn Tree, height: u32, number: u32, workers: &Workers) -> Self {
        let mut nodes = Self::empty(tree.n(), 0, height, number);
        let first = nodes.first;
        leaves(tree, first, nodes.bottom_mut(), workers);
        nodes.complete(tree, workers);
        nodes
    }

    /// The nodes from height `base` up. The subtrees below them are `known`, or else computed and let
    /// go.
    pub(crate) fn above(
        tree: &dyn Tree,
        height: u32,
        base: u32,
        known: &[&Self],
        workers: &Workers,
    ) -> Self {
        let n = tree.n();
        let mut nodes = Self::empty(n, base, height - base, 0);
        let subtree = || (Self::empty(n, 0, base, 0), scratch(tree));
        workers.each(nodes.bottom_mut(), n, subtree, |(nodes, scratch), number, out| {
            let number = number as u32;
            if let Some(known) = known.iter().find(|known| known.first == number << base) {
                return out.copy_from_slice(known.root());
            }
            nodes.fill(tree, number, scratch);
            out.copy_from_slice(nodes.root());
        });
        nodes.complete(tree, workers);
        nodes
    }

    /// Makes it an empty subtree with another number.
    pub(crate) fn restart(&mut self, number: u32) {
        (self.first, self.filled) = (number << self.height, 0);
    }

    /// Makes it subtree `number` of those that stand on leaves, all of it, on one thread.
    pub(crate) fn fill(&mut self, tree: &dyn Tree, number: u32, scratch: &mut [u8]) {
        self.restart(number);
        let (first, n) = (self.first, self.n);
        for (i, out) in self.bottom_mut().chunks_mut(BATCH * n).enumerate() {
            tree.leaves(first + (i * BATCH) as u32, out, scratch);
        }
        self.complete(tree, &Workers::one());
    }

    /// The bottom, to be written.
    pub(crate) fn bottom_mut(&mut self) -> &mut [u8] {
        let level = self.level(0);
        &mut self.bytes[level]
    }

    /// Computes everything above a bottom that has been written.
    pub(crate) fn complete(&mut self, tree: &dyn Tree, workers: &Workers) {
        let (n, base) = (self.n, self.base);
        for z in 1..=self.height {
            let (children, level, first) = (self.level(z - 1), self.level(z), self.first >> z);
            let (below, above) = self.bytes.split_at_mut(level.start);
            let (children, out) = (&below[children], &mut above[..level.len()]);
            workers.each(
                out,
                PIECE * n,
                || (),
                |(), i, out| {
                    let children = &children[2 * i * PIECE * n..][..2 * out.len()];
                    tree.parents(base + z, first + (i * PIECE) as u32, children, out);
                },
            );
        }
        self.filled = 1 << self.height;
    }

    /// Writes the next node of the bottom with `fill`, and computes what follows from it.
    pub(crate) fn push(&mut self, tree: &dyn Tree, fill: impl FnOnce(u32, &mut [u8])) {
        let n = self.n;
        let number = self.filled;
        let at = self.level(0).start + number as usize * n;
        fill(self.first + number, &mut self.bytes[at..at + n]);
        self.filled += 1;
        for z in 1..=number.trailing_ones().min(self.height) {
            let (children, level) = (self.level(z - 1), self.level(z));
            let (below, above) = self.bytes.split_at_mut(level.start);
            let node = (number >> z) as usize;
            let children = &below[children][2 * node * n..][..2 * n];
            let out = &mut above[node * n..][..n];
            tree.parents(self.base + z, (self.first + number) >> z, children, out);
        }
    }

    /// Levels above the bottom.
    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    /// How many nodes of the bottom are there.
    pub(crate) const fn filled(&self) -> u32 {
        self.filled
    }

    /// The node at the top.
    pub(crate) fn root(&self) -> &[u8] {
        &self.bytes[self.level(self.height)]
    }

    /// The node with this number of those `z` levels above the bottom, from the left.
    pub(crate) fn node(&self, z: u32, number: u32) -> &[u8] {
        &self.bytes[self.level(z)][number as usize * self.n..][..self.n]
    }

    /// Writes the siblings on the way from node `number` of the bottom, counted within the tree, to
    /// the top: `height * n` bytes, that of the bottom first.
    pub(crate) fn path(&self, number: u32, out: &mut [u8]) {
        for (z, out) in (0..self.height).zip(out.chunks_exact_mut(self.n)) {
            let sibling = ((number - self.first) >> z ^ 1) as usize;
            out.copy_from_slice(&self.bytes[self.level(z)][sibling * self.n..][..self.n]);
        }
    }

    /// Bytes of memory beside itself.
    pub(crate) fn live_len(&self) -> usize {
        self.bytes.capacity()
    }

    /// Writes the nodes, for [`load`](Self::load).
    pub(crate) fn save(&self, to: &mut Writer) {
        to.word(self.filled);
        to.bytes(&self.bytes);
    }

    /// Reads the nodes of a subtree like this one; none if they are not there.
    pub(crate) fn load(mut self, from: &mut Reader<'_>) -> Option<Self> {
        self.filled = from.word().filter(|filled| *filled <= 1 << self.height)?;
        let bytes = from.bytes(self.bytes.len())?;
        self.bytes.copy_from_slice(bytes);
        Some(self)
    }

    /// Where the nodes `z` levels above the bottom are.
    fn level(&self, z: u32) -> Range<usize> {
        let start = (2 << self.height) - (2 << (self.height - z));
        self.n * start..self.n * (start + (1 << (self.height - z)))
    }
}

/// Nodes that one thread computes at a time.
const PIECE: usize = 256;
