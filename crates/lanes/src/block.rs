//! A block of bytes.

/// `N` bytes on cache lines of their own.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Block<const N: usize>(pub(crate) [u8; N]);

/// A [`Block`] of some length: what a function absorbs at once.
pub(crate) trait Bytes: Copy + Send + Sync + 'static {
    /// All zero.
    const ZERO: Self;

    /// The bytes.
    fn bytes(&self) -> &[u8];

    /// The bytes, to be written.
    fn bytes_mut(&mut self) -> &mut [u8];
}

impl<const N: usize> Bytes for Block<N> {
    const ZERO: Self = Self([0; N]);

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        &self.0
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}
