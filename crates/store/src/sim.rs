//! A file system whose power fails when a test wants it to, and whose operations go wrong one by one.
//!
//! What was written and not synced may be lost in any part when the power fails: a [`Sim`] keeps what is
//! durable and what is not apart, and [`fail`](Sim::fail) makes the next start find one of the possible
//! [`Outcome`]s. Names of files that were created, renamed or removed are durable once their folder was synced.

mod content;
mod disk;
mod fault;
mod file;
mod inner;

pub use fault::{Fault, Outcome};

use content::Content;
use inner::{Entry, Inner};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A file system in memory.
#[derive(Clone, Debug, Default)]
pub struct Sim(Arc<Mutex<Inner>>);

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
