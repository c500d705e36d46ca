//! Secrets that trees are derived from.

use alloc::vec::Vec;
use core::fmt;

use zeroize::Zeroizing;

/// A secret: wiped when dropped, never printed.
#[derive(Clone)]
pub(crate) struct Seed(Zeroizing<Vec<u8>>);

impl Seed {
    pub(crate) fn new(seed: &[u8]) -> Self {
        Self(Zeroizing::new(seed.to_vec()))
    }

    /// Bytes of memory beside itself.
    pub(crate) fn live_len(&self) -> usize {
        self.0.capacity()
    }

    pub(crate) fn expose(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({} bytes)", self.0.len())
    }
}
