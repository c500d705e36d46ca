//! Trees of the hypertree (FIPS 205 sections 6 and 7), those of neighbouring layers together, so that
//! their leaves and nodes share lanes.

use super::address::{ADDRESS, Address, Kind};
use super::leaf::Leaf;
use super::leaves::{self, BATCH};
use super::secrets::Secrets;
use crate::workers::Workers;

/// Trees that are built together, and which of their leaves are left out.
#[derive(Clone, Copy)]
pub(crate) struct Forest<'a> {
    pub(crate) secrets: &'a Secrets,
    /// A leaf of each tree.
    pub(crate) trees: &'a [Leaf],
    /// Whether those leaves are left out, and their places untouched.
    pub(crate) without: bool,
}

impl Forest<'_> {
    /// Bytes of all nodes of `trees` trees: those at the bottom of each tree first, then level by level.
    pub(crate) fn nodes_len(secrets: &Secrets, trees: usize) -> usize {
        trees * ((2 << secrets.params.shape.hp()) - 1) * secrets.hashes.n
    }

    /// Where the nodes of a tree, by its number in the forest, at this height begin.
    fn at(&self, tree: usize, height: u32) -> usize {
        let (hp, n) = (self.secrets.params.shape.hp(), self.secrets.hashes.n);
        let below = (2 << hp) - (2 << (hp - height));
        (self.trees.len() * below + (tree << (hp - height))) * n
    }

    /// Bytes of the bottom of all trees.
    fn bottom_len(&self) -> usize {
        (self.trees.len() << self.secrets.params.shape.hp()) * self.secrets.hashes.n
    }

    /// Writes the leaves. Each thread works in [`BATCH`] times [`leaves::room`] of `room`.
    pub(crate) fn leaves(&self, nodes: &mut [u8], workers: &Workers, room: &mut [u8]) {
        let (secrets, hp) = (self.secrets, self.secrets.params.shape.hp());
        let n = secrets.hashes.n;
        let each = BATCH * leaves::room(&secrets.params);
        let bottom = &mut nodes[..self.bottom_len()];
        workers.each_in(bottom, [n, BATCH], room, each, |room, first, out| {
            let mut some = [self.trees[0]; BATCH];
            let mut places = [0; BATCH];
            let mut count = 0;
            for place in 0..out.len() / n {
                let at = first + place;
                let (tree, number) = (self.trees[at >> hp], at as u32 & ((1 << hp) - 1));
                if !(self.without && tree.number == number) {
                    some[count] = Leaf { address: tree.address, number };
                    places[count] = place;
                    count += 1;
                }
            }
            if count == 0 {
                return;
            }
            let mut keys = [0; BATCH * super::digest::N_MAX];
            leaves::leaves(secrets, &some[..count], room, &mut keys[..count * n]);
            for (key, place) in keys.chunks_exact(n).zip(&places[..count]) {
                out[place * n..][..n].copy_from_slice(key);
            }
        });
    }

    /// Writes the leaf of a tree that is left out.
    pub(crate) fn set_leaf(&self, tree: usize, nodes: &mut [u8], key: &[u8]) {
        let at = self.at(tree, 0) + self.trees[tree].number as usize * key.len();
        nodes[at..][..key.len()].copy_from_slice(key);
    }

    /// Computes everything above the leaves.
    pub(crate) fn complete(&self, nodes: &mut [u8]) {
        for height in 1..=self.secrets.params.shape.hp() {
            let (below, above) = nodes.split_at_mut(self.at(0, height));
            let children = &below[self.at(0, height - 1)..];
            let per_tree = 1 << (self.secrets.params.shape.hp() - height);
            let count = self.trees.len() * per_tree;
            self.nodes(height, 0..count, children, &mut above[..count * self.secrets.hashes.n]);
        }
    }

    /// Computes everything above the leaves of one tree that does not stand above the leaf that is left
    /// out.
    pub(crate) fn complete_without(&self, nodes: &mut [u8]) {
        let n = self.secrets.hashes.n;
        for height in 1..self.secrets.params.shape.hp() {
            let (below, above) = nodes.split_at_mut(self.at(0, height));
            let children = &below[self.at(0, height - 1)..];
            let count = 1 << (self.secrets.params.shape.hp() - height);
            let hole = (self.trees[0].number >> height) as usize;
            for range in [0..hole, hole + 1..count] {
                let (children, out) =
                    (&children[range.start * 2 * n..], &mut above[range.start * n..]);
                let out = &mut out[..range.len() * n];
                self.nodes(height, range, children, out);
            }
        }
    }

    /// Computes nodes at `height`, counted over all trees, whose children are given.
    fn nodes(&self, height: u32, range: core::ops::Range<usize>, children: &[u8], out: &mut [u8]) {
        let hashes = &self.secrets.hashes;
        let (n, width, bits) =
            (hashes.n, hashes.form.len(), self.secrets.params.shape.hp() - height);
        let mut addresses = [0; TOGETHER * ADDRESS];
        let mut number = range.start;
        for (children, out) in children.chunks(2 * n * TOGETHER).zip(out.chunks_mut(n * TOGETHER)) {
            let addresses = &mut addresses[..out.len() / n * width];
            for address in addresses.chunks_exact_mut(width) {
                let tree: Address = self.trees[number >> bits].address;
                let index = number as u32 & ((1 << bits) - 1);
                tree.write(Kind::Tree, [0, height, index], address);
                number += 1;
            }
            hashes.t(addresses, &children[..2 * out.len()], out);
        }
    }

    /// The root of a tree.
    pub(crate) fn root<'n>(&self, tree: usize, nodes: &'n [u8]) -> &'n [u8] {
        &nodes[self.at(tree, self.secrets.params.shape.hp())..][..self.secrets.hashes.n]
    }

    /// Writes the authentication path of a tree's leaf.
    pub(crate) fn path(&self, tree: usize, nodes: &[u8], out: &mut [u8]) {
        let n = self.secrets.hashes.n;
        let number = self.trees[tree].number;
        for (height, out) in (0..).zip(out.chunks_exact_mut(n)) {
            let sibling = (number >> height ^ 1) as usize;
            out.copy_from_slice(&nodes[self.at(tree, height) + sibling * n..][..n]);
        }
    }
}

/// Nodes that are computed at a time.
const TOGETHER: usize = 64;
