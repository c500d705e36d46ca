//! Verifying (RFC 8554 sections 4.6 and 5.4.2), one signature or many at a time.
//!
//! Many at a time fill the lanes: their chains run together, and so do their nodes, height by height.
//! Their trees have identifiers of their own, so everything is hashed with `I` in its head:
//!
//! ```text
//! I ‖ u32(q) ‖ u16(i) ‖ u8(j)            before a chain's value
//! I ‖ u32(number) ‖ u16(domain)          before everything else
//! ```

#[cfg(feature = "alloc")]
mod many;

use lanes::{Engines, LaneHash, Midstate, Rows, RowsMut, Run, Runs};
use signer::Error;

use super::codec::{PublicKey, Signature};
use super::ots::{D_INTR, D_LEAF, D_MESG, D_PBLC, N_MAX, P_MAX};
use super::params::{I_LEN, Params};
use crate::node::{TOGETHER, side_by_side};

#[cfg(feature = "alloc")]
pub use many::{Signed, verify_many};

/// Verifies `signature` over `message`, decoding included.
///
/// # Errors
///
/// [`Error::BadSignature`] if it does not verify, [`Error::Length`] and [`Error::Type`] for bytes that
/// are no signature of the key's type.
pub fn verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    let signature = Signature::decode(&key.params, signature)?;
    let mut room = Room {
        heads: &mut [0; CHAIN_HEAD * P_MAX],
        values: &mut [0; N_MAX * P_MAX],
        runs: &mut [Run { start: 0, end: 0 }; P_MAX],
        nodes: &mut [0; 3 * N_MAX],
    };
    let mut verdict = [Ok(())];
    run(engines, &key.params, &[Item { key, message, signature }], &mut room, &mut verdict);
    let [verdict] = verdict;
    verdict
}

/// A decoded signature with what it is to be of.
struct Item<'a> {
    key: &'a PublicKey,
    message: &'a [u8],
    signature: Signature<'a>,
}

/// Where signatures are worked on.
struct Room<'a> {
    /// Of chains; later of nodes.
    heads: &'a mut [u8],
    /// Of chains.
    values: &'a mut [u8],
    runs: &'a mut [Run],
    /// A node of each signature, and two side by side. At first digests of messages.
    nodes: &'a mut [u8],
}

/// Verifies signatures of one type.
fn run(
    engines: Engines,
    params: &Params,
    items: &[Item<'_>],
    room: &mut Room<'_>,
    verdicts: &mut [Result<(), Error>],
) {
    let count = items.len();
    let (hash, n, p) = (params.lms.hash.engine(engines), params.ots.n, params.ots.p());
    let with = With { hash, nothing: hash.midstate(&[]), n };
    let heads = &mut room.heads[..count * CHAIN_HEAD * p];
    let values = &mut room.values[..count * n * p];
    let runs = &mut room.runs[..count * p];
    with.message_hashes(items, room.nodes);
    for (k, Item { key, signature, .. }) in items.iter().enumerate() {
        let q = signature.q;
        let (winternitz, runs) = (params.ots.winternitz(), &mut runs[k * p..][..p]);
        winternitz.digits(&room.nodes[k * n..][..n], |i, digit| {
            runs[i] = Run { start: digit, end: winternitz.last_step() };
        });
        let heads = heads[k * CHAIN_HEAD * p..][..CHAIN_HEAD * p].as_chunks_mut::<CHAIN_HEAD>().0;
        for (i, head) in (0_u16..).zip(heads) {
            head[..I_LEN].copy_from_slice(&key.id);
            head[I_LEN..I_LEN + 4].copy_from_slice(&q.to_be_bytes());
            head[I_LEN + 4..I_LEN + 6].copy_from_slice(&i.to_be_bytes());
        }
        values[k * n * p..][..n * p].copy_from_slice(signature.y);
    }
    let rows = RowsMut::new(values, n);
    hash.chain_many(&with.nothing, Rows::new(heads, CHAIN_HEAD), Runs::Each(runs), rows);

    let (nodes, pairs) = room.nodes.split_at_mut(count * n);
    let pairs = &mut pairs[..count * 2 * n];
    let leaf = 1 << params.lms.h;
    with.numbered(items, |q| q, D_PBLC, room.heads, values, pairs);
    with.numbered(items, |q| leaf + q, D_LEAF, room.heads, &pairs[..count * n], nodes);
    for z in 0..params.lms.h {
        for (k, item) in items.iter().enumerate() {
            let sibling = &item.signature.path[z as usize * n..][..n];
            let node = &nodes[k * n..][..n];
            side_by_side(item.signature.q >> z, node, sibling, &mut pairs[k * 2 * n..][..2 * n]);
        }
        with.numbered(items, |q| (leaf + q) >> (z + 1), D_INTR, room.heads, pairs, nodes);
    }
    for (k, (item, verdict)) in items.iter().zip(verdicts).enumerate() {
        if nodes[k * n..][..n] != *item.key.root() {
            *verdict = Err(Error::BadSignature);
        }
    }
}

/// What signatures of one type are hashed with.
struct With {
    hash: &'static dyn LaneHash,
    nothing: Midstate,
    n: usize,
}

impl With {
    /// `H(I ‖ u32(q) ‖ u16(D_MESG) ‖ C ‖ message)` for each signature. Neighbours whose messages are
    /// equally long are hashed together.
    fn message_hashes(&self, items: &[Item<'_>], mut out: &mut [u8]) {
        for items in items.chunk_by(|a, b| a.message.len() == b.message.len()) {
            let mut heads = [0; TOGETHER * (NUMBER_HEAD + N_MAX)];
            let mut messages: [&[u8]; TOGETHER] = [&[]; TOGETHER];
            let width = NUMBER_HEAD + self.n;
            let heads = &mut heads[..items.len() * width];
            for (k, Item { key, message, signature }) in items.iter().enumerate() {
                let head = &mut heads[k * width..][..width];
                number_head(key, signature.q, D_MESG, &mut head[..NUMBER_HEAD]);
                head[NUMBER_HEAD..].copy_from_slice(signature.c);
                messages[k] = message;
            }
            let digests;
            (digests, out) = out.split_at_mut(items.len() * self.n);
            let messages = Rows::apart(&messages[..items.len()]);
            let digests = RowsMut::new(digests, self.n);
            self.hash.hash_many(&self.nothing, Rows::new(heads, width), messages, digests);
        }
    }

    /// `H(I ‖ u32(number) ‖ u16(domain) ‖ message)` for each signature, where its leaf tells the number.
    fn numbered(
        &self,
        items: &[Item<'_>],
        number: impl Fn(u32) -> u32,
        domain: u16,
        heads: &mut [u8],
        messages: &[u8],
        out: &mut [u8],
    ) {
        let heads = &mut heads[..items.len() * NUMBER_HEAD];
        for (item, head) in items.iter().zip(heads.as_chunks_mut::<NUMBER_HEAD>().0) {
            number_head(item.key, number(item.signature.q), domain, head);
        }
        let messages = Rows::new(messages, messages.len() / items.len());
        let out = RowsMut::new(&mut out[..items.len() * self.n], self.n);
        self.hash.hash_many(&self.nothing, Rows::new(heads, NUMBER_HEAD), messages, out);
    }
}

/// Writes `I ‖ u32(number) ‖ u16(domain)`.
fn number_head(key: &PublicKey, number: u32, domain: u16, head: &mut [u8]) {
    head[..I_LEN].copy_from_slice(&key.id);
    head[I_LEN..I_LEN + 4].copy_from_slice(&number.to_be_bytes());
    head[I_LEN + 4..].copy_from_slice(&domain.to_be_bytes());
}

/// Bytes of `I ‖ u32(q) ‖ u16(i) ‖ u8(j)`.
const CHAIN_HEAD: usize = I_LEN + 7;
/// Bytes of `I ‖ u32(number) ‖ u16(domain)`.
const NUMBER_HEAD: usize = I_LEN + 6;
