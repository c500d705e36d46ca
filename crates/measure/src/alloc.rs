//! What a piece of work takes from the heap: a global allocator that counts when asked to.
//!
//! Counts and bytes come from `stats_alloc`; the peak, which it does not keep, from this layer over it.
//! While nothing is measured every call goes to [`System`] after one relaxed atomic load, so that the
//! timed passes pay nothing: some implementations allocate for each hash.
//!
//! Only what goes through Rust's global allocator is seen. A C library's `malloc` is not: where that is
//! in play the figure must be left out.
#![expect(unsafe_code, reason = "a global allocator cannot be written without")]

mod tally;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tally::{Start, Tally};

/// The global allocator of a binary that measures.
///
/// ```
/// use measure::{Heap, Threads};
///
/// #[global_allocator]
/// static HEAP: Heap = Heap::new();
///
/// let (buffer, used) = HEAP.measure(Threads::This, || Vec::<u8>::with_capacity(1000));
/// assert_eq!((used.allocations, used.peak, used.kept), (1, 1000, 1000));
/// # drop(buffer);
/// ```
#[derive(Debug)]
pub struct Heap {
    /// Who is counted: [`NOBODY`] or one of [`Threads`].
    mode: AtomicU8,
    /// The two kinds of measurement count apart: a thread that is held up inside of an allocation,
    /// after it saw that all are counted, must not show in the next measurement of one thread.
    this: Tally,
    all: Tally,
}

/// Whose allocations are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread's only: a progress bar's thread leaves no trace.
    This = 1,
    /// Every thread's, for implementations that start threads. Noise is counted too, frees of older
    /// blocks with it, and a thread inside of an allocation at the start or the end may be seen in part.
    All = 2,
}

/// What was taken from the heap, in bytes as asked for: the allocator's own overhead is not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapUse {
    /// Number of allocations, zeroed or not, and of reallocations, growing or not, at 1 each.
    pub allocations: u64,
    /// Bytes of all allocations, and of what reallocations added to their blocks; never less for
    /// what was freed.
    pub bytes: u64,
    /// Highest net growth over the start. A reallocation counts as its difference, as if in place.
    pub peak: u64,
    /// Net growth at the end: the live size of what the work returned, if it left nothing else. Below
    /// zero if it freed more, of blocks from before the start, than it kept.
    pub kept: i64,
}

const NOBODY: u8 = 0;
const ALL: u8 = Threads::All as u8;

/// Held by the thread that measures, with whichever [`Heap`]: [`MEASURES`] does not tell them apart.
static OWNER: Mutex<()> = Mutex::new(());

thread_local! {
    /// Whether this thread measures. Neither lazy nor dropped, so that it can be read inside of the
    /// allocator; platforms without native thread locals take its memory from `System`.
    static MEASURES: Cell<bool> = const { Cell::new(false) };
}

impl Heap {
    /// An allocator that passes everything to [`System`] until something is measured.
    #[must_use]
    pub const fn new() -> Self {
        Self { mode: AtomicU8::new(NOBODY), this: Tally::new(), all: Tally::new() }
    }

    /// Runs `f` and tells what it took from the heap. All zeros if `self` is not the global
    /// allocator: see [`installed`](Self::installed).
    ///
    /// One thread measures at a time; another one waits here until it is done, so `f` must not wait for
    /// a thread that measures. Within `f` the same thread may measure parts: `threads` of the outermost
    /// measurement holds for them.
    pub fn measure<T>(&'static self, threads: Threads, f: impl FnOnce() -> T) -> (T, HeapUse) {
        let measurement = Measurement::start(self, threads);
        // The compiler may move what only allocates past the switch of `mode`, but not past these.
        let value = black_box(black_box(f)());
        (value, measurement.tally.since(&measurement.start))
    }

    /// Whether this is the global allocator of the process: what is measured without is not 0 but
    /// unknown.
    #[must_use]
    pub fn installed(&'static self) -> bool {
        let probe = || drop(black_box(Box::new(black_box(0u64))));
        self.measure(Threads::This, probe).1.allocations != 0
    }

    /// Where the calling thread's next call is counted, if it is.
    #[inline]
    fn tally(&self) -> Option<&Tally> {
        match self.mode.load(Relaxed) {
            NOBODY => None,
            ALL => Some(&self.all),
            _ => measures().then_some(&self.this),
        }
    }
}

impl Default for Heap {
    fn default() -> Self {
        Self::new()
    }
}

// SAFETY: each method hands its arguments to `System`, at once or through a `Tally`, which does the same,
// and returns what that returned. What is done besides is a load of an atomic and a read of a thread
// local that needs no memory of this allocator: neither allocates nor unwinds.
unsafe impl GlobalAlloc for Heap {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match self.tally() {
            // SAFETY: the caller's promises are those that `System` asks for.
            None => unsafe { System.alloc(layout) },
            // SAFETY: as above.
            Some(tally) => unsafe { tally.alloc(layout) },
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match self.tally() {
            // SAFETY: the caller's promises are those that `System` asks for.
            None => unsafe { System.alloc_zeroed(layout) },
            // SAFETY: as above.
            Some(tally) => unsafe { tally.alloc_zeroed(layout) },
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match self.tally() {
            // SAFETY: every block here is of `System`, counted or not, and the caller vouches for it.
            None => unsafe { System.dealloc(block, layout) },
            // SAFETY: as above.
            Some(tally) => unsafe { tally.dealloc(block, layout) },
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match self.tally() {
            // SAFETY: every block here is of `System`, counted or not, and the caller vouches for it.
            None => unsafe { System.realloc(block, layout, size) },
            // SAFETY: as above.
            Some(tally) => unsafe { tally.realloc(block, layout, size) },
        }
    }
}

/// A measurement under way; its end, by a panic too, ends the counting.
struct Measurement {
    heap: &'static Heap,
    tally: &'static Tally,
    start: Start,
    /// `None` within another measurement of this thread.
    owner: Option<MutexGuard<'static, ()>>,
}

impl Measurement {
    fn start(heap: &'static Heap, threads: Threads) -> Self {
        let owner = (!measures()).then(|| OWNER.lock().unwrap_or_else(PoisonError::into_inner));
        if owner.is_some() {
            MEASURES.set(true);
            heap.mode.store(threads as u8, Relaxed);
        }
        let tally = if heap.mode.load(Relaxed) == ALL { &heap.all } else { &heap.this };
        Self { heap, tally, start: tally.start(), owner }
    }
}

impl Drop for Measurement {
    fn drop(&mut self) {
        self.tally.end(&self.start);
        if self.owner.is_some() {
            self.heap.mode.store(NOBODY, Relaxed);
            MEASURES.set(false);
        }
    }
}

/// Whether the calling thread measures; not if it is about to end.
fn measures() -> bool {
    MEASURES.try_with(Cell::get).unwrap_or(false)
}
