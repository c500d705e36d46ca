//! Pictures as files under `results/plots/`, and as what READMEs show.

use super::Records;
use super::files::File;
use crate::plots::{self, Picture};
use crate::registry::SUITES;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the pictures are: a folder each machine.
pub(super) const FOLDER: &str = "results/plots";

/// The pictures of each machine, by the name of its folder.
#[derive(Debug, Default)]
pub(super) struct Pictures(BTreeMap<String, Vec<Picture>>);

impl Pictures {
    pub(super) fn of(records: &Records) -> Self {
        let mut machines: BTreeMap<&String, Vec<_>> = BTreeMap::new();
        for suite in SUITES {
            for (machine, record) in records.get(suite.name).into_iter().flatten() {
                machines.entry(machine).or_default().push((suite, record));
            }
        }
        let pictures = machines.into_iter();
        Self(pictures.map(|(machine, all)| (machine.clone(), plots::of(&all))).collect())
    }

    /// What a README has of a machine: its pictures of a scheme, or those of all schemes. `up` leads from
    /// the README to the root.
    pub(super) fn markdown(&self, machine: &str, scheme: Option<&str>, up: &str) -> String {
        let all = self.0.get(machine).into_iter().flatten();
        let due = all.filter(|picture| picture.scheme == scheme);
        let link = |Picture { name, alt, .. }: &Picture| {
            format!("![{alt}]({up}{FOLDER}/{machine}/{name}.svg)\n\n")
        };
        due.map(link).collect()
    }

    /// Every picture as a file, and those that no record gives any more.
    pub(super) fn files(&self, root: &Path) -> io::Result<Vec<File>> {
        let folder = root.join(FOLDER);
        let mut files = Vec::new();
        for (machine, pictures) in &self.0 {
            for Picture { name, svg, .. } in pictures {
                let path = folder.join(machine).join(format!("{name}.svg"));
                let old = match fs::read_to_string(&path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    read => Some(read?),
                };
                files.push(File { path, old, new: Some(svg.clone()) });
            }
        }
        for path in there_are(&folder)? {
            if !files.iter().any(|file| file.path == path) {
                files.push(File { path, old: Some(String::new()), new: None });
            }
        }
        Ok(files)
    }
}

/// The pictures that there are in the folders of `folder`, in order.
fn there_are(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let machines = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(paths),
        read => read?,
    };
    for machine in machines {
        let machine = machine?.path();
        if machine.is_dir() {
            for file in fs::read_dir(machine)? {
                paths.push(file?.path());
            }
        }
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "svg"));
    paths.sort();
    Ok(paths)
}
