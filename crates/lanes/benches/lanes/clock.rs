//! The clock of the core, without reading a counter of it.
//!
//! A multiplication of two 32-bit integers takes 3 cycles on x86-64 CPUs since Nehalem and Zen, so a
//! chain of them, each waiting for the one before it, tells how long a cycle is. Squaring over and
//! over is the shortest way to what it computes: no compiler makes it shorter. On other architectures
//! the chain tells only whether the clock has changed.

use std::hint::black_box;
use std::time::Instant;

/// Length of a chain: some 15 microseconds, so that the resolution of [`Instant`] does not matter.
const MULTIPLICATIONS: u32 = 18_000;

/// Cycles of one of them, where that is known.
const CYCLES: Option<f64> = if cfg!(target_arch = "x86_64") { Some(3.0) } else { None };

/// How far two speeds may be apart to count as the same.
const STEADY: f64 = 0.005;

/// Multiplications in a nanosecond, just now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speed(f64);

impl Speed {
    /// Looks at the clock.
    #[inline(never)]
    pub(crate) fn now() -> Self {
        let mut x: u32 = black_box(3);
        let start = Instant::now();
        for _ in 0..MULTIPLICATIONS {
            x = x.wrapping_mul(x);
        }
        black_box(x);
        let time = start.elapsed();
        Self(f64::from(MULTIPLICATIONS) / time.as_nanos() as f64)
    }

    /// Whether the clock has not changed from `self` to `other`.
    pub(crate) fn is_steady(self, other: Self) -> bool {
        (self.0 - other.0).abs() <= STEADY * self.0
    }

    /// Cycles in a nanosecond, between `self` and `other`.
    pub(crate) fn gigahertz(self, other: Self) -> Option<f64> {
        CYCLES.map(|cycles| cycles * (self.0 + other.0) / 2.0)
    }
}
