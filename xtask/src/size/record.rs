//! `results/firmware.json`: the newest sizes, and the table of them.

use crate::report::Table;
use measure::units::grouped;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a record calls itself.
pub(crate) const SCHEMA: &str = "hbs-bench/firmware/1.0";

/// Sizes of all programs, built at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Firmware {
    /// [`SCHEMA`].
    pub(crate) schema: String,
    /// What was built for.
    pub(crate) target: String,
    /// What it was built with.
    pub(crate) rustc: String,
    /// What was built.
    pub(crate) commit: Option<String>,
    /// Whether that had been changed.
    pub(crate) dirty: Option<bool>,
    /// A row for each program and optimisation level.
    pub(crate) rows: Vec<Row>,
}

/// Sizes of one program, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// What it verifies.
    pub(crate) scheme: String,
    /// Signatures of which sets.
    pub(crate) sets: String,
    /// How it was optimised.
    pub(crate) opt_level: String,
    /// What is run.
    pub(crate) text: u64,
    /// What is only read.
    pub(crate) rodata: u64,
    /// What is written, without the stack.
    pub(crate) ram: u64,
}

/// The record as a table.
pub(crate) fn table(firmware: &Firmware) -> String {
    let mut table =
        Table::new(["scheme", "parameter sets", "opt-level", "code", "constants", "RAM"]);
    for row in &firmware.rows {
        let [text, rodata, ram] = [row.text, row.rodata, row.ram].map(grouped);
        table.row([
            row.scheme.clone(),
            row.sets.clone(),
            format!("`{}`", row.opt_level),
            text,
            rodata,
            ram,
        ]);
    }
    format!(
        "{}\nIn bytes: all sections that are run, only read, and written, without the stack. `{}`, {}, fat LTO, \
         `panic = \"abort\"`.",
        table.text(),
        firmware.target,
        firmware.rustc
    )
}

/// The record under `results/`; none if there is no such file.
pub(crate) fn read(results: &Path) -> Result<Option<Firmware>, String> {
    let path = results.join("firmware.json");
    let error = |what: String| format!("{}: {what}", path.display());
    let text = match fs::read_to_string(&path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|e| error(e.to_string()))?,
    };
    let firmware: Firmware = serde_json::from_str(&text).map_err(|e| error(e.to_string()))?;
    let major = |schema: &str| schema.split_once('.').map(|(major, _)| major.to_owned());
    if major(&firmware.schema) != major(SCHEMA) {
        return Err(error(format!(
            "`{}` is not `{SCHEMA}`; run `cargo xtask size`",
            firmware.schema
        )));
    }
    Ok(Some(firmware))
}

/// Replaces the record under the root's `results/`.
pub(super) fn write(root: &Path, firmware: &Firmware) -> Result<(), String> {
    let path: PathBuf = root.join("results/firmware.json");
    fs::write(&path, json(firmware)?).map_err(|error| format!("{}: {error}", path.display()))
}

/// The record as it is written.
pub(super) fn json(firmware: &Firmware) -> Result<String, String> {
    let json = serde_json::to_string_pretty(firmware).map_err(|error| error.to_string())?;
    Ok(json + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firmware() -> Firmware {
        let row = |opt_level: &str, text| Row {
            scheme: "LMS".into(),
            sets: "all 80".into(),
            opt_level: opt_level.into(),
            text,
            rodata: 5676,
            ram: 0,
        };
        Firmware {
            schema: SCHEMA.into(),
            target: "thumbv7em-none-eabi".into(),
            rustc: "rustc 1.95.0".into(),
            commit: None,
            dirty: Some(false),
            rows: vec![row("s", 37_752), row("3", 71_074)],
        }
    }

    #[test]
    fn a_row_for_each_program_and_level() {
        let table = table(&firmware());
        assert!(table.contains("| LMS | all 80 | `s` | 37,752 | 5,676 | 0 |\n"), "{table}");
        assert!(table.contains("| LMS | all 80 | `3` | 71,074 | 5,676 | 0 |\n"), "{table}");
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let root = tempfile::tempdir().expect("a folder");
        let results = root.path().join("results");
        fs::create_dir(&results).expect("a folder");
        assert_eq!(read(&results), Ok(None));
        write(root.path(), &firmware()).expect("written");
        assert_eq!(read(&results), Ok(Some(firmware())));
        for (schema, fits) in [("hbs-bench/firmware/1.7", true), ("hbs-bench/firmware/2.0", false)]
        {
            let other = Firmware { schema: schema.into(), ..firmware() };
            write(root.path(), &other).expect("written");
            assert_eq!(read(&results).is_ok(), fits, "{schema}");
        }
    }
}
