//! One call, made on every unit and compared row by row with the oracle.

use lanes::{LaneHash, RowsMut, Runs};

use super::filler::Filler;
use super::layouts::{Layout, MaskedLayout};
use super::{engines_of, flat, oracle};

/// Asserts that every unit makes `due` of `before`, rows of `n` bytes, with `call`.
pub(crate) fn everywhere(
    function: &str,
    what: &str,
    [before, due]: [&[u8]; 2],
    n: usize,
    call: impl Fn(&dyn LaneHash, RowsMut<'_>),
) {
    for engine in engines_of(function) {
        let mut out = before.to_vec();
        call(engine, RowsMut::new(&mut out, n));
        if let Some(i) = (0..due.len() / n).find(|i| out[i * n..][..n] != due[i * n..][..n]) {
            panic!("{}: row {i} of {}: {what}", engine.name(), due.len() / n);
        }
        assert_eq!(out.len(), due.len());
    }
}

/// A call of `hash_many`: rows, and bytes of the prefix and of each row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) prefix: usize,
    pub(crate) head: usize,
    pub(crate) message: usize,
    pub(crate) out: usize,
    pub(crate) rows: usize,
}

/// `hash_many` of filler.
pub(crate) fn hashes(function: &str, shape: Shape) {
    let Shape { prefix, head, message, out, rows } = shape;
    let mut filler = Filler::new((prefix + head + message + out + rows) as u64);
    let prefix = filler.bytes(prefix);
    let heads = filler.bytes(rows * head);
    let messages = filler.bytes(rows * message);
    let (heads, messages) = (flat(&heads, rows, head), flat(&messages, rows, message));
    let row = |i| oracle::hash(function, &[&prefix, heads.row(i), messages.row(i)], out);
    let due: Vec<u8> = (0..rows).flat_map(row).collect();
    let before = vec![0; due.len()];
    everywhere(function, &format!("{shape:?}"), [&before, &due], out, |engine, out| {
        engine.hash_many(&engine.midstate(&prefix), heads, messages, out);
    });
}

/// `chain_many` of `rows` rows of filler. Heads are filled to the last byte, which does not count.
pub(crate) fn chains(layout: &Layout, runs: Runs<'_>, rows: usize) {
    let Layout { function, prefix, head, n } = layout;
    let mut filler = Filler::new((head + n + rows) as u64);
    let heads = filler.bytes(rows * head);
    let starts = filler.bytes(rows * n);
    let (heads, values) = (flat(&heads, rows, *head), flat(&starts, rows, *n));
    let row = |i| oracle::chain(function, prefix, heads.row(i), runs.run(i), values.row(i));
    let due: Vec<u8> = (0..rows).flat_map(row).collect();
    everywhere(function, &format!("{layout:?}"), [&starts, &due], *n, |engine, values| {
        engine.chain_many(&engine.midstate(prefix), heads, runs, values);
    });
}

/// `masked_many` of `rows` rows of filler with messages of `message` bytes.
pub(crate) fn masked(layout: &MaskedLayout, message: usize, rows: usize) {
    let MaskedLayout { function, masking, head, n } = layout;
    let mut filler = Filler::new((head + n + rows + message) as u64);
    let heads = filler.bytes(rows * head);
    let messages = filler.bytes(rows * message);
    let (heads, messages) = (flat(&heads, rows, *head), flat(&messages, rows, message));
    let row = |i| oracle::masked(function, masking, heads.row(i), messages.row(i), *n);
    let due: Vec<u8> = (0..rows).flat_map(row).collect();
    let before = vec![0; due.len()];
    let what = format!("message {message}, {layout:?}");
    everywhere(function, &what, [&before, &due], *n, |engine, out| {
        masking.on(engine, |masked| engine.masked_many(masked, heads, messages, out));
    });
}

/// `masked_chain_many` of `rows` rows of filler.
pub(crate) fn masked_chains(layout: &MaskedLayout, runs: Runs<'_>, rows: usize) {
    let MaskedLayout { function, masking, head, n } = layout;
    let mut filler = Filler::new((head + n + rows) as u64);
    let heads = filler.bytes(rows * head);
    let starts = filler.bytes(rows * n);
    let (heads, values) = (flat(&heads, rows, *head), flat(&starts, rows, *n));
    let row = |i| oracle::masked_chain(function, masking, heads.row(i), runs.run(i), values.row(i));
    let due: Vec<u8> = (0..rows).flat_map(row).collect();
    everywhere(function, &format!("{layout:?}"), [&starts, &due], *n, |engine, values| {
        masking.on(engine, |masked| engine.masked_chain_many(masked, heads, runs, values));
    });
}
