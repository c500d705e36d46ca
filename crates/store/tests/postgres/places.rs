//! Rows that are not where they were written: restored from a dump, copied with their database, on a standby that took
//! over.

use crate::server::Server;
use crate::sql::{identity, many, refused};
use crate::{make, open};
use signer::{Error, StateStore};
use store::{Options, PostgresStore};

/// Gives up so many indices. Returns the next one.
fn adopted(place: &str, public_key: &[u8], skip: u64) -> Result<u64, Error> {
    let options = Options { adopt: Some(skip), ..Options::default() };
    let client = PostgresStore::connect(place)?;
    Ok(PostgresStore::open(client, identity(public_key), 0, options)?.load()?.next)
}

#[test]
fn a_dump_that_is_restored_is_adopted_or_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("restored");
    make(&place, b"restored", many()).expect("made");
    let mut ledger = open(&place, b"restored").expect("opens");
    drop(ledger.reserve(5).expect("there are many"));
    let dump = "CREATE TABLE hbs.dump (LIKE hbs.state INCLUDING ALL);
        INSERT INTO hbs.dump SELECT * FROM hbs.state";
    server.client("restored").batch_execute(dump).expect("dumped");
    drop(ledger.reserve(3).expect("there are many"));
    let restore = "DROP TABLE hbs.state; ALTER TABLE hbs.dump RENAME TO state";
    server.client("restored").batch_execute(restore).expect("restored");
    refused(open(&place, b"restored"), "copied or moved");
    // Who has the newer counter sees that nothing is as it was.
    assert!(ledger.reserve(1).is_err());
    assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })));
    assert_eq!(adopted(&place, b"restored", 3), Ok(8));
    assert_eq!(open(&place, b"restored").expect("it is here now").counter().next, 8);
}

/// As it was, under a session that has its key open: which table, or server, it gets by that name is asked each time.
#[test]
fn a_table_that_is_replaced_under_a_session_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("replaced");
    make(&place, b"replaced", many()).expect("made");
    let mut ledger = open(&place, b"replaced").expect("opens");
    drop(ledger.reserve(5).expect("there are many"));
    let replace = "CREATE TABLE hbs.dump (LIKE hbs.state INCLUDING ALL);
        INSERT INTO hbs.dump SELECT * FROM hbs.state;
        DROP TABLE hbs.state; ALTER TABLE hbs.dump RENAME TO state";
    server.client("replaced").batch_execute(replace).expect("replaced");
    refused(ledger.reserve(1), "another server");
    assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })));
    assert_eq!(adopted(&place, b"replaced", 0), Ok(5));
}

/// What the store asks of a server it may ask for anybody who may sign.
#[test]
fn whoever_signs_needs_no_more_than_the_documented_rights() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("rights");
    make(&place, b"rights", many()).expect("made");
    let grant = "CREATE ROLE signing LOGIN; GRANT USAGE ON SCHEMA hbs TO signing;
        GRANT SELECT, UPDATE ON hbs.state TO signing";
    server.client("rights").batch_execute(grant).expect("granted");
    let theirs = place.replace("user=hbs", "user=signing");
    assert_ne!(theirs, place);
    let mut ledger = open(&theirs, b"rights").expect("opens");
    assert_eq!(ledger.reserve(2).expect("there are many").index(), Some(0));
    refused(make(&theirs, b"another", many()), "GRANT");
    assert_eq!(open(&place, b"rights").expect("opens").counter().next, 2);
}

/// With all that it has, down to the numbers of its tables.
#[test]
fn a_copy_of_a_database_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("original");
    make(&place, b"original", many()).expect("made");
    let copy = "CREATE DATABASE copy TEMPLATE original";
    server.client("postgres").batch_execute(copy).expect("copied");
    refused(open(&server.place("copy"), b"original"), "copied or moved");
    assert!(open(&place, b"original").is_ok());
}

#[test]
fn a_standby_that_takes_over_is_adopted_or_refused() {
    let Some(server) = Server::start() else { return };
    let place = server.place("postgres");
    make(&place, b"promoted", many()).expect("made");
    drop(open(&place, b"promoted").expect("opens").reserve(5).expect("there are many"));
    server.kill();
    // The same server once more, with the same history: what a crash leaves.
    server.up();
    assert!(open(&place, b"promoted").is_ok());
    server.kill();
    server.stand_by();
    server.up();
    server.promote();
    refused(open(&place, b"promoted"), "copied or moved");
    assert_eq!(adopted(&place, b"promoted", 10), Ok(15));
    let mut ledger = open(&place, b"promoted").expect("it is here now");
    assert_eq!(ledger.reserve(1).expect("there are many").index(), Some(15));
}
