//! The time stamp counter.
#![expect(unsafe_code, reason = "the instruction that reads it")]

use core::arch::x86_64::{_mm_lfence, _rdtsc};

/// The counter, read when all that comes before has been done, and before anything that comes after.
#[inline]
pub(crate) fn ticks() -> u64 {
    // SAFETY: every x86-64 has RDTSC and, with SSE2, LFENCE. Neither touches memory. A kernel that
    // forbids RDTSC to programs stops the program, as an instruction that is not there would.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}
