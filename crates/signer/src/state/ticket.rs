//! The right to sign with an index.

use crate::Error;
use alloc::sync::Arc;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Indices that nobody else will ever get. They were durably given out before this was made.
///
/// Each becomes a [`Ticket`], in order. Those that do not are burnt when this is dropped.
#[derive(Debug)]
#[must_use = "indices that are not signed with are burnt"]
pub struct Reservation {
    left: Range<u64>,
    account: Arc<Account>,
}

/// The right to sign with one index, once. If it is dropped, the index is burnt.
#[derive(Debug)]
#[must_use = "an index that is not signed with is burnt"]
pub struct Ticket {
    index: u64,
    account: Arc<Account>,
}

/// What is known of the tickets of a ledger.
#[derive(Debug)]
pub(super) struct Account {
    /// Signatures that were made.
    pub(super) issued: AtomicU64,
    /// Indices in reservations and tickets that are still there.
    pub(super) open: AtomicU64,
    /// The process that the ledger was opened in: a fork would have the same tickets again. By its number, so that
    /// a child in a PID namespace of its own is not told if both are the first there.
    pub(super) process: AtomicU32,
}

impl Account {
    pub(super) fn new() -> Self {
        Self {
            issued: AtomicU64::new(0),
            open: AtomicU64::new(0),
            process: AtomicU32::new(std::process::id()),
        }
    }

    /// Whether this is the process that it was made in.
    pub(super) fn is_here(&self) -> bool {
        self.process.load(Ordering::Relaxed) == std::process::id()
    }
}

impl Reservation {
    pub(super) fn new(indices: Range<u64>, account: &Arc<Account>) -> Self {
        account.open.fetch_add(indices.end - indices.start, Ordering::Relaxed);
        Self { left: indices, account: Arc::clone(account) }
    }

    /// Indices that are left of it.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left.end - self.left.start
    }

    /// The next of them.
    #[must_use]
    pub fn index(&self) -> Option<u64> {
        (!self.left.is_empty()).then_some(self.left.start)
    }
}

impl Iterator for Reservation {
    type Item = Ticket;

    fn next(&mut self) -> Option<Ticket> {
        let index = self.left.next()?;
        Some(Ticket { index, account: Arc::clone(&self.account) })
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        self.account.open.fetch_sub(self.left(), Ordering::Relaxed);
    }
}

impl Ticket {
    /// The index.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// Whether it is of this account, and in the process that it was made in.
    pub(super) fn is_of(&self, account: &Arc<Account>) -> bool {
        Arc::ptr_eq(&self.account, account) && account.is_here()
    }

    /// It was signed with. In a child that was forked meanwhile the signature must not be given out: the
    /// parent makes another one with this index.
    pub(super) fn used(self) -> Result<(), Error> {
        if !self.account.is_here() {
            return Err(Error::Forked);
        }
        self.account.issued.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.account.open.fetch_sub(1, Ordering::Relaxed);
    }
}
