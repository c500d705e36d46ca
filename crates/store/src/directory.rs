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

mod make;

use crate::anchor::LogAnchor;
use crate::disk::{Disk, Kind};
use crate::file::{FileStore, Identity, Look, Opened, Options};
use crate::secret::{self, Ask, Secret};
use crate::shared::{Count, Shared};
pub use make::NewKey;
use signer::{Anchored, Error, StateStore};
use std::io;
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The longest public key, with room.
const PUBLIC: usize = 1024;
/// The longest name of a file, with room.
const PATH: usize = 1 << 16;
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

    fn read(&self, name: &str, most: usize) -> Result<Vec<u8>, Error> {
        let read = self.disk.read(&self.file(name), most);
        read.map_err(|error| self.failed(name, "cannot be read", &error))
    }

    /// The public key, which takes no lock.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be read.
    pub fn public_key(&self) -> Result<Vec<u8>, Error> {
        self.read("public", PUBLIC)
    }

    /// The name of its parameter set, which takes no lock.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be read.
    pub fn set(&self) -> Result<String, Error> {
        String::from_utf8(self.read("set", PUBLIC)?)
            .map_err(|_| Error::storage("the name of the set is damaged"))
    }

    /// Whether there is anything of its name.
    pub(crate) fn exists(&self) -> Result<bool, Error> {
        match self.disk.about(self.path) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(self.failed("", "cannot be looked at", &error)),
        }
    }

    /// Whether there is a state, or a database has it: a stateless key has none.
    #[must_use]
    pub fn has_state(&self) -> bool {
        ["state", "store"].iter().any(|name| self.disk.about(&self.file(name)).is_ok())
    }

    /// The database that counts its indices, if one does.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if what says so cannot be read, or if there is a state, too.
    pub fn shared(&self) -> Result<Option<Shared>, Error> {
        let Some(text) = self.text("store")? else { return Ok(None) };
        if self.anchor()?.is_some() {
            return Err(Error::storage(format!(
                "{} names an anchor, and a database that counts its indices: nothing would ask the anchor",
                self.path.display()
            )));
        }
        if self.disk.about(&self.file("state")).is_ok() {
            return Err(Error::storage(format!(
                "{} has a state, and says that a database has it: one of them was put there later. Find out which \
                 gave out its indices, and never use the key again if nobody knows",
                self.path.display()
            )));
        }
        text.parse().map(Some)
    }

    /// The file with the secret, as it is.
    pub(crate) fn secret_file(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let about = match self.disk.about(&self.file("secret")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::storage(format!(
                    "{} has no key: there is none, or its making was cut short, and then nothing was signed \
                     with it and it can be removed",
                    self.path.display()
                )));
            }
            about => about.map_err(|error| self.failed("secret", "cannot be read", &error))?,
        };
        if about.kind == Kind::File && about.open_to_others == Some(true) {
            return Err(Error::storage(format!(
                "{}: others may read or write it: chmod go= it, and think of the key as known to them",
                self.file("secret").display()
            )));
        }
        self.read("secret", secret::MOST).map(Zeroizing::new)
    }

    /// The secret and the public key, which takes no lock: all there is of a stateless key.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] that says what is wrong and what can be done about it; those of `ask`, which
    /// gives the passphrase if there is one.
    pub fn secret(&self, ask: &mut Ask<'_>) -> Result<(Secret, Vec<u8>), Error> {
        let file = self.secret_file()?;
        let public_key = self.public_key()?;
        Ok((Secret::decode(&file, &public_key, ask)?, public_key))
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

    /// Where the anchor is.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if that cannot be read.
    pub fn anchor(&self) -> Result<Option<PathBuf>, Error> {
        Ok(self.text("anchor")?.map(PathBuf::from))
    }

    /// What a file says where something else is; none if there is no such file.
    fn text(&self, name: &str) -> Result<Option<String>, Error> {
        match self.disk.about(&self.file(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            about => about.map_err(|error| self.failed(name, "cannot be read", &error))?,
        };
        match String::from_utf8(self.read(name, PATH)?) {
            Ok(text) if !text.is_empty() => Ok(Some(text)),
            _ => Err(Error::storage(format!(
                "{} is damaged: write into it where the {name} is",
                self.file(name).display()
            ))),
        }
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
