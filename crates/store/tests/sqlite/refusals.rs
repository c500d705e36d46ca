//! What is refused, with what it says.

use crate::sql::{FOR_TESTS, identity, many, refused};
use crate::{made, open, store};
use rusqlite::Connection;
use signer::{Counter, Error, Ledger, StateStore};
use std::os::unix::fs::{FileExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use std::{env, fs};
use store::{Options, SqliteStore};

/// Lets somebody change the database.
fn edit(path: &Path, statement: &str) {
    let somebody = Connection::open(path).expect("opens");
    somebody.execute_batch(statement).expect(statement);
}

#[test]
fn a_row_that_was_edited_is_refused() {
    for column in
        ["start", "generation", "next", "\"limit\"", "issued", "place", "seal", "fingerprint"]
    {
        let (_folder, path) = made(b"edited");
        let mut ledger = open(&path, b"edited").expect("opens");
        assert!(ledger.reserve(4).is_ok());
        let to = match column {
            "seal" => "zeroblob(32)".into(),
            "fingerprint" => "zeroblob(32)".into(),
            "place" => "'elsewhere'".into(),
            number => format!("{number} + 1"),
        };
        edit(&path, &format!("UPDATE hbs_state SET {column} = {to}"));
        let says = match column {
            "start" | "fingerprint" => "is missing",
            _ => "somebody changed it",
        };
        refused(open(&path, b"edited"), says);
        // Who has it open sees it too.
        refused(ledger.reserve(1), says);
        assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })), "{column}");
    }
}

#[test]
fn a_row_of_another_key_is_refused() {
    let (_folder, path) = made(b"one");
    refused(open(&path, b"another"), "is missing");
    SqliteStore::create(&path, identity(b"another"), many(), FOR_TESTS).expect("made");
    let one = "(SELECT seal FROM hbs_state ORDER BY fingerprint LIMIT 1)";
    edit(&path, &format!("UPDATE hbs_state SET seal = {one}"));
    let opened = [open(&path, b"one"), open(&path, b"another")];
    assert_eq!(opened.iter().filter(|opened| opened.is_ok()).count(), 1);
    let other_seed = store::Identity { seed: b"another seed", public_key: b"one" };
    refused(SqliteStore::open(&path, other_seed, 0, FOR_TESTS), "never use the key again");
}

#[test]
fn what_is_gone_is_refused() {
    let (_folder, path) = made(b"gone");
    let mut ledger = open(&path, b"gone").expect("opens");
    edit(&path, "DELETE FROM hbs_state");
    refused(ledger.reserve(1), "is missing. If it was made in another database");
    refused(open(&path, b"gone"), "somebody deleted it");
    edit(&path, "DROP TABLE hbs_state");
    refused(open(&path, b"gone"), "somebody deleted it");
    fs::remove_file(&path).expect("removed");
    refused(open(&path, b"gone"), "the database is missing");
    assert!(!path.exists(), "opening makes nothing");
}

/// It would replace the row, and find it as it was.
#[test]
fn a_trigger_that_puts_the_row_back_is_refused() {
    let (_folder, path) = made(b"trigger");
    let mut ledger = open(&path, b"trigger").expect("opens");
    assert!(ledger.reserve(1).is_ok());
    edit(
        &path,
        "CREATE TRIGGER history AFTER UPDATE ON HBS_STATE BEGIN
            UPDATE hbs_state SET generation = OLD.generation, next = OLD.next, issued = OLD.issued, seal = OLD.seal;
         END",
    );
    refused(ledger.reserve(1), "trigger");
    for _ in 0..2 {
        refused(open(&path, b"trigger").expect("opens").reserve(1), "trigger");
    }
    edit(&path, "DROP TRIGGER history");
    let mut again = open(&path, b"trigger").expect("opens");
    assert_eq!(again.reserve(1).expect("there are many").index(), Some(1));
}

/// A backup put in place of the database, while a process has what came after it.
#[test]
fn a_row_that_goes_back_is_seen() {
    let (_folder, path) = made(b"back");
    let mut ledger = open(&path, b"back").expect("opens");
    edit(&path, "CREATE TABLE backup AS SELECT * FROM hbs_state");
    assert!(ledger.reserve(4).is_ok());
    edit(&path, "DELETE FROM hbs_state; INSERT INTO hbs_state SELECT * FROM backup");
    refused(ledger.reserve(1), "went back");
    assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })));
}

#[test]
fn a_copy_is_adopted_or_refused() {
    let (folder, path) = made(b"copied");
    let mut ledger = open(&path, b"copied").expect("opens");
    drop(ledger.reserve(5).expect("there are many"));
    let copy = folder.path().join("copy.db");
    fs::copy(&path, &copy).expect("copied");
    drop(ledger.reserve(3).expect("there are many"));
    refused(open(&copy, b"copied"), "copied or moved");
    let adopted = |path: &Path, skip| {
        let options = Options { adopt: Some(skip), ..FOR_TESTS };
        let mut store = SqliteStore::open(path, identity(b"copied"), 0, options).expect("adopted");
        store.load().expect("loads").next
    };
    assert_eq!(adopted(&copy, 3), 8);
    assert_eq!(open(&copy, b"copied").expect("it is here now").counter().next, 8);
    // What is where it was may give up some, too.
    assert_eq!(adopted(&path, 2), 10);
    // What is open sees that the name is another file's now.
    fs::rename(&copy, &path).expect("put there");
    refused(ledger.reserve(1), "another file was put in its place");
    // That is the same file by another name.
    let moved = folder.path().join("moved.db");
    fs::rename(&path, &moved).expect("moved");
    assert_eq!(open(&moved, b"copied").expect("opens").counter().next, 8);
}

#[test]
fn what_is_there_is_not_made_again() {
    let (_folder, path) = made(b"there");
    let made = |start, limit| {
        let counter = Counter::new(start, limit).expect("a part");
        SqliteStore::create(&path, identity(b"there"), counter, FOR_TESTS)
    };
    refused(made(0, 16), "never written over");
    refused(made(16, 32), "have a row already");
    refused(made(1 << 63, u64::MAX), "below 2^63");
    assert_eq!(made(1 << 40, u64::MAX), Ok(()));
}

#[test]
fn places_that_keep_nothing_are_refused() {
    let create =
        |path: &Path| SqliteStore::create(path, identity(b"nothing"), many(), Options::default());
    for path in ["", ":memory:"] {
        refused(create(Path::new(path)), "in memory is forgotten");
        refused(store(Path::new(path), b"nothing"), "in memory is forgotten");
    }
    // Where a sync costs nothing, if there is such a place.
    let Ok(folder) = tempfile::tempdir_in("/dev/shm") else { return };
    refused(create(&folder.path().join("keys.db")), "a sync takes");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "something is left");
}

#[test]
fn files_that_are_no_database_of_ones_own_are_refused() {
    let (folder, path) = made(b"file");
    let mode = |mode| fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
    mode(0o640);
    refused(open(&path, b"file"), "chmod");
    mode(0o600);
    let other = folder.path().join("other.db");
    symlink(&path, &other).expect("a link");
    refused(open(&other, b"file"), "symbolic link");
    fs::remove_file(&other).expect("removed");
    fs::hard_link(&path, &other).expect("a name");
    refused(open(&path, b"file"), "it has 2 names");
    fs::remove_file(&other).expect("removed");
    let file = fs::OpenOptions::new().write(true).open(&path).expect("opens");
    // SQLite takes a version of the format that it cannot write for one that it may read.
    file.write_all_at(&[9], 18).expect("written");
    refused(open(&path, b"file"), "only be read");
    file.write_all_at(&[1], 18).expect("written");
    assert!(open(&path, b"file").is_ok());
    file.write_all_at(b"no database", 0).expect("written");
    refused(open(&path, b"file"), "it is damaged, or no database");
    file.set_len(100).expect("cut");
    refused(open(&path, b"file"), "it is damaged, or no database");
    mode(0o400);
    // For root it can be written all the same.
    let root =
        fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    if !root {
        refused(open(&path, b"file"), "rights to read and write");
    }
}

/// What another program holds longer than is waited for.
#[test]
fn a_database_that_stays_locked_is_refused() {
    let (_folder, path) = made(b"locked");
    let mut ledger = open(&path, b"locked").expect("opens");
    let other = Connection::open(&path).expect("opens");
    other.execute_batch("BEGIN EXCLUSIVE").expect("locked");
    let begun = Instant::now();
    refused(ledger.reserve(1), "another program has had it locked");
    assert!(begun.elapsed().as_secs() >= 9, "{:?}", begun.elapsed());
    assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })));
    other.execute_batch("ROLLBACK").expect("unlocked");
    let mut again = open(&path, b"locked").expect("opens");
    assert_eq!(again.reserve(1).expect("there are many").index(), Some(0));
}

/// Another program that makes a write-ahead log of the journal is not followed.
#[test]
fn a_journal_of_another_kind_is_refused() {
    let (_folder, path) = made(b"journal");
    let other = Connection::open(&path).expect("opens");
    other.execute_batch("PRAGMA journal_mode = WAL; SELECT * FROM hbs_state").expect("set");
    refused(open(&path, b"journal"), "another program has had it locked");
    drop(other);
    edit(&path, "PRAGMA journal_mode = WAL");
    assert!(open(&path, b"journal").is_ok());
    assert!(!path.with_extension("db-wal").exists(), "a second file");
}

const FULL: &str = "HBS_STORE_FULL";

/// A process that may not write. No test by itself.
#[test]
fn is_full() {
    let Some(path) = env::var_os(FULL) else { return };
    let mut store = store(Path::new(&path), b"full").expect("opens");
    let from = store.load().expect("loads");
    let to = Counter { generation: from.generation + 1, next: from.next + 1, ..from };
    let error = store.swap(&to).expect_err("full").to_string();
    refused(store.load(), "open the key again");
    println!("swap: {error}");
}

/// By a limit on the size of files: the first lets no journal be written, the second a journal and no page.
#[test]
fn a_disk_that_is_full_poisons_and_keeps_what_was_there() {
    let (_folder, path) = made(b"full");
    for key in 0..200_u8 {
        SqliteStore::create(&path, identity(&[key]), many(), FOR_TESTS).expect("made");
    }
    for blocks in [1, 20] {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -f $0; exec \"$@\""]).arg(blocks.to_string());
        command.arg(env::current_exe().expect("it runs"));
        command.args(["--exact", "refusals::is_full", "--nocapture"]).env(FULL, &path);
        let output = command.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains("swap: "), "{output:?}");
        println!("{blocks} blocks: {said}");
    }
    let mut ledger =
        open(&path, b"full").and_then(|ledger| Ledger::open(ledger.into_store())).expect("opens");
    assert_eq!(ledger.reserve(1).expect("there are many").index(), Some(0));
}
