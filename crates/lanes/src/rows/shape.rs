//! Where rows are in a buffer.

use core::fmt;

/// `len` rows of `width` bytes, `stride` bytes apart.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) len: usize,
    pub(super) width: usize,
    pub(super) stride: usize,
}

impl Shape {
    /// All of `bytes` bytes, back to back.
    pub(super) const fn whole(bytes: usize, width: usize) -> Self {
        assert!(width > 0 && bytes.is_multiple_of(width), "not a whole number of rows");
        Self { len: bytes / width, width, stride: width }
    }

    /// Itself, if `bytes` bytes are enough.
    pub(super) const fn within(self, bytes: usize) -> Self {
        let fits = match self.len.saturating_sub(1).checked_mul(self.stride) {
            Some(last) => self.len == 0 || last <= bytes && bytes - last >= self.width,
            None => false,
        };
        assert!(fits, "rows beyond the end of the buffer");
        self
    }

    /// Where row `i` begins.
    #[inline(always)]
    pub(super) const fn row(self, i: usize) -> usize {
        assert!(i < self.len, "no such row");
        i * self.stride
    }

    /// Where the `len` rows from row `first` on begin, and the shape of what begins there.
    #[inline(always)]
    pub(super) const fn slice(self, first: usize, len: usize) -> (usize, Self) {
        assert!(first <= self.len && len <= self.len - first, "no such rows");
        // Without a row there may be no bytes either.
        (if len == 0 { 0 } else { first * self.stride }, Self { len, ..self })
    }

    /// For `Debug`.
    pub(super) fn show(self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        let Self { len, width, stride } = self;
        let mut show = f.debug_struct(name);
        show.field("len", &len).field("width", &width).field("stride", &stride);
        show.finish_non_exhaustive()
    }
}
