//! The state of a stateful key, kept outside of it: which indices were given out.
//!
//! ```text
//! StateStore    keeps a Counter: a compare-and-swap on its generation is all that changes it
//!  └ Ledger     reserves: a Reservation is durable before anybody has it
//!     └ Ticket  the right to sign with one index, once
//! Durable       a key and a ledger: signs for tickets
//! Ahead         the same, whose next tickets are being reserved while it signs
//! ```
//!
//! Persist, then sign. What is reserved and not signed with is burnt: a lost index costs one signature, one
//! that is used twice costs the key. So nothing here ever gives an index back. It takes an operating system:
//! a process that can be forked, and counters that threads share.

mod ahead;
mod anchor;
mod counter;
mod durable;
mod ledger;
mod ticket;
mod volatile;

pub use ahead::Ahead;
pub use anchor::{Anchored, MonotonicAnchor};
pub use counter::Counter;
pub use durable::Durable;
pub use ledger::{Ledger, Tally};
pub use ticket::{Reservation, Ticket};
pub use volatile::Volatile;

use crate::Error;
use core::fmt::Debug;

/// A durable place for the counter of one stateful key.
pub trait StateStore: Debug + Send {
    /// The counter as it is stored now.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be read, or contradicts itself or the key.
    fn load(&mut self) -> Result<Counter, Error>;

    /// Replaces the counter by `to` if what is stored still has the generation before. It is durable
    /// once this returns, and not before: it is still there after the power has failed.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] if another generation is stored: then nothing has changed.
    /// [`Error::Storage`] for anything else: then nobody knows what is stored, and the store refuses
    /// everything until it is opened again.
    fn swap(&mut self, to: &Counter) -> Result<(), Error>;
}

impl<S: StateStore + ?Sized> StateStore for alloc::boxed::Box<S> {
    fn load(&mut self) -> Result<Counter, Error> {
        (**self).load()
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        (**self).swap(to)
    }
}
