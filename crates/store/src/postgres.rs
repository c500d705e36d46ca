//! A counter in a PostgreSQL database: for several hosts.
//!
//! ```text
//! PostgresStore   a row of the table `hbs.state`
//!  ├ session      a connection whose commits are durable, to a server that keeps them
//!  └ table        the statements
//! ```
//!
//! Each change is one `UPDATE`, a transaction of its own, in isolation level READ COMMITTED: of two sessions that
//! change the row at once the second one waits for the first one's commit, looks at the row again as it is then, and
//! finds that it is not the one that it knows. No level above would do more: they turn that into an error. In the
//! same statement the server is asked which one it is and whether it syncs commits, because a pooler may have changed
//! the session, or the server.

mod session;
mod table;

use crate::slot::Seal;
use crate::sql::Rows;
use crate::{Identity, Look, Options, row};
use ::postgres::Client;
use signer::{Counter, Error, StateStore};
use table::{Postgres, insert};

/// The counter of a key, or of a part of it, in a PostgreSQL database that other processes and hosts may have open
/// as well. The database has any number of keys, in one table.
///
/// It takes a session that is connected, so that the caller decides on TLS and on how a server is found, and has it
/// for itself: a session that is lost is not made again, but everything is refused until the key is opened with
/// another one. It must not be used from within an async runtime, which the client has one of.
///
/// The table is `hbs.state`, whatever the session's search path. The first key that is made makes schema and table,
/// and needs the right to CREATE in the database; later ones need SELECT and INSERT on the table, and signing SELECT
/// and UPDATE, with USAGE of the schema. Nobody needs DELETE.
///
/// A row is bound to the server, its timeline and the table. What was restored from a dump, or from a base backup by
/// recovery, and what a standby has that was promoted, is refused until it is [adopted](Options::adopt), which gives
/// up as many indices as may have been used since: none, if all commits were waited for
/// (`synchronous_standby_names`) and no wait was cancelled. What no session can see: a copy of the server's whole folder that is started again,
/// and rows that are loaded into the table that is there; only a process that had the newer counter can tell. A server
/// with `full_page_writes = off` is taken for one whose file system tears no page.
#[derive(Debug)]
pub struct PostgresStore(Rows<Postgres>);

impl PostgresStore {
    /// A session without TLS, by a connection string such as `host=/run/postgresql user=signer dbname=keys`: to a
    /// socket or to this host, because others could read and change what goes over a network.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] for another host, or if the server cannot be reached or refuses.
    pub fn connect(parameters: &str) -> Result<Client, Error> {
        session::connect(parameters).map_err(refused)
    }

    /// Makes the row of a key, and the table if there is none. A limit of 2^63 or more becomes 2^63 - 1.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the key has a row for some of these indices, if the session may not write, or if the
    /// server keeps nothing.
    pub fn create(
        client: &mut Client,
        identity: Identity<'_>,
        counter: Counter,
        options: Options,
    ) -> Result<(), Error> {
        session::begin(client, options).map_err(refused)?;
        let seal = Seal::new(identity.seed, identity.public_key);
        let new = |here: &str, others: &[row::Row]| row::new(&seal, &counter, here, others);
        insert(client, &seal.fingerprint(), options, new).map_err(refused)
    }

    /// Opens the row of a key whose indices begin at `start`.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] that says what is wrong and what can be done about it.
    pub fn open(
        mut client: Client,
        identity: Identity<'_>,
        start: u64,
        options: Options,
    ) -> Result<Self, Error> {
        session::begin(&mut client, options).map_err(refused)?;
        let table = Postgres::new(client, options).map_err(refused)?;
        Ok(Self(Rows::open(table, identity, start, options)?))
    }
}

impl PostgresStore {
    /// What is stored of a key whose indices begin at `start`.
    pub(crate) fn look(
        mut client: Client,
        identity: Identity<'_>,
        start: u64,
        options: Options,
    ) -> Result<Look, Error> {
        session::begin(&mut client, options).map_err(refused)?;
        let table = Postgres::new(client, options).map_err(refused)?;
        let (counter, moved) = Rows::look(table, identity, start)?;
        Ok(Look { counter, damaged: false, moved })
    }
}

impl StateStore for PostgresStore {
    fn load(&mut self) -> Result<Counter, Error> {
        self.0.load()
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        self.0.swap(to)
    }
}

fn refused(what: String) -> Error {
    Error::storage(format!("{NAME}: {what}"))
}

/// Where a row is, for messages. A connection string may have a password.
const NAME: &str = "table hbs.state of the PostgreSQL server";
