//! `chain_many` is a loop of hashes for each row, whatever its layout, its run and its neighbours.

mod support;

use lanes::{Rows, RowsMut, Run, Runs};
use support::filler::Filler;
use support::gaps::Gaps;
use support::layouts::{Layout, lm_ots, odd_chains, slh_dsa};
use support::{check, engines_of, flat, most_lanes, row_counts, unless_miri};

fn layouts() -> Vec<Layout> {
    [lm_ots(), slh_dsa(), odd_chains()].concat()
}

/// Every length where there is a kernel, every 16th elsewhere.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn runs_of_every_length() {
    for (layouts, every) in [([lm_ots(), slh_dsa()].concat(), 1), (odd_chains(), 16)] {
        let lengths: Vec<u32> = (0..=256).step_by(every).collect();
        let up: Vec<Run> = lengths.iter().map(|&end| Run { start: 0, end }).collect();
        let down: Vec<Run> =
            lengths.iter().map(|&len| Run { start: 256 - len, end: 256 }).collect();
        for layout in layouts {
            check::chains(&layout, Runs::Each(&up), up.len());
            check::chains(&layout, Runs::Each(&down), down.len());
        }
    }
}

/// Each of its own length and at its own place, so that a lane takes up rows at many steps.
#[test]
fn runs_anywhere_on_any_number_of_rows() {
    for layout in unless_miri(layouts(), [lm_ots(), slh_dsa()].concat()) {
        for rows in row_counts(layout.function) {
            let runs = Filler::new(rows as u64).runs(rows, unless_miri(20, 2));
            check::chains(&layout, Runs::Each(&runs), rows);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn one_run_for_any_number_of_rows() {
    for layout in layouts() {
        for rows in row_counts(layout.function) {
            for run in [Run { start: 0, end: 1 }, Run { start: 7, end: 9 }] {
                check::chains(&layout, Runs::Same(run), rows);
                check::chains(&layout, Runs::Each(&vec![run; rows]), rows);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn the_whole_chain_on_all_lanes() {
    for layout in layouts() {
        let rows = most_lanes(layout.function) + 1;
        check::chains(&layout, Runs::Same(Run { start: 0, end: 256 }), rows);
    }
}

/// As the secret of LM-OTS, number 255, goes before step 0.
#[test]
fn step_numbers_go_on_after_255_with_0() {
    for layout in unless_miri(layouts(), lm_ots()) {
        for rows in unless_miri(row_counts(layout.function), vec![3]) {
            let runs = vec![(255, 256), (255, 257), (255, 271), (255, 511), (256, 260), (510, 512)];
            for (start, end) in unless_miri(runs, vec![(255, 257)]) {
                check::chains(&layout, Runs::Same(Run { start, end }), rows);
            }
            let mut filler = Filler::new(rows as u64);
            let mut run = |_| {
                let (start, steps) = (255 - filler.below(8), filler.below(unless_miri(20, 4)));
                Run { start, end: start + steps }
            };
            let mut each: Vec<Run> = (0..rows).map(&mut run).collect();
            check::chains(&layout, Runs::Each(&each), rows);
            each.iter_mut().for_each(|run| run.start = 255.min(run.end));
            check::chains(&layout, Runs::Each(&each), rows);
            let anywhere = filler.runs_before(512, rows, unless_miri(20, 2));
            check::chains(&layout, Runs::Each(&anywhere), rows);
        }
    }
}

/// So many of a run that they fill lanes, among others that are as long, longer, or empty.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn many_rows_of_few_runs() {
    let kinds = [(3, 15), (9, 15), (2, 8), (255, 261), (14, 15), (15, 15), (0, 1)]
        .map(|(start, end)| Run { start, end });
    for (layouts, most) in [([lm_ots(), slh_dsa()].concat(), 1100), (odd_chains(), 200)] {
        for layout in layouts {
            let lanes = most_lanes(layout.function);
            for rows in [lanes + 1, 2 * lanes, 3 * lanes, 7 * lanes + 1, 16 * lanes, most] {
                let mut runs = Filler::new(rows as u64).runs_of(rows, &kinds);
                check::chains(&layout, Runs::Each(&runs), rows);
                runs.sort_by_key(|run| (run.end, run.start));
                check::chains(&layout, Runs::Each(&runs), rows);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn without_a_step_nothing_changes() {
    for layout in layouts() {
        for rows in row_counts(layout.function) {
            let nowhere = |i| Run { start: i % 513, end: i % 513 };
            let each: Vec<Run> = (0..rows as u32).map(|i| nowhere(i * 64)).collect();
            let [first, last] = [0, 512].map(|i| Runs::Same(nowhere(i)));
            for runs in [first, last, Runs::Each(&each)] {
                check::chains(&layout, runs, rows);
            }
        }
    }
}

/// One row of many has steps to take: the first, the last, one in between.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn a_long_run_among_empty_ones() {
    for layout in layouts() {
        let rows = 2 * most_lanes(layout.function) + 1;
        for long in [0, rows / 2, rows - 1] {
            let mut runs = vec![Run { start: 4, end: 4 }; rows];
            runs[long] = Run { start: 1, end: 40 };
            check::chains(&layout, Runs::Each(&runs), rows);
        }
    }
}

/// Rows are sorted by length, 1152 at a time; with a whole window in which no row has a step.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn more_rows_than_are_sorted_at_once() {
    for layout in layouts() {
        for (rows, most) in [(1151, 5), (1152, 1), (1153, 5), (1200, 100), (2500, 1)] {
            let mut runs = Filler::new(rows as u64).runs(rows, most);
            check::chains(&layout, Runs::Each(&runs), rows);
            runs[..rows.min(1152)].fill(Run { start: 9, end: 9 });
            check::chains(&layout, Runs::Each(&runs), rows);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn the_step_number_is_the_last_byte_of_the_head_whatever_was_there() {
    for layout in layouts() {
        let Layout { function, prefix, head, n } = &layout;
        let rows = most_lanes(function) + 1;
        let mut filler = Filler::new(8);
        let mut heads = filler.bytes(rows * head);
        let starts = filler.bytes(rows * n);
        for engine in engines_of(function) {
            let results = [0, 1, 0x80, 0xff].map(|last| {
                heads.chunks_exact_mut(*head).for_each(|bytes| bytes[head - 1] = last);
                let mut values = starts.clone();
                let runs = Runs::Same(Run { start: 255, end: 256 });
                let rows = flat(&heads, rows, *head);
                engine.chain_many(
                    &engine.midstate(prefix),
                    rows,
                    runs,
                    RowsMut::new(&mut values, *n),
                );
                values
            });
            assert!(results[0] != starts && results.iter().all(|values| *values == results[0]));
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn rows_with_gaps_between_them_and_one_head_for_all() {
    for layout in layouts() {
        let Layout { function, prefix, head, n } = &layout;
        for rows in row_counts(function) {
            let mut filler = Filler::new(rows as u64);
            let one = filler.bytes(*head);
            let heads = one.repeat(rows);
            let wide_heads = Gaps::between(&heads, *head, 5);
            let starts = filler.bytes(rows * n);
            let runs = filler.runs(rows, 3);
            for engine in engines_of(function) {
                let mut values = starts.clone();
                let mut wide = Gaps::between(&starts, *n, 3);
                let mut wider = Gaps::between(&starts, *n, 32);
                for (heads, values) in [
                    (flat(&heads, rows, *head), RowsMut::new(&mut values, *n)),
                    (wide_heads.rows(), wide.rows_mut()),
                    (Rows::repeat(&one, rows), wider.rows_mut()),
                ] {
                    engine.chain_many(&engine.midstate(prefix), heads, Runs::Each(&runs), values);
                }
                assert!(wide.close() == values && wider.close() == values, "{}", engine.name());
            }
        }
    }
}
