//! The traversal of Buchmann, Dahmen and Schneider, as the reference code of XMSS has it, with k = 0.
//!
//! It keeps an authentication path, and computes for each height the node that comes next in it, a
//! leaf at a time, with a budget of `h / 2` leaves a signature: at most `3.5 h n` bytes, and a leaf or
//! so for each height. Its state is what the reference code writes into its keys, stale bytes
//! included, so here nothing is cleared that is not cleared there.

mod codec;
mod finder;

use alloc::vec;
use alloc::vec::Vec;

use signer::Error;

use self::finder::Finder;
use crate::tree::Tree;
use crate::workers::Workers;

/// The state of one tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bds {
    n: usize,
    height: u32,
    /// Nodes on their way up, of all [`TreeHash`] together; those of one are next to each other.
    stack: Vec<u8>,
    /// How many there are.
    offset: u32,
    /// Their heights.
    levels: Vec<u8>,
    /// The authentication path of the next leaf.
    auth: Vec<u8>,
    /// Nodes that were in the path and will be needed for another.
    keep: Vec<u8>,
    treehash: Vec<TreeHash>,
    /// Leaves that a tree has that grows.
    next_leaf: u32,
}

/// The computation of one node, leaf by leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TreeHash {
    height: u8,
    next_leaf: u32,
    /// Nodes on the stack that are its own.
    used: u8,
    completed: bool,
    node: Vec<u8>,
}

impl Bds {
    /// A tree that has not begun to grow: nothing but zeros.
    pub(crate) fn empty(n: usize, height: u32) -> Self {
        let h = height as usize;
        let treehash =
            TreeHash { height: 0, next_leaf: 0, used: 0, completed: false, node: vec![0; n] };
        Self {
            n,
            height,
            stack: vec![0; (h + 1) * n],
            offset: 0,
            levels: vec![0; h + 1],
            auth: vec![0; h * n],
            keep: vec![0; h / 2 * n],
            treehash: vec![treehash; h],
            next_leaf: 0,
        }
    }

    /// At a leaf of a tree, with all nodes there that come next; and the root. At the first leaf it is
    /// the state that the reference code begins with.
    pub(crate) fn new(
        tree: &dyn Tree,
        height: u32,
        leaf: u32,
        workers: &Workers,
    ) -> (Self, Vec<u8>) {
        let n = tree.n();
        let mut bds = Self::empty(n, height);
        let mut nodes = Finder::new(tree, height, leaf, workers);
        for q in 0..height {
            let i = q as usize;
            bds.auth[i * n..][..n].copy_from_slice(nodes.node(q, (leaf >> q) ^ 1));
            let treehash = &mut bds.treehash[i];
            (treehash.height, treehash.completed) = (q as u8, true);
            // The first leaf whose path has another node at this height.
            let other = ((leaf >> (q + 1)) + 1) << (q + 1);
            if other >> height == 0 {
                treehash.node.copy_from_slice(nodes.node(q, (other >> q) + 1));
            }
            // The next leaf that a node of the next height ends with, and whether its right child has
            // been in the path and is no longer.
            let end: u32 = (1 << (q + 1)) - 1;
            let next = leaf + (end.wrapping_sub(leaf) & ((2 << (q + 1)) - 1));
            if q + 2 <= height && next >> height == 0 && next - leaf < 1 << q {
                bds.keep[i / 2 * n..][..n].copy_from_slice(nodes.node(q, next >> q));
            }
        }
        (bds, nodes.root().to_vec())
    }

    /// A tree that has grown, to be taken up.
    pub(crate) fn grown(tree: &dyn Tree, height: u32, workers: &Workers) -> Self {
        let (mut bds, root) = Self::new(tree, height, 0, workers);
        bds.stack[..bds.n].copy_from_slice(&root);
        (bds.offset, bds.levels[0], bds.next_leaf) = (1, height as u8, 1 << height);
        bds
    }

    /// Bytes of memory beside itself.
    pub(crate) fn live_len(&self) -> usize {
        let bytes = [&self.stack, &self.levels, &self.auth, &self.keep].map(Vec::capacity);
        let nodes: usize = self.treehash.iter().map(|treehash| treehash.node.capacity()).sum();
        let treehash = self.treehash.capacity() * size_of::<TreeHash>();
        bytes.iter().sum::<usize>() + treehash + nodes
    }

    /// The authentication path of the next leaf, its sibling first.
    pub(crate) fn auth(&self) -> &[u8] {
        &self.auth
    }

    /// The node at the bottom of the stack: the root of a tree that has grown.
    pub(crate) fn bottom(&self) -> &[u8] {
        &self.stack[..self.n]
    }

    /// Goes on to the path of the leaf after `leaf`, which is not the last.
    pub(crate) fn round(&mut self, tree: &dyn Tree, leaf: u32, scratch: &mut [u8]) {
        let (n, h, tau) = (self.n, self.height, leaf.trailing_ones());
        let at = |q: u32| q as usize * n..(q as usize + 1) * n;
        let mut pair = Vec::with_capacity(2 * n);
        if tau > 0 {
            pair.extend(&self.auth[at(tau - 1)]);
            pair.extend(&self.keep[at((tau - 1) >> 1)]);
        }
        if tau + 1 < h && leaf >> (tau + 1) & 1 == 0 {
            self.keep[at(tau >> 1)].copy_from_slice(&self.auth[at(tau)]);
        }
        if tau == 0 {
            return tree.leaves(leaf, &mut self.auth[at(0)], scratch);
        }
        tree.parents(tau, leaf >> tau, &pair, &mut self.auth[at(tau)]);
        for i in 0..tau {
            let treehash = &mut self.treehash[i as usize];
            self.auth[at(i)].copy_from_slice(&treehash.node);
            let start = u64::from(leaf) + 1 + (3 << i);
            if start < 1 << h {
                treehash.height = i as u8;
                treehash.next_leaf = start as u32;
                (treehash.completed, treehash.used) = (false, 0);
            }
        }
    }

    /// Computes up to `budget` leaves of the nodes that come next; what is left of the budget, as the
    /// reference code returns it: in 8 bits with a sign.
    ///
    /// # Errors
    ///
    /// [`Error::Corrupt`] if the stack is full, which it never is in a state that began as one.
    pub(crate) fn update(
        &mut self,
        tree: &dyn Tree,
        budget: u32,
        scratch: &mut [u8],
    ) -> Result<u32, Error> {
        let mut left = budget;
        while left > 0 {
            let Some(next) = self.lowest() else { break };
            self.step(tree, next, scratch)?;
            left -= 1;
        }
        Ok(i32::from(left as i8) as u32)
    }

    /// The computation whose lowest node is lowest.
    fn lowest(&self) -> Option<usize> {
        let low = |(i, treehash): (usize, &TreeHash)| match treehash {
            TreeHash { completed: true, .. } => None,
            TreeHash { used: 0, .. } => Some((i as u8, i)),
            TreeHash { used, .. } => {
                let top = &self.levels[..self.offset as usize];
                let own = &top[top.len().saturating_sub(usize::from(*used))..];
                Some((own.iter().copied().min()?, i))
            }
        };
        let lows = self.treehash.iter().enumerate().filter_map(low);
        let lows = lows.filter(|(low, _)| u32::from(*low) < self.height);
        lows.min().map(|(_, i)| i)
    }

    /// Adds a leaf to one computation.
    fn step(&mut self, tree: &dyn Tree, i: usize, scratch: &mut [u8]) -> Result<(), Error> {
        let n = self.n;
        let TreeHash { height: due, next_leaf: number, .. } = self.treehash[i];
        let mut pair = vec![0; 2 * n];
        let mut height = 0;
        tree.leaves(number, &mut pair[n..], scratch);
        while self.treehash[i].used > 0 && self.top() == Some(height) {
            self.merge(tree, height, number, &mut pair);
            self.treehash[i].used -= 1;
            height += 1;
        }
        let treehash = &mut self.treehash[i];
        if height == due {
            treehash.node.copy_from_slice(&pair[n..]);
            treehash.completed = true;
            return Ok(());
        }
        treehash.used += 1;
        treehash.next_leaf += 1;
        self.push(height, &pair[n..])
    }

    /// Adds a leaf to a tree that grows, if one is missing. Nodes of the first path stay behind.
    ///
    /// # Errors
    ///
    /// As [`update`](Self::update).
    pub(crate) fn grow(&mut self, tree: &dyn Tree, scratch: &mut [u8]) -> Result<(), Error> {
        let (n, number) = (self.n, self.next_leaf);
        if number >> self.height != 0 {
            return Ok(());
        }
        let mut pair = vec![0; 2 * n];
        tree.leaves(number, &mut pair[n..], scratch);
        let mut height = 0;
        self.push(0, &pair[n..])?;
        while self.offset > 1 && self.levels[self.offset as usize - 2] == height {
            let q = height as usize;
            match number >> height {
                1 => self.auth[q * n..][..n].copy_from_slice(&pair[n..]),
                3 => self.treehash[q].node.copy_from_slice(&pair[n..]),
                _ => {}
            }
            // The right child stays where it is, above what is left.
            self.offset -= 1;
            self.merge(tree, height, number, &mut pair);
            height += 1;
            self.push(height, &pair[n..])?;
        }
        self.next_leaf += 1;
        Ok(())
    }

    /// Begins to grow another tree; what else there is stays.
    pub(crate) const fn restart(&mut self) {
        (self.offset, self.next_leaf) = (0, 0);
    }

    /// Makes a tree that has grown the one in use.
    pub(crate) fn take_up(&mut self) {
        self.treehash.iter_mut().for_each(|treehash| treehash.completed = true);
    }

    /// Height of the node on top of the stack.
    fn top(&self) -> Option<u8> {
        self.levels[..self.offset as usize].last().copied()
    }

    /// Takes the node on top of the stack, which is left of the one in the second half of `pair`, and
    /// puts their parent there.
    fn merge(&mut self, tree: &dyn Tree, height: u8, number: u32, pair: &mut [u8]) {
        let n = self.n;
        self.offset -= 1;
        pair[..n].copy_from_slice(&self.stack[self.offset as usize * n..][..n]);
        let above = u32::from(height) + 1;
        let mut parent = [0; 64];
        tree.parents(above, number >> above, pair, &mut parent[..n]);
        pair[n..].copy_from_slice(&parent[..n]);
    }

    fn push(&mut self, height: u8, node: &[u8]) -> Result<(), Error> {
        let at = self.offset as usize;
        let level = self.levels.get_mut(at).ok_or(Error::Corrupt { what: "stack" })?;
        *level = height;
        self.stack[at * self.n..][..self.n].copy_from_slice(node);
        self.offset += 1;
        Ok(())
    }
}
