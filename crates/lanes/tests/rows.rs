//! [`Rows`] and [`RowsMut`]: where rows are, and which there are not.
#![cfg(not(miri))]
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};

use lanes::{Rows, RowsMut};

/// 0, 1, 2, …
const BYTES: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

#[test]
fn rows_of_every_shape() {
    let flat = Rows::new(&BYTES, 4);
    assert_eq!((flat.len(), flat.width(), flat.row(2)), (3, 4, &BYTES[8..]));
    let gaps = Rows::strided(&BYTES, 3, 2, 5);
    assert_eq!((gaps.len(), gaps.width(), gaps.row(2)), (3, 2, &BYTES[10..]));
    let same = Rows::repeat(&BYTES[..3], 9);
    assert_eq!((same.len(), same.width(), same.row(8)), (9, 3, &BYTES[..3]));
    let overlapping = Rows::strided(&BYTES, 9, 4, 1);
    assert_eq!(overlapping.row(8), &BYTES[8..]);
    assert_eq!((Rows::empty(4).len(), Rows::empty(4).row(3)), (4, &[][..]));
    assert!(Rows::new(&[], 4).is_empty() && Rows::strided(&BYTES, 0, 99, 99).is_empty());
    // One row has no next one, however far that would be.
    assert_eq!(Rows::strided(&BYTES, 1, 12, usize::MAX).row(0), BYTES);
}

#[test]
fn slices_are_some_of_the_rows() {
    let rows = Rows::strided(&BYTES, 3, 2, 5);
    let mut bytes = BYTES;
    let mut rows_mut = RowsMut::strided(&mut bytes, 3, 2, 5);
    for first in 0..=3 {
        for len in 0..=3 - first {
            let (some, mut some_mut) = (rows.slice(first, len), rows_mut.slice(first, len));
            assert_eq!((some.len(), some.width(), some.is_empty()), (len, 2, len == 0));
            assert_eq!((some_mut.len(), some_mut.width(), some_mut.is_empty()), (len, 2, len == 0));
            for i in 0..len {
                assert_eq!(some.row(i), rows.row(first + i));
                assert_eq!(some_mut.row(i), rows.row(first + i));
                assert_eq!(some_mut.row_mut(i), rows.row(first + i));
                assert_eq!(some_mut.as_rows().row(i), rows.row(first + i));
            }
        }
    }
    assert_eq!(Rows::empty(4).slice(4, 0).len(), 0);
    rows_mut.reborrow().row_mut(1).fill(99);
    assert_eq!(bytes, [0, 1, 2, 3, 4, 99, 99, 7, 8, 9, 10, 11]);
}

#[test]
fn rows_that_there_are_not() {
    let mut bytes = [0; 12];
    for width in [0, 5, 13] {
        let why = "not a whole number of rows";
        refused(why, || Rows::new(&BYTES, width));
        refused(why, || RowsMut::new(&mut bytes, width));
    }
    let beyond = [(3, 3, 5), (13, 1, 1), (1, 13, 13), (2, 1, 12), (2, 1, usize::MAX), (3, 1, !0)];
    for (len, width, stride) in beyond {
        let why = "rows beyond the end of the buffer";
        refused(why, || Rows::strided(&BYTES, len, width, stride));
        refused(why, || RowsMut::strided(&mut bytes, len, width, stride));
    }
    refused("rows overlap", || RowsMut::strided(&mut bytes, 2, 4, 3));

    let rows = Rows::new(&BYTES, 4);
    let mut rows_mut = RowsMut::new(&mut bytes, 4);
    refused("no such row", || rows.row(3));
    refused("no such row", || rows_mut.row(3));
    refused("no such row", || rows_mut.row_mut(3));
    for (first, len) in [(0, 4), (1, 3), (3, 1), (4, 0), (1, usize::MAX)] {
        refused("no such rows", || rows.slice(first, len));
        refused("no such rows", || rows_mut.slice(first, len));
    }
}

/// Asserts that `call` panics, saying `why`.
#[track_caller]
fn refused<T>(why: &str, call: impl FnOnce() -> T) {
    let panic = catch_unwind(AssertUnwindSafe(call)).err().expect("no panic");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&why));
}

#[test]
fn rows_that_are_apart() {
    let bytes: [u8; 12] = std::array::from_fn(|i| i as u8);
    let apart = [&bytes[7..9], &bytes[..2], &bytes[4..6]];
    let apart = Rows::apart(&apart);
    assert_eq!((apart.len(), apart.width(), apart.row(1)), (3, 2, &bytes[..2]));
    assert_eq!((apart.slice(2, 1).len(), apart.slice(2, 1).row(0)), (1, &bytes[4..6]));
    assert!(Rows::apart(&[]).is_empty());
}

#[test]
#[should_panic(expected = "several lengths")]
fn rows_of_several_lengths() {
    let _ = Rows::apart(&[&[1, 2], &[3]]);
}
