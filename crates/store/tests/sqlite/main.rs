//! The store in an SQLite database: its contract, and what it refuses.
#![cfg(unix)]

mod processes;
mod refusals;
#[path = "../sql/mod.rs"]
mod sql;

use signer::conformance::{self, Openers};
use signer::{Counter, Error, Ledger, StateStore};
use sql::{FOR_TESTS, Opened, identity};
use std::path::{Path, PathBuf};
use store::SqliteStore;
use tempfile::TempDir;

/// A database with a key.
fn made(public_key: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.db");
    SqliteStore::create(&path, identity(public_key), sql::many(), FOR_TESTS).expect("made");
    (folder, path)
}

fn store(path: &Path, public_key: &[u8]) -> Result<SqliteStore, Error> {
    SqliteStore::open(path, identity(public_key), 0, FOR_TESTS)
}

fn open(path: &Path, public_key: &[u8]) -> Opened {
    Ledger::open(Box::new(store(path, public_key)?))
}

/// A process that signs. No test by itself.
#[test]
fn signs() {
    sql::sign(processes::open);
}

#[test]
fn it_conforms() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("keys.db");
    let counter = Counter::new(64, u64::MAX).expect("a part of a key");
    let key = identity(b"conforming");
    SqliteStore::create(&path, key, counter, FOR_TESTS).expect("made");
    let open = || -> Result<Box<dyn StateStore>, Error> {
        Ok(Box::new(SqliteStore::open(&path, key, 64, FOR_TESTS)?))
    };
    let flaws = conformance::store(&open, Openers::Several);
    assert!(flaws.is_empty(), "{flaws:#?}");
    let limit = open().and_then(|mut store| store.load()).expect("loads").limit;
    assert_eq!(limit, i64::MAX as u64, "as high as a database counts");
}

/// Keys, and parts of keys, do not know of each other.
#[test]
fn a_database_has_many_keys() {
    let (_folder, path) = made(b"one");
    let halves = [Counter::new(0, 16), Counter::new(16, 32)].map(|half| half.expect("a half"));
    for half in halves {
        SqliteStore::create(&path, identity(b"other"), half, FOR_TESTS).expect("made");
    }
    let mut one = open(&path, b"one").expect("opens");
    let [mut low, mut high] = halves.map(|half| {
        SqliteStore::open(&path, identity(b"other"), half.start, FOR_TESTS)
            .and_then(Ledger::open)
            .expect("opens")
    });
    assert_eq!(one.reserve(3).expect("there are many").index(), Some(0));
    assert_eq!(high.reserve(2).expect("there are 16").index(), Some(16));
    assert_eq!(low.reserve(99).expect("there are 16").left(), 16);
    assert_eq!(low.reserve(1).map(drop), Err(Error::Exhausted));
    assert_eq!(high.reserve(1).expect("there are 14").index(), Some(18));
    assert_eq!(one.reserve(1).expect("there are many").index(), Some(3));
}
