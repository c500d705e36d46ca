//! Chains of which every value is kept, one step at a time.
//!
//! In lanes that takes no more than writing the values out after each step
//! ([`Batch`](crate::chains::Batch)); here is what there is beside lanes.

use core::ops::Range;

use crate::hash::{LaneHash, Masked, Run, Runs, Step};
use crate::{Rows, RowsMut};

/// [`LaneHash::chain_values`] of some of its chains, by the other methods of `engine`.
pub(crate) fn one_by_one<E: LaneHash + ?Sized>(
    engine: &E,
    step: Step<'_>,
    heads: Rows<'_>,
    chains: Range<usize>,
    steps: u32,
    mut values: RowsMut<'_>,
) {
    check(step, heads, steps, &values);
    let (all, count) = (heads.len(), chains.len());
    let heads = heads.slice(chains.start, count);
    for j in 0..steps {
        let from = j as usize * all + chains.start;
        for i in from..from + count {
            values.copy_row(i, i + all);
        }
        let (runs, next) =
            (Runs::Same(Run { start: j, end: j + 1 }), values.slice(from + all, count));
        match step {
            Step::Plain(prefix) => engine.chain_many(prefix, heads, runs, next),
            Step::Masked(masked) => engine.masked_chain_many(&masked, heads, runs, next),
        }
    }
}

/// Panics unless the shapes of a call fit together.
pub(crate) fn check(step: Step<'_>, heads: Rows<'_>, steps: u32, values: &RowsMut<'_>) {
    assert!(steps <= 256, "more than 256 steps");
    assert_eq!(values.len(), heads.len() * (1 + steps as usize), "not the rows of all values");
    assert!(!matches!(step, Step::Masked(Masked::Keyed { .. })), "no values of keyed chains");
}
