//! Memory that secrets are worked on in.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::hint::black_box;

/// Zeroed bytes, wiped when dropped: as a whole, not byte by byte, since a signature needs some tens of
/// thousands.
pub(crate) struct Scratch(Vec<u8>);

impl Scratch {
    pub(crate) fn new(len: usize) -> Self {
        Self(vec![0; len])
    }

    pub(crate) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.0.fill(0);
        black_box(&mut self.0);
    }
}

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scratch({} bytes)", self.0.len())
    }
}
