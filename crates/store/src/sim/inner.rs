//! What a simulated file system has, and when something of it goes wrong.

use super::Fault;
use super::content::Content;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
pub(super) struct Inner {
    /// Names as they are now, and as they would be after a failure of power.
    pub(super) names: BTreeMap<PathBuf, Entry>,
    pub(super) durable: BTreeMap<PathBuf, Entry>,
    /// What was done to names since their folder was synced: each may survive without those before it.
    pub(super) changes: Vec<Vec<(PathBuf, Option<Entry>)>>,
    pub(super) files: BTreeMap<u64, Content>,
    pub(super) last: u64,
    pub(super) machine: Vec<u8>,
    /// Goes up when the power fails: what was open before is of no use any more.
    pub(super) epoch: u64,
    pub(super) operations: u64,
    pub(super) plan: Option<(u64, Fault)>,
    pub(super) struck: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Folder,
    File(u64),
    Link,
}

impl Inner {
    /// Counts an operation; the fault that it is to have.
    pub(super) fn begin(&mut self) -> Option<Fault> {
        let number = self.operations;
        self.operations += 1;
        match self.plan {
            // Without power nothing works.
            Some((planned, Fault::PowerBefore | Fault::PowerAfter)) if number > planned => {
                Some(Fault::PowerBefore)
            }
            Some((planned, fault)) if number == planned => {
                self.struck = true;
                Some(fault)
            }
            _ => None,
        }
    }

    /// Does what changes names, or what the plan says.
    pub(super) fn named<T>(
        &mut self,
        change: impl FnOnce(&mut Self) -> io::Result<T>,
    ) -> io::Result<T> {
        match self.begin() {
            None => change(self),
            Some(Fault::Lies | Fault::PowerAfter) => {
                let _ = change(self);
                Err(broken())
            }
            Some(_) => Err(broken()),
        }
    }

    pub(super) fn file(&mut self, path: &Path) -> io::Result<u64> {
        match self.names.get(path) {
            Some(Entry::File(file)) => Ok(*file),
            Some(_) => Err(io::Error::other("it is no file")),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    pub(super) fn place(&mut self, path: &Path, entry: Entry) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("/"));
        if self.names.get(folder) != Some(&Entry::Folder) {
            return Err(io::ErrorKind::NotFound.into());
        }
        if self.names.contains_key(path) {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.change(vec![(path.to_owned(), Some(entry))]);
        Ok(())
    }

    /// Does one thing to names, which survives as a whole or not at all.
    pub(super) fn change(&mut self, change: Vec<(PathBuf, Option<Entry>)>) {
        for (name, entry) in &change {
            match entry {
                Some(entry) => _ = self.names.insert(name.clone(), *entry),
                None => _ = self.names.remove(name),
            }
        }
        self.changes.push(change);
    }
}

pub(super) fn broken() -> io::Error {
    io::Error::other("it broke, as planned")
}
