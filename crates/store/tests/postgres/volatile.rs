//! Servers that keep nothing, or that only repeat what another one has.

use crate::server::Server;
use crate::sql::{FOR_TESTS, identity, many, refused};
use crate::{make, open};
use store::PostgresStore;

/// One after the other, on a server of its own.
#[test]
fn what_keeps_nothing_is_refused() {
    let Some(server) = Server::start() else { return };
    let place = server.place("postgres");
    make(&place, b"kept", many()).expect("made");

    server.client("postgres").batch_execute("ALTER TABLE hbs.state SET UNLOGGED").expect("altered");
    refused(open(&place, b"kept"), "SET LOGGED");
    refused(make(&place, b"not kept", many()), "SET LOGGED");
    let for_tests =
        || PostgresStore::open(server.client("postgres"), identity(b"kept"), 0, FOR_TESTS);
    assert!(for_tests().is_ok());
    server.client("postgres").batch_execute("ALTER TABLE hbs.state SET LOGGED").expect("altered");

    // While a key is open.
    let mut ledger = open(&place, b"kept").expect("opens");
    assert!(ledger.reserve(1).is_ok());
    server.set("fsync = off");
    server.reload();
    let until = |ledger: &mut signer::Ledger<_>| loop {
        if let Err(error) = ledger.reserve(1) {
            return error;
        }
    };
    refused::<()>(Err(until(&mut ledger)), "whose durability somebody changed");
    refused(open(&place, b"kept"), "fsync = off");
    refused(make(&place, b"not kept", many()), "fsync = off");
    let next = for_tests().and_then(signer::Ledger::open).expect("opens").counter().next;
    assert!(next >= 1);

    // What is no table.
    server.set("fsync = on");
    server.reload();
    let instead =
        "ALTER TABLE hbs.state RENAME TO kept; CREATE VIEW hbs.state AS SELECT * FROM hbs.kept";
    server.client("postgres").batch_execute(instead).expect("altered");
    let begun = std::time::Instant::now();
    while open(&place, b"kept").is_err_and(|error| error.to_string().contains("fsync")) {
        assert!(begun.elapsed().as_secs() < 60, "it does not reload");
    }
    refused(open(&place, b"kept"), "no ordinary table");
    let back = "DROP VIEW hbs.state; ALTER TABLE hbs.kept RENAME TO state";
    server.client("postgres").batch_execute(back).expect("altered");
    assert_eq!(open(&place, b"kept").expect("opens").counter().next, next);

    server.kill();
    server.stand_by();
    server.up();
    refused(open(&place, b"kept"), "the server is a standby");
    refused(make(&place, b"not kept", many()), "the server is a standby");
}
