//! The allocator behind a measurement: `System`, with everything counted.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

use stats_alloc::{Stats, StatsAlloc};

use super::HeapUse;

/// What went through this allocator since the process started.
#[derive(Debug)]
pub(super) struct Tally {
    counts: StatsAlloc<System>,
    /// Bytes handed out less bytes taken back: below zero if blocks of others were freed here.
    growth: AtomicIsize,
    /// Highest `growth` since the innermost measurement under way started.
    peak: AtomicIsize,
}

/// A tally's figures when a measurement started; `peak` is that of the measurement around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    stats: Stats,
    growth: isize,
    peak: isize,
}

impl Tally {
    pub(super) const fn new() -> Self {
        let (growth, peak) = (AtomicIsize::new(0), AtomicIsize::new(0));
        Self { counts: StatsAlloc::system(), growth, peak }
    }

    /// Starts a measurement, within another one or not.
    pub(super) fn start(&self) -> Start {
        let growth = self.growth.load(Relaxed);
        Start { stats: self.counts.stats(), growth, peak: self.peak.swap(growth, Relaxed) }
    }

    /// The figures from `start` to now.
    pub(super) fn since(&self, start: &Start) -> HeapUse {
        let kept = self.growth.load(Relaxed) - start.growth;
        let peak = self.peak.load(Relaxed) - start.growth;
        let change = self.counts.stats() - start.stats;
        HeapUse {
            allocations: (change.allocations + change.reallocations) as u64,
            bytes: change.bytes_allocated as u64,
            peak: peak.max(0) as u64,
            kept: kept as i64,
        }
    }

    /// Ends a measurement: the peak of the one around it is the higher of what either saw.
    pub(super) fn end(&self, start: &Start) {
        self.peak.fetch_max(start.peak, Relaxed);
    }

    /// Counts a block that was handed out, if it was.
    fn handed_out(&self, block: *mut u8, bytes: usize) -> *mut u8 {
        self.grow(if block.is_null() { 0 } else { bytes });
        block
    }

    fn grow(&self, bytes: usize) {
        // No block is larger than `isize::MAX` (`Layout`).
        let bytes = bytes as isize;
        let growth = self.growth.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(growth, Relaxed);
    }

    fn shrink(&self, bytes: usize) {
        self.growth.fetch_sub(bytes as isize, Relaxed);
    }
}

// SAFETY: each method hands its arguments to `System`, through `StatsAlloc<System>` which does just
// that, and returns what that returned. What is done besides is arithmetic on atomics, which neither
// allocates nor unwinds.
unsafe impl GlobalAlloc for Tally {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for.
        self.handed_out(unsafe { self.counts.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for.
        self.handed_out(unsafe { self.counts.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller vouches that the block is of this allocator, which is `System`.
        unsafe { self.counts.dealloc(block, layout) };
        self.shrink(layout.size());
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller vouches that the block is of this allocator, which is `System`.
        let moved = unsafe { self.counts.realloc(block, layout, size) };
        if !moved.is_null() {
            match size.checked_sub(layout.size()) {
                Some(more) => self.grow(more),
                None => self.shrink(layout.size() - size),
            }
        }
        moved
    }
}
