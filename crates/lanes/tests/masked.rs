//! `masked_many` and `masked_chain_many` are the formulas of XMSS and of robust SPHINCS+.

mod support;

use lanes::{RowsMut, Run, Runs};
use support::filler::Filler;
use support::gaps::Gaps;
use support::layouts::{MaskedLayout, odd_masked, robust, robust_chained, xmss};
use support::oracle::Masking;
use support::{check, engines_of, flat, most_lanes, row_counts, unless_miri};

/// F of XMSS and of robust SPHINCS+.
fn with_kernels() -> Vec<MaskedLayout> {
    [xmss(0), robust_chained()].concat()
}

/// What no standard has in a chain, H of XMSS among it.
fn without_kernels() -> Vec<MaskedLayout> {
    [xmss(1), odd_masked()].concat()
}

fn chained() -> Vec<MaskedLayout> {
    [with_kernels(), without_kernels()].concat()
}

/// Rows are worked on in groups of 64.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn nodes_of_trees() {
    for layout in [xmss(1), robust()].concat() {
        for rows in [row_counts(layout.function), vec![63, 64, 65, 130]].concat() {
            check::masked(&layout, 2 * layout.n, rows);
        }
    }
}

/// F alone, and the T_l that compress public keys of WOTS+ and roots of FORS.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn long_messages_of_robust_sphincs() {
    for layout in robust() {
        for values in [1, 3, 14, 33, 35, 51, 67] {
            for rows in [1, 3, most_lanes(layout.function) + 1, 70] {
                check::masked(&layout, values * layout.n, rows);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn messages_of_any_number_of_values() {
    for layout in [xmss(0), odd_masked()].concat() {
        for values in [0, 1, 2, 3, 10] {
            for rows in row_counts(layout.function) {
                check::masked(&layout, values * layout.n, rows);
            }
        }
    }
}

/// What Miri sees of nodes.
#[test]
fn two_nodes_of_a_tree() {
    for layout in [xmss(1), robust()].concat().into_iter().filter(|layout| layout.n == 32) {
        check::masked(&layout, 64, 2);
    }
}

/// Every length where there is a kernel, every 16th elsewhere.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn chains_of_every_length() {
    for (layouts, every) in [(with_kernels(), 1), (without_kernels(), 16)] {
        let lengths: Vec<u32> = (0..=256).step_by(every).collect();
        let up: Vec<Run> = lengths.iter().map(|&end| Run { start: 0, end }).collect();
        let down: Vec<Run> =
            lengths.iter().step_by(4).map(|&len| Run { start: 256 - len, end: 256 }).collect();
        for layout in layouts {
            check::masked_chains(&layout, Runs::Each(&up), up.len());
            check::masked_chains(&layout, Runs::Each(&down), down.len());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn chains_anywhere_on_any_number_of_rows() {
    for layout in chained() {
        for rows in row_counts(layout.function) {
            let runs = Filler::new(rows as u64).runs(rows, 20);
            check::masked_chains(&layout, Runs::Each(&runs), rows);
        }
    }
}

#[test]
fn one_run_for_any_number_of_rows() {
    for layout in unless_miri(chained(), with_kernels()) {
        for rows in unless_miri(row_counts(layout.function), vec![2]) {
            for (start, end) in unless_miri(vec![(0, 1), (9, 11)], vec![(0, 1)]) {
                let run = Run { start, end };
                check::masked_chains(&layout, Runs::Same(run), rows);
            }
        }
    }
}

/// So many of a run that they fill lanes, among others that are as long, longer, or empty.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn many_rows_of_few_runs() {
    let kinds =
        [(3, 9), (9, 15), (253, 256), (14, 15), (15, 15)].map(|(start, end)| Run { start, end });
    for (layouts, most) in [(with_kernels(), 1100), (without_kernels(), 100)] {
        for layout in layouts {
            let lanes = most_lanes(layout.function);
            for rows in [lanes + 1, 2 * lanes, 7 * lanes + 1, most] {
                let mut runs = Filler::new(rows as u64).runs_of(rows, &kinds);
                check::masked_chains(&layout, Runs::Each(&runs), rows);
                runs.sort_by_key(|run| (run.end, run.start));
                check::masked_chains(&layout, Runs::Each(&runs), rows);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn without_a_step_nothing_changes() {
    for layout in chained() {
        for rows in row_counts(layout.function) {
            let nowhere = |i| Run { start: i % 257, end: i % 257 };
            let each: Vec<Run> = (0..rows as u32).map(|i| nowhere(i * 64)).collect();
            for runs in [Runs::Same(nowhere(256)), Runs::Each(&each)] {
                check::masked_chains(&layout, runs, rows);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn more_rows_than_are_sorted_at_once() {
    for layout in with_kernels() {
        let runs = Filler::new(3).runs(1100, 4);
        check::masked_chains(&layout, Runs::Each(&runs), runs.len());
    }
}

/// What the engine writes into an address does not depend on what was there.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn step_numbers_and_key_and_mask_are_overwritten() {
    for layout in chained() {
        let MaskedLayout { function, masking, head, n } = &layout;
        let rows = most_lanes(function) + 1;
        let mut filler = Filler::new(8);
        let mut heads = filler.bytes(rows * head);
        let starts = filler.bytes(rows * n);
        let written = match masking {
            Masking::Keyed { .. } => vec![27, 31],
            Masking::Robust { .. } => vec![head - 1],
        };
        for engine in engines_of(function) {
            let results = [0, 0xff].map(|byte| {
                for head in heads.chunks_exact_mut(*head) {
                    written.iter().for_each(|&at| head[at] = byte);
                }
                let mut values = starts.clone();
                masking.on(engine, |masked| {
                    let runs = Runs::Same(Run { start: 255, end: 256 });
                    let values = RowsMut::new(&mut values, *n);
                    engine.masked_chain_many(masked, flat(&heads, rows, *head), runs, values);
                });
                values
            });
            assert!(results[0] != starts && results[0] == results[1], "{}", engine.name());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn rows_with_gaps_between_them() {
    for layout in chained() {
        let MaskedLayout { function, masking, head, n } = &layout;
        for rows in row_counts(function) {
            let mut filler = Filler::new(rows as u64);
            let heads = filler.bytes(rows * head);
            let messages = filler.bytes(rows * 2 * n);
            let starts = filler.bytes(rows * n);
            let runs = filler.runs(rows, 2);
            let wide_heads = Gaps::between(&heads, *head, 3);
            let wide_messages = Gaps::between(&messages, 2 * n, 7);
            for engine in engines_of(function) {
                let (mut out, mut values) = (vec![0; rows * n], starts.clone());
                let mut wide_out = Gaps::between(&out, *n, 5);
                let mut wide_values = Gaps::between(&values, *n, 1);
                masking.on(engine, |masked| {
                    let (heads, runs) = (flat(&heads, rows, *head), Runs::Each(&runs));
                    let messages = flat(&messages, rows, 2 * n);
                    engine.masked_many(masked, heads, messages, RowsMut::new(&mut out, *n));
                    engine.masked_chain_many(masked, heads, runs, RowsMut::new(&mut values, *n));
                    let (heads, messages) = (wide_heads.rows(), wide_messages.rows());
                    engine.masked_many(masked, heads, messages, wide_out.rows_mut());
                    engine.masked_chain_many(masked, heads, runs, wide_values.rows_mut());
                });
                assert!(wide_out.close() == out, "{}: {layout:?}", engine.name());
                assert!(wide_values.close() == values, "{}: {layout:?}", engine.name());
            }
        }
    }
}
