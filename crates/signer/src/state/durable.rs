//! A key whose indices a ledger gives out.

use super::{Ahead, Ledger, Reservation, StateStore, Tally, Ticket};
use crate::{Error, PrivateKey, Randomness, SecretBytes, StatefulSigner};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A stateful key that signs with indices that were durably given out before, and with no others.
#[derive(Debug)]
pub struct Durable<S, K: ?Sized = dyn StatefulSigner> {
    key: Box<K>,
    ledger: Ledger<S>,
    /// What [`StatefulSigner::sign`] signs with, and how many it takes at a time.
    reserved: Option<Reservation>,
    chunk: u64,
}

impl<S: StateStore, K: StatefulSigner + ?Sized> Durable<S, K> {
    /// A key with what gives out its indices. Whatever the key thinks its next index is, the ledger
    /// decides.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if the key has signed with an index that the ledger has not given out: it was
    /// used without it.
    pub fn new(key: Box<K>, ledger: Ledger<S>) -> Result<Self, Error> {
        let next = ledger.counter().next;
        if key.index() > next {
            return Err(Error::Index { asked: next, next: key.index() });
        }
        Ok(Self::over(key, ledger))
    }

    pub(super) fn over(key: Box<K>, ledger: Ledger<S>) -> Self {
        Self { key, ledger, reserved: None, chunk: 1 }
    }

    /// Reserves on a thread of its own from now on, ahead of signing, as many indices at a time as
    /// [`in_chunks_of`](Self::in_chunks_of) said.
    ///
    /// # Errors
    ///
    /// [`Error::Backend`] if the system has no more threads to give.
    pub fn ahead(self) -> Result<Ahead<S, K>, Error>
    where
        S: 'static,
    {
        let Self { key, ledger, chunk, .. } = self;
        Ahead::start(key, ledger, chunk)
    }

    /// Lets [`StatefulSigner::sign`] give out `n` indices at a time, at least one: fewer writes, and as many
    /// lost if the program ends.
    #[must_use]
    pub const fn in_chunks_of(mut self, n: u64) -> Self {
        self.chunk = if n == 0 { 1 } else { n };
        self
    }

    /// Gives out indices: see [`Ledger::reserve`].
    ///
    /// # Errors
    ///
    /// Those of [`Ledger::reserve`].
    pub fn reserve(&mut self, n: u64) -> Result<Reservation, Error> {
        self.ledger.reserve(n)
    }

    /// Replaces `signature` by a signature of `message` with the index of `ticket`, which is used up
    /// whatever comes of it. On error `signature` is empty.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTicket`] for one of another ledger, [`Error::Forked`] in a child of the process that
    /// opened it, also if it was forked while it signed, [`Error::Index`] for one that lies behind another that was signed with; those of the key.
    pub fn sign_with(
        &mut self,
        ticket: Ticket,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        self.ledger.check_ticket(&ticket)?;
        self.key.skip_to(ticket.index())?;
        self.key.sign(message, randomness, signature)?;
        ticket.used().inspect_err(|_| signature.clear())
    }

    /// What became of the indices.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.ledger.tally()
    }

    /// The key, which signs with no index of its own.
    #[must_use]
    pub const fn key(&self) -> &K {
        &self.key
    }

    /// The ledger.
    #[must_use]
    pub const fn ledger(&self) -> &Ledger<S> {
        &self.ledger
    }

    /// Ends it: what is reserved is burnt, and how many signatures were made is stored.
    ///
    /// # Errors
    ///
    /// Those of [`Ledger::flush`]; every signature that was made stays good.
    pub fn close(mut self) -> Result<(Box<K>, S), Error> {
        drop(self.reserved.take());
        self.ledger.flush()?;
        Ok((self.key, self.ledger.into_store()))
    }
}

impl<S: StateStore, K: StatefulSigner + ?Sized> PrivateKey for Durable<S, K> {
    fn public_key(&self) -> &[u8] {
        self.key.public_key()
    }

    /// With the state that the key has, which is not the ledger's: never to be used beside it.
    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.key.secret_key()
    }
}

impl<S: StateStore, K: StatefulSigner + ?Sized> StatefulSigner for Durable<S, K> {
    fn index(&self) -> u64 {
        let reserved = self.reserved.as_ref().and_then(Reservation::index);
        reserved.unwrap_or(self.ledger.counter().next)
    }

    fn remaining(&self) -> u64 {
        let reserved = self.reserved.as_ref().map_or(0, Reservation::left);
        self.ledger.counter().remaining().saturating_add(reserved)
    }

    fn prepare(&mut self) -> Result<(), Error> {
        if self.remaining() == 0 {
            return Ok(());
        }
        self.key.skip_to(self.index())?;
        self.key.prepare()
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        let ticket = match self.reserved.as_mut().and_then(Iterator::next) {
            Some(ticket) => ticket,
            None => {
                let mut reservation = self.ledger.reserve(self.chunk)?;
                let ticket = reservation.next().ok_or(Error::Exhausted)?;
                self.reserved = Some(reservation);
                ticket
            }
        };
        self.sign_with(ticket, message, randomness, signature)
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        if index < self.index() || index >= self.ledger.counter().limit {
            return Err(Error::Index { asked: index, next: self.index() });
        }
        while let Some(reserved) = &mut self.reserved {
            match reserved.index() {
                Some(next) if next < index => drop(reserved.next()),
                Some(_) => return Ok(()),
                None => self.reserved = None,
            }
        }
        if index == self.ledger.counter().next { Ok(()) } else { self.ledger.skip_to(index) }
    }
}
