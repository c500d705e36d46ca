//! Random shapes: every call is what the oracle computes, on every unit, in one call or in two.
//!
//! Not under Miri, which has time for one shape of each kernel.
#![cfg(not(miri))]

mod support;

use lanes::{RowsMut, Run, Runs};
use proptest::prelude::*;
use proptest::sample::select;
use support::check::{self, Shape};
use support::filler::Filler;
use support::layouts::{
    Layout, MaskedLayout, keyed, lm_ots, odd_chains, odd_masked, robust, slh_dsa, xmss,
};
use support::oracle::Masking;
use support::{FUNCTIONS, digest, engines_of, flat};

/// Few cases, and none kept in files: what fails here becomes a test with a name.
fn few() -> ProptestConfig {
    ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() }
}

fn function() -> impl Strategy<Value = &'static str> {
    select(&FUNCTIONS[..])
}

/// Bytes of the widest value of a chain.
fn widest(function: &str) -> usize {
    digest(function).unwrap_or(64)
}

const MOST_ROWS: usize = 70;

fn shape() -> impl Strategy<Value = (&'static str, Shape)> {
    let with = |function: &'static str| {
        let out = 1..=digest(function).unwrap_or(500);
        let widths = (0..400_usize, 0..80_usize, 0..400_usize, out, 0..=MOST_ROWS);
        widths.prop_map(move |(prefix, head, message, out, rows)| {
            (function, Shape { prefix, head, message, out, rows })
        })
    };
    function().prop_flat_map(with)
}

/// As often a layout of a standard as any other.
fn chain() -> impl Strategy<Value = Layout> {
    let any = function().prop_flat_map(|function| {
        (0..300_usize, 1..80_usize, 1..=widest(function)).prop_map(move |(prefix, head, n)| {
            Layout { function, prefix: Filler::new(7).bytes(prefix), head, n }
        })
    });
    prop_oneof![select([lm_ots(), slh_dsa(), odd_chains()].concat()), any]
}

fn masked() -> impl Strategy<Value = MaskedLayout> {
    let bytes = |len| Filler::new(len as u64).bytes(len);
    let any_robust = function().prop_flat_map(move |function| {
        (0..200_usize, 0..200_usize, 1..=64_usize, 1..=widest(function)).prop_map(
            move |(mask, hash, head, n)| {
                let masking = Masking::Robust { mask: bytes(mask), hash: bytes(hash) };
                MaskedLayout { function, masking, head, n }
            },
        )
    });
    let any_keyed = function().prop_flat_map(move |function| {
        (0..200_usize, 0..200_usize, 1..=widest(function))
            .prop_map(move |(prf, hash, n)| keyed(function, bytes(prf), bytes(hash), n))
    });
    let standard = [xmss(0), xmss(1), robust(), odd_masked()].concat();
    prop_oneof![2 => select(standard), 1 => any_robust, 1 => any_keyed]
}

/// Runs anywhere before `end`.
fn runs(longest: u32, end: u32) -> impl Strategy<Value = Vec<Run>> {
    let run = (0..=longest).prop_flat_map(move |len| {
        (0..=end - len).prop_map(move |start| Run { start, end: start + len })
    });
    prop::collection::vec(run, 0..=MOST_ROWS)
}

proptest! {
    #![proptest_config(few())]

    #[test]
    fn hashes_are_what_the_oracle_computes((function, shape) in shape()) {
        check::hashes(function, shape);
    }

    #[test]
    fn chains_are_what_the_oracle_computes(layout in chain(), runs in runs(30, 512)) {
        check::chains(&layout, Runs::Each(&runs), runs.len());
    }

    #[test]
    fn masked_hashes_are_what_the_oracle_computes(
        layout in masked(),
        values in 0..8_usize,
        rows in 0..=MOST_ROWS,
    ) {
        check::masked(&layout, values * layout.n, rows);
    }

    #[test]
    fn masked_chains_are_what_the_oracle_computes(
        layout in masked(),
        runs in runs(20, 256),
    ) {
        check::masked_chains(&layout, Runs::Each(&runs), runs.len());
    }

    #[test]
    fn chains_in_two_calls_are_those_in_one_on_every_unit(
        layout in chain(),
        runs in runs(40, 512),
        first in any::<prop::sample::Index>(),
    ) {
        let Layout { function, prefix, head, n } = &layout;
        let rows = runs.len();
        let first = first.index(rows + 1);
        let mut filler = Filler::new(rows as u64);
        let heads = filler.bytes(rows * head);
        let starts = filler.bytes(rows * n);
        let heads = flat(&heads, rows, *head);
        let results = engines_of(function).map(|engine| {
            let prefix = engine.midstate(prefix);
            let (mut one, mut two) = (starts.clone(), starts.clone());
            engine.chain_many(&prefix, heads, Runs::Each(&runs), RowsMut::new(&mut one, *n));
            let mut values = RowsMut::new(&mut two, *n);
            let (before, after) = runs.split_at(first);
            let (left, right) = (heads.slice(0, first), heads.slice(first, rows - first));
            engine.chain_many(&prefix, left, Runs::Each(before), values.slice(0, first));
            let values = values.slice(first, rows - first);
            engine.chain_many(&prefix, right, Runs::Each(after), values);
            assert!(one == two, "{}: {layout:?}", engine.name());
            one
        });
        let results: Vec<_> = results.collect();
        assert!(results.iter().all(|result| *result == results[0]), "{layout:?}");
    }

    #[test]
    fn hashes_in_two_calls_are_those_in_one_on_every_unit(
        (function, shape) in shape(),
        first in any::<prop::sample::Index>(),
    ) {
        let Shape { prefix, head, message, out, rows } = shape;
        let first = first.index(rows + 1);
        let mut filler = Filler::new(rows as u64);
        let (prefix, heads, messages) =
            (filler.bytes(prefix), filler.bytes(rows * head), filler.bytes(rows * message));
        let (heads, messages) = (flat(&heads, rows, head), flat(&messages, rows, message));
        let results = engines_of(function).map(|engine| {
            let prefix = engine.midstate(&prefix);
            let (mut one, mut two) = (vec![0; rows * out], vec![0; rows * out]);
            engine.hash_many(&prefix, heads, messages, RowsMut::new(&mut one, out));
            let mut outs = RowsMut::new(&mut two, out);
            for (first, len) in [(0, first), (first, rows - first)] {
                let (heads, messages) = (heads.slice(first, len), messages.slice(first, len));
                engine.hash_many(&prefix, heads, messages, outs.slice(first, len));
            }
            assert!(one == two, "{}: {shape:?}", engine.name());
            one
        });
        let results: Vec<_> = results.collect();
        assert!(results.iter().all(|result| *result == results[0]), "{shape:?}");
    }
}
