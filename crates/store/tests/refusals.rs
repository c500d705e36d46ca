//! What is refused, with what it says.

use signer::{Counter, Error, Ledger, StateStore};
use std::path::Path;
use store::sim::{Fault, Sim};
use store::{Disk, FileStore, Identity, Options, Os};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };

fn path() -> &'static Path {
    Path::new("/state")
}

fn identity(public_key: &'static [u8]) -> Identity<'static> {
    Identity { seed: b"a seed", public_key }
}

fn made(public_key: &'static [u8]) -> Sim {
    let disk = Sim::new("here");
    let counter = Counter::new(0, 32).expect("from 0 on");
    FileStore::create(&disk, path(), identity(public_key), counter, FOR_TESTS).expect("made");
    disk.sync_dir(Path::new("/")).expect("synced");
    disk
}

fn open(
    disk: &dyn Disk,
    public_key: &'static [u8],
    adopt: Option<u64>,
) -> Result<Ledger<FileStore>, Error> {
    let options = Options { adopt, ..FOR_TESTS };
    Ledger::open(FileStore::open(disk, path(), identity(public_key), options)?.0)
}

#[track_caller]
fn refused(disk: &Sim, public_key: &'static [u8], says: &str) {
    let error = open(disk, public_key, None).map(drop).expect_err("refused").to_string();
    assert!(error.contains(says), "no `{says}` in: {error}");
}

#[test]
fn what_is_no_state_is_refused() {
    let key = b"no state";
    let disk = made(key);
    let good = disk.bytes(path()).expect("a file");
    for (bytes, says) in [
        (&good[..100], "length of a state"),
        (&[], "length of a state"),
        (&[&good[..], b"more"].concat()[..], "length of a state"),
        (&vec![0; good.len()], "both of its slots are damaged"),
        (&[&good[4096..], &good[..4096]].concat(), "contradict each other"),
    ] {
        disk.put(path(), bytes);
        refused(&disk, key, says);
    }
    disk.put(path(), &good);
    disk.open_to_others(path());
    refused(&disk, key, "chmod");
    disk.link(path());
    refused(&disk, key, "symbolic link");
    disk.remove(path()).expect_err("a link is no file of the test's");
    refused(&Sim::new("here"), key, "missing");
    let counter = Counter::new(0, 32).expect("from 0 on");
    let again = FileStore::create(&made(key), path(), identity(key), counter, FOR_TESTS);
    assert!(again.expect_err("it is there").to_string().contains("cannot be made"));
}

#[test]
fn states_of_other_keys_are_refused() {
    let (one, other) = (b"one key", b"another");
    refused(&made(one), other, "contradict the public key");
}

/// Slots of different times, put together by somebody.
#[test]
fn slots_of_different_times_contradict_each_other() {
    let key = b"different times";
    let disk = made(key);
    let old = disk.bytes(path()).expect("a file");
    let mut ledger = open(&disk, key, None).expect("opens");
    for _ in 0..4 {
        assert!(ledger.reserve(1).is_ok());
    }
    drop(ledger);
    let new = disk.bytes(path()).expect("a file");
    for bytes in [[&old[..4096], &new[4096..]].concat(), [&new[..4096], &old[4096..]].concat()] {
        disk.put(path(), &bytes);
        refused(&disk, key, "contradict each other");
    }
}

#[test]
fn one_at_a_time() {
    let key = b"one at a time";
    let disk = made(key);
    let ledger = open(&disk, key, None).expect("opens");
    refused(&disk, key, "another program");
    // A copy has another file, and no lock: within the program it is seen nevertheless.
    refused(&disk.copy(), key, "this program has the key open already");
    drop(ledger);
    assert!(open(&disk, key, None).is_ok());
}

#[test]
fn copies_and_other_machines_have_to_be_adopted() {
    let key = b"copies";
    let disk = made(key);
    let mut ledger = open(&disk, key, None).expect("opens");
    assert!(ledger.reserve(4).is_ok());
    drop(ledger);
    let copy = disk.copy();
    refused(&copy, key, "adopt --skip N");
    let mut adopted = open(&copy, key, Some(10)).expect("adopted");
    let index = adopted.reserve(1).expect("there are 32").index();
    assert_eq!(index, Some(14));
    drop(adopted);
    let mut again = open(&copy, key, None).expect("it is at home now");
    assert_eq!(again.reserve(1).expect("there are 32").index(), Some(15));
    drop(again);
    let mut all = open(&copy, key, Some(u64::MAX)).expect("adopted");
    assert_eq!(all.reserve(1).map(drop), Err(Error::Exhausted), "all of them are given up");
}

#[test]
fn places_that_keep_nothing_are_refused() {
    let counter = Counter::new(0, 32).expect("from 0 on");
    let (disk, key) = (Sim::new("here"), identity(b"nothing kept"));
    let error = FileStore::create(&disk, path(), key, counter, Options::default());
    let error = error.expect_err("memory").to_string();
    assert!(error.contains("a sync takes") && error.contains("--allow-volatile"), "{error}");
}

/// After a write that failed nobody knows what is stored: the store says so until it is opened again.
#[test]
fn a_store_that_failed_is_poisoned() {
    let key = b"poisoned";
    let disk = made(key);
    let (mut store, _) = FileStore::open(&disk, path(), identity(key), FOR_TESTS).expect("opens");
    let from = store.load().expect("loads");
    let to = Counter { generation: from.generation + 1, next: from.next + 1, ..from };
    disk.plan(disk.operations(), Fault::Refuses);
    assert!(store.swap(&to).is_err() && disk.struck());
    for result in [store.swap(&to), store.load().map(drop)] {
        let error = result.expect_err("poisoned").to_string();
        assert!(error.contains("open the key again"), "{error}");
    }
    drop(store);
    assert_eq!(open(&disk, key, None).expect("opens").counter().next, from.next);
}

/// The same on the file system of this machine.
#[test]
fn a_real_file_is_locked_and_knows_its_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("state");
    let key = identity(b"a real file");
    let counter = Counter::new(0, 32).expect("from 0 on");
    FileStore::create(&Os, &path, key, counter, FOR_TESTS).expect("made");
    let open = |path: &Path| FileStore::open(&Os, path, key, FOR_TESTS);
    let (store, opened) = open(&path).expect("opens");
    assert_eq!(opened.burnt, 0);
    let error = open(&path).map(drop).expect_err("locked").to_string();
    assert!(error.contains("another program"), "{error}");
    let mut ledger = Ledger::open(store).expect("opens");
    assert_eq!(ledger.reserve(3).expect("there are 32").left(), 3);
    drop(ledger);
    let copy = folder.path().join("copy");
    std::fs::copy(&path, &copy).expect("copied");
    let error = open(&copy).map(drop).expect_err("a copy").to_string();
    assert!(error.contains("copied or moved"), "{error}");
    // A name of its own is none of the file's.
    let moved = folder.path().join("moved");
    std::fs::rename(&path, &moved).expect("moved");
    let (mut store, _) = open(&moved).expect("the same file");
    assert_eq!(store.load().expect("loads").next, 3);
    drop(store);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let mode = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(&moved, mode).expect("set");
        let error = open(&moved).map(drop).expect_err("others may read").to_string();
        assert!(error.contains("chmod"), "{error}");
        let link = folder.path().join("link");
        symlink(&moved, &link).expect("a link");
        let error = open(&link).map(drop).expect_err("a link").to_string();
        assert!(error.contains("symbolic link"), "{error}");
    }
}
