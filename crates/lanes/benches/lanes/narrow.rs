//! Few rows: from how many on lanes are worth it.

use std::hint::black_box;

use lanes::{Rows, RowsMut};

use crate::case::{Case, Group};
use crate::data;
use crate::message::{Message, Raw, padded};
use crate::rival::{Rival, Sha256};

/// The longest message of one block.
const LEN: usize = 55;
/// Bytes of a hash.
const N: usize = 32;
/// Times that the rows are hashed in a call.
const REPEATS: usize = 64;

/// The groups.
pub(crate) fn groups() -> Vec<Group> {
    let mut groups = vec![group(1, true)];
    groups.extend([1, 2, 4, 8, 12, 16, 24].map(|rows| group(rows, false)));
    groups
}

/// `rows` messages at once; if `dependent`, each begins with the hash of the last.
fn group(rows: usize, dependent: bool) -> Group {
    let (suffix, how) =
        if dependent { ("/dependent", "each the next one's message") } else { ("", "independent") };
    let plural = if rows == 1 { "" } else { "s" };
    Group {
        name: format!("narrow/sha256/{rows}{suffix}"),
        about: format!("hash_many, {rows} row{plural} of {LEN} bytes, {how}"),
        per: "hash",
        work: REPEATS * rows,
        signatures: None,
        build: Box::new(move |units| {
            let raw: Hash = if dependent { Box::new(patched()) } else { Box::new(ready(rows)) };
            let mut cases = vec![
                case(Sha256::RAW.into(), rows, dependent, raw),
                case(Sha256::API.into(), rows, dependent, interface()),
            ];
            for unit in units {
                let engine = unit.engines().sha256;
                let prefix = engine.midstate(&[]);
                let name = format!("{}: {}", unit.name(), engine.name());
                cases.push(case(name, rows, dependent, move |messages, out| {
                    let messages = Rows::new(messages, LEN);
                    engine.hash_many(&prefix, Rows::empty(rows), messages, RowsMut::new(out, N));
                }));
            }
            cases
        }),
    }
}

/// Hashes messages.
type Hash = Box<dyn FnMut(&[u8], &mut [u8])>;

/// Calls `hash` over and over.
fn case(
    name: String,
    rows: usize,
    dependent: bool,
    mut hash: impl FnMut(&[u8], &mut [u8]) + 'static,
) -> Case {
    let mut messages = messages(rows);
    Case::new(name, vec![0; rows * N], move |out| {
        for _ in 0..REPEATS {
            hash(black_box(&messages), black_box(out));
            if dependent {
                messages[..N].copy_from_slice(&out[..N]);
            }
        }
    })
}

fn messages(rows: usize) -> Vec<u8> {
    data::bytes(10, rows * LEN)
}

/// Blocks that are ready to be absorbed.
fn ready(rows: usize) -> impl FnMut(&[u8], &mut [u8]) {
    let blocks = padded::<Sha256, LEN>(&messages(rows));
    move |_, out| {
        let blocks = black_box(&*blocks).chunks_exact(Sha256::BLOCK);
        for (block, out) in blocks.zip(out.as_chunks_mut::<N>().0) {
            let mut state = Sha256::INITIAL;
            Sha256::absorb(&mut state, block);
            *out = Sha256::output(&state);
        }
    }
}

/// One block, in which the first bytes change.
fn patched() -> impl FnMut(&[u8], &mut [u8]) {
    let mut message = Raw::<Sha256>::new(&[], LEN);
    message.bytes().copy_from_slice(&messages(1));
    move |messages, out| {
        message.put::<N>(0, messages.first_chunk().expect("a message is longer"));
        out.copy_from_slice(&message.digest::<N>());
    }
}

/// The interface, with one message after the other.
fn interface() -> impl FnMut(&[u8], &mut [u8]) {
    move |messages, out| {
        for (message, out) in messages.as_chunks::<LEN>().0.iter().zip(out.as_chunks_mut::<N>().0) {
            *out = Sha256::hash(message);
        }
    }
}
