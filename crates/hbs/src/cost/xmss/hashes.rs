//! Lengths of what is hashed (RFC 8391 section 5.1, SP 800-208 section 5); the chapter
//! [`xmss`](crate::xmss) lays it out.
//!
//! ```text
//! PRF, PRF_keygen     after the midstate of their key
//! F(KEY, M)           PRF twice, for key and mask, and M ^ mask behind toByte(0, p) ‖ key
//! H(KEY, M)           PRF three times, for key and both masks; the same with toByte(1, p)
//! ```

use lanes::{Cpu, LaneHash};

use crate::cost::chains::{self, Price};
use crate::cost::walk::Work;
use crate::xmss::Params;
use crate::xmss::address::ADDRESS;

/// What hashing costs with some parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashes {
    pub(super) params: Params,
    hash: &'static dyn LaneHash,
}

impl Hashes {
    pub(super) fn new(params: Params) -> Self {
        // How many blocks a length is depends on no unit.
        Self { params, hash: params.hash.function.engine(Cpu::portable().engines()) }
    }

    /// Midstates of a private key: of those of a public key, and of `PRF_keygen` and `PRF` with the
    /// secret keys.
    pub(super) fn midstates(&self) -> u64 {
        self.public_midstates() + self.midstate(self.keygen_key()) + self.midstate(self.key())
    }

    /// Midstates of a public key: of `PRF` with `SEED`, and of `F` and `H` without a key.
    pub(super) fn public_midstates(&self) -> u64 {
        self.midstate(self.key()) + 2 * self.midstate(self.params.hash.padding_len)
    }

    /// `R = PRF(SK_PRF, toByte(idx, 32))`
    pub(super) fn randomiser(&self) -> u64 {
        self.prf()
    }

    /// `toByte(2, p) ‖ R ‖ root ‖ toByte(idx, n) ‖ message`
    pub(super) fn message(&self, len: usize) -> u64 {
        self.after(0, self.params.hash.padding_len + 3 * self.params.n() + len)
    }

    /// The secrets of a one-time key: `PRF_keygen(SK_SEED, SEED ‖ ADRS)` for each chain.
    pub(super) fn secrets(&self) -> u64 {
        self.params.wots_len() as u64 * self.after(self.keygen_key(), ADDRESS)
    }

    /// Steps of chains, `F` each. What key and mask begin with before the number of the step, a chain
    /// hashes once.
    pub(super) fn chains(&self) -> Price {
        let common = ((self.key() % self.hash.block() + STEP) / self.hash.block()) as u64;
        Price { step: self.masked(1) - 2 * common, chain: common }
    }

    /// Steps of all chains of a one-time key from their starts to their ends.
    pub(super) const fn whole_steps(&self) -> u64 {
        chains::whole(&self.params.winternitz())
    }

    /// The nodes of an L-tree: each takes one value away, until one is left.
    pub(super) fn ltree(&self) -> u64 {
        (self.params.wots_len() as u64 - 1) * self.node()
    }

    /// `H`, of an L-tree or a tree.
    pub(super) fn node(&self) -> u64 {
        self.masked(2)
    }

    /// Leaves, one-time keys included, and nodes.
    pub(super) fn work(&self, work: Work) -> u64 {
        let chains = self.chains().of(self.whole_steps(), self.params.wots_len() as u64);
        let leaf = self.secrets() + chains + self.ltree();
        work.leaves * leaf + work.nodes * self.node()
    }

    /// `F` or `H` of `parts` values of `n` bytes.
    fn masked(&self, parts: usize) -> u64 {
        let n = self.params.n();
        let hash = self.after(self.params.hash.padding_len, n + parts * n);
        (1 + parts) as u64 * self.prf() + hash
    }

    /// `PRF` of an address or an index.
    fn prf(&self) -> u64 {
        self.after(self.key(), ADDRESS)
    }

    /// `toByte(3, p) ‖ KEY`
    const fn key(&self) -> usize {
        self.params.hash.padding_len + self.params.n()
    }

    /// `toByte(4, p) ‖ SK_SEED ‖ SEED`
    const fn keygen_key(&self) -> usize {
        self.params.hash.padding_len + 2 * self.params.n()
    }

    /// Whole blocks of a prefix, which its midstate is made of.
    fn midstate(&self, prefix: usize) -> u64 {
        (prefix / self.hash.block()) as u64
    }

    /// The rest of a hash of `len` bytes after the midstate of a prefix. No output needs a second
    /// permutation.
    fn after(&self, prefix: usize, len: usize) -> u64 {
        self.hash.blocks(prefix % self.hash.block() + len) as u64
    }
}

/// Bytes of an address before the last one of the number of a step, which alone changes in a chain.
const STEP: usize = 27;
