//! A file system whose power fails when a test wants it to, and whose operations go wrong one by one.
//!
//! What was written and not synced may be lost in any part when the power fails: a [`Sim`] keeps what is
//! durable and what is not apart, and [`fail`](Sim::fail) makes the next start find one of the possible
//! [`Outcome`]s. Names of files that were created, renamed or removed are durable once their folder was synced.

mod content;
mod fault;
mod file;

pub use fault::{Fault, Outcome};

use crate::disk::{About, Disk, DiskFile, Kind};
use content::Content;
use file::SimFile;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file system in memory.
#[derive(Clone, Debug, Default)]
pub struct Sim(Arc<Mutex<Inner>>);

#[derive(Debug, Default)]
struct Inner {
    /// Names as they are now, and as they would be after a failure of power.
    names: BTreeMap<PathBuf, Entry>,
    durable: BTreeMap<PathBuf, Entry>,
    /// What was done to names since their folder was synced: each may survive without those before it.
    changes: Vec<Vec<(PathBuf, Option<Entry>)>>,
    files: BTreeMap<u64, Content>,
    last: u64,
    machine: Vec<u8>,
    /// Goes up when the power fails: what was open before is of no use any more.
    epoch: u64,
    operations: u64,
    plan: Option<(u64, Fault)>,
    struck: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Folder,
    File(u64),
    Link,
}

impl Sim {
    /// An empty one, of a machine with this name.
    #[must_use]
    pub fn new(machine: &str) -> Self {
        let sim = Self::default();
        sim.lock().machine = machine.as_bytes().to_vec();
        sim.lock().names.insert(PathBuf::from("/"), Entry::Folder);
        sim.lock().durable.insert(PathBuf::from("/"), Entry::Folder);
        sim
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Operations until now.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.lock().operations
    }

    /// Lets the operation with this number, counted as [`operations`](Self::operations) does, go wrong.
    pub fn plan(&self, operation: u64, fault: Fault) {
        let mut inner = self.lock();
        (inner.plan, inner.struck) = (Some((operation, fault)), false);
    }

    /// Whether what was planned has happened. Nothing is planned any more.
    pub fn struck(&self) -> bool {
        let mut inner = self.lock();
        inner.plan = None;
        inner.struck
    }

    /// The power fails, and comes back.
    pub fn fail(&self, outcome: Outcome) {
        let mut inner = self.lock();
        let changes = std::mem::take(&mut inner.changes);
        let kept = match outcome {
            Outcome::Kept => &changes[..],
            Outcome::LastAlone => changes.last().map_or(&[][..], std::slice::from_ref),
            Outcome::Lost | Outcome::TornAt(_) => &[],
        };
        for (name, entry) in kept.iter().flatten() {
            match entry {
                Some(entry) => _ = inner.durable.insert(name.clone(), *entry),
                None => _ = inner.durable.remove(name),
            }
        }
        inner.names = inner.durable.clone();
        inner.plan = None;
        inner.epoch += 1;
        for content in inner.files.values_mut() {
            content.settle(outcome);
        }
    }

    /// The program ends, and the power does not fail: all that was written is there.
    pub fn end(&self) {
        let mut inner = self.lock();
        inner.plan = None;
        inner.epoch += 1;
        inner.files.values_mut().for_each(|content| content.locked = false);
    }

    /// A copy of everything, as it is now, on the same machine: other files with the same bytes.
    #[must_use]
    pub fn copy(&self) -> Self {
        let from = self.lock();
        let copy = Self::default();
        let mut to = copy.lock();
        to.machine.clone_from(&from.machine);
        for (path, entry) in &from.names {
            let entry = match entry {
                Entry::File(file) => {
                    let old = &from.files[file];
                    let inode = from.last + file;
                    let (now, open_to_others) = (old.now.clone(), old.open_to_others);
                    let durable = now.clone();
                    let content = Content { now, durable, open_to_others, ..Content::default() };
                    to.files.insert(inode, content);
                    to.last = to.last.max(inode);
                    Entry::File(inode)
                }
                other => *other,
            };
            to.names.insert(path.clone(), entry);
            to.durable.insert(path.clone(), entry);
        }
        drop(to);
        copy
    }

    /// The bytes of a file, to be looked at and changed behind everybody's back; none if it is not there.
    #[must_use]
    pub fn bytes(&self, path: &Path) -> Option<Vec<u8>> {
        let inner = self.lock();
        match inner.names.get(path)? {
            Entry::File(file) => inner.files.get(file).map(|content| content.now.clone()),
            _ => None,
        }
    }

    /// Puts other bytes, durably, into a file that is there.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let mut inner = self.lock();
        if let Some(Entry::File(file)) = inner.names.get(path).copied()
            && let Some(content) = inner.files.get_mut(&file)
        {
            content.now = bytes.to_vec();
            content.durable = bytes.to_vec();
            content.pending.clear();
        }
    }

    /// Lets others read and write a file that is there.
    pub fn open_to_others(&self, path: &Path) {
        let mut inner = self.lock();
        if let Some(Entry::File(file)) = inner.names.get(path).copied()
            && let Some(content) = inner.files.get_mut(&file)
        {
            content.open_to_others = true;
        }
    }

    /// Puts a symbolic link in the place of what is there.
    pub fn link(&self, path: &Path) {
        let mut inner = self.lock();
        inner.names.insert(path.to_owned(), Entry::Link);
        inner.durable.insert(path.to_owned(), Entry::Link);
    }
}

impl Inner {
    /// Counts an operation; the fault that it is to have.
    fn begin(&mut self) -> Option<Fault> {
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
    fn named<T>(&mut self, change: impl FnOnce(&mut Self) -> io::Result<T>) -> io::Result<T> {
        match self.begin() {
            None => change(self),
            Some(Fault::Lies | Fault::PowerAfter) => change(self).and_then(|_| Err(broken())),
            Some(_) => Err(broken()),
        }
    }

    fn file(&mut self, path: &Path) -> io::Result<u64> {
        match self.names.get(path) {
            Some(Entry::File(file)) => Ok(*file),
            Some(_) => Err(io::Error::other("it is no file")),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn place(&mut self, path: &Path, entry: Entry) -> io::Result<()> {
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
    fn change(&mut self, change: Vec<(PathBuf, Option<Entry>)>) {
        for (name, entry) in &change {
            match entry {
                Some(entry) => _ = self.names.insert(name.clone(), *entry),
                None => _ = self.names.remove(name),
            }
        }
        self.changes.push(change);
    }
}

fn broken() -> io::Error {
    io::Error::other("it broke, as planned")
}

impl Disk for Sim {
    fn create_dir(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| inner.place(path, Entry::Folder))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut inner = self.lock();
        let (file, epoch) = inner.named(|inner| {
            let file = inner.last + 1;
            inner.place(path, Entry::File(file))?;
            inner.last = file;
            inner.files.insert(file, Content::default());
            Ok((file, inner.epoch))
        })?;
        Ok(Box::new(SimFile { disk: self.clone(), file, epoch, holds: false }))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn DiskFile>> {
        let mut inner = self.lock();
        let (file, epoch) = inner.named(|inner| Ok((inner.file(path)?, inner.epoch)))?;
        Ok(Box::new(SimFile { disk: self.clone(), file, epoch, holds: false }))
    }

    fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        self.open(path)?.read(most)
    }

    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            inner.durable.retain(|name, _| name.parent() != Some(path));
            let names = inner.names.iter().filter(|(name, _)| name.parent() == Some(path));
            let names: Vec<_> = names.map(|(name, entry)| (name.clone(), *entry)).collect();
            inner.durable.extend(names);
            inner
                .changes
                .retain(|change| change.iter().any(|(name, _)| name.parent() != Some(path)));
            Ok(())
        })
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            let file = inner.file(from)?;
            let change = [(from, None), (to, Some(Entry::File(file)))];
            inner.change(change.map(|(name, entry)| (name.to_owned(), entry)).to_vec());
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            inner.file(path)?;
            inner.change(vec![(path.to_owned(), None)]);
            Ok(())
        })
    }

    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.lock().named(|inner| {
            if inner.names.get(path) != Some(&Entry::Folder) {
                return Err(io::ErrorKind::NotFound.into());
            }
            if inner.names.keys().any(|name| name.parent() == Some(path)) {
                return Err(io::ErrorKind::DirectoryNotEmpty.into());
            }
            inner.change(vec![(path.to_owned(), None)]);
            Ok(())
        })
    }

    fn about(&self, path: &Path) -> io::Result<About> {
        self.lock().named(|inner| match inner.names.get(path) {
            None => Err(io::ErrorKind::NotFound.into()),
            Some(Entry::File(file)) => Ok(inner.files[file].about(*file)),
            Some(entry) => {
                let kind = if *entry == Entry::Link { Kind::Link } else { Kind::Folder };
                Ok(About { kind, len: 0, open_to_others: Some(false), inode: 0 })
            }
        })
    }

    fn machine(&self) -> Vec<u8> {
        self.lock().machine.clone()
    }
}
