//! One side of a comparison: a record, or those of all schemes of a machine.

use super::rows::Row;
use crate::registry::SUITES;
use measure::Machine;
use measure::record::{self, Record};
use std::path::{Path, PathBuf};

/// Records of one machine.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) path: PathBuf,
    /// At least one.
    records: Vec<Record>,
}

impl Side {
    /// The record at `path`, or those of all schemes in it; or a sentence that says what is wrong.
    pub(super) fn load(path: &Path) -> Result<Self, String> {
        let load = |path: &Path| record::load(path).map_err(|error| error.to_string());
        let mut records = Vec::new();
        if path.is_dir() {
            for suite in SUITES {
                records.extend(load(&path.join(format!("{}.json", suite.name)))?);
            }
        } else {
            records.extend(load(path)?);
        }
        let Some(first) = records.first() else {
            return Err(format!("{}: there is no record", path.display()));
        };
        let fingerprint = &first.machine.fingerprint;
        if records.iter().any(|record| record.machine.fingerprint != *fingerprint) {
            return Err(format!("{}: its records are of several machines", path.display()));
        }
        Ok(Self { path: path.to_owned(), records })
    }

    pub(super) fn machine(&self) -> &Machine {
        &self.records[0].machine
    }

    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        self.records.iter().flat_map(Row::all).collect()
    }

    /// Names of all backends.
    pub(super) fn backends(&self) -> Vec<&str> {
        let backends = self.records.iter().flat_map(|record| &record.backends);
        let mut names: Vec<_> = backends.map(|backend| &*backend.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// When it was measured, of what commit and how, newest run of each record.
    pub(super) fn runs(&self) -> Vec<String> {
        let run = |record: &Record| {
            let run = &record.run;
            let commit = run.commit.as_deref().map_or("unknown", |c| c.get(..12).unwrap_or(c));
            let changed = if run.dirty == Some(true) { " and changes" } else { "" };
            format!("{}, commit {commit}{changed}: {}", run.start, run.command)
        };
        let mut runs: Vec<_> = self.records.iter().map(run).collect();
        runs.dedup();
        runs
    }
}
