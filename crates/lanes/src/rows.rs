//! Equally long rows of bytes in one flat buffer.

use core::fmt;

/// Rows of `width` bytes, `stride` bytes apart.
///
/// A stride above the width skips bytes between rows; a stride of 0 is one row seen many times.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    bytes: &'a [u8],
    len: usize,
    width: usize,
    stride: usize,
}

impl<'a> Rows<'a> {
    /// All of `bytes` as rows of `width` bytes, back to back.
    ///
    /// # Panics
    ///
    /// If `width` is 0, or `bytes` is not a whole number of rows.
    #[must_use]
    pub const fn new(bytes: &'a [u8], width: usize) -> Self {
        assert!(width > 0 && bytes.len().is_multiple_of(width), "not a whole number of rows");
        Self { bytes, len: bytes.len() / width, width, stride: width }
    }

    /// `len` rows of `width` bytes, the first at the start of `bytes`, each `stride` bytes after the
    /// one before it.
    ///
    /// # Panics
    ///
    /// If the last row ends beyond `bytes`.
    #[must_use]
    pub const fn strided(bytes: &'a [u8], len: usize, width: usize, stride: usize) -> Self {
        assert!(fits(bytes.len(), len, width, stride), "rows beyond the end of the buffer");
        Self { bytes, len, width, stride }
    }

    /// `len` rows that are all `row`.
    #[must_use]
    pub const fn repeat(row: &'a [u8], len: usize) -> Self {
        Self { bytes: row, len, width: row.len(), stride: 0 }
    }

    /// `len` rows without a byte.
    #[must_use]
    pub const fn empty(len: usize) -> Self {
        Self { bytes: &[], len, width: 0, stride: 0 }
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Row `i`, counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, i: usize) -> &'a [u8] {
        assert!(i < self.len, "no such row");
        &self.bytes[i * self.stride..][..self.width]
    }

    /// The distance from a row to the next.
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "for masked loads"))]
    #[inline(always)]
    pub(crate) const fn stride(&self) -> usize {
        self.stride
    }

    /// The `len` rows from row `first` on.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[must_use]
    pub fn slice(&self, first: usize, len: usize) -> Self {
        assert!(first <= self.len && len <= self.len - first, "no such rows");
        let bytes = if len == 0 { &[] } else { &self.bytes[first * self.stride..] };
        Self { bytes, len, ..*self }
    }
}

/// Rows of `width` bytes that can be written, `stride` bytes apart.
pub struct RowsMut<'a> {
    bytes: &'a mut [u8],
    len: usize,
    width: usize,
    stride: usize,
}

impl<'a> RowsMut<'a> {
    /// All of `bytes` as rows of `width` bytes, back to back.
    ///
    /// # Panics
    ///
    /// If `width` is 0, or `bytes` is not a whole number of rows.
    #[must_use]
    pub const fn new(bytes: &'a mut [u8], width: usize) -> Self {
        assert!(width > 0 && bytes.len().is_multiple_of(width), "not a whole number of rows");
        Self { len: bytes.len() / width, bytes, width, stride: width }
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
        assert!(fits(bytes.len(), len, width, stride), "rows beyond the end of the buffer");
        Self { bytes, len, width, stride }
    }

    /// Number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no row.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Row `i`, counted from 0.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, i: usize) -> &[u8] {
        assert!(i < self.len, "no such row");
        &self.bytes[i * self.stride..][..self.width]
    }

    /// Row `i`, counted from 0, to be written.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn row_mut(&mut self, i: usize) -> &mut [u8] {
        assert!(i < self.len, "no such row");
        &mut self.bytes[i * self.stride..][..self.width]
    }

    /// The `len` rows from row `first` on.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[must_use]
    pub fn slice(&mut self, first: usize, len: usize) -> RowsMut<'_> {
        assert!(first <= self.len && len <= self.len - first, "no such rows");
        let bytes = if len == 0 { &mut [] } else { &mut self.bytes[first * self.stride..] };
        RowsMut { bytes, len, width: self.width, stride: self.stride }
    }

    /// The `G` rows from row `i` on, to be written.
    #[inline(always)]
    pub(crate) fn some<const G: usize>(&mut self, i: usize) -> [&mut [u8]; G] {
        assert!(i + G <= self.len, "no such rows");
        let (width, stride) = (self.width, self.stride);
        let mut left = if G == 0 { &mut [] } else { &mut self.bytes[i * stride..] };
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
        Rows { bytes: self.bytes, len: self.len, width: self.width, stride: self.stride }
    }

    /// The same rows for a shorter time.
    #[must_use]
    pub fn reborrow(&mut self) -> RowsMut<'_> {
        RowsMut { bytes: self.bytes, len: self.len, width: self.width, stride: self.stride }
    }
}

/// Whether `len` rows fit into `bytes` bytes, without overflow.
const fn fits(bytes: usize, len: usize, width: usize, stride: usize) -> bool {
    if len == 0 {
        return true;
    }
    match (len - 1).checked_mul(stride) {
        Some(last) => last <= bytes && bytes - last >= width,
        None => false,
    }
}

/// Shapes only: rows may hold secrets.
impl fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shape(f, "Rows", self.len, self.width, self.stride)
    }
}

impl fmt::Debug for RowsMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shape(f, "RowsMut", self.len, self.width, self.stride)
    }
}

fn shape(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    len: usize,
    width: usize,
    stride: usize,
) -> fmt::Result {
    f.debug_struct(name)
        .field("len", &len)
        .field("width", &width)
        .field("stride", &stride)
        .finish_non_exhaustive()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_every_shape() {
        let bytes: [u8; 12] = core::array::from_fn(|i| i as u8);
        let flat = Rows::new(&bytes, 4);
        assert_eq!((flat.len(), flat.width(), flat.row(2)), (3, 4, &bytes[8..]));
        let gaps = Rows::strided(&bytes, 3, 2, 5);
        assert_eq!(gaps.row(2), &[10, 11]);
        let same = Rows::repeat(&bytes[..3], 9);
        assert_eq!((same.len(), same.row(8)), (9, &bytes[..3]));
        assert_eq!((Rows::empty(4).len(), Rows::empty(4).row(3)), (4, &[][..]));
        assert!(Rows::strided(&bytes, 0, 99, 99).is_empty());
    }

    #[test]
    #[should_panic(expected = "beyond the end")]
    fn a_row_beyond_the_end() {
        let _ = Rows::strided(&[0; 11], 3, 2, 5);
    }

    #[test]
    #[should_panic(expected = "beyond the end")]
    fn an_overflowing_stride() {
        let _ = Rows::strided(&[0; 11], 3, 2, usize::MAX);
    }

    #[test]
    #[should_panic(expected = "rows overlap")]
    fn overlapping_rows() {
        let _ = RowsMut::strided(&mut [0; 11], 2, 4, 3);
    }
}
