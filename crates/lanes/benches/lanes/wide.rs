//! Many rows: messages of one block and of several.

use lanes::{Rows, RowsMut};

use crate::case::{Case, Group};
use crate::data;
use crate::message::padded;
use crate::rival::{Rival, Sha256, Sha512, Shake128, Shake256};

/// Rows of one block, and of more: as many as stay in the first cache, as rows do that were just made.
const ROWS: usize = 128;
const LONG_ROWS: usize = 16;

/// The groups.
pub(crate) fn groups() -> Vec<Group> {
    vec![
        group::<Sha256, 55, 32>(ROWS),
        group::<Sha256, 1000, 32>(LONG_ROWS),
        group::<Sha512, 111, 64>(ROWS),
        group::<Sha512, 1000, 64>(LONG_ROWS),
        group::<Shake128, 167, 32>(ROWS),
        group::<Shake128, 1000, 32>(LONG_ROWS),
        group::<Shake256, 135, 32>(ROWS),
        group::<Shake256, 1000, 32>(LONG_ROWS),
    ]
}

/// `rows` messages of `LEN` bytes, of which `N` bytes of hash are wanted.
fn group<R: Rival, const LEN: usize, const N: usize>(rows: usize) -> Group {
    let blocks = R::padded(LEN) / R::BLOCK;
    let plural = if blocks == 1 { "" } else { "s" };
    Group {
        name: format!("wide/{}/{LEN}", R::NAME),
        about: format!("hash_many, {rows} rows of {LEN} bytes, {blocks} {}{plural} each", R::PER),
        per: R::PER,
        work: rows * blocks,
        signatures: None,
        build: Box::new(move |units| {
            let mut cases = vec![
                overlapped::<R, LEN, N>(rows),
                serial::<R, LEN, N>(rows),
                interface::<R, LEN, N>(rows),
            ];
            for unit in units {
                let engine = R::lanes(&unit.engines());
                let (prefix, messages) = (engine.midstate(&[]), messages::<LEN>(rows));
                let name = format!("{}: {}", unit.name(), engine.name());
                cases.push(Case::new(name, vec![0; rows * N], move |out| {
                    let messages = Rows::new(&messages, LEN);
                    engine.hash_many(&prefix, Rows::empty(rows), messages, RowsMut::new(out, N));
                }));
            }
            cases
        }),
    }
}

fn messages<const LEN: usize>(rows: usize) -> Vec<u8> {
    data::bytes(5, rows * LEN)
}

/// Blocks of one message after those of the other, ready to be absorbed: they overlap as far as the
/// CPU sees ahead.
fn overlapped<R: Rival, const LEN: usize, const N: usize>(rows: usize) -> Case {
    let (len, blocks) = (R::padded(LEN), padded::<R, LEN>(&messages::<LEN>(rows)));
    Case::new(format!("{}, overlapped", R::RAW), vec![0; rows * N], move |out| {
        for (blocks, out) in blocks.chunks_exact(len).zip(out.as_chunks_mut::<N>().0) {
            let mut state = R::INITIAL;
            R::absorb(&mut state, blocks);
            *out = R::output(&state);
        }
    })
}

/// The same blocks into one state: what a block costs from its start to its end.
fn serial<R: Rival, const LEN: usize, const N: usize>(rows: usize) -> Case {
    let blocks = padded::<R, LEN>(&messages::<LEN>(rows));
    let mut state = R::INITIAL;
    let case = Case::new(format!("{}, serial", R::RAW), vec![0; N], move |out| {
        R::absorb(&mut state, &blocks);
        out.copy_from_slice(&R::output::<N>(&state));
    });
    case.not_comparable()
}

/// The interface, with one message after the other.
fn interface<R: Rival, const LEN: usize, const N: usize>(rows: usize) -> Case {
    let messages = messages::<LEN>(rows);
    Case::new(R::API, vec![0; rows * N], move |out| {
        for (message, out) in messages.as_chunks::<LEN>().0.iter().zip(out.as_chunks_mut::<N>().0) {
            *out = R::hash(message);
        }
    })
}
