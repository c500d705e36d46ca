//! The files that rules look at.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// Text files of a tree, in order of their paths.
#[derive(Debug)]
pub(super) struct Tree {
    files: Vec<File>,
}

/// A text file.
#[derive(Debug)]
pub(super) struct File {
    /// Path from the root, with `/` between its parts.
    pub(super) path: String,
    /// What is in it.
    pub(super) text: String,
}

impl Tree {
    /// Reads the text files at `root`: in a checkout those that git tracks or would add, elsewhere
    /// all but `target` and `.git`. Files that are not UTF-8 are left out.
    ///
    /// # Errors
    ///
    /// If a directory or a file cannot be read.
    pub(super) fn read(root: &Path) -> io::Result<Self> {
        let mut paths = match tracked(root) {
            Some(paths) => paths,
            None => walked(root)?,
        };
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let place = root.join(&path);
            // Git also lists files that were just deleted, and submodules.
            if fs::symlink_metadata(&place).is_ok_and(|metadata| metadata.is_file())
                && let Ok(text) = String::from_utf8(fs::read(&place)?)
            {
                files.push(File { path, text });
            }
        }
        Ok(Self { files })
    }

    /// All files.
    pub(super) fn files(&self) -> impl Iterator<Item = &File> {
        self.files.iter()
    }

    /// Files whose names end in `.rs`.
    pub(super) fn rust(&self) -> impl Iterator<Item = &File> {
        self.files().filter(|file| file.path.ends_with(".rs"))
    }

    /// The file at `path`.
    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files().find(|file| file.path == path)
    }

    /// A tree of the given paths and texts.
    #[cfg(test)]
    pub(super) fn of(files: &[(&str, &str)]) -> Self {
        let file = |&(path, text): &(&str, &str)| File { path: path.into(), text: text.into() };
        Self { files: files.iter().map(file).collect() }
    }
}

/// What git lists at `root`; `None` if it does not know this tree, for instance because it was
/// unpacked from an archive, inside another checkout or not.
fn tracked(root: &Path) -> Option<Vec<String>> {
    let listing = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    let paths: Vec<String> = String::from_utf8_lossy(&listing.stdout)
        .split_terminator('\0')
        .map(str::to_owned)
        .collect();
    paths.iter().any(|path| path == "Cargo.toml").then_some(paths)
}

fn walked(root: &Path) -> io::Result<Vec<String>> {
    let mut paths = Vec::new();
    let mut open = vec![String::new()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(root.join(&directory))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path =
                if directory.is_empty() { name.clone() } else { format!("{directory}/{name}") };
            if !entry.file_type()?.is_dir() {
                paths.push(path);
            } else if name != "target" && name != ".git" {
                open.push(path);
            }
        }
    }
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(root: &Path) -> Vec<String> {
        Tree::read(root).unwrap().files.into_iter().map(|file| file.path).collect()
    }

    fn git(root: &Path, args: &[&str]) {
        let status = Command::new("git").args(args).current_dir(root).status().unwrap();
        assert!(status.success(), "git {args:?}");
    }

    #[test]
    fn outside_a_checkout_everything_but_builds_is_read() {
        let root = tempfile::tempdir().unwrap();
        for path in ["Cargo.toml", ".ci/run", "src/lib.rs", "target/out.rs"] {
            fs::create_dir_all(root.path().join(path).parent().unwrap()).unwrap();
            fs::write(root.path().join(path), "text").unwrap();
        }
        fs::write(root.path().join("binary"), [0xff, 0xfe]).unwrap();
        assert_eq!(paths(root.path()), [".ci/run", "Cargo.toml", "src/lib.rs"]);
    }

    #[test]
    fn in_a_checkout_what_git_ignores_and_what_is_gone_is_left_out() {
        let root = tempfile::tempdir().unwrap();
        for path in ["Cargo.toml", "scratch.txt", "new.rs", "gone.rs"] {
            fs::write(root.path().join(path), "text").unwrap();
        }
        fs::write(root.path().join(".gitignore"), "scratch.txt\n").unwrap();
        git(root.path(), &["init", "--quiet"]);
        git(root.path(), &["add", "Cargo.toml", "gone.rs"]);
        fs::remove_file(root.path().join("gone.rs")).unwrap();
        assert_eq!(paths(root.path()), [".gitignore", "Cargo.toml", "new.rs"]);
    }
}
