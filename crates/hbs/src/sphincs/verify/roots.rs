//! From signatures to the roots of top trees (FIPS 205 Alg. 20, and within it Alg. 8, 11, 13 and 17):
//! their chains run together, and so do their nodes, height by height.

use lanes::{Run, Runs};

use crate::node::side_by_side;
use crate::sphincs::address::{Address, Kind};
use crate::sphincs::codec::PublicKey;
use crate::sphincs::digest::Digest;
use crate::sphincs::hashes::Hashes;
use crate::sphincs::leaf::Leaf;
use crate::sphincs::message::Message;
use crate::sphincs::params::{K_MAX, Params, Shape};
use crate::sphincs::wots;

/// A signature with what the digest chooses that it is to be of.
pub(super) struct Item<'a> {
    /// The leaf of each FORS tree, among those of all.
    pub(super) few_time: [u32; K_MAX],
    /// Which leaf of all at the bottom of the hypertree.
    pub(super) leaf: u128,
    pub(super) sig_fors: &'a [u8],
    pub(super) sig_ht: &'a [u8],
}

impl<'a> Item<'a> {
    /// Of a signature that has the set's length.
    pub(super) fn new(
        hashes: &Hashes,
        key: &PublicKey,
        message: &Message<'_>,
        signature: &'a [u8],
    ) -> Self {
        let params = key.params();
        let Shape { n, k, a, .. } = params.shape;
        let (r, rest) = signature.split_at(n);
        let (sig_fors, sig_ht) = rest.split_at(k as usize * (a as usize + 1) * n);
        let digest = Digest::new(hashes.message(), params, r, key.as_bytes(), message);
        let mut few_time = [0; K_MAX];
        for (i, leaf) in (0..k).zip(&mut few_time) {
            *leaf = i << a | digest.fors_index(params, i as usize);
        }
        Self { leaf: digest.leaf(params), few_time, sig_fors, sig_ht }
    }
}

/// Where signatures are worked on.
pub(super) struct Room<'a> {
    /// Of as many rows for each as there are FORS trees or chains.
    pub(super) addresses: &'a mut [u8],
    /// Of as many.
    pub(super) values: &'a mut [u8],
    /// Two nodes for each FORS tree.
    pub(super) pairs: &'a mut [u8],
    /// Of all chains.
    pub(super) runs: &'a mut [Run],
    /// One for each.
    pub(super) nodes: &'a mut [u8],
}

/// The roots of the top trees that signatures are of. What each layer signs, from layer 0 up, is shown
/// to `each`.
pub(super) fn roots(
    hashes: &Hashes,
    params: &Params,
    items: &[Item<'_>],
    room: &mut Room<'_>,
    mut each: impl FnMut(&[u8]),
) {
    few_time_keys(hashes, params, items, room);
    for layer in 0..params.shape.d {
        each(&room.nodes[..items.len() * hashes.n]);
        climb(hashes, params, layer, items, room);
    }
}

/// The FORS public keys that signatures are of.
fn few_time_keys(hashes: &Hashes, params: &Params, items: &[Item<'_>], room: &mut Room<'_>) {
    let (n, a, k) = (hashes.n, params.shape.a, params.shape.k as usize);
    let width = hashes.form.len();
    let rows = items.len() * k;
    let addresses = &mut room.addresses[..rows * width];
    let values = &mut room.values[..rows * n];
    let leaf = |item: &Item<'_>| Leaf::above(hashes, params, item.leaf, 0);
    let height = a as usize + 1;
    // Row by row: of which key it is, its leaf, its part of the signature.
    let each = || {
        items.iter().enumerate().flat_map(|(i, item)| {
            let (leaf, parts) = (leaf(item), item.sig_fors.chunks_exact(height * n));
            let rows = (i * k..).zip(&item.few_time).zip(parts);
            rows.map(move |((row, index), part)| (row, leaf, *index, part))
        })
    };
    let secrets = &mut room.pairs[..rows * n];
    for (row, Leaf { address, number }, index, part) in each() {
        let head = &mut addresses[row * width..][..width];
        address.write(Kind::ForsTree, [number, 0, index], head);
        secrets[row * n..][..n].copy_from_slice(&part[..n]);
    }
    hashes.f(addresses, secrets, values);
    for z in 0..a {
        let pairs = &mut room.pairs[..rows * 2 * n];
        for (row, Leaf { address, number }, index, part) in each() {
            let head = &mut addresses[row * width..][..width];
            address.write(Kind::ForsTree, [number, z + 1, index >> (z + 1)], head);
            let sibling = &part[(z as usize + 1) * n..][..n];
            let node = &values[row * n..][..n];
            side_by_side(index >> z, node, sibling, &mut pairs[row * 2 * n..][..2 * n]);
        }
        hashes.t(addresses, pairs, values);
    }
    let addresses = &mut room.addresses[..items.len() * width];
    for (item, head) in items.iter().zip(addresses.chunks_exact_mut(width)) {
        let Leaf { address, number } = leaf(item);
        address.write(Kind::ForsRoots, [number, 0, 0], head);
    }
    hashes.t(addresses, values, &mut room.nodes[..items.len() * n]);
}

/// From what a layer signs to the roots of its trees.
fn climb(hashes: &Hashes, params: &Params, layer: u32, items: &[Item<'_>], room: &mut Room<'_>) {
    let (n, len, hp) = (hashes.n, params.shape.wots_len(), params.shape.hp());
    let (width, count) = (hashes.form.len(), items.len());
    let layer_len = (len + hp as usize) * n;
    let at = |k: usize| Leaf::above(hashes, params, items[k].leaf, layer);
    let part = |k: usize| &items[k].sig_ht[layer as usize * layer_len..][..layer_len];
    let addresses = &mut room.addresses[..count * len * width];
    let values = &mut room.values[..count * len * n];
    let runs = &mut room.runs[..count * len];
    let nodes = &mut room.nodes[..count * n];
    let winternitz = wots::winternitz(params);
    for k in 0..count {
        let runs = &mut runs[k * len..][..len];
        winternitz.digits(&nodes[k * n..][..n], |i, digit| {
            runs[i] = Run { start: digit, end: winternitz.last_step() };
        });
        let Leaf { address, number } = at(k);
        let addresses = &mut addresses[k * len * width..][..len * width];
        address.chains(Kind::WotsHash, number, addresses);
        values[k * len * n..][..len * n].copy_from_slice(&part(k)[..len * n]);
    }
    hashes.chains(addresses, Runs::Each(runs), values);
    let write = |addresses: &mut [u8], of: &dyn Fn(Address, u32, &mut [u8])| {
        for (k, head) in addresses.chunks_exact_mut(width).enumerate() {
            let Leaf { address, number } = at(k);
            of(address, number, head);
        }
    };
    let addresses = &mut addresses[..count * width];
    write(addresses, &|tree, leaf, head| tree.write(Kind::WotsPk, [leaf, 0, 0], head));
    hashes.t(addresses, values, nodes);
    for z in 0..hp {
        let pairs = &mut room.pairs[..count * 2 * n];
        for k in 0..count {
            let sibling = &part(k)[(len + z as usize) * n..][..n];
            let (leaf, node) = (at(k).number, &nodes[k * n..][..n]);
            side_by_side(leaf >> z, node, sibling, &mut pairs[k * 2 * n..][..2 * n]);
        }
        write(addresses, &|tree, leaf, head| {
            tree.write(Kind::Tree, [0, z + 1, leaf >> (z + 1)], head);
        });
        hashes.t(addresses, pairs, nodes);
    }
}
