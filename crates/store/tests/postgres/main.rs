//! The store in a PostgreSQL database, by a server that the tests start: its contract, and what it refuses.
#![cfg(unix)]

mod places;
mod processes;
mod refusals;
mod server;
#[path = "../sql/mod.rs"]
mod sql;
mod volatile;

use server::Server;
use signer::conformance::{self, Openers};
use signer::{Counter, Error, Ledger, StateStore};
use sql::{Opened, identity};
use std::thread;
use store::{Options, PostgresStore};

fn make(place: &str, public_key: &[u8], counter: Counter) -> Result<(), Error> {
    let mut client = PostgresStore::connect(place)?;
    PostgresStore::create(&mut client, identity(public_key), counter, Options::default())
}

fn store(place: &str, public_key: &[u8], start: u64) -> Result<PostgresStore, Error> {
    let client = PostgresStore::connect(place)?;
    PostgresStore::open(client, identity(public_key), start, Options::default())
}

fn open(place: &str, public_key: &[u8]) -> Opened {
    Ledger::open(Box::new(store(place, public_key, 0)?))
}

/// A process that signs. No test by itself.
#[test]
fn signs() {
    sql::sign(processes::open);
}

fn conforms(place: &str) {
    let counter = Counter::new(64, u64::MAX).expect("a part of a key");
    make(place, b"conforming", counter).expect("made");
    let open =
        || -> Result<Box<dyn StateStore>, Error> { Ok(Box::new(store(place, b"conforming", 64)?)) };
    let flaws = conformance::store(&open, Openers::Several);
    assert!(flaws.is_empty(), "{flaws:#?}");
    let limit = open().and_then(|mut store| store.load()).expect("loads").limit;
    assert_eq!(limit, i64::MAX as u64, "as high as a database counts");
}

#[test]
fn it_conforms() {
    let Some(server) = Server::shared() else { return };
    conforms(&server.place("postgres"));
}

/// In a database whose sessions begin with settings that would not do.
#[test]
fn it_conforms_whatever_a_session_begins_with() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("otherwise");
    for setting in [
        "synchronous_commit = off",
        "default_transaction_isolation = serializable",
        "default_transaction_read_only = on",
        "search_path = nowhere",
    ] {
        let alter = format!("ALTER DATABASE otherwise SET {setting}");
        server.client("postgres").batch_execute(&alter).expect("altered");
    }
    conforms(&place);
}

/// Keys, and parts of keys, do not know of each other.
#[test]
fn a_database_has_many_keys() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"many: one", sql::many()).expect("made");
    let halves = [Counter::new(0, 16), Counter::new(16, 32)].map(|half| half.expect("a half"));
    for half in halves {
        make(&place, b"many: other", half).expect("made");
    }
    let mut one = open(&place, b"many: one").expect("opens");
    let [mut low, mut high] = halves.map(|half| {
        store(&place, b"many: other", half.start).and_then(Ledger::open).expect("opens")
    });
    assert_eq!(one.reserve(3).expect("there are many").index(), Some(0));
    assert_eq!(high.reserve(2).expect("there are 16").index(), Some(16));
    assert_eq!(low.reserve(99).expect("there are 16").left(), 16);
    assert_eq!(low.reserve(1).map(drop), Err(Error::Exhausted));
    assert_eq!(high.reserve(1).expect("there are 14").index(), Some(18));
    assert_eq!(one.reserve(1).expect("there are many").index(), Some(3));
}

/// In a database without a table, eight at once: one of them makes the key.
#[test]
fn a_key_is_made_once() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("fresh");
    let made = thread::scope(|scope| {
        let threads = [(); 8].map(|()| scope.spawn(|| make(&place, b"made once", sql::many())));
        threads.map(|thread| thread.join().expect("no panic"))
    });
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1, "{made:?}");
    for made in made.into_iter().filter(Result::is_err) {
        sql::refused(made, "never written over");
    }
}
