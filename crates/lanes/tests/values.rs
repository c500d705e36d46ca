//! `chain_values` keeps what `chain_many` and `masked_chain_many` go through.

mod support;

use lanes::{LaneHash, Masked, Rows, RowsMut, Run, Step};
use support::filler::Filler;
use support::gaps::Gaps;
use support::layouts::{
    Layout, MaskedLayout, lm_ots, odd_chains, odd_masked, robust_chained, slh_dsa,
};
use support::oracle::Masking;
use support::{engines_of, flat, oracle, row_counts, unless_miri};

/// Rows of filler as each engine is to make them: step by step, with a gap after each and without.
fn everywhere(
    function: &str,
    [head, n]: [usize; 2],
    rows: usize,
    step_of: impl Fn(&[u8], Run, &[u8]) -> Vec<u8>,
    call: impl Fn(&dyn LaneHash, Rows<'_>, u32, RowsMut<'_>),
) {
    let mut filler = Filler::new((head + n + rows) as u64);
    let heads = filler.bytes(rows * head);
    let heads = flat(&heads, rows, head);
    for steps in unless_miri(vec![0, 1, 2, 15], vec![2]) {
        let mut due = filler.bytes(rows * n);
        let mut values = [&due[..], &vec![0xaa; steps * rows * n]].concat();
        for j in 0..steps {
            for i in 0..rows {
                let (before, run) =
                    ((j * rows + i) * n, Run { start: j as u32, end: j as u32 + 1 });
                let next = step_of(heads.row(i), run, &due[before..][..n]);
                due.extend(next);
            }
        }
        let before = values.clone();
        for engine in engines_of(function) {
            values.copy_from_slice(&before);
            call(engine, heads, steps as u32, RowsMut::new(&mut values, n));
            assert!(values == due, "{}: {rows} rows, {steps} steps, n = {n}", engine.name());
            let mut apart = Gaps::between(&before, n, 3);
            call(engine, heads, steps as u32, apart.rows_mut());
            assert!(apart.close() == due, "{}: {rows} rows with gaps, n = {n}", engine.name());
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn of_plain_chains() {
    for layout in [lm_ots(), slh_dsa(), odd_chains()].concat() {
        let Layout { function, prefix, head, n } = &layout;
        for rows in row_counts(function).into_iter().filter(|rows| *rows > 0) {
            let step =
                |head: &[u8], run, value: &[u8]| oracle::chain(function, prefix, head, run, value);
            everywhere(function, [*head, *n], rows, step, |engine, heads, steps, values| {
                engine.chain_values(Step::Plain(&engine.midstate(prefix)), heads, steps, values);
            });
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn of_robust_chains() {
    let is_robust = |layout: &MaskedLayout| matches!(layout.masking, Masking::Robust { .. });
    let odd = odd_masked().into_iter().filter(is_robust).collect();
    for layout in [robust_chained(), odd].concat() {
        let MaskedLayout { function, masking, head, n } = &layout;
        for rows in row_counts(function).into_iter().filter(|rows| *rows > 0) {
            let step = |head: &[u8], run, value: &[u8]| {
                oracle::masked_chain(function, masking, head, run, value)
            };
            everywhere(function, [*head, *n], rows, step, |engine, heads, steps, values| {
                masking.on(engine, |masked| {
                    engine.chain_values(Step::Masked(*masked), heads, steps, values);
                });
            });
        }
    }
}

#[test]
fn calls_that_make_no_sense_are_refused() {
    for engine in support::engines() {
        let prefix = engine.midstate(&[1; 16]);
        let refused = |step: Step<'_>, heads: usize, steps: u32, values: usize| {
            let (heads, mut values) = (vec![0; heads * 32], vec![0; values * 16]);
            let call = || {
                let (heads, values) = (Rows::new(&heads, 32), RowsMut::new(&mut values, 16));
                engine.chain_values(step, heads, steps, values);
            };
            let call = std::panic::AssertUnwindSafe(call);
            assert!(std::panic::catch_unwind(call).is_err(), "{}", engine.name());
        };
        refused(Step::Plain(&prefix), 3, 2, 8);
        refused(Step::Plain(&prefix), 3, 2, 10);
        refused(Step::Plain(&prefix), 1, 257, 258);
        refused(Step::Masked(Masked::Keyed { prf: &prefix, hash: &prefix }), 2, 1, 4);
        for other in support::engines().filter(|other| other.function() != engine.function()) {
            refused(Step::Plain(&other.midstate(&[])), 20, 1, 40);
        }
    }
}
