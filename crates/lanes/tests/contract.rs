//! What the documentation promises beside results: panics, names, and what `Debug` does not show.
//!
//! Not under Miri: all that is refused is refused before anything is hashed.
#![cfg(not(miri))]

mod support;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use lanes::{Cpu, LaneHash, Masked, Midstate, Rows, RowsMut, Run, Runs};
use support::{FUNCTIONS, block, digest, engines};

/// Asserts that `call` panics, saying `why`.
#[track_caller]
fn refused(engine: &dyn LaneHash, why: &str, call: impl FnOnce()) {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("no panic");
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).expect("a message");
    assert!(said.contains(why), "{}: {said}", engine.name());
}

/// Rows of zero.
fn zeros(rows: usize, width: usize) -> Rows<'static> {
    Rows::repeat(&[0; 200][..width], rows)
}

const ONCE: Runs<'static> = Runs::Same(Run { start: 0, end: 1 });

/// Midstates of all functions but `engine`'s.
fn foreign(engine: &dyn LaneHash) -> impl Iterator<Item = Midstate> {
    engines().filter(|other| other.function() != engine.function()).map(|other| other.midstate(&[]))
}

#[test]
fn numbers_of_rows_that_differ() {
    for engine in engines() {
        let prefix = &engine.midstate(&[]);
        let why = "number of rows";
        for [heads, messages, out] in [[3, 4, 4], [4, 3, 4], [4, 4, 3], [0, 1, 1], [1, 1, 0]] {
            let (heads, messages, mut bytes) = (zeros(heads, 32), zeros(messages, 64), [0; 4 * 32]);
            let bytes = &mut bytes[..out * 32];
            refused(engine, why, || {
                engine.hash_many(prefix, heads, messages, RowsMut::new(bytes, 32));
            });
            for masked in both(prefix) {
                refused(engine, why, || {
                    engine.masked_many(&masked, heads, messages, RowsMut::new(bytes, 32));
                });
                if heads.len() != out {
                    refused(engine, why, || {
                        engine.masked_chain_many(&masked, heads, ONCE, RowsMut::new(bytes, 32));
                    });
                }
            }
            if heads.len() != out {
                refused(engine, why, || {
                    engine.chain_many(prefix, heads, ONCE, RowsMut::new(bytes, 32));
                });
            }
        }
    }
}

/// Both kinds of masked hash, all their prefixes `prefix`.
fn both(prefix: &Midstate) -> [Masked<'_>; 2] {
    [Masked::Keyed { prf: prefix, hash: prefix }, Masked::Robust { mask: prefix, hash: prefix }]
}

#[test]
fn out_wider_than_a_digest() {
    for engine in engines() {
        let prefix = &engine.midstate(&[]);
        let Some(digest) = digest(engine.function()) else {
            engine.hash_many(prefix, zeros(1, 1), zeros(1, 1), RowsMut::new(&mut [0; 999], 999));
            continue;
        };
        let why = "wider than a digest";
        let mut bytes = vec![0; digest + 1];
        let mut out = RowsMut::new(&mut bytes, digest + 1);
        let (head, message) = (zeros(1, 32), zeros(1, digest + 1));
        refused(engine, why, || engine.hash_many(prefix, head, message, out.reborrow()));
        refused(engine, why, || engine.chain_many(prefix, head, ONCE, out.reborrow()));
        for masked in both(prefix) {
            refused(engine, why, || engine.masked_many(&masked, head, message, out.reborrow()));
            refused(engine, why, || engine.masked_chain_many(&masked, head, ONCE, out.reborrow()));
        }
    }
}

#[test]
fn runs_that_are_none() {
    for engine in engines() {
        let prefix = &engine.midstate(&[]);
        let never = [(0, 257), (255, 512), (3, 2), (257, 256), (513, 513), (u32::MAX, 0)];
        let not_masked = [(255, 257), (256, 257), (257, 257), (256, 300)];
        for (start, end) in [&never[..], &not_masked].concat() {
            let run = Run { start, end };
            let mut each = [Run { start: 0, end: 1 }; 40];
            each[33] = run;
            for runs in [Runs::Same(run), Runs::Each(&each)] {
                let mut values = [0; 40 * 24];
                let mut values = RowsMut::new(&mut values, 24);
                let heads = zeros(40, 32);
                if never.contains(&(start, end)) {
                    refused(engine, "not a run", || {
                        engine.chain_many(prefix, heads, runs, values.reborrow());
                    });
                }
                for masked in both(prefix) {
                    refused(engine, "not a run", || {
                        engine.masked_chain_many(&masked, heads, runs, values.reborrow());
                    });
                }
            }
        }
    }
}

#[test]
fn another_number_of_runs_than_of_rows() {
    for engine in engines() {
        let prefix = &engine.midstate(&[]);
        for count in [0, 2, 4] {
            let each = vec![Run { start: 0, end: 1 }; count];
            let mut values = [0; 3 * 24];
            let mut values = RowsMut::new(&mut values, 24);
            let (heads, runs) = (zeros(3, 32), Runs::Each(&each));
            refused(engine, "one run for each row", || {
                engine.chain_many(prefix, heads, runs, values.reborrow());
            });
            for masked in both(prefix) {
                refused(engine, "one run for each row", || {
                    engine.masked_chain_many(&masked, heads, runs, values.reborrow());
                });
            }
        }
    }
}

#[test]
fn a_midstate_of_another_function() {
    for engine in engines() {
        let own = &engine.midstate(&[]);
        for foreign in &foreign(engine).collect::<Vec<_>>() {
            let why = "midstate of another function";
            let mut bytes = [0; 2 * 24];
            let mut out = RowsMut::new(&mut bytes, 24);
            let (heads, messages) = (zeros(2, 32), zeros(2, 48));
            refused(engine, why, || engine.hash_many(foreign, heads, messages, out.reborrow()));
            refused(engine, why, || engine.chain_many(foreign, heads, ONCE, out.reborrow()));
            for masked in [
                Masked::Keyed { prf: foreign, hash: own },
                Masked::Keyed { prf: own, hash: foreign },
                Masked::Robust { mask: foreign, hash: own },
                Masked::Robust { mask: own, hash: foreign },
            ] {
                refused(engine, why, || {
                    engine.masked_many(&masked, heads, messages, out.reborrow());
                });
                refused(engine, why, || {
                    engine.masked_chain_many(&masked, heads, ONCE, out.reborrow());
                });
            }
        }
    }
}

#[test]
fn heads_and_messages_that_do_not_fit() {
    for engine in engines() {
        let prefix = &engine.midstate(&[]);
        let [keyed, robust] = both(prefix);
        let mut bytes = [0; 2 * 24];
        let mut out = RowsMut::new(&mut bytes, 24);
        let messages = zeros(2, 48);
        for head in [0, 22, 31, 33, 64] {
            refused(engine, "no ADRS", || {
                engine.masked_many(&keyed, zeros(2, head), messages, out.reborrow());
            });
            refused(engine, "no ADRS", || {
                engine.masked_chain_many(&keyed, zeros(2, head), ONCE, out.reborrow());
            });
        }
        refused(engine, "no ADRS", || {
            engine.masked_chain_many(&robust, Rows::empty(2), ONCE, out.reborrow());
        });
        refused(engine, "no byte for the step number", || {
            engine.chain_many(prefix, Rows::empty(2), ONCE, out.reborrow());
        });
        for masked in [keyed, robust] {
            for width in [1, 23, 25, 47, 64] {
                refused(engine, "whole number of values", || {
                    engine.masked_many(&masked, zeros(2, 32), zeros(2, width), out.reborrow());
                });
            }
        }
    }
}

#[test]
fn debug_shows_shapes_and_no_bytes() {
    for engine in engines() {
        let prefix = engine.midstate(&[0xab; 300]);
        let name = engine.function();
        let due = format!("Midstate {{ function: {name:?}, len: 300, .. }}");
        assert_eq!(format!("{prefix:?}"), due);
        let masked = Masked::Robust { mask: &prefix, hash: &prefix };
        assert_eq!(format!("{masked:?}"), format!("Robust {{ mask: {due}, hash: {due} }}"));
    }
    let due = "{ len: 2, width: 3, stride: 4, .. }";
    assert_eq!(format!("{:?}", Rows::strided(&[0xab; 7], 2, 3, 4)), format!("Rows {due}"));
    let mut bytes = [0xab; 7];
    let rows = RowsMut::strided(&mut bytes, 2, 3, 4);
    assert_eq!(format!("{rows:?}"), format!("RowsMut {due}"));
}

#[test]
fn units_are_named_and_portable_is_the_last() {
    let names: Vec<&str> = Cpu::available().map(|cpu| cpu.name()).collect();
    assert_eq!(names.last(), Some(&"portable"));
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    assert!(names.contains(&Cpu::detect().name()));
    assert_eq!(Cpu::from_env().map(|cpu| cpu.name()), Ok(Cpu::detect().name()));
}

#[test]
fn engines_are_what_they_say() {
    for cpu in Cpu::available() {
        let all = cpu.engines();
        let of_cpu = [all.sha256, all.sha512, all.shake128, all.shake256];
        for (engine, function) in of_cpu.iter().zip(FUNCTIONS) {
            assert_eq!((engine.function(), engine.block()), (function, block(function)));
            let start = format!("{}/", function.to_lowercase().replace('-', ""));
            assert!(engine.name().starts_with(&start), "{}", engine.name());
            assert!(engine.lanes() >= 1);
        }
    }
}
