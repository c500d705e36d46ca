//! What it takes to give out indices durably: by store, and by how many at a time. Wall time: a disk is waited for.
//!
//! `renamed` is what others do, a whole file in place of the one before: written, synced, renamed, and the folder
//! synced. It is here to be compared with, and gives out nothing.
//!
//! `sqlite` and `postgres` are there with the features of these names. The server is one that the bench starts, in a
//! temporary folder, reached by a socket; without one that is installed there is a line that says so.
#![forbid(unsafe_code)]

use divan::Bencher;
use divan::counter::ItemsCount;
use signer::{Counter, Ledger, StateStore, Volatile};
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
#[cfg(all(unix, feature = "postgres"))]
use store::PostgresStore;
#[cfg(feature = "sqlite")]
use store::SqliteStore;
use store::{FileStore, Identity, Options, Os};

#[cfg(all(unix, feature = "postgres"))]
#[path = "../tests/postgres/server.rs"]
#[expect(dead_code, reason = "the tests ask more of it")]
mod server;

fn main() {
    divan::main();
}

const SIZES: [u64; 3] = [1, 16, 256];

fn counter() -> Counter {
    Counter::new(0, u64::MAX).expect("from 0 on")
}

/// Gives out `n` at a time; one item is one index.
fn reserve(bencher: Bencher<'_, '_>, store: impl StateStore, n: u64) {
    let mut ledger = Ledger::open(store).expect("opens");
    // The first one of another size takes a write more.
    drop(ledger.reserve(n).expect("there are many"));
    let one = || drop(ledger.reserve(n).expect("there are many"));
    bencher.counter(ItemsCount::new(n)).bench_local(one);
}

/// On the disk that the build is on: a temporary folder may be in memory.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

#[divan::bench(args = SIZES)]
fn file(bencher: Bencher<'_, '_>, n: u64) {
    let folder = folder();
    let path = folder.path().join("state");
    let key = Identity { seed: b"a seed", public_key: &n.to_be_bytes() };
    let options = Options { allow_volatile: true, adopt: None };
    FileStore::create(&Os, &path, key, counter(), options).expect("made");
    let (store, _) = FileStore::open(&Os, &path, key, options).expect("opens");
    reserve(bencher, store, n);
}

#[cfg(feature = "sqlite")]
#[divan::bench(args = SIZES)]
fn sqlite(bencher: Bencher<'_, '_>, n: u64) {
    let folder = folder();
    let path = folder.path().join("keys.db");
    let key = Identity { seed: b"a seed", public_key: b"a database" };
    let options = Options { allow_volatile: true, adopt: None };
    SqliteStore::create(&path, key, counter(), options).expect("made");
    let store = SqliteStore::open(&path, key, 0, options).expect("opens");
    reserve(bencher, store, n);
}

#[cfg(all(unix, feature = "postgres"))]
#[divan::bench(args = SIZES)]
fn postgres(bencher: Bencher<'_, '_>, n: u64) {
    let Some(server) = server::Server::start() else { return };
    let key = Identity { seed: b"a seed", public_key: b"a server" };
    let options = Options::default();
    let mut client = server.client("postgres");
    PostgresStore::create(&mut client, key, counter(), options).expect("made");
    let store = PostgresStore::open(client, key, 0, options).expect("opens");
    reserve(bencher, store, n);
}

#[divan::bench(args = SIZES)]
fn volatile(bencher: Bencher<'_, '_>, n: u64) {
    reserve(bencher, Volatile::new(counter()), n);
}

#[divan::bench]
fn renamed(bencher: Bencher<'_, '_>) {
    let folder = folder();
    let (path, new) = (folder.path().join("state"), folder.path().join("state.new"));
    let write = |generation: u64| -> std::io::Result<()> {
        let mut file = File::create(&new)?;
        file.write_all(&generation.to_be_bytes().repeat(24))?;
        file.sync_data()?;
        fs::rename(&new, &path)?;
        File::open::<&Path>(folder.path())?.sync_all()
    };
    let mut generation = 0;
    bencher.counter(ItemsCount::new(1_u64)).bench_local(|| {
        generation += 1;
        write(generation).expect("written");
    });
}
