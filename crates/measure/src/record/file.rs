//! Records as files: read with every inconsistency named, written whole or not at all.

use super::strict::Strict;
use super::{Record, SCHEMA, Status, to_json};
use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Why a record could not be read or written.
#[derive(Debug)]
pub struct RecordError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

impl std::error::Error for RecordError {}

/// Reads the record at `path`; `None` if there is no such file.
///
/// # Errors
///
/// [`RecordError`] if it cannot be read, is empty, cut off or no JSON, has a key or a row twice, lacks a
/// field, is of another major version, or has a row that is `ok` without metrics and a check.
pub fn load(path: &Path) -> Result<Option<Record>, RecordError> {
    let error = |what: String| RecordError { path: path.to_owned(), what };
    let text = match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|e| error(e.to_string()))?,
    };
    if text.trim().is_empty() {
        return Err(error("the file is empty".into()));
    }
    // The version first: fields of another major version would only confuse.
    let Strict(value) = serde_json::from_str(&text).map_err(|e| {
        error(if e.is_eof() { format!("the record is cut off: {e}") } else { e.to_string() })
    })?;
    let schema = value.get("schema").and_then(|schema| schema.as_str()).unwrap_or("none");
    if major(schema) != major(SCHEMA) {
        return Err(error(format!("its schema is {schema}, this tool reads {SCHEMA}")));
    }
    let record: Record =
        serde_path_to_error::deserialize(value).map_err(|e| error(e.to_string()))?;
    consistent(&record).map_err(error)?;
    Ok(Some(record))
}

/// Writes `record` to `path`, through a file beside it, so that an interruption leaves the old record
/// or the new one.
///
/// # Errors
///
/// [`RecordError`] if the file or its directory cannot be written.
pub fn store(path: &Path, record: &Record) -> Result<(), RecordError> {
    write(path, record)
}

/// [`store`] for anything.
pub(super) fn write(path: &Path, what: &impl serde::Serialize) -> Result<(), RecordError> {
    let error = |e: io::Error| RecordError { path: path.to_owned(), what: e.to_string() };
    let text = to_json(what).map_err(io::Error::from).map_err(error)?;
    let beside = beside(path);
    let write = || {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        let mut file = File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    write().map_err(|e| {
        // Whatever went wrong is being reported; a file left beside the record is harmless.
        let _ = fs::remove_file(&beside);
        error(e)
    })
}

/// Finds out whether [`store`] can write `path`, before anything is measured for it.
///
/// # Errors
///
/// [`RecordError`] if it cannot.
pub fn check_writable(path: &Path) -> Result<(), RecordError> {
    let error = |e: io::Error| RecordError { path: path.to_owned(), what: e.to_string() };
    if path.is_dir() {
        return Err(RecordError { path: path.to_owned(), what: "is a directory".into() });
    }
    if let Some(directory) = path.parent().filter(|directory| *directory != Path::new("")) {
        fs::create_dir_all(directory).map_err(error)?;
    }
    if path.exists() {
        // A read-only file could be renamed over, but its owner did not mean that.
        File::options().append(true).open(path).map_err(error)?;
    }
    let beside = beside(path);
    File::create(&beside).and_then(|_| fs::remove_file(&beside)).map_err(error)
}

/// `lms.json` is first written as `lms.json.<process>.tmp`.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

/// `hbs-bench/run/1` of `hbs-bench/run/1.0`.
fn major(schema: &str) -> &str {
    schema.rsplit_once('.').map_or(schema, |(major, _)| major)
}

/// 2 of `hbs-bench/run/1.2`.
pub(super) fn minor(schema: &str) -> Option<u32> {
    schema.rsplit_once('.').and_then(|(_, minor)| minor.parse().ok())
}

fn consistent(record: &Record) -> Result<(), String> {
    let mut runs = HashSet::from([&record.run.id]);
    runs.extend(record.earlier_runs.iter().map(|run| &run.id));
    let backends: HashSet<_> = record.backends.iter().map(|backend| &backend.name).collect();
    let mut seen = HashSet::new();
    for row in &record.results {
        let name = format!(
            "{} {} by {} (message bytes {:?})",
            row.operation.name(),
            row.parameter_set,
            row.backend,
            row.message_bytes
        );
        if !seen.insert(row.key()) {
            return Err(format!("{name} is there twice"));
        }
        if row.status == Status::Ok && (row.metrics.is_empty() || row.check.is_none()) {
            return Err(format!("{name} is `ok` without metrics or a check"));
        }
        if row.status != Status::Ok && row.reason.is_none() {
            return Err(format!("{name} does not say why it is not `ok`"));
        }
        let life = row.life.as_ref().map_or(&row.run, |life| &life.run);
        if ![&row.run, life].iter().all(|run| runs.contains(run))
            || !backends.contains(&row.backend)
        {
            return Err(format!(
                "{name} is of a run or a backend that the record does not describe"
            ));
        }
    }
    Ok(())
}
