//! Equally long rows of bytes, in one flat buffer or each somewhere else.

mod shape;

use core::fmt;

use shape::Shape;

/// Rows of `width` bytes, `stride` bytes apart.
///
/// A stride above the width skips bytes between rows; a stride of 0 is one row seen many times. Rows
/// that are [`apart`](Self::apart) have none.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    source: Source<'a>,
    shape: Shape,
}

/// Where rows are.
#[derive(Clone, Copy)]
enum Source<'a> {
    Flat(&'a [u8]),
    Apart(&'a [&'a [u8]]),
}

impl<'a> Rows<'a> {
    /// All of `bytes` as rows of `width` bytes, back to back.
    ///
    /// # Panics
    ///
    /// If `width` is 0, or `bytes` is not a whole number of rows.
    #[must_use]
    pub const fn new(bytes: &'a [u8], width: usize) -> Self {
        Self { source: Source::Flat(bytes), shape: Shape::whole(bytes.len(), width) }
    }

    /// `len` rows of `width` bytes, the first at the start of `bytes`, each `stride` bytes after the
    /// one before it.
    ///
    /// # Panics
    ///
    /// If the last row ends beyond `bytes`.
    #[must_use]
    pub const fn strided(bytes: &'a [u8], len: usize, width: usize, stride: usize) -> Self {
        let shape = Shape { len, width, stride }.within(bytes.len());
        Self { source: Source::Flat(bytes), shape }
    }

    /// `len` rows that are all `row`.
    #[must_use]
    pub const fn repeat(row: &'a [u8], len: usize) -> Self {
        Self { source: Source::Flat(row), shape: Shape { len, width: row.len(), stride: 0 } }
    }

    /// `len` rows without a byte.
    #[must_use]
    pub const fn empty(len: usize) -> Self {
        Self::repeat(&[], len)
    }

    /// Rows that are each somewhere else.
    ///
    /// # Panics
    ///
    /// If they are not equally long.
    #[must_use]
    pub fn apart(rows: &'a [&'a [u8]]) -> Self {
        let width = rows.first().map_or(0, |row| row.len());
        assert!(rows.iter().all(|row| row.len() == width), "rows of several lengths");
        let shape = Shape { len: rows.len(), width, stride: 0 };
        Self { source: Source::Apart(rows), shape }
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.shape.len
    }

    /// Whether there is no row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.shape.len == 0
    }

    /// Bytes in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.shape.width
    }

    /// Row `i`, counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, i: usize) -> &'a [u8] {
        let at = self.shape.row(i);
        match self.source {
            Source::Flat(bytes) => &bytes[at..][..self.shape.width],
            Source::Apart(rows) => rows[i],
        }
    }

    /// The `len` rows from row `first` on.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[must_use]
    pub fn slice(&self, first: usize, len: usize) -> Self {
        let (from, shape) = self.shape.slice(first, len);
        let source = match self.source {
            Source::Flat(bytes) => Source::Flat(&bytes[from..]),
            Source::Apart(rows) => Source::Apart(&rows[first..first + len]),
        };
        Self { source, shape }
    }

    /// The distance from a row to the next, if there is one.
    #[cfg_attr(
        not(all(feature = "std", target_arch = "x86_64")),
        expect(dead_code, reason = "for masked loads")
    )]
    #[inline(always)]
    pub(crate) const fn stride(&self) -> Option<usize> {
        match self.source {
            Source::Flat(_) => Some(self.shape.stride),
            Source::Apart(_) => None,
        }
    }
}

/// Rows of `width` bytes that can be written, `stride` bytes apart.
pub struct RowsMut<'a> {
    bytes: &'a mut [u8],
    shape: Shape,
}

impl<'a> RowsMut<'a> {
    /// All of `bytes` as rows of `width` bytes, back to back.
    ///
    /// # Panics
    ///
    /// If `width` is 0, or `bytes` is not a whole number of rows.
    #[must_use]
    pub const fn new(bytes: &'a mut [u8], width: usize) -> Self {
        Self { shape: Shape::whole(bytes.len(), width), bytes }
    }

    /// `len` rows of `width` bytes, the first at the start of `bytes`, each `stride` bytes after the
    /// one before it.
    ///
    /// # Panics
    ///
    /// If rows overlap, or the last one ends beyond `bytes`.
    #[must_use]
    pub const fn strided(bytes: &'a mut [u8], len: usize, width: usize, stride: usize) -> Self {
        assert!(stride >= width || len < 2, "rows overlap");
        Self { shape: Shape { len, width, stride }.within(bytes.len()), bytes }
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.shape.len
    }

    /// Whether there is no row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.shape.len == 0
    }

    /// Bytes in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.shape.width
    }

    /// Row `i`, counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, i: usize) -> &[u8] {
        &self.bytes[self.shape.row(i)..][..self.shape.width]
    }

    /// Row `i`, counted from 0, to be written.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row_mut(&mut self, i: usize) -> &mut [u8] {
        &mut self.bytes[self.shape.row(i)..][..self.shape.width]
    }

    /// Makes row `to` what row `from` is.
    #[inline(always)]
    pub(crate) fn copy_row(&mut self, from: usize, to: usize) {
        let (from, to) = (self.shape.row(from), self.shape.row(to));
        self.bytes.copy_within(from..from + self.shape.width, to);
    }

    /// The `len` rows from row `first` on.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[must_use]
    pub fn slice(&mut self, first: usize, len: usize) -> RowsMut<'_> {
        let (from, shape) = self.shape.slice(first, len);
        RowsMut { bytes: &mut self.bytes[from..], shape }
    }

    /// Rows `i` and `i + 1`, to be written.
    #[inline(always)]
    pub(crate) fn two(&mut self, i: usize) -> [&mut [u8]; 2] {
        let (from, Shape { width, stride, .. }) = self.shape.slice(i, 2);
        let (first, second) = self.bytes[from..].split_at_mut(stride);
        [&mut first[..width], &mut second[..width]]
    }

    /// The same rows, to be read.
    #[must_use]
    pub fn as_rows(&self) -> Rows<'_> {
        Rows { source: Source::Flat(self.bytes), shape: self.shape }
    }

    /// The same rows for a shorter time.
    #[must_use]
    pub fn reborrow(&mut self) -> RowsMut<'_> {
        RowsMut { bytes: self.bytes, shape: self.shape }
    }
}

/// Shapes only: rows may hold secrets.
impl fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.show(f, "Rows")
    }
}

impl fmt::Debug for RowsMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.show(f, "RowsMut")
    }
}
