//! Verifying (FIPS 205 Alg. 20, and within it Alg. 8, 11, 13 and 17), one signature or many at a time.
//!
//! Signatures of one key share lanes: their chains run together, and so do their nodes, height by
//! height.

use lanes::{Engines, Run, Runs};
use signer::{Error, check_length};

use super::address::{ADDRESS, Address, Kind};
use super::codec::PublicKey;
use super::digest::{Digest, N_MAX};
use super::hashes::Hashes;
use super::message::Message;
use super::params::{Params, Shape};
use super::secrets::Leaf;
use super::wots::{self, LEN_MAX, WHOLE};
use crate::stateful::{self, Verifier, verify_in_batches};
use crate::tree::side_by_side;

/// Verifies a signature of `message`: in SLH-DSA with an empty context.
///
/// # Errors
///
/// [`Error::BadSignature`] if it does not verify, [`Error::Length`] for a signature of another length
/// than the set's, at which nothing else is looked at.
pub fn verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    verify_message(engines, key, &key.params().message(message), signature)
}

/// Verifies a signature of a message with its context.
///
/// # Errors
///
/// Those of [`verify`].
pub fn verify_message(
    engines: Engines,
    key: &PublicKey,
    message: &Message<'_>,
    signature: &[u8],
) -> Result<(), Error> {
    let hashes = Hashes::new(engines, key.params(), key.seed());
    let items = [Item::new(&hashes, key, message, signature)?];
    let mut room = Room {
        addresses: &mut [0; ADDRESS * LEN_MAX],
        values: &mut [0; N_MAX * LEN_MAX],
        pairs: &mut [0; 2 * N_MAX * K_MAX],
        runs: &mut [WHOLE; LEN_MAX],
        nodes: &mut [0; N_MAX],
    };
    let mut verdict = [Ok(())];
    run(&hashes, key, &items, &mut room, &mut verdict);
    let [verdict] = verdict;
    verdict
}

/// A signature to be verified.
pub type Signed<'a> = stateful::Signed<'a, PublicKey>;

/// Verifies many signatures, of any keys and sets, as [`verify`] does each. Neighbours of the same key
/// are verified together.
#[must_use]
pub fn verify_many(engines: Engines, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
    let alike = |a: &PublicKey, b: &PublicKey| a == b;
    verify_in_batches(signed, alike, |key, most| Many::new(engines, key, most))
}

/// Where many signatures of one key are verified.
struct Many<'a> {
    hashes: Hashes,
    key: &'a PublicKey,
    addresses: Vec<u8>,
    values: Vec<u8>,
    pairs: Vec<u8>,
    runs: Vec<Run>,
    nodes: Vec<u8>,
}

impl<'a> Many<'a> {
    /// For so many at most.
    fn new(engines: Engines, key: &'a PublicKey, most: usize) -> Self {
        let Shape { n, k, .. } = key.params().shape;
        let (len, k) = (key.params().shape.wots_len(), k as usize);
        Self {
            hashes: Hashes::new(engines, key.params(), key.seed()),
            key,
            addresses: vec![0; most * len.max(k) * ADDRESS],
            values: vec![0; most * len.max(k) * n],
            pairs: vec![0; most * 2 * k * n],
            runs: vec![WHOLE; most * len],
            nodes: vec![0; most * n],
        }
    }
}

impl<'a> Verifier<'a, PublicKey> for Many<'a> {
    type Item = Item<'a>;

    fn item(&self, signed: &Signed<'a>) -> Result<Item<'a>, Error> {
        let message = self.key.params().message(signed.message);
        Item::new(&self.hashes, self.key, &message, signed.signature)
    }

    fn run(&mut self, items: &[Item<'a>], verdicts: &mut [Result<(), Error>]) {
        let Self { hashes, key, addresses, values, pairs, runs, nodes } = self;
        run(hashes, key, items, &mut Room { addresses, values, pairs, runs, nodes }, verdicts);
    }
}

/// What the one-time keys of `signature` have signed if it is good, from layer 0 up: the FORS public key,
/// and of each layer but the top one the root.
///
/// # Errors
///
/// Those of [`verify`] for a signature of another length.
pub(crate) fn signed(
    engines: Engines,
    key: &PublicKey,
    message: &Message<'_>,
    signature: &[u8],
) -> Result<Vec<Vec<u8>>, Error> {
    let Many { hashes, addresses, values, pairs, runs, nodes, .. } =
        &mut Many::new(engines, key, 1);
    let items = [Item::new(hashes, key, message, signature)?];
    let mut room = Room { addresses, values, pairs, runs, nodes };
    let mut all = Vec::new();
    roots(hashes, key.params(), &items, &mut room, |signed| all.push(signed.to_vec()));
    Ok(all)
}

/// A signature with the digest of what it is to be of.
struct Item<'a> {
    digest: Digest,
    /// Which leaf of all at the bottom of the hypertree.
    leaf: u128,
    sig_fors: &'a [u8],
    sig_ht: &'a [u8],
}

impl<'a> Item<'a> {
    fn new(
        hashes: &Hashes,
        key: &PublicKey,
        message: &Message<'_>,
        signature: &'a [u8],
    ) -> Result<Self, Error> {
        let params = key.params();
        check_length("signature", params.signature_len(), signature)?;
        let Shape { n, k, a, .. } = params.shape;
        let (r, rest) = signature.split_at(n);
        let (sig_fors, sig_ht) = rest.split_at(k as usize * (a as usize + 1) * n);
        let digest = Digest::new(hashes.message(), params, r, key.as_bytes(), message);
        Ok(Self { leaf: digest.leaf(params), digest, sig_fors, sig_ht })
    }
}

/// Where signatures are worked on.
struct Room<'a> {
    /// Of as many rows for each as there are FORS trees or chains.
    addresses: &'a mut [u8],
    /// Of as many.
    values: &'a mut [u8],
    /// Two nodes for each FORS tree.
    pairs: &'a mut [u8],
    /// Of all chains.
    runs: &'a mut [Run],
    /// One for each.
    nodes: &'a mut [u8],
}

/// Verifies signatures of one key.
fn run(
    hashes: &Hashes,
    key: &PublicKey,
    items: &[Item<'_>],
    room: &mut Room<'_>,
    verdicts: &mut [Result<(), Error>],
) {
    roots(hashes, key.params(), items, room, |_| {});
    for (node, verdict) in room.nodes.chunks_exact(hashes.n).zip(verdicts) {
        if node != key.root() {
            *verdict = Err(Error::BadSignature);
        }
    }
}

/// The roots of the top trees that signatures are of. What each layer signs, from layer 0 up, is shown
/// to `each`.
fn roots(
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
    let at = |row: usize| {
        let item = &items[row / k];
        let index = item.digest.fors_index(params, row % k);
        let part = &item.sig_fors[row % k * (a as usize + 1) * n..];
        (leaf(item), ((row % k) as u32) << a | index, part)
    };
    let secrets = &mut room.pairs[..rows * n];
    for row in 0..rows {
        let (Leaf { address, number }, index, part) = at(row);
        let head = &mut addresses[row * width..][..width];
        address.write(Kind::ForsTree, [number, 0, index], head);
        secrets[row * n..][..n].copy_from_slice(&part[..n]);
    }
    hashes.f(addresses, secrets, values);
    for z in 0..a {
        let pairs = &mut room.pairs[..rows * 2 * n];
        for row in 0..rows {
            let (Leaf { address, number }, index, part) = at(row);
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

/// FORS trees at most.
const K_MAX: usize = 35;
