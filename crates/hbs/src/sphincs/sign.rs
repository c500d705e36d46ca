//! Signing (FIPS 205 Alg. 19, and within it Alg. 7, 10, 12 and 16).
//!
//! What a one-time key of the hypertree signs is the root of the tree below, but that key's tree does
//! not depend on it: trees are built a few layers at a time, with all values of the chains that are to
//! sign kept, and the signatures are picked out of them. In the top layer nothing of the signing leaf is
//! needed beyond its signature, so that its chains stop there.
//!
//! Everything happens in one allocation, [`scratch_len`] bytes, beside the signature itself.

use alloc::vec::Vec;

use lanes::{Run, Runs};

use super::digest::{Digest, N_MAX, prf_msg};
use super::hypertree::Forest;
use super::leaf::Leaf;
use super::leaves::{self, BATCH, public_keys};
use super::message::Message;
use super::params::{K_MAX, Params, Shape};
use super::scratch::Scratch;
use super::secrets::Secrets;
use super::wots::{self, LEN_MAX, VALUES};
use super::{address::ADDRESS, fors};
use crate::workers::Workers;

/// A key, as far as signing needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signing<'a> {
    pub(crate) secrets: &'a Secrets,
    /// `PK.seed ‖ PK.root`.
    pub(crate) public_key: &'a [u8],
    /// The nodes of the top tree, if they are kept.
    pub(crate) top: Option<&'a [u8]>,
    pub(crate) workers: &'a Workers,
}

/// Leaves whose chains run together with all their values kept.
const SIGNERS: usize = 4;
/// Layers of the hypertree at most.
const D_MAX: usize = 22;

/// Sizes of what is worked in, in bytes.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// Layers that are built together.
    layers: usize,
    /// For each thread.
    room: usize,
    /// The records of all FORS trees.
    records: usize,
    /// All values of the signing leaves of those layers.
    values: usize,
    /// The nodes of those layers' trees.
    nodes: usize,
}

impl Sizes {
    fn new(params: &Params, threads: usize) -> Self {
        let Shape { n, d, k, .. } = params.shape;
        let layers = match params.shape.hp() {
            _ if threads > 1 => d as usize - 1,
            // A small part of the work, which needs no other's lanes.
            8.. => 1,
            _ => SIGNERS,
        };
        let len = params.shape.wots_len();
        let room =
            (BATCH * leaves::room(params)).max(fors::room(params)).max(SIGNERS * len * ADDRESS);
        Self {
            layers,
            room,
            records: k as usize * fors::record_len(params),
            values: layers * VALUES * len * n,
            nodes: layers * ((2 << params.shape.hp()) - 1) * n,
        }
    }
}

/// Bytes that signing works in, beside the signature, with so many threads.
pub(crate) fn scratch_len(params: &Params, threads: usize) -> usize {
    let Sizes { room, records, values, nodes, .. } = Sizes::new(params, threads);
    threads * room + records + values + nodes
}

/// Replaces `signature` by that of a message, with the randomness that `addrnd` is.
pub(crate) fn sign_internal(
    signing: Signing<'_>,
    addrnd: &[u8],
    message: &Message<'_>,
    signature: &mut Vec<u8>,
) {
    let Signing { secrets, public_key, workers, .. } = signing;
    let Secrets { params, hashes, .. } = secrets;
    let Shape { n, d, k, a, .. } = params.shape;
    let sizes = Sizes::new(params, workers.count());
    let mut scratch = Scratch::new(scratch_len(params, workers.count()));
    let (room, rest) = scratch.bytes().split_at_mut(workers.count() * sizes.room);
    let (records, rest) = rest.split_at_mut(sizes.records);
    let (values, nodes) = rest.split_at_mut(sizes.values);

    signature.clear();
    signature.resize(params.signature_len(), 0);
    let (r, rest) = signature.split_at_mut(n);
    let (sig_fors, sig_ht) = rest.split_at_mut(k as usize * (a as usize + 1) * n);
    prf_msg(hashes.message(), secrets.sk_prf(), addrnd, message, r);
    let digest = Digest::new(hashes.message(), params, r, public_key, message);
    let leaf = digest.leaf(params);
    let mut leaves = [Leaf::above(hashes, params, leaf, 0); D_MAX];
    for (layer, above) in (0..d).zip(&mut leaves) {
        *above = Leaf::above(hashes, params, leaf, layer);
    }
    let (top, lower) = leaves[..d as usize].split_last().unwrap_or((&leaves[0], &[]));

    let mut signed = [0; N_MAX];
    let signed = &mut signed[..n];
    let few_time = FewTime { secrets, leaf: leaves[0], digest };
    few_time.sign(workers, sizes.room, room, records, sig_fors, signed);

    let layer_len = (params.shape.wots_len() + params.shape.hp() as usize) * n;
    let (sig_lower, sig_top) = sig_ht.split_at_mut(lower.len() * layer_len);
    let group_len = sizes.layers * layer_len;
    for (trees, out) in lower.chunks(sizes.layers).zip(sig_lower.chunks_mut(group_len)) {
        let layers = Layers { forest: Forest { secrets, trees, without: true }, workers };
        layers.sign(sizes.room, room, values, nodes, signed, out);
    }
    sign_top(signing, *top, room, nodes, signed, sig_top);
}

/// FORS of a digest.
struct FewTime<'a> {
    secrets: &'a Secrets,
    /// The one-time key that signs its public key.
    leaf: Leaf,
    digest: Digest,
}

impl FewTime<'_> {
    /// Writes `SIG_FORS` and the FORS public key.
    fn sign(
        &self,
        workers: &Workers,
        room_len: usize,
        room: &mut [u8],
        records: &mut [u8],
        signature: &mut [u8],
        public_key: &mut [u8],
    ) {
        let Self { secrets, leaf: Leaf { address, number }, digest } = self;
        let params = &secrets.params;
        let (n, record_len) = (params.shape.n, fors::record_len(params));
        let some = fors::together(params);
        workers.each_in(records, [record_len, some], room, room_len, |room, first, records| {
            fors::trees(secrets, *address, *number, digest, first, room, records);
        });
        let mut roots = [0; K_MAX * N_MAX];
        let roots = &mut roots[..params.shape.k as usize * n];
        let kept = record_len - n;
        let parts = signature.chunks_exact_mut(kept).zip(roots.chunks_exact_mut(n));
        for (record, (signature, root)) in records.chunks_exact(record_len).zip(parts) {
            signature.copy_from_slice(&record[..kept]);
            root.copy_from_slice(&record[kept..]);
        }
        fors::public_key(&secrets.hashes, *address, *number, roots, public_key);
    }
}

/// Neighbouring layers of the hypertree, but the top one.
struct Layers<'a> {
    forest: Forest<'a>,
    workers: &'a Workers,
}

impl Layers<'_> {
    /// Writes what the layers have in the signature. `signed` is what the lowest one signs, and then
    /// what the layer above them does.
    fn sign(
        &self,
        room_len: usize,
        room: &mut [u8],
        values: &mut [u8],
        nodes: &mut [u8],
        signed: &mut [u8],
        out: &mut [u8],
    ) {
        let Forest { secrets, trees, .. } = self.forest;
        let Secrets { params, hashes, .. } = secrets;
        let (n, len) = (params.shape.n, params.shape.wots_len());
        let (one, last) = (VALUES * len * n, (VALUES - 1) * len * n);
        let values = &mut values[..trees.len() * one];
        self.workers.each_in(values, [SIGNERS * one, 1], room, room_len, |room, piece, values| {
            let leaves = &trees[piece * SIGNERS..][..values.len() / one];
            let starts = &mut values[..leaves.len() * len * n];
            let addresses = leaves::starts(secrets, leaves, room, starts);
            hashes.chain_values(addresses, wots::STEPS, values);
        });
        for (piece, values) in values.chunks(SIGNERS * one).enumerate() {
            let leaves = &trees[piece * SIGNERS..][..values.len() / one];
            let mut keys = [0; SIGNERS * N_MAX];
            let keys = &mut keys[..leaves.len() * n];
            public_keys(hashes, leaves, &values[leaves.len() * last..], keys);
            for (tree, key) in (piece * SIGNERS..).zip(keys.chunks_exact(n)) {
                self.forest.set_leaf(tree, nodes, key);
            }
        }
        self.forest.leaves(nodes, self.workers, room);
        self.forest.complete(nodes);
        for (tree, out) in out.chunks_exact_mut(out.len() / trees.len()).enumerate() {
            let (sig, auth) = out.split_at_mut(len * n);
            let first = tree / SIGNERS * SIGNERS;
            let rows = (trees.len() - first).min(SIGNERS) * len;
            let values = &values[first * one..][..rows * VALUES * n];
            let own = (tree - first) * len;
            wots::winternitz(params).digits(signed, |chain, digit| {
                let value = digit as usize * rows + own + chain;
                sig[chain * n..][..n].copy_from_slice(&values[value * n..][..n]);
            });
            self.forest.path(tree, nodes, auth);
            signed.copy_from_slice(self.forest.root(tree, nodes));
        }
    }
}

/// Writes what the top layer has in the signature.
fn sign_top(
    signing: Signing<'_>,
    leaf: Leaf,
    room: &mut [u8],
    nodes: &mut [u8],
    signed: &[u8],
    out: &mut [u8],
) {
    let Signing { secrets, workers, .. } = signing;
    let Secrets { params, hashes, .. } = secrets;
    let len = params.shape.wots_len();
    let (sig, auth) = out.split_at_mut(len * hashes.n);
    let mut runs = [wots::WHOLE; LEN_MAX];
    wots::winternitz(params).digits(signed, |chain, digit| {
        runs[chain] = Run { start: 0, end: digit };
    });
    let addresses = leaves::starts(secrets, &[leaf], room, sig);
    hashes.chains(addresses, Runs::Each(&runs[..len]), sig);
    let forest = Forest { secrets, trees: &[leaf], without: true };
    match signing.top {
        Some(kept) => forest.path(0, kept, auth),
        None => {
            forest.leaves(nodes, workers, room);
            forest.complete_without(nodes);
            forest.path(0, nodes, auth);
        }
    }
}
