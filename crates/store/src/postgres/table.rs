//! The statements.

use super::PLACE;
use super::session::{check_table, said};
use crate::Options;
use crate::row::Row;
use crate::sql::{TWICE, Table};
use ::postgres::{Client, Statement};

/// The table in a database that is open.
pub(crate) struct Postgres {
    client: Client,
    find: Statement,
    replace: Statement,
    allow_volatile: bool,
}

impl Postgres {
    /// By a session that was begun.
    pub(super) fn new(mut client: Client, options: Options) -> Result<Self, String> {
        check_table(&mut client, options)?;
        let find = client.prepare(FIND).map_err(|error| said(&error))?;
        let replace = client.prepare(REPLACE).map_err(|error| said(&error))?;
        Ok(Self { client, find, replace, allow_volatile: options.allow_volatile })
    }
}

impl Table for Postgres {
    fn place(&self) -> String {
        PLACE.into()
    }

    fn find(&mut self, fingerprint: &[u8; 32], start: i64) -> Result<Option<Row>, String> {
        let rows = self.client.query(&self.find, &[&&fingerprint[..], &start]);
        let rows = rows.map_err(|error| said(&error))?;
        match rows.as_slice() {
            [] => Ok(None),
            [one] => row(one).map(Some),
            more => Err(format!("{} rows of one key; {TWICE}", more.len())),
        }
    }

    fn replace(&mut self, fingerprint: &[u8; 32], from: &Row, to: &Row) -> Result<u64, String> {
        let replaced = self.client.execute(
            &self.replace,
            &[
                &to.generation,
                &to.next,
                &to.limit,
                &to.issued,
                &to.seal,
                &&fingerprint[..],
                &from.start,
                &from.generation,
                &from.next,
                &from.limit,
                &from.issued,
                &from.seal,
                &self.allow_volatile,
            ],
        );
        replaced.map_err(|error| said(&error))
    }
}

/// Inserts the row that `new` makes beside the others of the key, and the table if there is none.
pub(super) fn insert(
    client: &mut Client,
    fingerprint: &[u8; 32],
    options: Options,
    new: impl FnOnce(&[Row]) -> Result<Row, String>,
) -> Result<(), String> {
    let failed = |error: ::postgres::Error| said(&error);
    let fingerprint = &fingerprint[..];
    let mut transaction = client.transaction().map_err(failed)?;
    // One after the other: each sees the rows that the others have made.
    transaction.execute(LOCK, &[]).map_err(failed)?;
    if transaction.query_one(MISSING, &[]).and_then(|row| row.try_get(0)).map_err(failed)? {
        transaction.batch_execute(CREATE).map_err(failed)?;
    }
    check_table(&mut transaction, options)?;
    let others = transaction.query(ALL, &[&fingerprint]).map_err(failed)?;
    let others: Vec<Row> = others.iter().map(row).collect::<Result<_, _>>()?;
    let Row { start, generation, next, limit, issued, seal } = new(&others)?;
    transaction
        .execute(INSERT, &[&fingerprint, &start, &generation, &next, &limit, &issued, &seal])
        .map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn row(row: &::postgres::Row) -> Result<Row, String> {
    let number = |column: usize| row.try_get(column).map_err(|error| said(&error));
    Ok(Row {
        start: number(0)?,
        generation: number(1)?,
        next: number(2)?,
        limit: number(3)?,
        issued: number(4)?,
        seal: row.try_get(5).map_err(|error| said(&error))?,
    })
}

/// Of the word `hbs`.
const LOCK: &str = "SELECT pg_advisory_xact_lock(6840947)";
const MISSING: &str = "SELECT to_regclass('hbs.state') IS NULL";
/// Half of a page stays free: a new version of a row finds room beside the old one, and no index changes.
const CREATE: &str = r#"
    CREATE SCHEMA IF NOT EXISTS hbs;
    CREATE TABLE hbs.state (
        fingerprint bytea NOT NULL,
        start bigint NOT NULL,
        generation bigint NOT NULL,
        next bigint NOT NULL,
        "limit" bigint NOT NULL,
        issued bigint NOT NULL,
        seal bytea NOT NULL,
        PRIMARY KEY (fingerprint, start)
    ) WITH (fillfactor = 50)"#;
const INSERT: &str = "INSERT INTO hbs.state VALUES ($1, $2, $3, $4, $5, $6, $7)";
const ALL: &str = r#"SELECT start, generation, next, "limit", issued, seal FROM hbs.state WHERE fingerprint = $1"#;
const FIND: &str = r#"SELECT start, generation, next, "limit", issued, seal FROM hbs.state
    WHERE fingerprint = $1 AND start = $2"#;
const REPLACE: &str = r#"UPDATE hbs.state SET generation = $1, next = $2, "limit" = $3, issued = $4, seal = $5
    WHERE fingerprint = $6 AND start = $7 AND generation = $8 AND next = $9 AND "limit" = $10 AND issued = $11
    AND seal = $12 AND ($13 OR current_setting('fsync') = 'on'
        AND current_setting('synchronous_commit') IN ('on', 'remote_apply'))"#;
