//! Equally long rows of bytes in one flat buffer.

mod shape;

use core::fmt;

use shape::Shape;

/// Rows of `width` bytes, `stride` bytes apart.
///
/// A stride above the width skips bytes between rows; a stride of 0 is one row seen many times.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    bytes: &'a [u8],
    shape: Shape,
}

impl<'a> Rows<'a> {
    /// All of `bytes` as rows of `width` bytes, back to back.
    ///
    /// # Panics
    ///
    /// If `width` is 0, or `bytes` is not a whole number of rows.
    #[must_use]
    pub const fn new(bytes: &'a [u8], width: usize) -> Self {
        Self { bytes, shape: Shape::whole(bytes.len(), width) }
    }

    /// `len` rows of `width` bytes, the first at the start of `bytes`, each `stride` bytes after the
    /// one before it.
    ///
    /// # Panics
    ///
    /// If the last row ends beyond `bytes`.
    #[must_use]
    pub const fn strided(bytes: &'a [u8], len: usize, width: usize, stride: usize) -> Self {
        Self { bytes, shape: Shape { len, width, stride }.within(bytes.len()) }
    }

    /// `len` rows that are all `row`.
    #[must_use]
    pub const fn repeat(row: &'a [u8], len: usize) -> Self {
        Self { bytes: row, shape: Shape { len, width: row.len(), stride: 0 } }
    }

    /// `len` rows without a byte.
    #[must_use]
    pub const fn empty(len: usize) -> Self {
        Self::repeat(&[], len)
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
        &self.bytes[self.shape.row(i)..][..self.shape.width]
    }

    /// The `len` rows from row `first` on.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[must_use]
    pub fn slice(&self, first: usize, len: usize) -> Self {
        let (from, shape) = self.shape.slice(first, len);
        Self { bytes: &self.bytes[from..], shape }
    }

    /// The distance from a row to the next.
    #[cfg_attr(
        not(all(feature = "std", target_arch = "x86_64")),
        expect(dead_code, reason = "for masked loads")
    )]
    #[inline(always)]
    pub(crate) const fn stride(&self) -> usize {
        self.shape.stride
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

    /// The `G` rows from row `i` on, to be written.
    #[inline(always)]
    pub(crate) fn some<const G: usize>(&mut self, i: usize) -> [&mut [u8]; G] {
        let (from, Shape { width, stride, .. }) = self.shape.slice(i, G);
        let mut left = &mut self.bytes[from..];
        core::array::from_fn(|g| {
            let all = core::mem::take(&mut left);
            let (row, rest) = all.split_at_mut(if g + 1 < G { stride } else { width });
            left = rest;
            &mut row[..width]
        })
    }

    /// The same rows, to be read.
    #[must_use]
    pub fn as_rows(&self) -> Rows<'_> {
        Rows { bytes: self.bytes, shape: self.shape }
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
