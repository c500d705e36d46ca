//! The statements.

use super::place::here;
use super::session::said;
use crate::row::Row;
use crate::sql::{TWICE, Table};
use rusqlite::{Connection, Params, TransactionBehavior, params};
use std::path::{Path, PathBuf};

/// The table in a database that is open.
pub(crate) struct Sqlite {
    connection: Connection,
    path: PathBuf,
}

impl Sqlite {
    pub(super) fn new(connection: Connection, path: &Path) -> Self {
        Self { connection, path: path.into() }
    }
}

impl Table for Sqlite {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn place(&mut self) -> Result<String, String> {
        here(&self.path)
    }

    fn find(&mut self, fingerprint: &[u8; 32], start: i64) -> Result<Option<Row>, String> {
        if !has_table(&self.connection)? {
            return Ok(None);
        }
        let mut rows = rows(&self.connection, FIND, params![fingerprint, start])?;
        match rows.len() {
            0 | 1 => Ok(rows.pop()),
            more => Err(format!("{more} rows of one key; {TWICE}")),
        }
    }

    fn replace(&mut self, fingerprint: &[u8; 32], from: &Row, to: &Row) -> Result<u64, String> {
        let new = params![
            to.generation,
            to.next,
            to.limit,
            to.issued,
            to.place,
            to.seal,
            fingerprint,
            from.start,
            from.generation,
            from.next,
            from.limit,
            from.issued,
            from.place,
            from.seal
        ];
        let replaced = self.connection.execute(REPLACE, new).map_err(|error| said(&error))?;
        Ok(replaced as u64)
    }
}

/// Inserts the row that `new` makes beside the others of the key, and the table if there is none.
pub(super) fn insert(
    connection: &mut Connection,
    fingerprint: &[u8; 32],
    new: impl FnOnce(&[Row]) -> Result<Row, String>,
) -> Result<(), String> {
    let failed = |error: rusqlite::Error| said(&error);
    // Nobody else writes from here on.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    transaction.execute_batch(CREATE).map_err(failed)?;
    let row = new(&rows(&transaction, ALL, params![fingerprint])?)?;
    let Row { start, generation, next, limit, issued, place, seal } = row;
    let all = params![fingerprint, start, generation, next, limit, issued, place, seal];
    transaction.execute(INSERT, all).map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn has_table(connection: &Connection) -> Result<bool, String> {
    connection.table_exists(None, "hbs_state").map_err(|error| said(&error))
}

fn rows(connection: &Connection, statement: &str, by: impl Params) -> Result<Vec<Row>, String> {
    let row = |row: &rusqlite::Row<'_>| {
        Ok(Row {
            start: row.get(0)?,
            generation: row.get(1)?,
            next: row.get(2)?,
            limit: row.get(3)?,
            issued: row.get(4)?,
            place: row.get(5)?,
            seal: row.get(6)?,
        })
    };
    let found = || connection.prepare(statement)?.query_map(by, row)?.collect();
    let found: rusqlite::Result<_> = found();
    found.map_err(|error| said(&error))
}

const CREATE: &str = r#"CREATE TABLE IF NOT EXISTS hbs_state (
    fingerprint BLOB NOT NULL,
    start INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    next INTEGER NOT NULL,
    "limit" INTEGER NOT NULL,
    issued INTEGER NOT NULL,
    place TEXT NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (fingerprint, start)
) STRICT, WITHOUT ROWID"#;
const INSERT: &str = "INSERT INTO hbs_state VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
const ALL: &str = r#"SELECT start, generation, next, "limit", issued, place, seal FROM hbs_state WHERE fingerprint = ?1"#;
const FIND: &str = r#"SELECT start, generation, next, "limit", issued, place, seal FROM hbs_state
    WHERE fingerprint = ?1 AND start = ?2"#;
/// A trigger could put the old row back after it was replaced.
const REPLACE: &str = r#"UPDATE hbs_state
    SET generation = ?1, next = ?2, "limit" = ?3, issued = ?4, place = ?5, seal = ?6
    WHERE fingerprint = ?7 AND start = ?8 AND generation = ?9 AND next = ?10 AND "limit" = ?11 AND issued = ?12
    AND place = ?13 AND seal = ?14 AND NOT EXISTS
    (SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'hbs_state' COLLATE NOCASE)"#;
