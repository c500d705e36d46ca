//! A counter in a file of two slots.
//!
//! A change is one write, of the older slot, and one sync; no file is ever made in place of another, so that
//! there is no second file with an older state. What a crash leaves is one of:
//!
//! | slots | what happened | what is taken |
//! |---|---|---|
//! | both good, one after the other | nothing, or a write that did not begin | the newer one |
//! | one good, one damaged | a write that was torn, or damage to either | the `ceiling` of the good one: no slot after it can have gone further |
//! | anything else | what no crash leaves | nothing: the key is refused |
//!
//! So a damaged newer slot costs as many indices as the last reservation had, and repeats none.

mod found;
mod opening;

use crate::disk::{Disk, DiskFile};
use crate::place::{MOVED, check_it_keeps, place};
use crate::registry::Entry;
use crate::slot::{LEN, Seal, Slot};
use found::{at, ceiling, check, read};
pub use opening::{Identity, Look, Opened, Options};
use signer::{Counter, Error, StateStore};
use std::io;
use std::path::Path;

/// Bytes from one slot to the next: a torn write of one cannot reach the other.
const APART: usize = 4096;
/// Bytes of the file.
pub(crate) const FILE: usize = 2 * APART;

/// The counter of a key in one file, which nobody else can open meanwhile.
#[derive(Debug)]
pub struct FileStore {
    file: Box<dyn DiskFile>,
    seal: Seal,
    slot: Slot,
    /// Indices that the last reservation had: the next one may have as many without another write.
    stride: u64,
    poisoned: bool,
    entry: Entry,
}

impl FileStore {
    /// Makes the file, with both slots, synced, but not the folder that it is in.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the file is there, if it cannot be written, or if a sync costs nothing.
    pub fn create(
        disk: &dyn Disk,
        path: &Path,
        identity: Identity<'_>,
        counter: Counter,
        options: Options,
    ) -> Result<(), Error> {
        let failed = |error: io::Error| storage(path, "cannot be made", &error);
        let seal = Seal::new(identity.seed, identity.public_key);
        let mut file = disk.create(path).map_err(failed)?;
        let about = file.about().map_err(failed)?;
        let mut slot = Slot { sequence: 1, counter, ceiling: 0, place: place(disk, &about) };
        slot.ceiling = ceiling(&counter, 1);
        let mut bytes = vec![0; FILE];
        for sequence in [1, 2] {
            let slot = Slot { sequence, ..slot };
            let at = at(sequence);
            bytes[at..at + LEN].copy_from_slice(&seal.encode(&slot));
        }
        file.write_at(0, &bytes).map_err(failed)?;
        file.sync().map_err(failed)?;
        if !options.allow_volatile {
            check_it_keeps(&mut *file, APART as u64, &bytes[APART..])
                .map_err(failed)?
                .map_err(|what| Error::storage(format!("{}: {what}", path.display())))?;
        }
        Ok(())
    }

    /// What is in the file, without a lock and without a change: it may be open elsewhere, and something
    /// else a moment later.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] for what could not be opened either, but for who has it and where it is.
    pub fn look(disk: &dyn Disk, path: &Path, identity: Identity<'_>) -> Result<Look, Error> {
        let refused = |what: &str| Error::storage(format!("{}: {what}", path.display()));
        let failed = |error: io::Error| storage(path, "cannot be read", &error);
        let about = match disk.about(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(refused(MISSING)),
            about => about.map_err(failed)?,
        };
        check(&about).map_err(&refused)?;
        let bytes = disk.read(path, FILE).map_err(failed)?;
        let seal = Seal::new(identity.seed, identity.public_key);
        let (slot, damaged) = read(&seal, &bytes).map_err(&refused)?;
        Ok(Look { counter: slot.counter, damaged, moved: slot.place != place(disk, &about) })
    }

    /// Opens the file, locks it, and takes the state that is in it.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] that says what is wrong and what can be done about it.
    pub fn open(
        disk: &dyn Disk,
        path: &Path,
        identity: Identity<'_>,
        options: Options,
    ) -> Result<(Self, Opened), Error> {
        let failed = |error: io::Error| storage(path, "cannot be opened", &error);
        let refused = |what: &str| Error::storage(format!("{}: {what}", path.display()));
        let named = match disk.about(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(refused(MISSING)),
            named => named.map_err(failed)?,
        };
        check(&named).map_err(&refused)?;
        let mut file = disk.open(path).map_err(failed)?;
        if !file.lock().map_err(failed)? {
            return Err(refused(
                "another program has the key open; a key has one signer at a time",
            ));
        }
        // Whoever had it may have written while it was waited for: it is read under the lock.
        let bytes = file.read(FILE).map_err(failed)?;
        let seal = Seal::new(identity.seed, identity.public_key);
        let (slot, damaged) = read(&seal, &bytes).map_err(&refused)?;
        let entry = Entry::new(seal.fingerprint(), slot.counter.start)
            .ok_or_else(|| refused("this program has the key open already, or a copy of it"))?;
        let here = place(disk, &file.about().map_err(failed)?);
        if slot.place != here && options.adopt.is_none() {
            return Err(refused(MOVED));
        }
        let Slot { counter, ceiling, .. } = slot;
        let left = ceiling - counter.next;
        let mut store = Self { file, seal, slot, stride: left.max(1), poisoned: false, entry };
        if !damaged {
            // A sync that failed may have left in memory what is not on the disk: who reads it sees it. If
            // this write is torn there is the other slot; if that is damaged, it is written first, below.
            store.rewrite()?;
        }
        let burnt = if damaged { left } else { 0 };
        if damaged || options.adopt.is_some() {
            // The damaged slot first, or the older one; then the other one.
            for next in [counter.next + burnt; 2] {
                store.write(Slot { place: here, ..store.after(next)? })?;
            }
        }
        if let Some(skip) = options.adopt.filter(|skip| *skip > 0) {
            let next = store.slot.counter.next.saturating_add(skip);
            let to = store.after(next.min(counter.limit))?.counter;
            store.swap(&to)?;
        }
        Ok((store, Opened { burnt }))
    }

    /// Takes in the indices of another store, which has durably given them up: `to` is what
    /// [`Counter::merged`] makes of both.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if `to` is none, and those of [`swap`](StateStore::swap).
    pub fn grow(&mut self, to: &Counter) -> Result<(), Error> {
        if !self.slot.counter.may_grow_to(to) {
            return Err(Error::storage("that is no merger with what comes after it"));
        }
        let slot = Slot { counter: *to, ceiling: ceiling(to, 1), ..self.slot };
        // In both slots before any of them is given out: see `read`.
        self.write(slot)?;
        self.write(slot)
    }

    /// The slot after this one, if indices up to `next` are given out.
    fn after(&self, next: u64) -> Result<Slot, Error> {
        let counter = self.slot.counter;
        let generation = counter.generation.checked_add(1).ok_or(Error::storage(WORN))?;
        let counter = Counter { generation, next, ..counter };
        Ok(Slot { counter, ceiling: ceiling(&counter, self.stride), ..self.slot })
    }

    /// Writes the slot after the last one over the older one.
    fn write(&mut self, slot: Slot) -> Result<(), Error> {
        let sequence = self.slot.sequence.checked_add(1).ok_or(Error::storage(WORN))?;
        self.put(Slot { sequence, ..slot })
    }

    /// Writes the last slot once more, where it is.
    fn rewrite(&mut self) -> Result<(), Error> {
        self.put(self.slot)
    }

    fn put(&mut self, slot: Slot) -> Result<(), Error> {
        if !self.entry.is_here() {
            return Err(Error::Forked);
        }
        if self.poisoned {
            return Err(Error::storage("it failed before; open the key again"));
        }
        let bytes = self.seal.encode(&slot);
        // Until both have succeeded nobody knows what is stored.
        self.poisoned = true;
        let written = self.file.write_at(at(slot.sequence) as u64, &bytes);
        written.and_then(|()| self.file.sync()).map_err(|error| {
            Error::storage(format!(
                "it cannot be written ({error}); nothing more is signed; open the key again when the \
                 disk is well"
            ))
        })?;
        self.poisoned = false;
        self.slot = slot;
        Ok(())
    }
}

impl StateStore for FileStore {
    fn load(&mut self) -> Result<Counter, Error> {
        if self.poisoned {
            return Err(Error::storage("it failed before; open the key again"));
        }
        Ok(self.slot.counter)
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        let from = self.slot.counter;
        if from.generation.checked_add(1) != Some(to.generation) {
            return Err(Error::Conflict { expected: to.generation, found: from.generation });
        }
        if !from.allows(to) {
            return Err(Error::storage("a counter that goes back is not stored"));
        }
        let taken = to.next - from.next;
        if to.next > self.slot.ceiling {
            // The slot that is there then says how far the next one may go.
            self.write(Slot { ceiling: to.next, ..self.slot })?;
        }
        if taken > 0 {
            self.stride = taken;
        }
        let slot = Slot { counter: *to, ceiling: ceiling(to, self.stride), ..self.slot };
        if to.limit < from.limit {
            // What was given away is given away in both slots: either may be damaged later.
            self.write(slot)?;
        }
        self.write(slot)
    }
}

const MISSING: &str = "the state of the key is missing. Without it nobody knows which indices were used: never \
                       use the key again. If it was moved, move it back; if a database counts the key, its \
                       folder was copied without the file `store`";
const WORN: &str = "it was written as often as can be counted";

fn storage(path: &Path, what: &str, error: &io::Error) -> Error {
    Error::storage(format!("{} {what}: {error}", path.display()))
}
