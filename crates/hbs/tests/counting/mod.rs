//! Engines that count, to hold the cost model to.
#![allow(dead_code, reason = "each test uses some of it")]

use hbs::cost::Costs;
use hbs::{Options, WalkKind, Workers};
use lanes::{Counted, Cpu, Engines};

/// Counted engines, of one test alone.
pub(crate) struct Counting {
    counted: [&'static Counted<'static>; 4],
    pub(crate) engines: Engines,
}

impl Counting {
    pub(crate) fn new() -> Self {
        let engines = Cpu::detect().engines();
        // A test's few bytes, kept to its end.
        let counted = |engine| &*Box::leak(Box::new(Counted::new(engine)));
        let Engines { sha256, sha512, shake128, shake256 } = engines;
        let counted = [sha256, sha512, shake128, shake256].map(counted);
        let [sha256, sha512, shake128, shake256] = counted;
        let engines = Engines { sha256, sha512, shake128, shake256 };
        Self { counted, engines }
    }

    /// What has been hashed since the last call.
    pub(crate) fn take(&self) -> u64 {
        self.counted.iter().map(|counted| counted.take()).sum()
    }

    /// The same by function.
    pub(crate) fn take_each(&self) -> Costs<u64> {
        let [sha256, sha512, shake128, shake256] = self.counted.map(|counted| counted.take());
        Costs { sha256, sha512, keccak: shake128 + shake256 }
    }

    pub(crate) fn options(&self, walk: WalkKind) -> Options {
        Options { engines: self.engines, walk, workers: Workers::one() }
    }
}

pub(crate) const WALKS: [WalkKind; 3] = [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute];

/// A message, of some length and whatever bytes.
pub(crate) fn message(i: u64) -> Vec<u8> {
    let len = [0, 1, 32, 65, 96, 97, 98, 130, 1024][i as usize % 9];
    (0..len).map(|k| i.wrapping_mul(41).wrapping_add(k) as u8).collect()
}
