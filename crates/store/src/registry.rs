//! Which states this process has open: a lock of the operating system need not keep a process from itself,
//! and does not see copies.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

type Id = ([u8; 32], u64);

static OPEN: Mutex<BTreeSet<Id>> = Mutex::new(BTreeSet::new());

/// A state that is open, until it is dropped, in the process that opened it.
#[derive(Debug)]
pub(crate) struct Entry {
    id: Id,
    process: u32,
}

impl Entry {
    /// Of the indices from `start` on of the key with this fingerprint; none if they are open.
    pub(crate) fn new(fingerprint: [u8; 32], start: u64) -> Option<Self> {
        let id = (fingerprint, start);
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.insert(id).then(|| Self { id, process: std::process::id() })
    }

    /// Whether this is the process that it was made in, and no child of it.
    pub(crate) fn is_here(&self) -> bool {
        self.process == std::process::id()
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        OPEN.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
    }
}
