//! Who verifies what whom signed: the record, and the table of it.

use crate::report::Table;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// `results/interop.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Matrix {
    /// [`SCHEMA`].
    pub(crate) schema: String,
    /// How it was made.
    pub(crate) command: String,
    /// Versions of the backends, by name.
    pub(crate) backends: BTreeMap<String, String>,
    /// Cells, by set, signer and verifier.
    pub(crate) cells: Vec<Cell>,
}

pub(crate) const SCHEMA: &str = "hbs-bench/interop/1.0";

/// What a verifier makes of what a signer signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) scheme: String,
    pub(crate) set: String,
    pub(crate) signer: String,
    pub(crate) verifier: String,
    pub(crate) verdict: Verdict,
    /// Genuine signatures, and how many of them verify.
    pub(crate) genuine: (u64, u64),
    /// Tampered ones, and how many of them are refused.
    pub(crate) tampered: (u64, u64),
    /// What went wrong, the first few of each kind.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) wrong: Vec<Wrong>,
}

/// The whole of a cell in a word, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// Something tampered verifies.
    AcceptsWrongly,
    /// It panics, ends, or does not end.
    Crashes,
    /// Something genuine does not verify.
    RefusesWrongly,
    /// All is as it should be.
    Works,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wrong {
    pub(crate) verdict: Verdict,
    /// What was done to the signature; nothing, if it is genuine.
    pub(crate) what: String,
    /// What the verifier said.
    pub(crate) said: String,
    /// Command that shows it again.
    pub(crate) again: String,
}

impl Verdict {
    /// As a table has it.
    const fn text(self) -> &'static str {
        match self {
            Self::AcceptsWrongly => "🔴 accepts",
            Self::Crashes => "🟠 crashes",
            Self::RefusesWrongly => "🟡 refuses",
            Self::Works => "✓",
        }
    }
}

/// Reads the matrix at `path`; `None` if there is no file.
pub(crate) fn read(path: &Path) -> Result<Option<Matrix>, String> {
    let error = |what: &dyn std::fmt::Display| format!("{}: {what}", path.display());
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(gone) if gone.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(other) => return Err(error(&other)),
    };
    let matrix: Matrix = serde_json::from_str(&text).map_err(|what| error(&what))?;
    let major = |schema: &str| schema.split('.').next().map(str::to_owned);
    if major(&matrix.schema) != major(SCHEMA) {
        return Err(error(&format_args!("schema {}, not {SCHEMA}", matrix.schema)));
    }
    Ok(Some(matrix))
}

impl Matrix {
    /// What of this is not as `known` has it, cell by cell; a cell that is not known has to work.
    pub(crate) fn changes(&self, known: &Self) -> Vec<String> {
        let mut changes = Vec::new();
        for cell in &self.cells {
            let same = |other: &&Cell| {
                (&other.set, &other.signer, &other.verifier)
                    == (&cell.set, &cell.signer, &cell.verifier)
            };
            let due = known.cells.iter().find(same).map_or(Verdict::Works, |cell| cell.verdict);
            if due != cell.verdict {
                let why = cell.wrong.first().map_or_else(String::new, |wrong| {
                    format!(" ({}: {}; {})", wrong.what, wrong.said, wrong.again)
                });
                changes.push(format!(
                    "{}, signed by {}, verified by {}: {}, and is known as {}{why}",
                    cell.set,
                    cell.signer,
                    cell.verifier,
                    cell.verdict.text(),
                    due.text()
                ));
            }
        }
        changes
    }

    /// A table for each scheme, of the worst cell of all sets that two backends share.
    pub(crate) fn tables(&self) -> String {
        let mut text = String::new();
        let mut schemes: Vec<_> = self.cells.iter().map(|cell| &cell.scheme).collect();
        schemes.dedup();
        for scheme in schemes {
            let cells: Vec<_> = self.cells.iter().filter(|cell| cell.scheme == *scheme).collect();
            let names = |of: fn(&Cell) -> &String| {
                let mut names: Vec<&String> = Vec::new();
                for cell in &cells {
                    if !names.contains(&of(cell)) {
                        names.push(of(cell));
                    }
                }
                names
            };
            let (signers, verifiers) = (names(|cell| &cell.signer), names(|cell| &cell.verifier));
            let mut table = Table::new(["signed by ↓, verified by →"]);
            table.push_header(verifiers.iter().map(|name| format!("`{name}`")));
            for signer in signers {
                let mut row = vec![format!("`{signer}`")];
                row.extend(verifiers.iter().map(|verifier| {
                    let both =
                        |cell: &&&Cell| cell.signer == *signer && cell.verifier == **verifier;
                    let shared: Vec<_> = cells.iter().filter(both).collect();
                    match shared.iter().map(|cell| cell.verdict).min() {
                        Some(worst) => format!("{} {}", worst.text(), shared.len()),
                        None => "-".to_owned(),
                    }
                }));
                table.row(row);
            }
            text += &format!("**{scheme}**\n\n{}\n", table.text());
        }
        text + &self.wrongs()
    }

    /// What is behind the cells that are not as they should be: of each verifier each kind, with the number of
    /// cells that have it, and the command that shows the first.
    fn wrongs(&self) -> String {
        let mut kinds: Vec<(&Cell, &Wrong, usize)> = Vec::new();
        for cell in &self.cells {
            let first =
                |i: usize| !cell.wrong[..i].iter().any(|other| alike(other, &cell.wrong[i]));
            for (_, wrong) in cell.wrong.iter().enumerate().filter(|(i, _)| first(*i)) {
                let same = |(other, known, _): &&mut (&Cell, &Wrong, usize)| {
                    (&other.verifier, &other.scheme) == (&cell.verifier, &cell.scheme)
                        && alike(known, wrong)
                };
                match kinds.iter_mut().find(same) {
                    Some((.., count)) => *count += 1,
                    None => kinds.push((cell, wrong, 1)),
                }
            }
        }
        let line = |(cell, wrong, count): &(&Cell, &Wrong, usize)| {
            let more = if *count > 1 { format!(" (in {count} cells)") } else { String::new() };
            format!(
                "- {} `{}`, {}: {}: {}{more}. `{}`\n",
                wrong.verdict.text(),
                cell.verifier,
                cell.set,
                wrong.what,
                wrong.said,
                wrong.again
            )
        };
        kinds.iter().map(line).collect()
    }
}

/// Whether the two are of one kind: the same was done, wherever exactly, with the same outcome.
fn alike(one: &Wrong, other: &Wrong) -> bool {
    let kind = |wrong: &Wrong| wrong.what.split(':').next().map(str::to_owned);
    (one.verdict, kind(one)) == (other.verdict, kind(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(signer: &str, verifier: &str, verdict: Verdict) -> Cell {
        let wrong = Wrong {
            verdict,
            what: "signature: bit 0 of byte 7 flipped".to_owned(),
            said: "it verifies".to_owned(),
            again: "cargo xtask interop".to_owned(),
        };
        Cell {
            scheme: "LMS".to_owned(),
            set: "TOY".to_owned(),
            signer: signer.to_owned(),
            verifier: verifier.to_owned(),
            verdict,
            genuine: (2, 2),
            tampered: (9, 8),
            wrong: if verdict == Verdict::Works { vec![] } else { vec![wrong] },
        }
    }

    fn matrix(verdicts: [Verdict; 3]) -> Matrix {
        let names = [("a", "a"), ("a", "b"), ("b", "a")];
        let cells = names.iter().zip(verdicts).map(|((s, v), verdict)| cell(s, v, verdict));
        Matrix { schema: SCHEMA.to_owned(), cells: cells.collect(), ..Matrix::default() }
    }

    #[test]
    fn a_table_has_the_worst_of_each_pair_and_how_to_see_it_again() {
        let matrix = matrix([Verdict::Works, Verdict::AcceptsWrongly, Verdict::Crashes]);
        assert_eq!(
            matrix.tables(),
            "**LMS**\n\n| signed by ↓, verified by → | `a` | `b` |\n| --- | --- | --- |\n\
             | `a` | ✓ 1 | 🔴 accepts 1 |\n| `b` | 🟠 crashes 1 | - |\n\n\
             - 🔴 accepts `b`, TOY: signature: bit 0 of byte 7 flipped: it verifies. \
             `cargo xtask interop`\n\
             - 🟠 crashes `a`, TOY: signature: bit 0 of byte 7 flipped: it verifies. \
             `cargo xtask interop`\n"
        );
    }

    #[test]
    fn what_is_not_as_known_is_said() {
        let works = matrix([Verdict::Works; 3]);
        let broken = matrix([Verdict::Works, Verdict::AcceptsWrongly, Verdict::Works]);
        assert_eq!(broken.changes(&broken), Vec::<String>::new());
        assert_eq!(works.changes(&Matrix::default()), Vec::<String>::new());
        let changes = broken.changes(&works);
        assert!(
            changes.len() == 1 && changes[0].contains("signed by a, verified by b"),
            "{changes:?}"
        );
        assert_eq!(works.changes(&broken).len(), 1, "mended is a change too");
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("interop.json");
        assert_eq!(read(&path), Ok(None));
        let matrix = matrix([Verdict::Works, Verdict::RefusesWrongly, Verdict::Works]);
        fs::write(&path, serde_json::to_string(&matrix).expect("JSON")).expect("written");
        assert_eq!(read(&path), Ok(Some(matrix)));
        fs::write(&path, "{").expect("written");
        assert!(read(&path).expect_err("cut off").contains("interop.json"));
        fs::write(
            &path,
            r#"{"schema":"hbs-bench/interop/2.0","command":"","backends":{},"cells":[]}"#,
        )
        .expect("written");
        assert!(read(&path).expect_err("another version").contains("interop/2.0"));
    }
}
