//! The heap of this program, counted.
//!
//! The library allocates for each hash, and what counting takes is in the times: so it is plain loads and stores, for
//! one thread. Others would lose counts, and no more than that.
#![expect(unsafe_code, reason = "a global allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The global allocator: `System`, and what was asked of it.
#[derive(Debug)]
pub(crate) struct Heap {
    bytes: AtomicUsize,
    allocations: AtomicUsize,
    /// Bytes that are alive.
    live: AtomicUsize,
    /// What was alive when the figures were read last, and the most since.
    before: AtomicUsize,
    most: AtomicUsize,
}

/// What was taken from the heap, in bytes as asked for. A reallocation counts as its difference, as if in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) bytes: usize,
    pub(crate) allocations: usize,
    /// The most bytes that were alive at once above those that were at the start.
    pub(crate) peak: usize,
}

impl Heap {
    pub(crate) const fn new() -> Self {
        let [bytes, allocations, live, before, most] = [const { AtomicUsize::new(0) }; 5];
        Self { bytes, allocations, live, before, most }
    }

    /// What was taken since this was called last.
    pub(crate) fn used(&self) -> Used {
        let live = self.live.load(Relaxed);
        let before = self.before.swap(live, Relaxed);
        Used {
            bytes: self.bytes.swap(0, Relaxed),
            allocations: self.allocations.swap(0, Relaxed),
            peak: self.most.swap(live, Relaxed).saturating_sub(before),
        }
    }

    /// Counts a block that has `size` bytes now and had `before`, if it is there.
    fn counted(&self, block: *mut u8, before: usize, size: usize) -> *mut u8 {
        if !block.is_null() {
            let live = self.live.load(Relaxed).wrapping_sub(before).wrapping_add(size);
            self.live.store(live, Relaxed);
            self.most.store(self.most.load(Relaxed).max(live), Relaxed);
            add(&self.bytes, size.saturating_sub(before));
            add(&self.allocations, 1);
        }
        block
    }
}

fn add(to: &AtomicUsize, more: usize) {
    to.store(to.load(Relaxed).wrapping_add(more), Relaxed);
}

// SAFETY: each method hands its arguments to `System` and returns what that returned. What is done besides is
// arithmetic on atomics, which neither allocates nor unwinds.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for.
        self.counted(unsafe { System.alloc(layout) }, 0, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those that `System` asks for.
        self.counted(unsafe { System.alloc_zeroed(layout) }, 0, layout.size())
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: every block here is of `System`, and the caller vouches for it.
        unsafe { System.dealloc(block, layout) };
        let live = self.live.load(Relaxed).wrapping_sub(layout.size());
        self.live.store(live, Relaxed);
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: every block here is of `System`, and the caller vouches for it.
        let moved = unsafe { System.realloc(block, layout, size) };
        self.counted(moved, layout.size(), size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::handle_alloc_error;

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, 16).expect("a layout")
    }

    /// By hand, apart from the program's own heap, on which the tests' threads run.
    #[test]
    fn peak_is_of_what_lives_together() {
        let heap = Heap::new();
        let took = |bytes, allocations, peak| Used { bytes, allocations, peak };
        let here = |block: *mut u8| match block.is_null() {
            true => handle_alloc_error(layout(1)),
            false => block,
        };
        // SAFETY: no layout is empty, and each block is freed once with the layout that it has then.
        unsafe {
            let old = here(heap.alloc(layout(5000)));
            assert_eq!(heap.used(), took(5000, 1, 5000));
            for _ in 0..3 {
                let (one, other) = (here(heap.alloc(layout(400))), here(heap.alloc(layout(300))));
                heap.dealloc(one, layout(400));
                heap.dealloc(other, layout(300));
            }
            assert_eq!(heap.used(), took(2100, 6, 700));
            let block = here(heap.alloc_zeroed(layout(100)));
            let block = here(heap.realloc(block, layout(100), 1000));
            let block = here(heap.realloc(block, layout(1000), 10));
            assert_eq!(heap.used(), took(1000, 3, 1000));
            // What frees what was there before has less than it began with.
            heap.dealloc(old, layout(5000));
            let small = here(heap.alloc(layout(200)));
            assert_eq!(heap.used(), took(200, 1, 0));
            heap.dealloc(small, layout(200));
            heap.dealloc(block, layout(10));
            assert_eq!((heap.used(), heap.live.into_inner()), (took(0, 0, 0), 0));
        }
    }
}
