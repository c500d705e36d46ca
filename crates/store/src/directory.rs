//! A folder for each key: its public key, its secret, and its state.
//!
//! | file | what it has |
//! |---|---|
//! | `public` | the public key, in the standard's bytes |
//! | `set` | the name of its parameter set |
//! | `secret` | what the key follows from, for its owner's eyes |
//! | `state` | which indices were given out; a stateless key has none |
//! | `store` | the [database](Shared) that says it instead, if one does: such a folder may be copied |
//! | `anchor` | where its [anchor](LogAnchor) is, if it has one |
//! | `cache` | what was kept of the trees: may be removed, lost or old |
//!
//! The secret comes last: a folder that has one has a state that is durable. Whatever ended its making before, no
//! key was there that could have signed.

mod contents;
mod make;

use crate::anchor::LogAnchor;
use crate::disk::Disk;
use crate::file::{FileStore, Identity, Look, Opened, Options};
use crate::secret::{Ask, Secret};
use crate::shared::Count;
pub use make::NewKey;
use signer::{Anchored, Error, StateStore};
use std::io;
use std::path::{Path, PathBuf};

/// The longest cache: who keeps more than this of a key computes it again.
const CACHE: usize = 1 << 30;

/// A folder with a key.
#[derive(Clone, Copy, Debug)]
pub struct Directory<'a> {
    disk: &'a dyn Disk,
    path: &'a Path,
}

/// A key that was opened: nobody else has it until its store is dropped, unless a database counts its indices.
#[derive(Debug)]
pub struct OpenKey {
    /// What it follows from.
    pub secret: Secret,
    /// Its public key.
    pub public_key: Vec<u8>,
    /// Which of its indices were given out.
    pub store: Count,
    /// What opening had to do.
    pub opened: Opened,
}

impl<'a> Directory<'a> {
    /// The folder at `path`, which may be there or not.
    #[must_use]
    pub const fn new(disk: &'a dyn Disk, path: &'a Path) -> Self {
        Self { disk, path }
    }

    /// Where it is.
    #[must_use]
    pub const fn path(&self) -> &'a Path {
        self.path
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn failed(&self, name: &str, what: &str, error: &io::Error) -> Error {
        Error::storage(format!("{} {what}: {error}", self.file(name).display()))
    }

    /// Opens the key, and keeps everybody else from it.
    ///
    /// # Errors
    ///
    /// Those of [`secret`](Self::secret) and of [`FileStore::open`].
    pub fn open(&self, options: Options, ask: &mut Ask<'_>) -> Result<OpenKey, Error> {
        let (secret, public_key) = self.secret(ask)?;
        self.open_with(secret, public_key, options)
    }

    /// The same with what [`secret`](Self::secret) gave.
    ///
    /// # Errors
    ///
    /// Those of [`FileStore::open`] and of the anchor, or of the database.
    pub fn open_with(
        &self,
        secret: Secret,
        public_key: Vec<u8>,
        options: Options,
    ) -> Result<OpenKey, Error> {
        let identity = Identity { seed: &secret.seed, public_key: &public_key };
        if let Some(shared) = self.shared()? {
            let store = Count::Shared(shared.open(identity, options)?);
            return Ok(OpenKey { secret, public_key, store, opened: Opened::default() });
        }
        let (mut store, opened) =
            FileStore::open(self.disk, &self.file("state"), identity, options)?;
        let start = store.load()?.start;
        let anchor = self.anchor()?;
        let anchor = anchor.map(|path| LogAnchor::open(self.disk, &path, identity, start));
        let store = Count::Own(Box::new(Anchored::new(store, anchor.transpose()?)));
        Ok(OpenKey { secret, public_key, store, opened })
    }

    /// What is stored of the key whose secret and public key are these, without a lock: it may be open
    /// elsewhere.
    ///
    /// # Errors
    ///
    /// Those of [`FileStore::look`], or of the database.
    pub fn look(
        &self,
        secret: &Secret,
        public_key: &[u8],
        options: Options,
    ) -> Result<Look, Error> {
        let identity = Identity { seed: &secret.seed, public_key };
        if let Some(shared) = self.shared()? {
            return shared.look(identity, options);
        }
        FileStore::look(self.disk, &self.file("state"), identity)
    }

    /// What was kept of the trees; nothing if there is nothing that can be read.
    #[must_use]
    pub fn cache(&self) -> Vec<u8> {
        self.disk.read(&self.file("cache"), CACHE).unwrap_or_default()
    }

    /// Keeps something of the trees beside the key. It is not synced: a cache that was cut off does not
    /// open, and is made again.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be written. The key is none the worse.
    pub fn keep(&self, cache: &[u8]) -> Result<(), Error> {
        let new = self.file("cache.new");
        // Of somebody who was cut off.
        let _ = self.disk.remove(&new);
        let written = self.disk.create(&new).and_then(|mut file| file.write_at(0, cache));
        let kept = written.and_then(|()| self.disk.rename(&new, &self.file("cache")));
        kept.map_err(|error| self.failed("cache", "cannot be written", &error))
    }

    /// Removes the key, the secret first: what is cut off leaves a folder without a key.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if a part of it is still there.
    pub(crate) fn remove(&self) -> Result<(), Error> {
        let failed = |name: &str, error| self.failed(name, "cannot be removed", &error);
        for name in [
            "secret",
            "secret.new",
            "public",
            "set",
            "cache",
            "cache.new",
            "anchor",
            "store",
            "state",
        ] {
            match self.disk.remove(&self.file(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                done => done.map_err(|error| failed(name, error))?,
            }
            if name == "secret" {
                self.sync(self.path)?;
            }
        }
        self.disk.remove_dir(self.path).map_err(|error| failed("", error))?;
        self.sync_parent()
    }

    fn sync(&self, path: &Path) -> Result<(), Error> {
        self.disk.sync_dir(path).map_err(|error| self.failed("", "cannot be synced", &error))
    }

    fn sync_parent(&self) -> Result<(), Error> {
        match self.path.parent() {
            Some(parent) if parent != Path::new("") => self.sync(parent),
            _ => self.sync(Path::new(".")),
        }
    }
}
