//! `cargo xtask report`: tables of what lies under `results/`, spliced into the READMEs, pictures of it
//! under `results/plots/`, and a page of all parameter sets.
//!
//! A pure function of the records and the READMEs: no clock, no host, stable order, line feeds.

mod across;
mod files;
mod html;
mod life;
mod limit;
mod markdown;
mod pictures;
mod rivals;
pub(crate) mod rows;
mod splice;
mod spread;
mod table;

use crate::catalog::Catalog;
use crate::interop::matrix as interop;
use crate::persist::record as persist;
use crate::registry::SUITES;
use crate::rivals::FOLDER as RIVALS;
use crate::say;
use crate::size::record as firmware;
use files::File;
use measure::record::{self, Record, RecordError};
use pictures::Pictures;
use splice::Spliced;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

pub(crate) use markdown::Table;

/// What to do with tables and pictures.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 all is as the records have it, 1 something would change or could not be \
                  written, 2 a record or a README that cannot be read."
)]
pub(crate) struct Args {
    /// Write nothing; print what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
    /// Make results/index.html, the page of every parameter set, even if it is not there yet
    #[arg(long)]
    html: bool,
}

/// Records by scheme, then by machine.
pub(crate) type Records = BTreeMap<String, BTreeMap<String, Record>>;

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    let files = match files(root, args.html) {
        Ok(files) => files,
        Err(wrong) => {
            eprintln!("xtask report: {wrong}");
            return ExitCode::from(2);
        }
    };
    let changed: Vec<_> = files.iter().filter(|file| file.old != file.new).collect();
    for file in &changed {
        let name = file.path.strip_prefix(root).unwrap_or(&file.path).display();
        if args.check {
            say(file.difference(&name.to_string()));
        } else if let Err(error) = file.write() {
            eprintln!("xtask report: {name}: {error}");
            return ExitCode::FAILURE;
        } else {
            say(format_args!("{name} {}", if file.new.is_some() { "written" } else { "removed" }));
        }
    }
    if changed.is_empty() {
        say("the files are as the records have them");
    }
    if args.check && !changed.is_empty() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Every file that is made of the records, and those that no record gives any more.
fn files(root: &Path, html: bool) -> Result<Vec<File>, String> {
    let records = records(&root.join("results")).map_err(|error| error.to_string())?;
    let pictures = Pictures::of(&records);
    let mut files = Vec::new();
    let overview = table::overview(&records, &pictures);
    files.push(readme(&root.join("README.md"), &[("overview", &overview)])?);
    let matrix = interop::read(&root.join("results/interop.json"))?;
    let matrix = matrix.map_or_else(|| NO_MATRIX.to_owned(), |matrix| matrix.tables());
    files.push(readme(&root.join("rivals/README.md"), &[("interop", &matrix)])?);
    let with_rivals =
        records_in(&root.join("results"), RIVALS).map_err(|error| error.to_string())?;
    for suite in SUITES {
        let path = root.join("crates").join(suite.name).join("README.md");
        let table = table::results(suite, records.get(suite.name), &pictures);
        let beside = rivals::tables(suite, with_rivals.get(suite.name));
        files.push(readme(&path, &[("rivals", &beside), ("results", &table)])?);
    }
    files.extend(pictures.files(root).map_err(|error| format!("{}: {error}", pictures::FOLDER))?);
    let sizes = firmware::read(&root.join("results"))?;
    let sizes = sizes.map_or_else(|| NO_SIZES.to_owned(), |sizes| firmware::table(&sizes));
    files.push(readme(&root.join("crates/hbs/README.md"), &[("firmware", &sizes)])?);
    let persist = persist::sections(&root.join("results"))?;
    files.push(readme(&root.join("crates/store/README.md"), &[("persist", &persist)])?);
    files.extend(explorer(root, &records, html)?);
    Ok(files)
}

/// The page of every parameter set, if it is there or asked for.
fn explorer(root: &Path, records: &Records, asked: bool) -> Result<Option<File>, String> {
    let path = root.join(html::PATH);
    let old = match fs::read_to_string(&path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if !asked {
                return Ok(None);
            }
            None
        }
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    let new = html::page(&html::Data::of(&Catalog::of(records)));
    Ok(Some(File { path, old, new: Some(new) }))
}

const NO_MATRIX: &str = "Nobody was asked yet: `cargo xtask interop`, then `cargo xtask report`.";
const NO_SIZES: &str = "Nothing was built yet: `cargo xtask size`, then `cargo xtask report`.";

/// The README at `path` with its tables.
fn readme(path: &Path, tables: &[Spliced<'_>]) -> Result<File, String> {
    let error = |what: String| format!("{}: {what}", path.display());
    let old = fs::read_to_string(path).map_err(|e| error(e.to_string()))?;
    let new = splice::splice(&old, tables).map_err(error)?;
    Ok(File { path: path.to_owned(), old: Some(old), new: Some(new) })
}

/// Reads `results/<machine>/<scheme>.json`.
pub(crate) fn records(folder: &Path) -> Result<Records, RecordError> {
    records_in(folder, "")
}

/// Reads `results/<machine>/<below>/<scheme>.json`.
fn records_in(folder: &Path, below: &str) -> Result<Records, RecordError> {
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
            let path = machine.path().join(below).join(format!("{}.json", suite.name));
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
