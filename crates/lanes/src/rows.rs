//! Equally long rows of bytes, in one flat buffer or each somewhere else.

use core::fmt;

/// Rows of `width` bytes, `stride` bytes apart.
///
/// A stride above the width skips bytes between rows; a stride of 0 is one row seen many times. Rows
/// that are [`apart`](Self::apart) have none.
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    source: Source<'a>,
    len: usize,
    width: usize,
}

/// Where rows are.
#[derive(Clone, Copy)]
enum Source<'a> {
    Flat { bytes: &'a [u8], stride: usize },
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
        assert!(width > 0 && bytes.len().is_multiple_of(width), "not a whole number of rows");
        Self { source: Source::Flat { bytes, stride: width }, len: bytes.len() / width, width }
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
        Self { source: Source::Flat { bytes, stride }, len, width }
    }

    /// `len` rows that are all `row`.
    #[must_use]
    pub const fn repeat(row: &'a [u8], len: usize) -> Self {
        Self { source: Source::Flat { bytes: row, stride: 0 }, len, width: row.len() }
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
        Self { source: Source::Apart(rows), len: rows.len(), width }
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
        match self.source {
            Source::Flat { bytes, stride } => &bytes[i * stride..][..self.width],
            Source::Apart(rows) => rows[i],
        }
    }

    /// The distance from a row to the next, if there is one.
    #[inline(always)]
    pub(crate) const fn stride(&self) -> Option<usize> {
        match self.source {
            Source::Flat { stride, .. } => Some(stride),
            Source::Apart(_) => None,
        }
    }

    /// The `len` rows from row `first` on.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    #[must_use]
    pub fn slice(&self, first: usize, len: usize) -> Self {
        assert!(first <= self.len && len <= self.len - first, "no such rows");
        let source = match self.source {
            Source::Flat { .. } if len == 0 => Source::Flat { bytes: &[], stride: 0 },
            Source::Flat { bytes, stride } => {
                Source::Flat { bytes: &bytes[first * stride..], stride }
            }
            Source::Apart(rows) => Source::Apart(&rows[first..first + len]),
        };
        Self { source, len, ..*self }
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
        Rows::strided(self.bytes, self.len, self.width, self.stride)
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
        shape(f, "Rows", self.len, self.width, self.stride())
    }
}

impl fmt::Debug for RowsMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        shape(f, "RowsMut", self.len, self.width, Some(self.stride))
    }
}

fn shape(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    len: usize,
    width: usize,
    stride: Option<usize>,
) -> fmt::Result {
    let mut shape = f.debug_struct(name);
    shape.field("len", &len).field("width", &width);
    if let Some(stride) = stride {
        shape.field("stride", &stride);
    }
    shape.finish_non_exhaustive()
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
