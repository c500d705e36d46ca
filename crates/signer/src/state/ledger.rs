//! Giving out indices.

use super::ticket::{Account, Reservation, Ticket};
use super::{Counter, StateStore};
use crate::Error;
use alloc::sync::Arc;
use core::sync::atomic::Ordering;

/// Gives out the indices of a key, each once, whoever else does so from the same store.
///
/// After any error of its store but a conflict nobody knows what is stored: the ledger is poisoned and
/// refuses everything. The store has to be opened again, which reads what is there.
#[derive(Debug)]
pub struct Ledger<S> {
    store: S,
    counter: Counter,
    account: Arc<Account>,
    /// Signatures of this ledger that the stored counter has.
    told: u64,
    low_water: u64,
    failure: Option<Error>,
}

/// What became of the indices of a key, as one ledger knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Signatures that were made.
    pub issued: u64,
    /// Indices that will never sign.
    pub burnt: u64,
    /// Indices in reservations and tickets of this ledger.
    pub open: u64,
    /// Indices that can still be given out.
    pub remaining: u64,
    /// Fewer of them than the [low-water mark](Ledger::low_water): it is time for another key.
    pub low: bool,
}

/// How often another process may be faster, one time after the other.
const CONFLICTS: usize = 1_000;

impl<S: StateStore> Ledger<S> {
    /// Of what `store` has, with a low-water mark of a tenth of the indices that are the store's, or 1.
    ///
    /// # Errors
    ///
    /// Those of loading; [`Error::Storage`] for a counter that cannot be.
    pub fn open(mut store: S) -> Result<Self, Error> {
        let counter = store.load()?;
        if !counter.is_sound() {
            return Err(Error::storage("the stored counter contradicts itself"));
        }
        let account = Arc::new(Account::new());
        let low_water = ((counter.limit - counter.start) / 10).max(1);
        Ok(Self { store, counter, account, told: 0, low_water, failure: None })
    }

    /// Moves the low-water mark: with fewer than `n` indices left to give out, the key is [low](Tally::low).
    #[must_use]
    pub const fn with_low_water(mut self, n: u64) -> Self {
        self.low_water = n;
        self
    }

    /// Below how many indices the key is [low](Tally::low).
    #[must_use]
    pub const fn low_water(&self) -> u64 {
        self.low_water
    }

    /// Gives out the next `n` indices, or as many as there are if there are fewer. They are durably
    /// given out before this returns.
    ///
    /// # Errors
    ///
    /// [`Error::Exhausted`] if there is none, [`Error::Forked`] in a child of the process that opened
    /// this, and those of the store, after which this and everything else here fails.
    pub fn reserve(&mut self, n: u64) -> Result<Reservation, Error> {
        let from = self.change(|counter| {
            if counter.remaining() == 0 {
                return Err(Error::Exhausted);
            }
            Ok(Counter { next: counter.next + n.min(counter.remaining()), ..*counter })
        })?;
        Ok(Reservation::new(from.next..self.counter.next, &self.account))
    }

    /// Gives up the indices before `index`: nobody will get them.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if some of them were given out before, or are not there; those of
    /// [`reserve`](Self::reserve).
    pub fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        self.change(|counter| {
            if index < counter.next || index > counter.limit {
                return Err(Error::Index { asked: index, next: counter.next });
            }
            Ok(Counter { next: index, ..*counter })
        })?;
        Ok(())
    }

    /// Gives away the last indices, `n` of them or as many more as it takes to begin at a multiple of
    /// `aligned`: whole trees at the bottom of a hypertree. They are durably not this ledger's before this
    /// returns what another store can begin with.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if not that many are left, or none are asked for; those of
    /// [`reserve`](Self::reserve).
    pub fn split(&mut self, n: u64, aligned: u64) -> Result<Counter, Error> {
        let from = self.change(|counter| {
            let start = counter.limit.saturating_sub(n);
            let start = start - start % aligned.max(1);
            if n == 0 || n > counter.remaining() || start < counter.next {
                return Err(Error::Index { asked: start, next: counter.next });
            }
            Ok(Counter { limit: start, ..*counter })
        })?;
        Counter::new(self.counter.limit, from.limit)
    }

    /// Gives up all indices that are left: nothing is ever reserved again.
    ///
    /// # Errors
    ///
    /// Those of [`reserve`](Self::reserve).
    pub fn retire(&mut self) -> Result<(), Error> {
        self.change(|counter| Ok(Counter { limit: counter.next, ..*counter })).map(drop)
    }

    /// Stores how many signatures were made: the next reservation would do it otherwise.
    ///
    /// # Errors
    ///
    /// Those of [`reserve`](Self::reserve).
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.account.issued.load(Ordering::Relaxed) == self.told {
            return self.check();
        }
        self.change(|counter| Ok(*counter)).map(drop)
    }

    /// Replaces the counter, again if another process was faster. Returns the one before.
    fn change(
        &mut self,
        to: impl Fn(&Counter) -> Result<Counter, Error>,
    ) -> Result<Counter, Error> {
        self.check()?;
        for _ in 0..CONFLICTS {
            let from = self.counter;
            let issued = self.account.issued.load(Ordering::Relaxed);
            let mut to = to(&from)?;
            to.issued = from.issued + (issued - self.told);
            let result = match from.generation.checked_add(1) {
                None => Err(Error::storage(super::counter::WORN)),
                Some(generation) => {
                    to.generation = generation;
                    self.store.swap(&to)
                }
            };
            match result {
                Ok(()) => {
                    (self.counter, self.told) = (to, issued);
                    // Forked while it was stored: the parent has what was given out.
                    return if self.account.is_here() { Ok(from) } else { Err(Error::Forked) };
                }
                Err(Error::Conflict { .. }) => self.reload()?,
                Err(error) => return Err(self.poison(error)),
            }
        }
        Err(Error::Conflict { expected: self.counter.generation, found: self.counter.generation })
    }

    /// Takes what another process has stored.
    fn reload(&mut self) -> Result<(), Error> {
        match self.store.load() {
            Ok(counter) if counter == self.counter => Ok(()),
            Ok(counter) if self.counter.allows(&counter) => {
                self.counter = counter;
                Ok(())
            }
            Ok(_) => Err(self.poison(Error::storage(
                "the stored counter went back: a copy or an older state was put in its place",
            ))),
            Err(error) => Err(self.poison(error)),
        }
    }

    fn poison(&mut self, error: Error) -> Error {
        self.failure = Some(error.clone());
        error
    }

    /// Checks that it can be used.
    fn check(&self) -> Result<(), Error> {
        if !self.account.is_here() {
            return Err(Error::Forked);
        }
        match &self.failure {
            None => Ok(()),
            Some(error) => Err(Error::Poisoned { by: alloc::string::ToString::to_string(error) }),
        }
    }

    /// What its tickets know of each other.
    pub(super) fn account(&self) -> Arc<Account> {
        Arc::clone(&self.account)
    }

    /// Checks that a ticket is of this ledger.
    pub(super) fn check_ticket(&self, ticket: &Ticket) -> Result<(), Error> {
        self.check()?;
        if ticket.is_of(&self.account) { Ok(()) } else { Err(Error::OtherTicket) }
    }

    /// The counter as it was last stored or loaded.
    #[must_use]
    pub const fn counter(&self) -> &Counter {
        &self.counter
    }

    /// What became of the indices.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let made = self.account.issued.load(Ordering::Relaxed) - self.told;
        let open = self.account.open.load(Ordering::Relaxed);
        // A ticket in another thread may be used at this moment.
        let burnt = self.counter.burnt().saturating_sub(made).saturating_sub(open);
        let issued = self.counter.issued + made;
        let remaining = self.counter.remaining();
        Tally { issued, burnt, open, remaining, low: remaining < self.low_water }
    }

    /// The store.
    #[must_use]
    pub fn into_store(self) -> S {
        self.store
    }
}

#[cfg(test)]
mod tests;
