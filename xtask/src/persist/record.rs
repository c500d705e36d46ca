//! `results/<machine>/persist.json`: the newest figures, and the table of them.

use crate::report::Table;
use measure::machine::Machine;
use measure::units::{grouped, time};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What a record calls itself.
pub(crate) const SCHEMA: &str = "hbs-bench/persist/1.0";

/// Name of the file.
const FILE: &str = "persist.json";

/// What every store takes on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Persist {
    /// [`SCHEMA`].
    pub(crate) schema: String,
    /// Where it was measured.
    pub(crate) machine: Machine,
    /// The file system of the disk.
    pub(crate) disk: Option<String>,
    /// Whether it was a tenth of the time.
    pub(crate) quick: bool,
    /// What was measured.
    pub(crate) commit: Option<String>,
    /// Whether that had been changed.
    pub(crate) dirty: Option<bool>,
    /// By set, store and how many at a time.
    pub(crate) rows: Vec<Row>,
}

/// A store, with a key and so many indices at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// What signs.
    pub(crate) set: String,
    /// Where indices are counted.
    pub(crate) store: String,
    /// Indices at a time.
    pub(crate) reserved: u64,
    /// Reservations that were timed.
    pub(crate) reservations: u64,
    /// Wall time of one: median.
    pub(crate) persist_ns: f64,
    /// The same: 99th percentile.
    pub(crate) persist_p99_ns: f64,
    /// Signatures a second, reserving and signing one after the other.
    pub(crate) durable_per_s: f64,
    /// Signatures a second without the time of reserving.
    pub(crate) raw_per_s: f64,
}

/// The record as a table.
pub(crate) fn table(persist: &Persist) -> String {
    let mut table = Table::new([
        "parameter set",
        "store",
        "at a time",
        "persist",
        "p99",
        "durable signatures/s",
        "of raw",
    ]);
    for row in &persist.rows {
        table.row([
            row.set.clone(),
            row.store.clone(),
            row.reserved.to_string(),
            time(row.persist_ns),
            time(row.persist_p99_ns),
            grouped(row.durable_per_s.round() as u64),
            format!("{:.1} %", 100.0 * row.durable_per_s / row.raw_per_s),
        ]);
    }
    table.text()
}

/// A section for each machine that has a record under `results`.
pub(crate) fn sections(results: &Path) -> Result<String, String> {
    let mut text = String::new();
    let entries = match fs::read_dir(results) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(NOTHING.to_owned()),
        entries => entries.map_err(|error| format!("{}: {error}", results.display()))?,
    };
    let mut folders: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        let Some(persist) = read(&folder)? else { continue };
        let name = folder.file_name().unwrap_or_default().display();
        let disk = persist.disk.as_deref().unwrap_or("an unknown file system");
        text +=
            &format!("### {}\n\n- Record: `results/{name}/{FILE}`, on {disk}\n", persist.machine);
        if persist.quick {
            text += "- **A quick run: to look at, not to compare by**\n";
        }
        text += &format!("\n{}\n", table(&persist));
    }
    match text.is_empty() {
        true => Ok(NOTHING.to_owned()),
        false => Ok(text + LEGEND),
    }
}

const NOTHING: &str = "Nothing was measured yet: `cargo xtask persist`, then `cargo xtask report`.";

const LEGEND: &str = "Wall time of one reservation, then signatures a second when a service reserves so many indices, \
     signs with them, and reserves again, beside what it would be if reserving took no time. `volatile` keeps nothing and is \
     for tests; `ahead` reserves on another thread while it signs, so that what it waits for is what is left of it; `renamed file` is what others do, a whole file in place of the one before.";

/// The record in a machine's folder; none if there is no such file.
fn read(folder: &Path) -> Result<Option<Persist>, String> {
    let path = folder.join(FILE);
    let error = |what: String| format!("{}: {what}", path.display());
    let text = match fs::read_to_string(&path) {
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        read => read.map_err(|e| error(e.to_string()))?,
    };
    let persist: Persist = serde_json::from_str(&text).map_err(|e| error(e.to_string()))?;
    let major = |schema: &str| schema.split_once('.').map(|(major, _)| major.to_owned());
    match major(&persist.schema) == major(SCHEMA) {
        true => Ok(Some(persist)),
        false => {
            Err(error(format!("`{}` is not `{SCHEMA}`; run `cargo xtask persist`", persist.schema)))
        }
    }
}

/// Replaces the record in a machine's folder.
pub(super) fn write(folder: &Path, persist: &Persist) -> Result<(), String> {
    let path = folder.join(FILE);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(&path, json(persist)?).map_err(failed)
}

/// The record as it is written.
pub(super) fn json(persist: &Persist) -> Result<String, String> {
    let json = serde_json::to_string_pretty(persist).map_err(|error| error.to_string())?;
    Ok(json + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn persist() -> Persist {
        let row = |reserved: u64, durable_per_s| Row {
            set: "LMS".into(),
            store: "file".into(),
            reserved,
            reservations: 9,
            persist_ns: 4_000_000.0,
            persist_p99_ns: 9_000_000.0,
            durable_per_s,
            raw_per_s: 100_000.0,
        };
        Persist {
            schema: SCHEMA.into(),
            machine: Machine::here(),
            disk: Some("ext2/ext3".into()),
            quick: true,
            commit: None,
            dirty: Some(false),
            rows: vec![row(1, 248.1), row(256, 38_000.0)],
        }
    }

    #[test]
    fn a_row_for_each_store_and_size() {
        let table = table(&persist());
        assert!(
            table.contains("| LMS | file | 1 | 4.000 ms | 9.000 ms | 248 | 0.2 % |"),
            "{table}"
        );
        assert!(table.contains("| 38,000 | 38.0 % |"), "{table}");
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let results = tempfile::tempdir().expect("a folder");
        assert_eq!(sections(&results.path().join("none")).as_deref(), Ok(NOTHING));
        assert_eq!(sections(results.path()).as_deref(), Ok(NOTHING));
        fs::write(results.path().join("interop.json"), "{}").expect("written");
        let folder = results.path().join("here");
        let one = persist();
        write(&folder, &one).expect("written");
        assert_eq!(read(&folder), Ok(Some(one)));
        let text = sections(results.path()).expect("a section");
        assert!(
            text.contains("`results/here/persist.json`, on ext2/ext3\n- **A quick run"),
            "{text}"
        );
        for (schema, fits) in [("hbs-bench/persist/1.7", true), ("hbs-bench/persist/2.0", false)] {
            write(&folder, &Persist { schema: schema.into(), ..persist() }).expect("written");
            assert_eq!(read(&folder).is_ok(), fits, "{schema}");
        }
    }
}
