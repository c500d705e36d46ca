//! What the stores in databases have in common: the contract, by two statements.
//!
//! ```text
//! find      SELECT the row of the key
//! replace   UPDATE it WHERE it is the one that was seen: a transaction of its own, durable when it is done
//! ```
//!
//! Another process may be faster at any moment. The database lets one of two that replace the same row be first,
//! and the other one finds no such row any more. Every column is compared, so that a row that was edited is never
//! replaced either.

use crate::place::MOVED;
use crate::row::Row;
use crate::slot::Seal;
use crate::{Identity, Options};
use signer::{Counter, Error};
use std::fmt;

/// A table with a row for each key.
pub(crate) trait Table: Send {
    /// Its name, for messages.
    fn name(&self) -> String;

    /// Where it is: what a copy of it does not have.
    fn place(&mut self) -> Result<String, String>;

    /// The row of a key, or of the part of it that begins at `start`.
    fn find(&mut self, fingerprint: &[u8; 32], start: i64) -> Result<Option<Row>, String>;

    /// Makes `to` of a row that is `from`, durably. Returns how many rows that were.
    fn replace(&mut self, fingerprint: &[u8; 32], from: &Row, to: &Row) -> Result<u64, String>;
}

/// How often others may be faster, one time after the other.
const TRIES: u32 = 1_000;

/// The counter of a key in a table.
pub(crate) struct Rows<T> {
    table: T,
    seal: Seal,
    place: String,
    /// As it was last stored or loaded.
    seen: Counter,
    poisoned: bool,
    /// The process that opened it: a child would share its connection.
    process: u32,
}

impl<T> fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows").field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl<T: Table> Rows<T> {
    /// Of the part of the key that begins at `start`.
    pub(crate) fn open(
        mut table: T,
        identity: Identity<'_>,
        start: u64,
        options: Options,
    ) -> Result<Self, Error> {
        let seal = Seal::new(identity.seed, identity.public_key);
        let (row, seen) = find(&mut table, &seal, start)?;
        let place = table.place().map_err(|what| failed(&table, &what))?;
        let is_here = row.place == place;
        let process = std::process::id();
        let mut rows = Self { table, seal, place, seen, poisoned: false, process };
        match options.adopt {
            None if !is_here => Err(rows.failed(MOVED)),
            None => Ok(rows),
            Some(skip) => rows.adopt(row, skip).map(|()| rows),
        }
    }

    /// What is stored, wherever it was written, and whether that was elsewhere.
    pub(crate) fn look(
        mut table: T,
        identity: Identity<'_>,
        start: u64,
    ) -> Result<(Counter, bool), Error> {
        let seal = Seal::new(identity.seed, identity.public_key);
        let (row, counter) = find(&mut table, &seal, start)?;
        let place = table.place().map_err(|what| failed(&table, &what))?;
        Ok((counter, row.place != place))
    }

    /// Binds the row to this place, and gives up indices. Others may sign here meanwhile.
    fn adopt(&mut self, mut from: Row, skip: u64) -> Result<(), Error> {
        let mut tries = TRIES;
        loop {
            let Counter { generation, next, limit, .. } = self.seen;
            // The last generation has no row either.
            let to = Counter {
                generation: generation.saturating_add(1),
                next: next.saturating_add(skip).min(limit),
                ..self.seen
            };
            match self.replace(&from, &to) {
                Err(Error::Conflict { .. }) if tries > 0 => tries -= 1,
                done => return done,
            }
            from = self.row(&self.seen)?;
        }
    }

    pub(crate) fn load(&mut self) -> Result<Counter, Error> {
        self.check()?;
        // Until it has succeeded nobody knows what is stored.
        self.poisoned = true;
        let (row, found) = find(&mut self.table, &self.seal, self.seen.start)?;
        if row.place != self.place {
            return Err(self.failed(ELSEWHERE));
        }
        if found != self.seen && !self.seen.allows(&found) {
            return Err(self.failed(WENT_BACK));
        }
        self.seen = found;
        self.poisoned = false;
        Ok(found)
    }

    pub(crate) fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        self.check()?;
        if self.seen.generation.checked_add(1) != Some(to.generation) {
            // Another process may have gone on since.
            let found = self.load()?.generation;
            if found.checked_add(1) != Some(to.generation) {
                return Err(Error::Conflict { expected: to.generation, found });
            }
        }
        if !self.seen.allows(to) {
            return Err(self.failed("a counter that goes back is not stored"));
        }
        let from = self.row(&self.seen)?;
        self.replace(&from, to)
    }

    fn row(&self, counter: &Counter) -> Result<Row, Error> {
        Row::of(&self.seal, counter, &self.place).map_err(|what| self.failed(what))
    }

    fn replace(&mut self, from: &Row, to: &Counter) -> Result<(), Error> {
        let new = self.row(to)?;
        self.poisoned = true;
        let replaced = self.table.replace(&self.seal.fingerprint(), from, &new);
        match replaced.map_err(|what| self.failed(&format!("{what}; {AGAIN}")))? {
            1 => {
                self.seen = *to;
                self.poisoned = false;
                Ok(())
            }
            0 => {
                // Nothing has changed: the row that was seen is not there any more.
                self.poisoned = false;
                let seen = self.seen;
                let found = self.load()?;
                if found == seen {
                    self.poisoned = true;
                    return Err(self.failed(REFUSES));
                }
                Err(Error::Conflict { expected: to.generation, found: found.generation })
            }
            rows => Err(self.failed(&format!("{rows} rows of one key were changed; {TWICE}"))),
        }
    }

    fn check(&self) -> Result<(), Error> {
        if self.process != std::process::id() {
            Err(Error::Forked)
        } else if self.poisoned {
            Err(self.failed("it failed before; open the key again"))
        } else {
            Ok(())
        }
    }

    fn failed(&self, what: &str) -> Error {
        failed(&self.table, what)
    }
}

fn find<T: Table>(table: &mut T, seal: &Seal, start: u64) -> Result<(Row, Counter), Error> {
    let from = i64::try_from(start).ok();
    let row = from.map_or(Ok(None), |start| table.find(&seal.fingerprint(), start));
    match row {
        Ok(Some(row)) => match row.open(seal) {
            Ok(counter) => Ok((row, counter)),
            Err(what) => Err(failed(table, what)),
        },
        Ok(None) => Err(failed(
            table,
            &format!("the row of the key for the indices from {start} on is missing. {MISSING}"),
        )),
        Err(what) => Err(failed(table, &what)),
    }
}

fn failed<T: Table>(table: &T, what: &str) -> Error {
    Error::storage(format!("{}: {what}", table.name()))
}

const AGAIN: &str = "nothing more is signed; open the key again when the database is well";
const MISSING: &str = "If it was made in another database, open that one. If somebody deleted it, nobody knows which \
                       indices were used: never use the key again";
const ELSEWHERE: &str = "somebody adopted the row elsewhere: nothing more is signed with it here";
const REFUSES: &str = "the database leaves the row as it is and does not say why: look for a trigger or a rule on \
                       the table, for a session whose durability somebody changed, and for a pooler that gives it to \
                       another server";
const WENT_BACK: &str = "the row went back: a copy or an older state of the database was put in its place. Indices \
                         after it were used: find out how many, and skip them before anything is signed";
pub(crate) const TWICE: &str = "the table lost its primary key: nothing more is signed; restore it, and keep the row that is ahead";

#[cfg(test)]
mod tests;
