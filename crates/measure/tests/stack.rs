//! The stack probe against functions whose need of stack is known.
#![cfg(not(miri))]

use measure::peak_stack;
use std::hint::black_box;
use std::panic::{AssertUnwindSafe, catch_unwind};

const SIZE: usize = 8 << 20;
const KIB: usize = 1024;

/// What may be needed beside the arrays: frames in between and saved registers.
const FRAMES: usize = 512;

/// What is read where less is needed.
const LEAST: usize = KIB;

#[inline(never)]
fn array<const N: usize>() -> u8 {
    let mut bytes = [1u8; N];
    black_box(&mut bytes);
    bytes[N / 2]
}

/// `depth + 1` frames with an array of half a KiB each.
#[inline(never)]
fn recurse(depth: usize) -> usize {
    let mut frame = [depth as u8; 512];
    black_box(&mut frame);
    let below = if depth == 0 { 0 } else { recurse(depth - 1) };
    below + usize::from(black_box(&frame)[7])
}

fn need<T: Send>(f: impl FnOnce() -> T + Send) -> usize {
    peak_stack(SIZE, f).expect("a thread").1.expect("enough stack")
}

#[test]
fn arrays_are_seen() {
    let needs =
        [need(array::<{ 10 * KIB }>), need(array::<{ 100 * KIB }>), need(array::<{ KIB * KIB }>)];
    for (need, size) in needs.into_iter().zip([10 * KIB, 100 * KIB, KIB * KIB]) {
        assert!((size..size + FRAMES).contains(&need), "{need} for {size}");
    }
}

#[test]
fn deepest_call_counts() {
    let both = need(|| array::<{ 40 * KIB }>() + array::<{ 20 * KIB }>());
    assert!((40 * KIB..40 * KIB + FRAMES).contains(&both), "{both}");
}

#[test]
fn recursion_is_seen() {
    let (shallow, deep) = (need(|| recurse(20)), need(|| recurse(1020)));
    let frame = (deep - shallow) / 1000;
    assert!((512..512 + 256).contains(&frame), "{frame} a frame");
    assert!((21 * 512..21 * frame + FRAMES).contains(&shallow), "{shallow}");
}

#[test]
fn captured_arrays_are_not_the_works() {
    let message = [3u8; 64 * KIB];
    let need = need(|| black_box(&message)[17]);
    assert!((LEAST..LEAST + FRAMES).contains(&need), "{need}");
}

#[test]
fn nothing_needs_little() {
    for size in [SIZE, 64 * KIB, 4 * KIB] {
        let ((), need) = peak_stack(size, || ()).expect("a thread");
        assert!(need.is_some_and(|need| (LEAST..LEAST + FRAMES).contains(&need)), "{need:?}");
    }
}

#[test]
fn repeats_to_the_byte() {
    let first = need(array::<{ 30 * KIB }>);
    for _ in 0..20 {
        assert_eq!(need(array::<{ 30 * KIB }>), first);
    }
}

#[test]
fn more_than_was_painted_is_unknown() {
    let (value, need) = peak_stack(16 * KIB, array::<{ 32 * KIB }>).expect("a thread");
    assert_eq!((value, need), (1, None));
    let ((), need) = peak_stack(0, || ()).expect("a thread");
    assert_eq!(need, None);
}

#[test]
fn results_and_panics_come_back() {
    let (value, _) = peak_stack(SIZE, || vec![1, 2, 3]).expect("a thread");
    assert_eq!(value, [1, 2, 3]);
    let work = || -> () { std::panic::resume_unwind(Box::new("out of keys")) };
    let panic = catch_unwind(AssertUnwindSafe(|| peak_stack(SIZE, work)));
    let payload = panic.expect_err("it panics");
    assert_eq!(payload.downcast_ref::<&str>(), Some(&"out of keys"));
}

#[test]
fn impossible_stacks_are_an_error() {
    for size in [usize::MAX, usize::MAX / 2] {
        let ran = peak_stack(size, || ());
        assert!(ran.is_err(), "{ran:?}");
    }
}
