//! What is refused, with what it says.

use crate::server::Server;
use crate::sql::{identity, many, refused};
use crate::{make, open, store};
use signer::{Counter, Error, Ledger};
use std::time::Instant;
use store::{Options, PostgresStore};

/// What somebody else changes of a key.
fn edit(server: &Server, public_key: &str, statement: &str) {
    let whole = format!("{statement} WHERE fingerprint = sha256('{public_key}')");
    let changed = server.client("postgres").execute(&whole, &[]).expect(&whole);
    assert_eq!(changed, 1, "{whole}");
}

fn poisoned(ledger: &mut Ledger<impl signer::StateStore>) {
    assert!(matches!(ledger.reserve(1), Err(Error::Poisoned { .. })));
}

#[test]
fn a_row_that_was_edited_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    for column in
        ["start", "generation", "next", "\"limit\"", "issued", "place", "seal", "fingerprint"]
    {
        let key = format!("edited {}", column.replace('"', ""));
        make(&place, key.as_bytes(), many()).expect("made");
        let mut ledger = open(&place, key.as_bytes()).expect("opens");
        assert!(ledger.reserve(4).is_ok());
        let to = match column {
            "seal" | "fingerprint" => format!("sha256({column})"),
            "place" => "'elsewhere'".into(),
            number => format!("{number} + 1"),
        };
        edit(&server, &key, &format!("UPDATE hbs.state SET {column} = {to}"));
        let says = match column {
            "start" | "fingerprint" => "is missing",
            _ => "somebody changed it",
        };
        refused(open(&place, key.as_bytes()), says);
        // Who has it open sees it too.
        refused(ledger.reserve(1), says);
        poisoned(&mut ledger);
    }
}

#[test]
fn a_row_of_another_key_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    for key in [b"theirs", b"mine's"] {
        make(&place, key, many()).expect("made");
    }
    refused(open(&place, b"nobody's"), "is missing");
    let theirs = "(SELECT seal FROM hbs.state WHERE fingerprint = sha256('theirs'))";
    edit(&server, "mine''s", &format!("UPDATE hbs.state SET seal = {theirs}"));
    refused(open(&place, b"mine's"), "somebody changed it, or it is of another key");
    assert!(open(&place, b"theirs").is_ok());
    let other_seed = store::Identity { seed: b"another seed", public_key: b"theirs" };
    let opened = PostgresStore::open(server.client("postgres"), other_seed, 0, Options::default());
    refused(opened, "never use the key again");
}

#[test]
fn what_is_gone_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"gone", many()).expect("made");
    let mut ledger = open(&place, b"gone").expect("opens");
    edit(&server, "gone", "DELETE FROM hbs.state");
    refused(ledger.reserve(1), "is missing. If it was made in another database");
    poisoned(&mut ledger);
    refused(open(&place, b"gone"), "somebody deleted it");
    refused(open(&server.database("another"), b"gone"), "there is none in this database");
}

/// They would replace the row, and find it as it was.
#[test]
fn a_trigger_that_puts_the_row_back_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.database("triggers");
    make(&place, b"trigger", many()).expect("made");
    let mut client = server.client("triggers");
    let function =
        "CREATE FUNCTION old() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'";
    client.batch_execute(function).expect("made");
    for when in ["BEFORE", "AFTER"] {
        let trigger = format!(
            "CREATE TRIGGER history {when} UPDATE ON hbs.state FOR EACH ROW EXECUTE FUNCTION old()"
        );
        client.batch_execute(&trigger).expect("made");
        refused(open(&place, b"trigger").expect("opens").reserve(1), "trigger");
        client.batch_execute("DROP TRIGGER history ON hbs.state").expect("dropped");
    }
    let mut ledger = open(&place, b"trigger").expect("opens");
    assert_eq!(ledger.reserve(1).expect("there are many").index(), Some(0));
}

/// A dump put in place of the row, while a process has what came after it.
#[test]
fn a_row_that_goes_back_is_seen() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"back", many()).expect("made");
    let mut ledger = open(&place, b"back").expect("opens");
    let dump = "CREATE TABLE dump AS SELECT * FROM hbs.state WHERE fingerprint = sha256('back')";
    server.client("postgres").batch_execute(dump).expect("made");
    assert!(ledger.reserve(4).is_ok());
    edit(&server, "back", "DELETE FROM hbs.state");
    edit(&server, "back", "INSERT INTO hbs.state SELECT * FROM dump");
    refused(ledger.reserve(1), "went back");
    poisoned(&mut ledger);
}

#[test]
fn what_is_there_is_not_made_again() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"there", many()).expect("made");
    let made = |start, limit| make(&place, b"there", Counter::new(start, limit).expect("a part"));
    refused(made(0, 16), "never written over");
    refused(made(16, 32), "have a row already");
    refused(made(1 << 63, u64::MAX), "below 2^63");
    assert_eq!(made(1 << 40, u64::MAX), Ok(()));
}

/// What another session holds longer than is waited for.
#[test]
fn a_row_that_stays_locked_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"locked", many()).expect("made");
    let mut ledger = open(&place, b"locked").expect("opens");
    let mut other = server.client("postgres");
    let mut held = other.transaction().expect("begun");
    held.execute("SELECT FROM hbs.state WHERE fingerprint = sha256('locked') FOR UPDATE", &[])
        .expect("held");
    let begun = Instant::now();
    refused(ledger.reserve(1), "another session has held the row");
    assert!(begun.elapsed().as_secs() >= 9, "{:?}", begun.elapsed());
    poisoned(&mut ledger);
    held.rollback().expect("ended");
    let mut again = open(&place, b"locked").expect("opens");
    assert_eq!(again.reserve(1).expect("there are many").index(), Some(0));
}

/// A session that the server ended is not made again.
#[test]
fn a_session_that_is_lost_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"lost", many()).expect("made");
    let mut client = PostgresStore::connect(&place).expect("connects");
    let own: i32 = client.query_one("SELECT pg_backend_pid()", &[]).expect("asked").get(0);
    let store = PostgresStore::open(client, identity(b"lost"), 0, Options::default());
    let mut ledger = store.and_then(Ledger::open).expect("opens");
    assert!(ledger.reserve(1).is_ok());
    let end = "SELECT pg_terminate_backend($1, 10000)";
    assert!(server.client("postgres").query_one(end, &[&own]).expect("asked").get::<_, bool>(0));
    refused(ledger.reserve(1), "open the key again when the database is well");
    poisoned(&mut ledger);
    refused(signer::StateStore::load(&mut ledger.into_store()), "open the key again");
    assert_eq!(open(&place, b"lost").expect("opens").counter().next, 1);
}

#[test]
fn a_session_in_a_transaction_is_refused() {
    let Some(server) = Server::shared() else { return };
    let place = server.place("postgres");
    make(&place, b"begun", many()).expect("made");
    let mut client = server.client("postgres");
    client.batch_execute("BEGIN").expect("begun");
    refused(
        PostgresStore::create(&mut client, identity(b"begun 2"), many(), Options::default()),
        "end it first",
    );
    let opened = PostgresStore::open(client, identity(b"begun"), 0, Options::default());
    refused(opened, "end it first");
    assert!(store(&place, b"begun", 0).is_ok());
}

/// A password and a counter are not to go over a network as they are.
#[test]
fn without_tls_only_this_host_is_reached() {
    for place in ["host=db.example user=signer", "host=localhost,db.example", "hostaddr=192.0.2.1"]
    {
        refused(
            PostgresStore::connect(place).map(drop),
            "connect with postgres::Client::connect and TLS",
        );
    }
    for place in ["host=127.0.0.1 port=1 user=signer", "host=/nowhere user=signer"] {
        refused(PostgresStore::connect(place).map(drop), "error connecting to server");
    }
}
