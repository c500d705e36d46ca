//! The tree over the one-time keys (RFC 8554 section 5.3), built from a seed.
//!
//! ```text
//! T[r] = H(I ‖ u32(r) ‖ u16(0x8282) ‖ K[r - 2^h])              a leaf
//! T[r] = H(I ‖ u32(r) ‖ u16(0x8383) ‖ T[2r] ‖ T[2r+1])         a node
//! ```

use alloc::vec;
use alloc::vec::Vec;

use lanes::{LaneHash, Runs};

use super::ots::{D_INTR, D_LEAF, NUMBERS, Ots};
use super::params::{I_LEN, Params};
use crate::seed::Seed;
use crate::tree::{BATCH, Tree};

/// A tree with its secrets.
#[derive(Debug)]
pub struct LmsTree {
    pub(crate) params: Params,
    pub(crate) id: [u8; I_LEN],
    pub(crate) seed: Seed,
    pub(crate) ots: Ots,
    /// Heads of the chains of a leaf, so that signing allocates nothing.
    pub(crate) heads: Vec<u8>,
}

impl LmsTree {
    pub(crate) fn new(
        hash: &'static dyn LaneHash,
        params: Params,
        id: [u8; I_LEN],
        seed: Seed,
    ) -> Self {
        let ots = Ots::new(hash, params.ots, &id);
        let heads = vec![0; ots.heads_len()];
        Self { params, id, seed, ots, heads }
    }
}

impl Tree for LmsTree {
    fn n(&self) -> usize {
        self.params.lms.m
    }

    fn live_len(&self) -> usize {
        self.heads.capacity() + self.seed.live_len()
    }

    fn scratch_len(&self) -> usize {
        let n = self.params.ots.n;
        BATCH * (self.ots.heads_len() + n * self.params.ots.p() + n)
    }

    fn leaves(&self, first: u32, out: &mut [u8], scratch: &mut [u8]) {
        let n = self.params.ots.n;
        let count = out.len() / n;
        let (heads, scratch) = scratch.split_at_mut(count * self.ots.heads_len());
        let (values, scratch) = scratch.split_at_mut(count * n * self.params.ots.p());
        let keys = &mut scratch[..count * n];
        self.ots.heads(first, heads);
        let runs = Runs::Same(self.ots.whole());
        self.ots.chains_from_secrets(self.seed.expose(), heads, runs, values);
        self.ots.public_keys(first, values, keys);
        self.ots.numbered((1 << self.params.lms.h) + first, D_LEAF, keys, out);
    }

    fn parents(&self, height: u32, first: u32, children: &[u8], out: &mut [u8]) {
        let n = self.n();
        let mut number = (1 << (self.params.lms.h - height)) + first;
        for (children, out) in children.chunks(2 * n * NUMBERS).zip(out.chunks_mut(n * NUMBERS)) {
            self.ots.numbered(number, D_INTR, children, out);
            number += NUMBERS as u32;
        }
    }
}
