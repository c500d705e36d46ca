//! The counting allocator, installed, against sequences whose figures are known.
//!
//! The tests run on threads of one process, all of which allocate: that is the noise that
//! `Threads::This` must not see.

use measure::{Heap, HeapUse, Threads};
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[global_allocator]
static HEAP: Heap = Heap::new();

static NOT_INSTALLED: Heap = Heap::new();

fn this<T>(f: impl FnOnce() -> T) -> (T, HeapUse) {
    HEAP.measure(Threads::This, f)
}

/// A block of so many bytes that the compiler cannot do without.
fn block(bytes: usize) -> Vec<u8> {
    black_box(Vec::with_capacity(bytes))
}

#[test]
fn nothing_is_nothing() {
    let ((), used) = this(|| ());
    assert_eq!(used, HeapUse { allocations: 0, bytes: 0, peak: 0, kept: 0 });
}

#[test]
fn one_block() {
    let (kept, used) = this(|| block(1000));
    assert_eq!(used, HeapUse { allocations: 1, bytes: 1000, peak: 1000, kept: 1000 });
    drop(kept);
    let ((), used) = this(|| drop(block(1000)));
    assert_eq!(used, HeapUse { allocations: 1, bytes: 1000, peak: 1000, kept: 0 });
}

#[test]
fn zeroed_block() {
    let (kept, used) = this(|| black_box(vec![0u8; 1000]));
    assert_eq!(used, HeapUse { allocations: 1, bytes: 1000, peak: 1000, kept: 1000 });
    assert!(kept.iter().all(|&byte| byte == 0));
}

#[test]
fn peak_is_of_what_lives_together() {
    let ((), used) = this(|| {
        for _ in 0..10 {
            drop(block(500));
        }
        let (one, two) = (block(300), block(400));
        drop(one);
        drop(block(100));
        drop(two);
    });
    assert_eq!(used, HeapUse { allocations: 13, bytes: 5800, peak: 700, kept: 0 });
}

#[test]
fn growing_counts_its_difference() {
    let (kept, used) = this(|| {
        let mut bytes = block(100);
        bytes.reserve_exact(350);
        bytes.reserve_exact(1000);
        black_box(bytes)
    });
    assert_eq!(kept.capacity(), 1000);
    assert_eq!(used, HeapUse { allocations: 3, bytes: 1000, peak: 1000, kept: 1000 });
}

#[test]
fn shrinking_keeps_the_peak() {
    let (kept, used) = this(|| {
        let mut bytes = block(1000);
        bytes.extend_from_slice(&[7; 10]);
        bytes.shrink_to_fit();
        black_box(bytes)
    });
    assert_eq!(kept.capacity(), 10);
    assert_eq!(used, HeapUse { allocations: 2, bytes: 1000, peak: 1000, kept: 10 });
}

#[test]
fn earlier_blocks_do_not_underflow() {
    let old = block(5000);
    let (kept, used) = this(|| {
        drop(old);
        block(200)
    });
    assert_eq!(used, HeapUse { allocations: 1, bytes: 200, peak: 0, kept: -4800 });
    drop(kept);

    let mut old = block(100);
    let (kept, used) = this(|| {
        old.reserve_exact(400);
        black_box(old)
    });
    assert_eq!(used, HeapUse { allocations: 1, bytes: 300, peak: 300, kept: 300 });
    drop(kept);
}

#[test]
fn blocks_of_blocks() {
    let (kept, used) = this(|| {
        let mut rows = Vec::with_capacity(4);
        rows.extend((0..4).map(|_| block(64)));
        black_box(rows)
    });
    let rows = 4 * size_of::<Vec<u8>>() as u64;
    assert_eq!(used.allocations, 5);
    assert_eq!((used.bytes, used.peak, used.kept), (rows + 256, rows + 256, rows as i64 + 256));
    drop(kept);
}

#[test]
fn measurements_nest() {
    let (parts, whole) = this(|| {
        let first = block(1000);
        let (kept, high) = this(|| {
            drop(block(3000));
            block(20)
        });
        drop(first);
        // Neither the peak before it nor the one after it is this one's.
        let ((), low) = this(|| drop(block(10)));
        drop(block(2000));
        drop(kept);
        (high, low)
    });
    assert_eq!(parts.0, HeapUse { allocations: 2, bytes: 3020, peak: 3000, kept: 20 });
    assert_eq!(parts.1, HeapUse { allocations: 1, bytes: 10, peak: 10, kept: 0 });
    assert_eq!(whole, HeapUse { allocations: 5, bytes: 6030, peak: 4000, kept: 0 });
}

#[test]
fn a_panic_ends_the_measurement() {
    let caught = catch_unwind(AssertUnwindSafe(|| {
        this(|| {
            let _kept = block(100_000);
            std::panic::resume_unwind(Box::new("out"));
        })
    }));
    assert!(caught.is_err());
    let (kept, used) = this(|| block(10));
    assert_eq!(used, HeapUse { allocations: 1, bytes: 10, peak: 10, kept: 10 });
    drop(kept);
}

#[test]
fn what_is_not_installed_says_so() {
    assert!(HEAP.installed());
    assert!(!NOT_INSTALLED.installed());
    let (kept, used) = NOT_INSTALLED.measure(Threads::All, || block(1000));
    assert_eq!(used, HeapUse { allocations: 0, bytes: 0, peak: 0, kept: 0 });
    drop(kept);
}

#[test]
fn alignment_is_kept() {
    #[repr(align(4096))]
    struct Page([u8; 4096]);

    let (page, used) = this(|| black_box(Box::new(Page([5; 4096]))));
    assert_eq!(used, HeapUse { allocations: 1, bytes: 4096, peak: 4096, kept: 4096 });
    assert!(page.0.as_ptr().addr().is_multiple_of(4096) && page.0[4095] == 5);
}
