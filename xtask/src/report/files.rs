//! Files that are made of the records, as they are and as they should be.

use similar::TextDiff;
use std::fs;
use std::io;
use std::path::PathBuf;

/// A file as it is and as it should be; `None` where there is none.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) old: Option<String>,
    pub(super) new: Option<String>,
}

impl File {
    /// Makes the file what it should be.
    pub(super) fn write(&self) -> io::Result<()> {
        let Some(new) = &self.new else { return fs::remove_file(&self.path) };
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.path, new)
    }

    /// What would change, of a file that is called `name`.
    pub(super) fn difference(&self, name: &str) -> String {
        match (&self.old, &self.new) {
            (None, _) => format!(
                "{name} is missing: `cargo xtask report`, or `report --html` for the page, writes it"
            ),
            (_, None) => format!("{name} is of no record: `cargo xtask report` removes it"),
            (Some(old), Some(new)) => {
                let diff = TextDiff::from_lines(old, new);
                diff.unified_diff().header(name, "as the records have it").to_string()
            }
        }
    }
}
