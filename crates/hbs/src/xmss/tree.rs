//! Trees over one-time keys (RFC 8391 section 4.1.6), built from a seed.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use lanes::{Engines, Midstate, Runs};

use super::address::{ADDRESS, Address};
use super::hashes::Hashes;
use super::params::Params;
use super::{ltree, wots};
use crate::node::N_MAX;
use crate::seed::Seed;
use crate::tree::{BATCH, Tree};

/// What all trees of a key follow from: `SK_SEED ‖ SK_PRF ‖ SEED`, and hashing under it.
#[derive(Debug)]
pub(crate) struct Secrets {
    pub(crate) params: Params,
    pub(crate) hashes: Hashes,
    pub(crate) seeds: Seed,
    /// For the secrets of chains.
    keygen: Midstate,
    /// For randomisers.
    prf: Midstate,
}

impl Secrets {
    pub(crate) fn new(params: Params, seeds: &[u8], engines: Engines) -> Self {
        let n = params.n();
        let ([sk_seed, sk_prf], seed) = (halves(&seeds[..2 * n]), &seeds[2 * n..]);
        let hashes = Hashes::new(engines, &params, seed);
        let (keygen, prf) = (hashes.prf_keygen_of(sk_seed, seed), hashes.prf_of(sk_prf));
        Self { params, hashes, seeds: Seed::new(seeds), keygen, prf }
    }

    /// Bytes of memory that an [`Arc`] of it takes: itself, its seeds, and two counters.
    pub(crate) fn live_len(&self) -> usize {
        2 * size_of::<usize>() + size_of::<Self>() + self.seeds.live_len()
    }

    pub(crate) fn sk_seed(&self) -> &[u8] {
        &self.seeds.expose()[..self.hashes.n]
    }

    pub(crate) fn sk_prf(&self) -> &[u8] {
        &self.seeds.expose()[self.hashes.n..2 * self.hashes.n]
    }

    /// `SEED`, which is public.
    pub(crate) fn seed(&self) -> &[u8] {
        &self.seeds.expose()[2 * self.hashes.n..]
    }

    /// `r`, the randomiser of the signature with this index.
    pub(crate) fn randomiser(&self, index: u64, out: &mut [u8]) {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&index.to_be_bytes());
        self.hashes.prf(&self.prf, &bytes, out);
    }

    /// Writes `idx_sig ‖ r`, which the signature with this index begins with, and returns the hash of
    /// the message.
    pub(crate) fn begin<'h>(
        &self,
        root: &[u8],
        index: u64,
        message: &[u8],
        signature: &mut Vec<u8>,
        hash: &'h mut [u8; N_MAX],
    ) -> &'h [u8] {
        let mut r = [0; N_MAX];
        let (r, hash) = (&mut r[..self.hashes.n], &mut hash[..self.hashes.n]);
        self.randomiser(index, r);
        self.hashes.message(r, root, index, message, hash);
        signature.extend(&index.to_be_bytes()[8 - self.params.index_len()..]);
        signature.extend_from_slice(r);
        hash
    }
}

/// A tree with its secrets.
#[derive(Clone, Debug)]
pub struct XmssTree {
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) address: Address,
    /// Addresses of the chains of a leaf, so that signing allocates nothing.
    pub(crate) addresses: Vec<u8>,
}

impl XmssTree {
    pub(crate) fn new(secrets: Arc<Secrets>, address: Address) -> Self {
        let addresses = vec![0; ADDRESS * secrets.params.wots_len()];
        Self { secrets, address, addresses }
    }

    /// Writes the one-time signature of a hash by a leaf.
    pub(crate) fn sign_hash(&mut self, leaf: u32, hash: &[u8], out: &mut [u8]) {
        let Self { secrets, address, addresses } = self;
        let mut runs = [wots::WHOLE; wots::LEN_MAX];
        secrets.params.winternitz().digits(hash, |i, digit| runs[i].end = digit);
        address.chains(leaf, addresses);
        let runs = Runs::Each(&runs[..secrets.params.wots_len()]);
        wots::chains_from_secrets(&secrets.hashes, &secrets.keygen, addresses, runs, out);
    }
}

impl Tree for XmssTree {
    fn n(&self) -> usize {
        self.secrets.hashes.n
    }

    fn live_len(&self) -> usize {
        self.addresses.capacity()
    }

    fn scratch_len(&self) -> usize {
        BATCH * self.secrets.params.wots_len() * (ADDRESS + 2 * self.n())
    }

    fn leaves(&self, first: u32, out: &mut [u8], scratch: &mut [u8]) {
        let Secrets { params, hashes, keygen, .. } = &*self.secrets;
        let (n, len) = (hashes.n, params.wots_len());
        let count = out.len() / n;
        let (addresses, scratch) = scratch.split_at_mut(count * len * ADDRESS);
        let (values, scratch) = scratch.split_at_mut(count * len * n);
        let pairs = &mut scratch[..count * len * n];
        for (leaf, addresses) in (first..).zip(addresses.chunks_exact_mut(len * ADDRESS)) {
            self.address.chains(leaf, addresses);
        }
        wots::chains_from_secrets(hashes, keygen, addresses, Runs::Same(wots::WHOLE), values);
        let at = |k| (self.address, first + k as u32);
        ltree::leaves(hashes, at, len, values, ltree::Room { addresses, pairs }, out);
    }

    fn parents(&self, height: u32, first: u32, children: &[u8], out: &mut [u8]) {
        let n = self.n();
        let mut addresses = [0; ADDRESS * TOGETHER];
        let mut number = first;
        for (children, out) in children.chunks(2 * n * TOGETHER).zip(out.chunks_mut(n * TOGETHER)) {
            let addresses = &mut addresses[..out.len() / n * ADDRESS];
            self.address.nodes(height - 1, number, addresses);
            self.secrets.hashes.nodes(addresses, children, out);
            number += TOGETHER as u32;
        }
    }
}

/// Nodes that are computed at a time.
const TOGETHER: usize = 64;

fn halves(bytes: &[u8]) -> [&[u8]; 2] {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    [first, second]
}
