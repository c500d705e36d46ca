//! `cargo xtask report`: tables of what lies under `results/`, spliced into the READMEs.
//!
//! A pure function of the records and the READMEs: no clock, no host, stable order, line feeds.

mod limit;
mod markdown;
mod rows;
mod splice;
mod spread;
mod table;

use crate::registry::SUITES;
use crate::say;
use crate::size::record as firmware;
use measure::record::{self, Record, RecordError};
use similar::TextDiff;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

pub(crate) use markdown::Table;

/// What to do with the tables.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Write nothing; print what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
}

/// Records by scheme, then by machine.
type Records = BTreeMap<String, BTreeMap<String, Record>>;

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    match readmes(root) {
        Err(wrong) => {
            eprintln!("xtask report: {wrong}");
            ExitCode::from(2)
        }
        Ok(readmes) => {
            let mut changes = 0;
            for Readme { path, old, new } in readmes {
                if old == new {
                    continue;
                }
                changes += 1;
                let name = path.strip_prefix(root).unwrap_or(&path).display();
                if args.check {
                    let diff = TextDiff::from_lines(&old, &new);
                    say(diff.unified_diff().header(&format!("{name}"), "as the records have it"));
                } else if let Err(error) = fs::write(&path, new) {
                    eprintln!("xtask report: {name}: {error}");
                    return ExitCode::FAILURE;
                } else {
                    say(format_args!("{name} written"));
                }
            }
            match (args.check, changes) {
                (true, 1..) => ExitCode::FAILURE,
                (_, 0) => {
                    say("the READMEs are as the records have them");
                    ExitCode::SUCCESS
                }
                _ => ExitCode::SUCCESS,
            }
        }
    }
}

/// A README as it is and as it should be.
struct Readme {
    path: std::path::PathBuf,
    old: String,
    new: String,
}

fn readmes(root: &Path) -> Result<Vec<Readme>, String> {
    let records = records(&root.join("results")).map_err(|error| error.to_string())?;
    let mut readmes = Vec::new();
    readmes.push(readme(&root.join("README.md"), "overview", &table::overview(&records))?);
    for suite in SUITES {
        let path = root.join("crates").join(suite.name).join("README.md");
        readmes.push(readme(&path, "results", &table::results(suite, records.get(suite.name)))?);
    }
    let sizes = firmware::read(&root.join("results"))?;
    let sizes = sizes.map_or_else(|| NO_SIZES.to_owned(), |sizes| firmware::table(&sizes));
    readmes.push(readme(&root.join("crates/hbs/README.md"), "firmware", &sizes)?);
    Ok(readmes)
}

const NO_SIZES: &str = "Nothing was built yet: `cargo xtask size`, then `cargo xtask report`.";

/// The README at `path` with its one table, which is called `id`.
fn readme(path: &Path, id: &str, table: &str) -> Result<Readme, String> {
    let error = |what: String| format!("{}: {what}", path.display());
    let old = fs::read_to_string(path).map_err(|e| error(e.to_string()))?;
    let new = splice::splice(&old, id, table).map_err(error)?;
    Ok(Readme { path: path.to_owned(), old, new })
}

/// Reads `results/<machine>/<scheme>.json`.
fn records(folder: &Path) -> Result<Records, RecordError> {
    let failed = |path: &Path, error: io::Error| RecordError {
        path: path.to_owned(),
        what: error.to_string(),
    };
    let mut records = Records::new();
    let machines = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(records),
        read => read.map_err(|error| failed(folder, error))?,
    };
    for machine in machines {
        let machine = machine.map_err(|error| failed(folder, error))?;
        if !machine.path().is_dir() {
            continue;
        }
        let name = machine.file_name().to_string_lossy().into_owned();
        for suite in SUITES {
            let path = machine.path().join(format!("{}.json", suite.name));
            if let Some(record) = record::load(&path)? {
                let machines = records.entry(suite.name.to_owned()).or_default();
                machines.insert(name.clone(), record);
            }
        }
    }
    Ok(records)
}

#[cfg(test)]
mod tests;
