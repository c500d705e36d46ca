//! What the files of a folder say.

use super::Directory;
use crate::disk::Kind;
use crate::secret::{self, Ask, Secret};
use crate::shared::Shared;
use signer::Error;
use std::io;
use std::path::PathBuf;
use zeroize::Zeroizing;

/// The longest public key, with room.
const PUBLIC: usize = 1024;
/// The longest name of a file, with room.
const PATH: usize = 1 << 16;

impl Directory<'_> {
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
}
