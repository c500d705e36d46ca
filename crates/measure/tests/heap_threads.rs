//! The counting allocator where several threads allocate, and several measure.

use measure::{Heap, HeapUse, Threads};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread::{scope, spawn};

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

/// Large beside all that the other tests allocate or free in the meantime: under `Threads::All` the
/// figures hold to that noise only.
const BIG: usize = 64 << 20;

fn sees_big(used: HeapUse) -> bool {
    let noise = BIG as u64 / 100;
    used.bytes >= BIG as u64 && used.peak.abs_diff(BIG as u64) < noise
}

fn sees_nothing_big(used: HeapUse) -> bool {
    let noise = BIG as u64 / 100;
    used.bytes < noise && used.peak < noise
}

#[test]
fn other_threads_count_if_asked_for() {
    // The helper allocates while the measuring thread is inside of its measurement.
    let run = |threads| {
        let (ask, asked) = channel::<()>();
        let (answer, answered) = channel();
        scope(|scope| {
            scope.spawn(move || {
                while asked.recv().is_ok() {
                    drop(block(BIG));
                    answer.send(()).expect("someone waits");
                }
            });
            let (result, used) = HEAP.measure(threads, || {
                ask.send(()).expect("someone listens");
                answered.recv()
            });
            result.expect("the helper lives");
            drop(ask);
            used
        })
    };
    let used = run(Threads::This);
    assert!(sees_nothing_big(used), "{used:?}");
    let used = run(Threads::All);
    assert!(sees_big(used), "{used:?}");
}

#[test]
fn threads_started_within_count_if_asked_for() {
    let work = || spawn(|| drop(block(BIG))).join().expect("no panic");
    let ((), used) = HEAP.measure(Threads::This, work);
    assert!(sees_nothing_big(used), "{used:?}");
    let ((), used) = HEAP.measure(Threads::All, work);
    assert!(sees_big(used), "{used:?}");
}

#[test]
fn who_counts_is_decided_outermost() {
    let work = || spawn(|| drop(block(BIG))).join().expect("no panic");
    let (within, around) = HEAP.measure(Threads::This, || HEAP.measure(Threads::All, work).1);
    assert!(sees_nothing_big(within) && sees_nothing_big(around), "{within:?} {around:?}");
    let (within, around) = HEAP.measure(Threads::All, || HEAP.measure(Threads::This, work).1);
    assert!(sees_big(within) && sees_big(around), "{within:?} {around:?}");
}

#[test]
fn stragglers_of_all_threads_are_not_seen_by_one() {
    // Threads that allocate all the time are now and then held up inside of an allocation while one
    // measurement ends and the next one starts.
    let done = AtomicBool::new(false);
    scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    drop(block(77));
                }
            });
        }
        let wrong = (0..20_000).find_map(|_| {
            HEAP.measure(Threads::All, || ());
            let ((), used) = this(|| drop(block(100)));
            ((used.allocations, used.bytes, used.peak, used.kept) != (1, 100, 100, 0))
                .then_some(used)
        });
        done.store(true, Relaxed);
        assert_eq!(wrong, None);
    });
}

#[test]
fn threads_measure_one_after_the_other() {
    let done = AtomicBool::new(false);
    scope(|scope| {
        // Not even with an allocator that is none do two threads measure at once.
        scope.spawn(|| {
            while !done.load(Relaxed) {
                NOT_INSTALLED.measure(Threads::This, || (0..100).for_each(|_| drop(block(7))));
            }
        });
        let measuring: Vec<_> = (1..=3u64)
            .map(|thread| {
                let bytes = thread * 100;
                let one = move || this(|| drop(block(bytes as usize))).1;
                let right = HeapUse { allocations: 1, bytes, peak: bytes, kept: 0 };
                scope.spawn(move || (0..2000).map(|_| one()).find(|used| *used != right))
            })
            .collect();
        let wrong: Vec<_> = measuring.into_iter().map(|thread| thread.join()).collect();
        done.store(true, Relaxed);
        for wrong in wrong {
            assert_eq!(wrong.expect("no panic"), None);
        }
    });
}
