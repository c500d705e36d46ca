//! [`Counted`] against a count of its own: of every hash of the standards' formulas, one by one.
#![cfg(not(miri))]
#![forbid(unsafe_code)]

use lanes::{Counted, Cpu, LaneHash, Masked, Rows, RowsMut, Run, Runs};

/// Blocks of a message of `len` bytes with its padding, written down once more.
fn padded(engine: &dyn LaneHash, len: usize) -> u64 {
    // What is at least there after the message, and what SHAKE has in a byte.
    let trailer = match engine.function() {
        "SHA-256" => 1 + 8,
        "SHA-512" => 1 + 16,
        _ => 1,
    };
    let mut blocks = 1;
    while blocks * engine.block() < len + trailer {
        blocks += 1;
    }
    blocks as u64
}

#[test]
fn messages_after_midstates_of_none_one_and_two_blocks() {
    for engine in engines() {
        let counted = Counted::new(engine);
        for blocks in 0..3 {
            for tail in [0, 1, 28] {
                let prefix = counted.midstate(&vec![3; blocks * engine.block() + tail]);
                assert_eq!(counted.take(), blocks as u64, "{}", engine.name());
                for width in [1, 32, 55, 56, 64, 111, 112, 135, 136, 167, 168, 400] {
                    let (rows, message) = (5, vec![1; width]);
                    let out = &mut [0; 5 * 32][..];
                    let heads = Rows::repeat(&[7; 22], rows);
                    let messages = Rows::repeat(&message, rows);
                    counted.hash_many(&prefix, heads, messages, RowsMut::new(out, 32));
                    let of_one = padded(engine, tail + 22 + width);
                    assert_eq!(counted.take(), 5 * of_one, "{} {width}", engine.name());
                }
            }
        }
    }
}

#[test]
fn output_of_several_blocks() {
    let engine = Cpu::portable().engines().shake256;
    let counted = Counted::new(engine);
    for (width, permutations) in [(1, 1), (136, 1), (137, 2), (272, 2), (273, 3)] {
        let mut out = vec![0; 2 * width];
        let prefix = counted.midstate(&[]);
        let messages = Rows::repeat(&[1; 20], 2);
        counted.hash_many(&prefix, Rows::empty(2), messages, RowsMut::new(&mut out, width));
        assert_eq!(counted.take(), 2 * permutations, "{width}");
    }
}

/// Steps of runs that start and end everywhere, some of them empty: (steps, rows with any).
fn runs() -> (Vec<Run>, u64, u64) {
    let runs: Vec<Run> = (0..40).map(|i| Run { start: i % 7, end: i % 7 + (i * 5) % 16 }).collect();
    let steps = runs.iter().map(|run| u64::from(run.len())).sum();
    let rows = runs.iter().filter(|run| !run.is_empty()).count() as u64;
    (runs, steps, rows)
}

#[test]
fn steps_of_chains() {
    let (runs, steps, _) = runs();
    for engine in engines() {
        let counted = Counted::new(engine);
        for (prefix, head, n) in [(16, 7, 32), (16, 7, 24), (64, 22, 16), (32, 32, 32)] {
            let prefix_blocks = prefix / engine.block();
            let prefix = counted.midstate(&vec![1; prefix]);
            assert_eq!(counted.take(), prefix_blocks as u64);
            let heads = vec![0; 40 * head];
            let mut values = vec![0; 40 * n];
            let (heads, values) = (Rows::new(&heads, head), RowsMut::new(&mut values, n));
            counted.chain_many(&prefix, heads, Runs::Each(&runs), values);
            let len = prefix.len() as usize - prefix_blocks * engine.block() + head + n;
            assert_eq!(counted.take(), steps * padded(engine, len), "{} {n}", engine.name());
        }
    }
}

/// What a step of WOTS+ costs is known from the literature and from `xmss`'s own counts: PRF twice and
/// F, of which the block before the address is hashed once for a key.
#[test]
fn steps_of_xmss() {
    let (runs, steps, rows) = runs();
    // (function, bytes of toByte, n, blocks of a step, blocks of a row)
    let sets = [
        ("SHA-256", 32, 32, 1 + 1 + 2, 0),
        ("SHA-256", 4, 24, 2 + 2 + 1, 0),
        ("SHA-512", 64, 64, 1 + 1 + 2, 0),
        ("SHAKE128", 32, 32, 3, 0),
        ("SHAKE256", 32, 32, 3, 0),
        ("SHAKE256", 4, 24, 3, 0),
        ("SHAKE256", 64, 64, 1 + 1 + 2, 1),
    ];
    for (function, to_byte, n, of_a_step, of_a_row) in sets {
        for engine in engines().into_iter().filter(|engine| engine.function() == function) {
            let counted = Counted::new(engine);
            let prf = counted.midstate(&vec![3; to_byte + n]);
            let hash = counted.midstate(&vec![0; to_byte]);
            counted.take();
            let mut values = vec![0; 40 * n];
            let heads = [0; 40 * 32];
            counted.masked_chain_many(
                &Masked::Keyed { prf: &prf, hash: &hash },
                Rows::new(&heads, 32),
                Runs::Each(&runs),
                RowsMut::new(&mut values, n),
            );
            let expected = steps * of_a_step + rows * of_a_row;
            assert_eq!(counted.take(), expected, "{} {n}", engine.name());
        }
    }
}

#[test]
fn nodes_and_robust_hashes() {
    // XMSS-SHA2 with n = 32: three PRF of one block, and 32 + 32 + 64 bytes, which are three.
    let engine = Cpu::portable().engines().sha256;
    let counted = Counted::new(engine);
    let prf = counted.midstate(&[3; 64]);
    let hash = counted.midstate(&[1; 32]);
    counted.take();
    let (heads, messages) = ([0; 3 * 32], [0; 3 * 64]);
    counted.masked_many(
        &Masked::Keyed { prf: &prf, hash: &hash },
        Rows::new(&heads, 32),
        Rows::new(&messages, 64),
        RowsMut::new(&mut [0; 96], 32),
    );
    assert_eq!(counted.take(), 3 * (3 + 3));

    // Robust T_len of SPHINCS+-SHA2-128 (r3.1): 18 masks of one block, and 22 + 35 * 16 bytes after a
    // midstate, which are 10; 28 in all.
    let mask = counted.midstate(&[1; 16]);
    let hash = counted.midstate(&[1; 64]);
    counted.take();
    let (heads, messages) = ([0; 2 * 22], vec![0; 2 * 35 * 16]);
    counted.masked_many(
        &Masked::Robust { mask: &mask, hash: &hash },
        Rows::new(&heads, 22),
        Rows::new(&messages, 35 * 16),
        RowsMut::new(&mut [0; 32], 16),
    );
    assert_eq!(counted.take(), 2 * 28);
}

/// Every engine of this machine.
fn engines() -> Vec<&'static dyn LaneHash> {
    let of = |cpu: Cpu| {
        let engines = cpu.engines();
        [engines.sha256, engines.sha512, engines.shake128, engines.shake256]
    };
    Cpu::available().flat_map(of).collect()
}
