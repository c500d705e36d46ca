//! The leaves of a tree, one after the other: what LMS and every level of HSS sign with.

use lanes::Runs;
use signer::{Error, Randomness, check_length};

use super::codec::PublicKey;
use super::ots::{N_MAX, P_MAX, from_secret};
use super::tree::LmsTree;
use crate::cache::{Reader, Writer};
use crate::walk::{self, Walk, WalkKind};
use crate::workers::Workers;

/// A tree that stands at a leaf. Whoever has it counts the leaves: here none is refused.
#[derive(Debug)]
pub(crate) struct Leaves {
    tree: LmsTree,
    public: PublicKey,
    walk: Box<dyn Walk>,
    leaf: u32,
    /// Heads of the chains of a leaf, so that signing allocates nothing.
    heads: Vec<u8>,
}

impl Leaves {
    /// Builds the tree as far as the walk asks for, and stands at `leaf`.
    pub(crate) fn new(tree: LmsTree, leaf: u32, walk: WalkKind, workers: &Workers) -> Self {
        let walk = walk::build(walk, &tree, tree.params.lms.h, leaf, workers);
        Self::over(tree, walk, leaf)
    }

    /// A tree with a walk that stands at `leaf`.
    pub(crate) fn over(tree: LmsTree, walk: Box<dyn Walk>, leaf: u32) -> Self {
        let public = PublicKey::new(tree.params, tree.id, walk.root());
        let heads = vec![0; tree.ots.heads_len()];
        Self { tree, public, walk, leaf, heads }
    }

    pub(crate) const fn tree(&self) -> &LmsTree {
        &self.tree
    }

    pub(crate) const fn public(&self) -> &PublicKey {
        &self.public
    }

    pub(crate) const fn leaf(&self) -> u32 {
        self.leaf
    }

    /// Writes where it stands and what it keeps, for [`load`](Self::load).
    pub(crate) fn save(&self, to: &mut Writer) {
        to.word(self.leaf);
        self.walk.save(to);
    }

    /// What was saved of this tree; none if it is not there.
    pub(crate) fn load(
        tree: LmsTree,
        walk: WalkKind,
        workers: &Workers,
        from: &mut Reader<'_>,
    ) -> Option<Self> {
        let leaf = from.word()?;
        let walk = walk::load(walk, &tree, tree.params.lms.h, leaf, workers, from)?;
        Some(Self::over(tree, walk, leaf))
    }

    /// Goes to the next leaf, if there is one.
    pub(crate) fn step(&mut self) {
        if self.leaf + 1 < 1 << self.tree.params.lms.h {
            self.walk.step(&self.tree);
            self.leaf += 1;
        }
    }

    /// Goes to a leaf.
    pub(crate) fn seek(&mut self, leaf: u32) {
        // In HSS most levels stay where they are.
        if leaf != self.leaf {
            self.walk.seek(&self.tree, leaf);
            self.leaf = leaf;
        }
    }

    /// Bytes of memory.
    pub(crate) fn live_len(&self) -> usize {
        self.walk.live_len() + self.heads.len() + self.tree.seed.expose().len()
    }

    /// `C` for the current leaf, in the first `n` bytes of `c`.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails, [`Error::Length`] if what is given has another length.
    pub(crate) fn randomiser<'c>(
        &self,
        randomness: Randomness<'_>,
        c: &'c mut [u8; N_MAX],
    ) -> Result<&'c [u8], Error> {
        let c = &mut c[..self.tree.params.ots.n];
        match randomness {
            Randomness::Deterministic => {
                self.tree.ots.randomiser(self.tree.seed.expose(), self.leaf, c);
            }
            Randomness::Fresh(entropy) => entropy.fill(c)?,
            Randomness::Given(given) => {
                check_length("randomness", c.len(), given)?;
                c.copy_from_slice(given);
            }
        }
        Ok(c)
    }

    /// Writes the signature of `message` by the current leaf into `signature`, which is as long.
    pub(crate) fn sign(&mut self, c: &[u8], message: &[u8], signature: &mut [u8]) {
        let Self { tree, walk, leaf: q, heads, .. } = self;
        let (params, ots) = (&tree.params, &tree.ots);
        let (n, p) = (params.ots.n, params.ots.p());
        let (words, rest) = signature.split_at_mut(8);
        words[..4].copy_from_slice(&q.to_be_bytes());
        words[4..].copy_from_slice(&params.ots.code.to_be_bytes());
        let (randomiser, rest) = rest.split_at_mut(n);
        randomiser.copy_from_slice(c);
        let (y, rest) = rest.split_at_mut(n * p);
        let (code, path) = rest.split_at_mut(4);
        code.copy_from_slice(&params.lms.code.to_be_bytes());

        let mut digest = [0; N_MAX];
        let digest = &mut digest[..n];
        ots.message_hash(*q, c, message, digest);
        let mut runs = [from_secret(0); P_MAX];
        ots.winternitz.digits(digest, |i, digit| runs[i] = from_secret(digit));
        ots.heads(*q, heads);
        ots.chains_from_secrets(tree.seed.expose(), heads, Runs::Each(&runs[..p]), y);
        walk.path(tree, path);
    }
}
