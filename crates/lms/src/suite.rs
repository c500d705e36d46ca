//! What benches and reports need to know of this scheme.

use hbs::WalkKind;
use hbs::cost::{self, Cost, Costs};
use hbs::lms::Params;
use measure::record::Operation;
use measure::{Suite, Work};
use signer::ParameterSet;

/// The suite of LMS: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "lms",
    title: "LMS",
    default_set: "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
    message_len: 1024,
    sets: hbs::lms::sets,
    find: hbs::lms::find,
    backends: crate::backends,
    work,
    grammar: None,
    divan_sets: &[
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4",
    ],
    bench_sets: &[
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4",
    ],
    quick_sets: &[
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
    ],
    rival_sets: &["LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8"],
    life_sets: &["LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4"],
};

/// What an operation has to hash, if as much of the tree is kept as by default.
fn work(set: &ParameterSet, operation: Operation, message_len: usize) -> Option<Work> {
    let params = Params::of(set)?;
    let (key, message) =
        (cost::Lms::new(params, WalkKind::Default), cost::Message::new(message_len));
    let cost = match operation {
        Operation::Keygen => Cost::exactly(key.generate()),
        Operation::Sign => key.sign(1, &message),
        Operation::Verify | Operation::VerifyMany => key.verify(&message),
        _ => return None,
    };
    Some(Costs::of(params.lms.hash, cost).means().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_sound() {
        assert_eq!(SUITE.flaws(), Vec::<String>::new());
    }
}
