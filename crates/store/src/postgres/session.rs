//! A session whose commits are durable, with a server that keeps them.

use crate::Options;
use ::postgres::config::Host;
use ::postgres::error::SqlState;
use ::postgres::{Client, Config, GenericClient, NoTls, SimpleQueryMessage};
use std::error::Error as _;

/// A session without TLS, with this host.
pub(super) fn connect(parameters: &str) -> Result<Client, String> {
    let config: Config = parameters.parse().map_err(|error| said(&error))?;
    let here = |host: &Host| match host {
        Host::Tcp(name) => {
            name == "localhost"
                || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    let addresses = config.get_hostaddrs();
    if !config.get_hosts().iter().all(here) || !addresses.iter().all(|one| one.is_loopback()) {
        return Err("without TLS it is reached by a socket or on this host only: connect with \
                    postgres::Client::connect and TLS, and open the key with that"
            .into());
    }
    config.connect(NoTls).map_err(|error| said(&error))
}

/// Checks a session and its server, and sets what it does from here on.
pub(super) fn begin(client: &mut Client, options: Options) -> Result<(), String> {
    // Both are the time of the statement, but in a transaction that began earlier.
    let alone = client.simple_query("SELECT now() = statement_timestamp()");
    let alone = alone.map_err(|error| said(&error))?;
    let first = alone.iter().find_map(|message| match message {
        SimpleQueryMessage::Row(row) => row.get(0),
        _ => None,
    });
    if first != Some("t") {
        return Err("the session is in a transaction, so that nothing is stored until it ends: end it first".into());
    }
    client.batch_execute(BEGIN).map_err(|error| said(&error))?;
    let row = client.query_one(SERVER, &[]).map_err(|error| said(&error))?;
    let value = |column| row.try_get::<_, String>(column).map_err(|error| said(&error));
    if row.try_get(0).map_err(|error| said(&error))? {
        return Err(
            "the server is a standby, which only repeats what another one has: connect to that one"
                .into(),
        );
    }
    if options.allow_volatile {
        return Ok(());
    }
    if value(1)? != "on" {
        return Err("the server runs with fsync = off, and forgets when its power fails: set it to on (for tests: \
                    --allow-volatile)"
            .into());
    }
    match value(2)?.as_str() {
        "on" | "remote_apply" => Ok(()),
        other => Err(format!("the session keeps synchronous_commit = {other}, and not on")),
    }
}

/// Checks that there is a table, and that a crash does not empty it.
pub(super) fn check_table(client: &mut impl GenericClient, options: Options) -> Result<(), String> {
    let found = client.query_opt(KIND, &[]).map_err(|error| said(&error))?;
    let Some(row) = found else {
        return Err("there is none in this database: connect to the one that the key was made in. If somebody \
                    removed the table, nobody knows which indices were used: never use its keys again"
            .into());
    };
    let kind: String = row.try_get(0).map_err(|error| said(&error))?;
    match kind.as_str() {
        "rp" => Ok(()),
        "ru" if options.allow_volatile => Ok(()),
        "ru" => Err("it is UNLOGGED, and empty after a crash: ALTER TABLE hbs.state SET LOGGED (for tests: \
                     --allow-volatile)"
            .into()),
        _ => Err("it is no ordinary table (a view, a foreign or a partitioned one): name that otherwise".into()),
    }
}

/// What the server or the client said, and what to do about it.
pub(super) fn said(error: &::postgres::Error) -> String {
    let Some(told) = error.as_db_error() else {
        return match error.source() {
            Some(source) => format!("{error}: {source}"),
            None => error.to_string(),
        };
    };
    let hint = match *told.code() {
        SqlState::LOCK_NOT_AVAILABLE => {
            "another session has held the row for 10 seconds: end that one"
        }
        SqlState::INSUFFICIENT_PRIVILEGE => {
            "GRANT USAGE ON SCHEMA hbs and SELECT, UPDATE (to make keys INSERT) ON hbs.state"
        }
        SqlState::UNIQUE_VIOLATION => "a state is never written over",
        _ => told.hint().unwrap_or_default(),
    };
    if hint.is_empty() { told.message().into() } else { format!("{}; {hint}", told.message()) }
}

/// Of settings that are durable enough the stronger one is kept.
const BEGIN: &str = "
    SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE;
    SET lock_timeout = '10s';
    SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') <> 'remote_apply'";
const SERVER: &str =
    "SELECT pg_is_in_recovery(), current_setting('fsync'), current_setting('synchronous_commit')";
const KIND: &str = "SELECT relkind::text || relpersistence::text FROM pg_catalog.pg_class
    WHERE oid = pg_catalog.to_regclass('hbs.state')";
