//! Verifying (RFC 8391 sections 4.1.10 and 4.2.5), one signature or many at a time.
//!
//! Signatures of one key share lanes: their chains run together, and so do the nodes of their L-trees
//! and trees, height by height.

#[cfg(feature = "alloc")]
mod many;

use lanes::{Engines, Run, Runs};
use signer::Error;

use super::address::{ADDRESS, Address};
use super::codec::{PublicKey, Signature};
use super::family::Family;
use super::hashes::Hashes;
use super::params::Params;
use super::wots::{LEN_MAX, WHOLE};
use super::{ltree, wots};
use crate::node::{N_MAX, side_by_side};

#[cfg(feature = "alloc")]
pub(crate) use many::signed;
#[cfg(feature = "alloc")]
pub use many::{Signed, verify_many};

/// Verifies `signature` over `message`, decoding included.
///
/// # Errors
///
/// [`Error::BadSignature`] if it does not verify, [`Error::Length`] for bytes that are no signature of
/// the key's set.
pub fn verify<F: Family>(
    engines: Engines,
    key: &PublicKey<F>,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    let signature = Signature::decode(&key.params, signature)?;
    let mut room = Room {
        addresses: &mut [0; ADDRESS * LEN_MAX],
        values: &mut [0; N_MAX * LEN_MAX],
        pairs: &mut [0; N_MAX * LEN_MAX],
        runs: &mut [WHOLE; LEN_MAX],
        nodes: &mut [0; N_MAX],
    };
    let mut verdict = [Ok(())];
    run(engines, key, &[Item { message, signature }], &mut room, &mut verdict);
    let [verdict] = verdict;
    verdict
}

/// A decoded signature with what it is to be of.
struct Item<'a> {
    message: &'a [u8],
    signature: Signature<'a>,
}

/// Where signatures are worked on: `len` addresses, values, pairs and runs for each, and a node.
struct Room<'a> {
    addresses: &'a mut [u8],
    values: &'a mut [u8],
    pairs: &'a mut [u8],
    runs: &'a mut [Run],
    nodes: &'a mut [u8],
}

/// Verifies signatures of one key.
fn run<F: Family>(
    engines: Engines,
    key: &PublicKey<F>,
    items: &[Item<'_>],
    room: &mut Room<'_>,
    verdicts: &mut [Result<(), Error>],
) {
    let params = &key.params;
    let (hashes, n) = (Hashes::new(engines, params, key.seed()), params.n());
    for (item, node) in items.iter().zip(room.nodes.chunks_exact_mut(n)) {
        let Signature { index, r, .. } = item.signature;
        hashes.message(r, key.root(), index, item.message, node);
    }
    for layer in 0..params.d {
        climb(&hashes, params, layer, items, room);
    }
    for (node, verdict) in room.nodes.chunks_exact(n).zip(verdicts) {
        if node != key.root() {
            *verdict = Err(Error::BadSignature);
        }
    }
}

/// From the hashes that a layer signs to the roots of its trees.
fn climb(hashes: &Hashes, params: &Params, layer: u32, items: &[Item<'_>], room: &mut Room<'_>) {
    let (n, len, height) = (params.n(), params.wots_len(), params.layer_height());
    let count = items.len();
    let at = |k: usize| {
        let index = items[k].signature.index >> (layer * height);
        // The top layer of h = 60 shifts by no more than 60.
        (Address { layer, tree: index >> height }, (index & ((1 << height) - 1)) as u32)
    };
    let part = |k: usize| {
        &items[k].signature.layers[layer as usize * params.layer_len()..][..params.layer_len()]
    };
    let addresses = &mut room.addresses[..count * len * ADDRESS];
    let values = &mut room.values[..count * len * n];
    let runs = &mut room.runs[..count * len];
    let nodes = &mut room.nodes[..count * n];
    let winternitz = params.winternitz();
    for k in 0..count {
        let runs = &mut runs[k * len..][..len];
        winternitz.digits(&nodes[k * n..][..n], |i, digit| {
            runs[i] = Run { start: digit, end: winternitz.last_step() };
        });
        let (address, leaf) = at(k);
        address.chains(leaf, &mut addresses[k * len * ADDRESS..][..len * ADDRESS]);
        values[k * len * n..][..len * n].copy_from_slice(&part(k)[..len * n]);
    }
    wots::chains(hashes, addresses, Runs::Each(runs), values);
    let pairs = &mut room.pairs[..count * len * n];
    ltree::leaves(hashes, at, len, values, ltree::Room { addresses, pairs }, nodes);
    for z in 0..height {
        let addresses = &mut room.addresses[..count * ADDRESS];
        let pairs = &mut room.pairs[..count * 2 * n];
        for k in 0..count {
            let ((address, leaf), node) = (at(k), &nodes[k * n..][..n]);
            let sibling = &part(k)[(len + z as usize) * n..][..n];
            side_by_side(leaf >> z, node, sibling, &mut pairs[k * 2 * n..][..2 * n]);
            address.nodes(z, leaf >> (z + 1), &mut addresses[k * ADDRESS..][..ADDRESS]);
        }
        hashes.nodes(addresses, pairs, nodes);
    }
}
