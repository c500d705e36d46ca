//! A counter in an SQLite database: for several processes of one machine.
//!
//! ```text
//! SqliteStore   a row of the table `hbs_state`
//!  ├ place      the file, and the folder that its journal is in
//!  ├ session    a connection whose commits are durable
//!  └ table      the statements
//! ```
//!
//! Each change is one `UPDATE`, a transaction of its own, with `journal_mode = DELETE` and `synchronous = EXTRA`:
//! the journal, the database and the removal of the journal are synced before it returns. Without the last, a
//! failure of power could bring the journal back, and with it the counter before. `journal_mode = WAL` with `FULL`
//! takes one sync and not five (0.20 ms, not 0.65, on a virtual disk), but what was committed is then in a second
//! file for a while: who copies the database without it, or removes it, has an older counter with a good seal, and
//! uses indices again. What a commit costs is shared by the indices that it gives out: reserve several at a time.

mod place;
mod session;
mod table;

use crate::slot::Seal;
use crate::sql::Rows;
use crate::{Identity, Look, Options, row};
use signer::{Counter, Error, StateStore};
use std::path::Path;
use table::{Sqlite, insert};

/// The counter of a key, or of a part of it, in an SQLite database that other processes of this machine may have
/// open as well. The database has any number of keys.
///
/// It must be a file of its owner on a disk of this machine: SQLite's locks do not hold across hosts. A row is bound
/// to the machine and to the file: in a copy of the database it is refused until it is [adopted](Options::adopt),
/// which gives up as many indices as may have been used since the copy was made. What was copied into the file that
/// was there, or back with the whole disk, nothing here can tell, but a process that had the newer counter.
///
/// ```
/// use signer::{Counter, Ledger};
/// use store::{Identity, Options, SqliteStore};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("keys.db");
/// # let options = Options { allow_volatile: true, ..Options::default() };
/// let identity = Identity { seed: b"the seed of the key", public_key: b"its public key" };
/// SqliteStore::create(&path, identity, Counter::new(0, 1024)?, options)?;
/// let mut ledger = Ledger::open(SqliteStore::open(&path, identity, 0, options)?)?;
/// let mut beside = Ledger::open(SqliteStore::open(&path, identity, 0, options)?)?;
/// assert_eq!(ledger.reserve(4)?.index(), Some(0));
/// assert_eq!(beside.reserve(1)?.index(), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SqliteStore(Rows<Sqlite>);

impl SqliteStore {
    /// Makes the row of a key, and the database if there is none. A limit of 2^63 or more becomes 2^63 - 1.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the key has a row for some of these indices, if the database cannot be written, or if
    /// a sync costs nothing in its folder.
    pub fn create(
        path: &Path,
        identity: Identity<'_>,
        counter: Counter,
        options: Options,
    ) -> Result<(), Error> {
        let failed = |what: String| refused(path, &what);
        place::make(path, options).map_err(failed)?;
        let mut connection = session::open(path).map_err(failed)?;
        let seal = Seal::new(identity.seed, identity.public_key);
        let here = place::here(path).map_err(failed)?;
        let new = |others: &[row::Row]| row::new(&seal, &counter, &here, others);
        insert(&mut connection, &seal.fingerprint(), new).map_err(failed)
    }

    /// Opens the row of a key whose indices begin at `start`.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] that says what is wrong and what can be done about it.
    pub fn open(
        path: &Path,
        identity: Identity<'_>,
        start: u64,
        options: Options,
    ) -> Result<Self, Error> {
        let failed = |what: String| refused(path, &what);
        place::check(path).map_err(failed)?;
        let connection = session::open(path).map_err(failed)?;
        Ok(Self(Rows::open(Sqlite::new(connection, path), identity, start, options)?))
    }
}

impl SqliteStore {
    /// What is stored of a key whose indices begin at `start`.
    pub(crate) fn look(path: &Path, identity: Identity<'_>, start: u64) -> Result<Look, Error> {
        let failed = |what: String| refused(path, &what);
        place::check(path).map_err(failed)?;
        let connection = session::open(path).map_err(failed)?;
        let (counter, moved) = Rows::look(Sqlite::new(connection, path), identity, start)?;
        Ok(Look { counter, damaged: false, moved })
    }
}

impl StateStore for SqliteStore {
    fn load(&mut self) -> Result<Counter, Error> {
        self.0.load()
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        self.0.swap(to)
    }
}

fn refused(path: &Path, what: &str) -> Error {
    Error::storage(format!("{}: {what}", path.display()))
}
