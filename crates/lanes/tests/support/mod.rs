//! What the tests of this crate share: every hash is compared with one computed in the plainest
//! way by other crates ([`oracle`]), on the layouts of the standards and on others ([`layouts`]).
//!
//! Under Miri a hash takes a tenth of a second and more, so that only some tests run there, chosen
//! to go through every kernel once: what it looks at is what vector units do with pointers.
#![allow(dead_code, reason = "no file of tests needs all of it")]

pub(crate) mod check;
pub(crate) mod filler;
pub(crate) mod gaps;
pub(crate) mod layouts;
pub(crate) mod oracle;

use std::ptr::addr_eq;

use lanes::{Cpu, Engines, LaneHash, Rows};

/// The names of all functions.
pub(crate) const FUNCTIONS: [&str; 4] = ["SHA-256", "SHA-512", "SHAKE128", "SHAKE256"];

/// Every function on every vector unit of this machine and in little code; once if units have the same
/// engine.
pub(crate) fn engines() -> impl Iterator<Item = &'static dyn LaneHash> {
    let mut engines: Vec<&'static dyn LaneHash> = Vec::new();
    for cpu in Cpu::available().chain([Cpu::small()]) {
        let Engines { sha256, sha512, shake128, shake256 } = cpu.engines();
        for engine in [sha256, sha512, shake128, shake256] {
            if !engines.iter().any(|other| addr_eq(*other, engine)) {
                engines.push(engine);
            }
        }
    }
    engines.into_iter()
}

/// The function called `function` on every vector unit of this machine; the last one is the small one.
pub(crate) fn engines_of(function: &str) -> impl Iterator<Item = &'static dyn LaneHash> {
    engines().filter(move |engine| engine.function() == function)
}

/// Bytes of a digest, if its length is fixed.
pub(crate) fn digest(function: &str) -> Option<usize> {
    match function {
        "SHA-256" => Some(32),
        "SHA-512" => Some(64),
        _ => None,
    }
}

/// Bytes of a block.
pub(crate) fn block(function: &str) -> usize {
    match function {
        "SHA-256" => 64,
        "SHA-512" => 128,
        "SHAKE128" => 168,
        _ => 136,
    }
}

/// The most lanes that any unit has for `function`.
pub(crate) fn most_lanes(function: &str) -> usize {
    engines_of(function).map(|engine| engine.lanes()).max().expect("portable")
}

/// Numbers of rows around the edges of lanes: those of all units, and others in case that a unit
/// has them inside.
pub(crate) fn row_counts(function: &str) -> Vec<usize> {
    let mut counts = unless_miri(vec![0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33], vec![0]);
    for engine in engines_of(function) {
        let lanes = engine.lanes();
        counts
            .extend(unless_miri(vec![lanes - 1, lanes, lanes + 1, 2 * lanes + 1], vec![lanes + 1]));
    }
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// `bytes` as `rows` rows back to back, of no width too.
pub(crate) fn flat(bytes: &[u8], rows: usize, width: usize) -> Rows<'_> {
    let flat = if width == 0 { Rows::empty(rows) } else { Rows::new(bytes, width) };
    assert_eq!(flat.len(), rows);
    flat
}

/// All of `full`, or what Miri has time for.
pub(crate) fn unless_miri<T>(full: T, miri: T) -> T {
    if cfg!(miri) { miri } else { full }
}
