//! A connection whose commits are durable.

use rusqlite::{Connection, MAIN_DB, OpenFlags};
use std::cell::Cell;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long it waits for others who write.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it looks meanwhile, about as often as a commit is done. SQLite's own pauses grow to 100 ms: beside a
/// process that does not stop, 100 others took 44 s to sign once each, and take 12 s.
const PAUSE: Duration = Duration::from_micros(500);

/// Opens a database that is there, and makes sure of what SQLite only promises if it is asked.
pub(super) fn open(path: &Path) -> Result<Connection, String> {
    // Without URIs: they can turn locks off. Without CREATE: an empty database has no older one's counters.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(|error| said(&error))?;
    if connection.path().is_none_or(str::is_empty) {
        return Err("SQLite keeps it in memory: name a file on a disk".into());
    }
    connection.busy_handler(Some(wait)).map_err(|error| said(&error))?;
    // The journal's mode reads the file: what is no database is found here.
    set(&connection, "locking_mode", "normal", "normal")?;
    set(&connection, "journal_mode", "delete", "delete")?;
    set(&connection, "synchronous", "extra", "3")?;
    set(&connection, "fullfsync", "on", "1")?;
    set(&connection, "trusted_schema", "off", "0")?;
    set(&connection, "cell_size_check", "on", "1")?;
    // SQLite opens what cannot be written for reading.
    match connection.is_readonly(MAIN_DB) {
        Ok(false) => Ok(connection),
        Ok(true) => Err("it can only be read: let its owner write to it, and to its folder".into()),
        Err(error) => Err(said(&error)),
    }
}

/// Waits for a lock. Returns whether to try again.
fn wait(tried: i32) -> bool {
    thread_local!(static BEGUN: Cell<Option<Instant>> = const { Cell::new(None) });
    if tried == 0 {
        BEGUN.set(Some(Instant::now()));
    }
    thread::sleep(PAUSE);
    BEGUN.get().is_some_and(|begun| begun.elapsed() < PATIENCE)
}

/// Sets what a connection does, and checks that it does.
fn set(connection: &Connection, what: &str, to: &str, reads: &str) -> Result<(), String> {
    let failed = |error: rusqlite::Error| said(&error);
    connection.pragma_update(None, what, to).map_err(failed)?;
    let value = |row: &rusqlite::Row<'_>| row.get::<_, rusqlite::types::Value>(0);
    let found = match connection.pragma_query_value(None, what, value).map_err(failed)? {
        rusqlite::types::Value::Integer(number) => number.to_string(),
        rusqlite::types::Value::Text(text) => text,
        other => format!("{other:?}"),
    };
    if found == reads {
        return Ok(());
    }
    Err(format!(
        "SQLite's {what} is {found} and not {reads}, so that a commit might not stay: close what else has the \
         database open, and try again"
    ))
}

/// Whether the file that is open has its name no more.
fn moved(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    code == Some(rusqlite::ffi::SQLITE_READONLY_DBMOVED)
}

/// What SQLite said, and what to do about it.
pub(super) fn said(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode;
    let hint = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another program has had it locked for 10 seconds: end that one"
        }
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            "it is damaged, or no database. Nobody knows which indices were used: never use its keys again"
        }
        Some(ErrorCode::ReadOnly) if moved(error) => {
            "another file was put in its place while it was open: open the key again, which tells if it went back"
        }
        Some(ErrorCode::ReadOnly) => "let its owner write to it, and to its folder",
        Some(ErrorCode::DiskFull) => "make room on the disk",
        Some(ErrorCode::CannotOpen) => "it takes the rights to read and write it and its folder",
        _ => return error.to_string(),
    };
    format!("{error}; {hint}")
}
