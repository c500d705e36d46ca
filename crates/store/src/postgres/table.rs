//! The statements.

use super::NAME;
use super::session::{check_table, said};
use crate::Options;
use crate::row::Row;
use crate::sql::{TWICE, Table};
use ::postgres::{Client, GenericClient, Statement};

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
    fn name(&self) -> String {
        NAME.into()
    }

    fn place(&mut self) -> Result<String, String> {
        here(&mut self.client)
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
                &to.place,
                &to.seal,
                &&fingerprint[..],
                &from.start,
                &from.generation,
                &from.next,
                &from.limit,
                &from.issued,
                &from.place,
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
    new: impl FnOnce(&str, &[Row]) -> Result<Row, String>,
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
    let here = here(&mut transaction)?;
    let Row { start, generation, next, limit, issued, place, seal } = new(&here, &others)?;
    transaction
        .execute(
            INSERT,
            &[&fingerprint, &start, &generation, &next, &limit, &issued, &place, &seal],
        )
        .map_err(failed)?;
    transaction.commit().map_err(failed)
}

fn here(client: &mut impl GenericClient) -> Result<String, String> {
    let here = client.query_one(HERE, &[]).and_then(|row| row.try_get(0));
    here.map_err(|error| said(&error))
}

fn row(row: &::postgres::Row) -> Result<Row, String> {
    let number = |column: usize| row.try_get(column).map_err(|error| said(&error));
    Ok(Row {
        start: number(0)?,
        generation: number(1)?,
        next: number(2)?,
        limit: number(3)?,
        issued: number(4)?,
        place: row.try_get(5).map_err(|error| said(&error))?,
        seal: row.try_get(6).map_err(|error| said(&error))?,
    })
}

/// What a copy of the table does not have: the server, which history of it, the database and the table. Each recovery
/// from an archive and each promotion of a standby begins another history, a timeline.
macro_rules! here {
    () => {
        "SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
            left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
            (SELECT oid FROM pg_database WHERE datname = current_database()), 'hbs.state'::regclass::oid)"
    };
}
const HERE: &str = here!();
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
        place text NOT NULL,
        seal bytea NOT NULL,
        PRIMARY KEY (fingerprint, start)
    ) WITH (fillfactor = 50)"#;
const INSERT: &str = "INSERT INTO hbs.state VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const ALL: &str = r#"SELECT start, generation, next, "limit", issued, place, seal FROM hbs.state WHERE fingerprint = $1"#;
const FIND: &str = r#"SELECT start, generation, next, "limit", issued, place, seal FROM hbs.state
    WHERE fingerprint = $1 AND start = $2"#;
/// A trigger could put the old row back after it was replaced.
const REPLACE: &str = concat!(
    r#"UPDATE hbs.state SET generation = $1, next = $2, "limit" = $3, issued = $4, place = $5, seal = $6
    WHERE fingerprint = $7 AND start = $8 AND generation = $9 AND next = $10 AND "limit" = $11 AND issued = $12
    AND place = $13 AND seal = $14 AND $5 = ("#,
    here!(),
    r#") AND NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = 'hbs.state'::regclass AND NOT tgisinternal)
    AND ($15 OR current_setting('fsync') = 'on'
        AND current_setting('synchronous_commit') IN ('on', 'remote_apply'))"#
);
