//! Trees above trees (HSS, XMSS^MT). What a signature costs depends on what went before it: the trees
//! that come next grow while those in use are used up, and catch up when a key has been loaded or
//! skipped.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::Cost;
use super::walk::{Walk, Work};
use crate::stateful::Shape;

/// What a tree costs. Its scheme says what a leaf and a node are, and how a leaf signs a tree below.
pub(crate) trait Tree: Debug {
    /// What the costs of a signature depend on.
    type Digits: Copy;

    /// How it is walked through.
    fn walk(&self) -> &Walk;

    /// Leaves, one-time keys included, and nodes.
    fn work(&self, work: Work) -> u64;

    /// Deriving the tree below from this one.
    fn child(&self) -> u64;

    /// A leaf's signature of the tree below, path included; `None` for any digits.
    fn link(&self, below: &Self, digits: Option<Self::Digits>) -> Cost;

    /// A walk that stands at `leaf`.
    fn build(&self, leaf: u32) -> u64 {
        self.work(self.walk().build(leaf))
    }

    /// Going on from `leaf`, if there is a next one.
    fn step(&self, leaf: u32) -> u64 {
        self.work(self.walk().step(leaf))
    }

    /// Going from one leaf to another.
    fn seek(&self, from: u32, to: u32) -> u64 {
        self.work(self.walk().seek(from, to))
    }
}

/// The levels of a key, from the top down: where it stands and what is there of its trees.
///
/// Links are given by the digits that they sign, that of level `i` to the tree below it at `i`.
#[derive(Clone, Debug)]
pub(crate) struct Levels<T: Tree> {
    shape: Shape,
    trees: Vec<T>,
    index: u64,
    /// Of each level that is there, the leaves of the tree that comes next, when it has been begun.
    next: Vec<Option<u32>>,
}

impl<T: Tree> Levels<T> {
    /// A key that has just been generated.
    pub(crate) fn new(shape: Shape, trees: Vec<T>) -> Self {
        Self { shape, trees, index: 0, next: vec![None] }
    }

    /// Index of the next signature.
    pub(crate) const fn index(&self) -> u64 {
        self.index
    }

    /// What a tree of each level costs.
    pub(crate) fn trees(&self) -> &[T] {
        &self.trees
    }

    /// What a tree at the bottom costs.
    pub(crate) fn bottom(&self) -> &T {
        &self.trees[self.trees.len() - 1]
    }

    pub(crate) fn is_used_up(&self) -> bool {
        self.index == self.shape.end().unwrap_or(u64::MAX)
    }

    /// Whether the key has an index: the number of all is that of a key that is used up.
    pub(crate) fn has(&self, index: u64) -> bool {
        self.shape.end().is_none_or(|end| index <= end)
    }

    /// Building the top tree of a new key.
    pub(crate) fn generate(&self) -> u64 {
        self.trees[0].build(0)
    }

    /// Building the top tree of a key that then stands at this index.
    pub(crate) fn load(&mut self, index: u64) -> u64 {
        (self.index, self.next) = (index, vec![None]);
        self.trees[0].build(self.shape.leaf(0, self.shape.standing(index)))
    }

    /// Building the trees that the next signature needs, and what would be there by now of those that
    /// come next.
    pub(crate) fn prepare(&mut self, links: Option<&[T::Digits]>) -> Cost {
        let mut cost = self.build(links);
        if self.is_used_up() {
            return cost;
        }
        for i in 1..self.trees.len() {
            let due = self.shape.grown(i, self.index);
            if due > 0 {
                cost += Cost::exactly(self.grow_to(i, self.index, |grown| grown.max(due)));
            }
        }
        cost
    }

    /// Building the trees that the next signature needs.
    pub(crate) fn build(&mut self, links: Option<&[T::Digits]>) -> Cost {
        let mut cost = Cost::default();
        if self.is_used_up() {
            return cost;
        }
        for i in self.next.len()..self.trees.len() {
            let tree = self.trees[i].build(self.shape.leaf(i, self.index));
            cost += Cost::exactly(self.trees[i - 1].child() + tree) + self.push(i, links);
        }
        cost
    }

    /// Skipping to an index.
    pub(crate) fn skip_to(&mut self, to: u64) -> u64 {
        let from = self.index;
        if to <= from || self.shape.end().is_some_and(|end| to >= end) {
            return 0;
        }
        self.index = to;
        let mut cost = 0;
        for i in 0..self.next.len() {
            if i > 0 && self.shape.tree(i, from) != self.shape.tree(i, to) {
                self.next.truncate(i);
                break;
            }
            cost += self.trees[i].seek(self.shape.leaf(i, from), self.shape.leaf(i, to));
        }
        cost
    }

    /// Going on to the next index after a signature that costs this. The links are those of trees that
    /// are used from then on; missing trees are linked by any digits.
    pub(crate) fn sign(&mut self, signature: Cost, links: Option<&[T::Digits]>) -> Cost {
        if self.is_used_up() {
            return Cost::default();
        }
        let cost = self.build(None) + signature;
        let index = self.index;
        self.index += 1;
        if self.is_used_up() { cost } else { cost + self.advance(index, links) }
    }

    /// Goes where the key stands when all indices before this one have signed, at once.
    pub(crate) fn sign_until(&mut self, index: u64) {
        let (from, to) = (self.index, self.shape.end().map_or(index, |end| index.min(end)));
        if to <= from {
            return;
        }
        self.next.resize(self.trees.len(), None);
        for i in 1..self.trees.len() {
            let leaves = 1 << self.trees[i].walk().height();
            // When the tree began, or was found as it is.
            let same = self.shape.tree(i, from) == self.shape.tree(i, to);
            let since = if same { from } else { to - self.shape.leaf_and_below(i, to) };
            let next = if same { self.next[i] } else { None };
            let turns = self.turns(i, to) - self.turns(i, since);
            self.next[i] = match self.children(i, to) {
                Some(_) if turns > 0 => {
                    let grown = next.unwrap_or(self.trees[i].walk().begun());
                    // Each turn takes what is missing through the turns that are left, rounded up:
                    // the remainder goes to the first ones.
                    let missing = leaves - grown;
                    let left = leaves - (self.turns(i, since) % u64::from(leaves)) as u32;
                    // Fewer than there are leaves.
                    let turns = turns as u32;
                    Some(grown + turns * (missing / left) + turns.min(missing % left))
                }
                _ => next,
            };
        }
        self.index = to;
    }

    /// Going on from `index`, which is not the last.
    fn advance(&mut self, index: u64, links: Option<&[T::Digits]>) -> Cost {
        let last = self.trees.len() - 1;
        let mut cost: u64 = (1..=last).map(|i| self.grow(i, index)).sum();
        let step = |i: usize| self.trees[i].step(self.shape.leaf(i, index));
        // The trees from here on are used up.
        let ended = (1..=last).find(|&i| self.shape.leaf_and_below(i, index + 1) == 0);
        let Some(ended) = ended else { return Cost::exactly(cost + step(last)) };
        cost += step(ended - 1);
        for i in ended..=last {
            let grown = self.next[i].unwrap_or_else(|| {
                cost += self.children(i, index).unwrap_or(0);
                self.trees[i].walk().begun()
            });
            cost += self.trees[i].work(self.trees[i].walk().finish(grown));
        }
        self.next.truncate(ended);
        Cost::exactly(cost) + (ended..=last).map(|i| self.push(i, links)).sum()
    }

    /// Lets the next tree of level `i` grow at the signature with this index.
    fn grow(&mut self, i: usize, index: u64) -> u64 {
        if !self.shape.grows(i, index) {
            return 0;
        }
        let leaves = 1 << self.trees[i].walk().height();
        let left = leaves - self.shape.leaf(i, index);
        self.grow_to(i, index, |grown| grown + (leaves - grown).div_ceil(left))
    }

    /// Lets the next tree of level `i` grow from as many leaves as it has to as many as `to` says.
    fn grow_to(&mut self, i: usize, index: u64, to: impl FnOnce(u32) -> u32) -> u64 {
        // None comes after the last tree.
        let Some(children) = self.children(i, index) else { return 0 };
        let (begin, grown) = match self.next[i] {
            Some(grown) => (0, grown),
            None => (children, self.trees[i].walk().begun()),
        };
        let to = to(grown);
        self.next[i] = Some(to);
        begin + self.trees[i].work(self.trees[i].walk().grow(grown, to))
    }

    /// How many of the indices before this one let the next tree of level `i` grow
    /// ([`Shape::grows`]).
    fn turns(&self, i: usize, index: u64) -> u64 {
        match self.shape.below(i) {
            0 => index,
            below if below >= u64::BITS => 0,
            below => {
                let since = (1 << below) - 1 - self.shape.levels_below(i);
                // No more than there are indices.
                ((u128::from(index) + u128::from(since)) >> below) as u64
            }
        }
    }

    /// Deriving the next tree of level `i`, from the highest level down that goes on to another
    /// leaf for it; `None` if there is no next tree.
    fn children(&self, i: usize, index: u64) -> Option<u64> {
        let mut cost = 0;
        for above in (0..i).rev() {
            cost += self.trees[above].child();
            let leaf = self.shape.leaf(above, index);
            if leaf + 1 < 1 << self.trees[above].walk().height() {
                return Some(cost);
            }
        }
        None
    }

    /// Adding level `i`, which the leaf above signs.
    fn push(&mut self, i: usize, links: Option<&[T::Digits]>) -> Cost {
        self.next.push(None);
        let digits = links.and_then(|links| links.get(i - 1).copied());
        self.trees[i - 1].link(&self.trees[i], digits)
    }
}
