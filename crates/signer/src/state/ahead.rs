//! Reserving ahead of signing.

use super::ticket::{Account, Reservation};
use super::{Durable, Ledger, StateStore};
use crate::{Error, Randomness, StatefulSigner};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

/// A key whose next indices are reserved by a thread of its own, while it signs with those that it has: it waits for
/// no disk if as many signatures take longer than a reservation.
///
/// At most two reservations are lost if the program ends.
pub struct Ahead<S, K: ?Sized = dyn StatefulSigner> {
    key: Box<K>,
    current: Option<Reservation>,
    link: Link<S>,
    failure: Option<Error>,
    chunk: u64,
}

/// The thread that reserves, and what comes from it. A child of the process has no such thread, and may have a lock
/// of the channel that nobody will ever give back: it touches neither, not even to drop them.
struct Link<S> {
    coming: Option<Receiver<Result<Reservation, Error>>>,
    thread: Option<JoinHandle<Ledger<S>>>,
    account: Arc<Account>,
}

impl<S> Link<S> {
    fn check(&self) -> Result<(), Error> {
        if self.account.is_here() { Ok(()) } else { Err(Error::Forked) }
    }

    /// Waits for the next reservation.
    fn next(&self) -> Result<Reservation, Error> {
        let next = self.coming.as_ref().map(Receiver::recv);
        // A thread that panicked has nothing more to send.
        next.and_then(Result::ok).unwrap_or(Err(Error::Interrupted))
    }

    /// Ends the thread.
    fn end(mut self) -> Result<Ledger<S>, Error> {
        self.check()?;
        drop(self.coming.take());
        let thread = self.thread.take().ok_or(Error::Interrupted)?;
        thread.join().map_err(|_| Error::Interrupted)
    }
}

impl<S> Drop for Link<S> {
    fn drop(&mut self) {
        if self.check().is_err() {
            core::mem::forget((self.coming.take(), self.thread.take()));
        }
    }
}

impl<S: StateStore + 'static, K: StatefulSigner + ?Sized> Ahead<S, K> {
    /// Starts to reserve for `key`, `n` indices at a time.
    ///
    /// # Errors
    ///
    /// [`Error::Backend`] if the system has no more threads to give.
    pub(super) fn start(key: Box<K>, mut ledger: Ledger<S>, n: u64) -> Result<Self, Error> {
        let account = ledger.account();
        // Whoever sends waits until it is taken: one reservation is in use, and one is at hand.
        let (sender, coming) = sync_channel(0);
        let work = move || {
            loop {
                let reservation = ledger.reserve(n);
                let failed = reservation.is_err();
                if sender.send(reservation).is_err() || failed {
                    return ledger;
                }
            }
        };
        let thread = thread::Builder::new().name("reserving".into()).spawn(work);
        let thread = thread.map_err(Error::backend)?;
        let link = Link { coming: Some(coming), thread: Some(thread), account };
        Ok(Self { key, current: None, link, failure: None, chunk: n })
    }

    /// Waits until an index is there to sign with.
    ///
    /// # Errors
    ///
    /// Those of [`Ledger::reserve`], [`Error::Exhausted`] among them; then and ever after.
    pub fn ready(&mut self) -> Result<(), Error> {
        self.link.check()?;
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        if self.current.as_ref().is_some_and(|current| current.left() > 0) {
            return Ok(());
        }
        match self.link.next() {
            Ok(reservation) => {
                self.current = Some(reservation);
                Ok(())
            }
            Err(error) => {
                self.failure = Some(error.clone());
                Err(error)
            }
        }
    }

    /// Replaces `signature` by a signature of `message` with the next index, which is used up whatever comes of it.
    /// On error `signature` is empty.
    ///
    /// # Errors
    ///
    /// Those of [`ready`](Self::ready) and of the key; [`Error::Forked`] if the process was forked while it signed.
    pub fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        self.ready()?;
        let ticket = self.current.as_mut().and_then(Iterator::next).ok_or(Error::Exhausted)?;
        self.key.skip_to(ticket.index())?;
        self.key.sign(message, randomness, signature)?;
        ticket.used().inspect_err(|_| signature.clear())
    }

    /// Stops reserving. What is reserved is burnt.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if the thread panicked: the store has to be opened again. [`Error::Forked`] in a child
    /// of the process that started it.
    pub fn stop(self) -> Result<Durable<S, K>, Error> {
        let Self { key, current, link, chunk, .. } = self;
        drop(current);
        let ledger = link.end()?;
        Ok(Durable::over(key, ledger).in_chunks_of(chunk))
    }
}

impl<S, K: ?Sized> fmt::Debug for Ahead<S, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ahead").field("current", &self.current).finish_non_exhaustive()
    }
}
