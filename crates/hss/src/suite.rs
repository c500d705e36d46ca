//! What benches and reports need to know of this scheme.

use hbs::WalkKind;
use hbs::cost::{self, Cost, Costs};
use hbs::hss::Params;
use measure::record::Operation;
use measure::{Suite, Work};
use signer::ParameterSet;

/// The suite of HSS: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "hss",
    title: "HSS",
    default_set: "HSS-SHA256-H5-W2-L1",
    message_len: 1024,
    sets: hbs::hss::sets,
    find: hbs::hss::find,
    backends: crate::backends,
    work,
    grammar: Some(hbs::hss::params::GRAMMAR),
    divan_sets: &[
        "HSS-SHA256-H5-W2-L1",
        "HSS-SHA256-H5-W2-L2",
        "HSS-SHA256-H5-W4-L1",
        "HSS-SHA256-H5-W4-L2",
        "HSS-SHA256-H5-W8-L1",
        "HSS-SHA256-H10-W4-L1",
    ],
    bench_sets: &[
        "HSS-SHA256-H5-W2-L1",
        "HSS-SHA256-H5-W2-L2",
        "HSS-SHA256-H5-W4-L1",
        "HSS-SHA256-H5-W4-L2",
        "HSS-SHA256-H5-W8-L1",
        "HSS-SHA256-H5-W8-L2",
        "HSS-SHA256-H10-W4-L1",
        "HSS-SHA256-H10-W4-L2",
        "HSS-SHA256-H10-W8-L1",
        "HSS-SHA256-H10-W4+H5-W8",
        "HSS-SHA256-H5-W4-L3",
        "HSS-SHAKE-H5-W2-L1",
    ],
    quick_sets: &[
        "HSS-SHA256-H5-W2-L1",
        "HSS-SHA256-H5-W2-L2",
        "HSS-SHA256-H5-W4-L2",
        "HSS-SHA256-H10-W4-L1",
        "HSS-SHA256-H10-W4+H5-W8",
    ],
    rival_sets: &["HSS-SHA256-H5-W2-L2"],
    life_sets: &["HSS-SHA256-H5-W2-L2"],
};

/// What an operation has to hash, if as much of the trees is kept as by default; signing, with all trees
/// there.
fn work(set: &ParameterSet, operation: Operation, message_len: usize) -> Option<Work> {
    let params = Params::of(set)?;
    let function = params.levels()[0].lms.hash;
    let (mut key, message) =
        (cost::Hss::new(params, WalkKind::Default), cost::Message::new(message_len));
    let cost = match operation {
        Operation::Keygen => Cost::exactly(key.generate()),
        Operation::Sign => {
            // The first one builds what key generation left out. After it most are alike; those that
            // begin a tree, or let one above the bottom grow, cost more. Times are medians too.
            key.sign_until(1);
            let mut some: Vec<_> = (0..SOME).map(|_| key.sign(&message, None)).collect();
            some.sort_by(|a, b| a.mean.total_cmp(&b.mean));
            some[some.len() / 2]
        }
        Operation::Verify | Operation::VerifyMany => key.verify(&message, None),
        _ => return None,
    };
    Some(Costs::of(function, cost).means().into())
}

/// Signatures that the work of one is the median of: all of the smallest key but the first.
const SOME: usize = 31;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_sound() {
        assert_eq!(SUITE.flaws(), Vec::<String>::new());
    }
}
