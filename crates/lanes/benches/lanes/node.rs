//! Nodes of XMSS trees and L-trees: two values, masked and hashed to one (RFC 8391 section 4.1.4).

use lanes::{Rows, RowsMut};

use crate::case::{Case, Group};
use crate::data;
use crate::kind::{KEY_AND_MASK_AT, Kind};
use crate::message::{Api, Message, Raw};
use crate::rival::{Rival, Sha256, Sha512, Shake128, Shake256};
use crate::steps::xor;

/// Nodes in a call.
const ROWS: usize = 256;

/// Nodes that a rival makes in step.
const IN_STEP: usize = 4;

/// The groups.
pub(crate) fn groups() -> Vec<Group> {
    vec![
        group::<Sha256, 24>(),
        group::<Sha256, 32>(),
        group::<Sha512, 64>(),
        group::<Shake128, 32>(),
        group::<Shake256, 24>(),
        group::<Shake256, 32>(),
        group::<Shake256, 64>(),
    ]
}

/// Nodes of `N` bytes.
fn group<R: Rival, const N: usize>() -> Group {
    let [prf, hash] = nodes::<R, Raw<R>>(N);
    let blocks = 3 * prf.blocks() + hash.blocks();
    Group {
        name: format!("node/xmss/{}/n{N}", R::NAME),
        about: format!("masked_many, {ROWS} rows of {blocks} {}s", R::PER),
        per: "node",
        work: ROWS,
        signatures: None,
        build: Box::new(|units| {
            let kind = Kind::xmss(N, 1);
            let mut cases = vec![
                rival::<Raw<R>, N>(R::RAW, nodes::<R, Raw<R>>(N), &kind),
                rival::<Api<R>, N>(R::API, nodes::<R, Api<R>>(N), &kind),
            ];
            for unit in units {
                let lanes = kind.lanes(R::lanes(&unit.engines()));
                let (heads, messages) = (kind.heads(ROWS), data::bytes(7, ROWS * 2 * N));
                let name = format!("{}: {}", unit.name(), lanes.engine.name());
                cases.push(Case::new(name, vec![0; ROWS * N], move |out| {
                    let masked = lanes.masked().expect("nodes of XMSS are masked");
                    let (heads, messages) = (Rows::new(&heads, 32), Rows::new(&messages, 2 * N));
                    lanes.engine.masked_many(&masked, heads, messages, RowsMut::new(out, N));
                }));
            }
            cases
        }),
    }
}

/// Messages of PRF and H.
fn nodes<R: Rival, M: Message>(n: usize) -> [M; 2] {
    let kind = Kind::xmss(n, 1);
    let [prf, _] = kind.messages::<R, M>(n);
    [prf, kind.message(3 * n)]
}

/// A few nodes after the other, so that the CPU may begin with one before it is done with the other.
fn rival<M: Message, const N: usize>(name: &str, messages: [M; 2], kind: &Kind) -> Case {
    let [prf, hash] = messages;
    let mut nodes = [(); IN_STEP].map(|()| ([0, 1, 2].map(|_| prf.clone()), hash.clone()));
    let (heads, messages) = (kind.heads(ROWS), data::bytes(7, ROWS * 2 * N));
    Case::new(name, vec![0; ROWS * N], move |out| {
        let rows = heads.as_chunks::<32>().0.chunks_exact(IN_STEP);
        let rows = rows.zip(messages.as_chunks::<N>().0.chunks_exact(2 * IN_STEP));
        for ((heads, messages), out) in
            rows.zip(out.as_chunks_mut::<N>().0.chunks_exact_mut(IN_STEP))
        {
            for ((prf, _), head) in nodes.iter_mut().zip(heads) {
                for (b, prf) in (0..).zip(prf) {
                    prf.put(0, head);
                    prf.set(KEY_AND_MASK_AT, b);
                }
            }
            for ((prf, hash), message) in nodes.iter_mut().zip(messages.chunks_exact(2)) {
                let [key, left, right] = prf.each_ref().map(|prf| prf.digest::<N>());
                hash.put(0, &key);
                hash.put(N, &xor(message[0], left));
                hash.put(2 * N, &xor(message[1], right));
            }
            for ((_, hash), out) in nodes.iter().zip(out) {
                *out = hash.digest();
            }
        }
    })
}
