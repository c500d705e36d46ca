//! A folder for each key: its public key, its secret, and its state.
//!
//! | file | what it has |
//! |---|---|
//! | `public` | the public key, in the standard's bytes |
//! | `secret` | what the key follows from, for its owner's eyes |
//! | `state` | which indices were given out |
//!
//! The secret comes last: a folder that has one has a state that is durable. Whatever ended its making before, no
//! key was there that could have signed.

use crate::disk::{Disk, Kind};
use crate::file::{FileStore, Identity, Opened, Options};
use crate::secret::{self, Secret};
use signer::{Counter, Error};
use std::io;
use std::path::{Path, PathBuf};

/// The longest public key, with room.
const PUBLIC: usize = 1024;

/// A folder with a key.
#[derive(Clone, Copy, Debug)]
pub struct Directory<'a> {
    disk: &'a dyn Disk,
    path: &'a Path,
}

/// A key that was opened: nobody else has it until its store is dropped.
#[derive(Debug)]
pub struct OpenKey {
    /// What it follows from.
    pub secret: Secret,
    /// Its public key.
    pub public_key: Vec<u8>,
    /// Which of its indices were given out.
    pub store: FileStore,
    /// What opening had to do.
    pub opened: Opened,
}

impl<'a> Directory<'a> {
    /// The folder at `path`, which may be there or not.
    #[must_use]
    pub const fn new(disk: &'a dyn Disk, path: &'a Path) -> Self {
        Self { disk, path }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    fn failed(&self, name: &str, what: &str, error: &io::Error) -> Error {
        Error::storage(format!("{} {what}: {error}", self.file(name).display()))
    }

    /// Makes the folder with a key. When this returns, it survives a failure of power.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the folder is there already, or if anything of it cannot be written: it has
    /// no key then, or one that nothing was signed with, and can be removed.
    pub fn create(
        &self,
        secret: &Secret,
        public_key: &[u8],
        counter: Counter,
        options: Options,
    ) -> Result<(), Error> {
        let encoded = secret.encode(public_key)?;
        self.disk.create_dir(self.path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::storage(format!(
                "{} is there already: a key is never written over; choose another name",
                self.path.display()
            )),
            _ => self.failed("", "cannot be made", &error),
        })?;
        let identity = Identity { seed: &secret.seed, public_key };
        FileStore::create(self.disk, &self.file("state"), identity, counter, options)?;
        self.write("public", public_key)?;
        self.write("secret.new", &encoded)?;
        let sync = |path: &Path| {
            self.disk.sync_dir(path).map_err(|error| self.failed("", "cannot be synced", &error))
        };
        sync(self.path)?;
        self.disk
            .rename(&self.file("secret.new"), &self.file("secret"))
            .map_err(|error| self.failed("secret", "cannot be made", &error))?;
        sync(self.path)?;
        match self.path.parent() {
            Some(parent) if parent != Path::new("") => sync(parent),
            _ => sync(Path::new(".")),
        }
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let failed = |error: io::Error| self.failed(name, "cannot be made", &error);
        let mut file = self.disk.create(&self.file(name)).map_err(failed)?;
        file.write_at(0, bytes).map_err(failed)?;
        file.sync().map_err(failed)
    }

    fn read(&self, name: &str, most: usize, secret: bool) -> Result<Vec<u8>, Error> {
        let failed = |error: io::Error| self.failed(name, "cannot be read", &error);
        let path = self.file(name);
        let about = self.disk.about(&path).map_err(failed)?;
        if about.kind != Kind::File {
            let error = io::Error::other(format!("it is no file but a {:?}", about.kind));
            return Err(failed(error));
        }
        if secret && about.open_to_others == Some(true) {
            return Err(Error::storage(format!(
                "{}: others may read or write it: chmod go= it, and think of the key as known to them",
                path.display()
            )));
        }
        self.disk.open(&path).and_then(|mut file| file.read(most)).map_err(failed)
    }

    /// The public key, which takes no lock.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be read.
    pub fn public_key(&self) -> Result<Vec<u8>, Error> {
        self.read("public", PUBLIC, false)
    }

    /// Opens the key, and keeps everybody else from it.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] that says what is wrong and what can be done about it.
    pub fn open(&self, options: Options) -> Result<OpenKey, Error> {
        let secret = match self.disk.about(&self.file("secret")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::storage(format!(
                    "{} has no key: there is none, or its making was cut short, and then nothing was signed \
                     with it and it can be removed",
                    self.path.display()
                )));
            }
            _ => self.read("secret", secret::MOST, true)?,
        };
        let secret = zeroize::Zeroizing::new(secret);
        let public_key = self.public_key()?;
        let secret = Secret::decode(&secret, &public_key)?;
        let identity = Identity { seed: &secret.seed, public_key: &public_key };
        let (store, opened) = FileStore::open(self.disk, &self.file("state"), identity, options)?;
        Ok(OpenKey { secret, public_key, store, opened })
    }
}
