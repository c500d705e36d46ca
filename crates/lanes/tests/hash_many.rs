//! `hash_many` is the hash function, whatever the shape of a call: around the edges of blocks and
//! of lanes, with any prefix, head and width of output.

mod support;

use lanes::{Rows, RowsMut};
use support::check::{Shape, hashes};
use support::filler::Filler;
use support::gaps::Gaps;
use support::{
    FUNCTIONS, block, digest, engines, engines_of, flat, most_lanes, oracle, row_counts,
    unless_miri,
};

/// The examples that NIST publishes for FIPS 180-4 and FIPS 202: none of ours, and none of the
/// oracle's.
#[test]
fn the_examples_of_the_standards() {
    let examples: [(&str, &[u8], &str); 4] = [
        ("SHA-256", b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ("SHA-512", b"abc", "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"),
        ("SHAKE128", b"", "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"),
        ("SHAKE256", b"", "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"),
    ];
    for (function, message, digest) in examples {
        for engine in engines_of(function) {
            for rows in row_counts(function) {
                let mut out = vec![0; rows * 32];
                let messages = Rows::repeat(message, rows);
                let empty = engine.midstate(&[]);
                engine.hash_many(&empty, Rows::empty(rows), messages, RowsMut::new(&mut out, 32));
                for out in out.chunks_exact(32) {
                    let hex: String = out.iter().map(|byte| format!("{byte:02x}")).collect();
                    assert_eq!(hex, digest, "{}", engine.name());
                }
            }
        }
    }
}

/// Bytes of prefixes: none, one and two blocks, and these with a tail.
fn prefixes(block: usize) -> Vec<usize> {
    vec![0, 16, 24, 28, block - 1, block, block + 5, 2 * block, 2 * block + 28]
}

/// Bytes of messages that end around the edges of blocks if `before` bytes stand before them: where
/// the padding fits and where not, where a block is full.
fn edges(block: usize, before: usize) -> impl Iterator<Item = usize> {
    let around =
        [0, 1, 2, 7, 8, block - 17, block - 16, block - 9, block - 8, block - 2, block - 1];
    (0..5)
        .flat_map(move |k| around.map(move |at| k * block + at))
        .filter_map(move |len| len.checked_sub(before))
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn messages_of_every_length_up_to_two_blocks() {
    for function in FUNCTIONS {
        let rows = most_lanes(function) + 3;
        for message in 0..=2 * block(function) + 1 {
            hashes(function, Shape { prefix: 0, head: 0, message, out: 32, rows });
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn every_prefix_and_head_before_the_edges_of_blocks() {
    for function in FUNCTIONS {
        let block = block(function);
        for prefix in prefixes(block) {
            for head in [0, 1, 7, 22, 32] {
                for message in edges(block, prefix % block + head) {
                    for rows in [3, most_lanes(function) + 3] {
                        hashes(function, Shape { prefix, head, message, out: 32, rows });
                    }
                }
            }
        }
    }
}

#[test]
fn heads_as_long_as_blocks() {
    for function in FUNCTIONS {
        let block = block(function);
        for head in unless_miri(vec![block - 1, block, block + 1, 2 * block], vec![block]) {
            for rows in unless_miri(row_counts(function), vec![2]) {
                hashes(function, Shape { prefix: 3, head, message: 9, out: 32, rows });
            }
        }
    }
}

#[test]
fn any_number_of_rows_and_every_truncation() {
    for function in FUNCTIONS {
        let widths = unless_miri(vec![1, 5, 16, 24, 31, 32, 33, 63, 64], vec![24]);
        for out in widths.into_iter().filter(|&out| out <= digest(function).unwrap_or(64)) {
            for rows in row_counts(function) {
                for message in unless_miri(vec![0, 16, 64, 150], vec![16]) {
                    hashes(function, Shape { prefix: 16, head: 7, message, out, rows });
                }
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn thousands_of_rows() {
    for function in FUNCTIONS {
        hashes(function, Shape { prefix: 16, head: 22, message: 32, out: 24, rows: 3001 });
    }
}

#[test]
fn output_of_shake_longer_than_a_block() {
    for function in FUNCTIONS.into_iter().filter(|function| digest(function).is_none()) {
        let block = block(function);
        let outs = [135, 136, 137, 167, 168, 169, 200, 2 * block, 2 * block + 1, 400, 1000];
        for out in unless_miri(outs.to_vec(), vec![block + 1]) {
            for rows in unless_miri(row_counts(function), vec![2]) {
                hashes(function, Shape { prefix: 24, head: 32, message: 0, out, rows });
            }
        }
    }
}

#[test]
fn rows_with_gaps_between_them() {
    for engine in engines() {
        for rows in row_counts(engine.function()) {
            let (head, message, out) = (7, 40, 24);
            let mut filler = Filler::new(rows as u64);
            let heads = filler.bytes(rows * head);
            let messages = filler.bytes(rows * message);
            let prefix = engine.midstate(b"prefix");
            let mut flat_out = vec![0; rows * out];
            let mut wide_out = Gaps::between(&flat_out, out, 3);
            engine.hash_many(
                &prefix,
                flat(&heads, rows, head),
                flat(&messages, rows, message),
                RowsMut::new(&mut flat_out, out),
            );
            engine.hash_many(
                &prefix,
                Gaps::between(&heads, head, 1).rows(),
                Gaps::between(&messages, message, 64).rows(),
                wide_out.rows_mut(),
            );
            assert!(wide_out.close() == flat_out, "{}, {rows} rows", engine.name());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn rows_that_are_apart() {
    for engine in engines() {
        for rows in row_counts(engine.function()) {
            for message in [0, 40, 300] {
                let mut filler = Filler::new(rows as u64);
                let (heads, messages) = (filler.bytes(rows * 7), filler.bytes(rows * message));
                let prefix = engine.midstate(b"prefix");
                let (mut due, mut out) = (vec![0; rows * 24], vec![0; rows * 24]);
                let flat_heads = flat(&heads, rows, 7);
                let flat_messages = flat(&messages, rows, message);
                let of_flat = RowsMut::new(&mut due, 24);
                engine.hash_many(&prefix, flat_heads, flat_messages, of_flat);
                let apart: Vec<_> = (0..rows).map(|i| flat_messages.row(i)).collect();
                let of_apart = RowsMut::new(&mut out, 24);
                engine.hash_many(&prefix, flat_heads, Rows::apart(&apart), of_apart);
                assert!(out == due, "{}, {rows} rows", engine.name());
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn a_row_that_is_repeated() {
    for engine in engines() {
        for rows in row_counts(engine.function()) {
            let mut out = vec![0; rows * 32];
            let mut filler = Filler::new(5);
            let (head, message) = (filler.bytes(22), filler.bytes(77));
            engine.hash_many(
                &engine.midstate(b"prefix"),
                Rows::repeat(&head, rows),
                Rows::repeat(&message, rows),
                RowsMut::new(&mut out, 32),
            );
            let due = oracle::hash(engine.function(), &[b"prefix", &head, &message], 32);
            assert!(out == due.repeat(rows), "{}, {rows} rows", engine.name());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn a_midstate_serves_every_unit() {
    for function in FUNCTIONS {
        let bytes = Filler::new(6).bytes(3 * block(function) + 11);
        let due = oracle::hash(function, &[&bytes, &[1, 2, 3]], 32);
        for maker in engines_of(function) {
            let prefix = maker.midstate(&bytes);
            assert_eq!(prefix.len(), bytes.len() as u64);
            for engine in engines_of(function) {
                let mut out = [0; 2 * 32];
                let (heads, messages) = (Rows::repeat(&[1], 2), Rows::repeat(&[2, 3], 2));
                engine.hash_many(&prefix.clone(), heads, messages, RowsMut::new(&mut out, 32));
                assert!(out[..] == due.repeat(2), "{} for {}", maker.name(), engine.name());
            }
        }
    }
}
