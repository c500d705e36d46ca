//! A tree of nothing, which counts: what goes through it is that of a real one.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::walk::Work;
use crate::tree;

/// Counts the parts of a tree that are computed. Its nodes are one byte each, which nobody looks at.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    leaves: AtomicUsize,
    nodes: AtomicUsize,
}

impl Tally {
    /// What has been computed since the last call.
    pub(crate) fn take(&self) -> Work {
        Work {
            leaves: self.leaves.swap(0, Relaxed) as u64,
            nodes: self.nodes.swap(0, Relaxed) as u64,
        }
    }
}

impl tree::Tree for &Tally {
    fn n(&self) -> usize {
        1
    }

    fn live_len(&self) -> usize {
        0
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn leaves(&self, _: u32, out: &mut [u8], _: &mut [u8]) {
        self.leaves.fetch_add(out.len(), Relaxed);
    }

    fn parents(&self, _: u32, _: u32, _: &[u8], out: &mut [u8]) {
        self.nodes.fetch_add(out.len(), Relaxed);
    }
}
