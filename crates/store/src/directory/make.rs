//! Making the folder of a key.

use super::Directory;
use crate::anchor::LogAnchor;
use crate::file::{FileStore, Identity, Options};
use crate::passphrase::Lock;
use crate::secret::Secret;
use signer::{Counter, Error};
use std::io;
use std::path::Path;
use zeroize::Zeroizing;

/// A key that is to have a folder.
#[derive(Debug)]
pub struct NewKey<'a> {
    /// What it follows from.
    pub secret: &'a Secret,
    /// Its public key, in the standard's bytes.
    pub public_key: &'a [u8],
    /// Its indices; none if it is stateless.
    pub counter: Option<Counter>,
    /// How its secret is encrypted, if it is.
    pub lock: Option<Lock<'a>>,
    /// Where a log of how far its indices were given out is made, if it is: best a whole path.
    pub anchor: Option<&'a Path>,
}

impl Directory<'_> {
    /// Makes the folder with a key. When this returns, it survives a failure of power.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if the folder is there already, or if anything of it cannot be written: it has
    /// no key then, or one that nothing was signed with, and can be removed. [`Error::Entropy`] if there is
    /// none to encrypt with.
    pub fn create(&self, key: NewKey<'_>, options: Options) -> Result<(), Error> {
        let NewKey { secret, public_key, counter, mut lock, anchor } = key;
        let file = secret.encode(public_key, lock.as_mut())?;
        let identity = Identity { seed: &secret.seed, public_key };
        self.create_with(&file, &secret.set, identity, counter, anchor, options)
    }

    /// The same, of a secret that is encoded.
    pub(crate) fn create_with(
        &self,
        secret: &Zeroizing<Vec<u8>>,
        set: &str,
        identity: Identity<'_>,
        counter: Option<Counter>,
        anchor: Option<&Path>,
        options: Options,
    ) -> Result<(), Error> {
        let Self { disk, path } = self;
        disk.create_dir(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::storage(format!(
                "{} is there already: a key is never written over; choose another name",
                path.display()
            )),
            _ => self.failed("", "cannot be made", &error),
        })?;
        let mut anchored = false;
        let mut parts = || {
            if let Some(counter) = counter {
                FileStore::create(*disk, &self.file("state"), identity, counter, options)?;
                if let Some(anchor) = anchor {
                    let name =
                        anchor.to_str().ok_or(Error::storage("an anchor's name is UTF-8"))?;
                    LogAnchor::create(*disk, anchor, identity, counter.start)?;
                    anchored = true;
                    self.write("anchor", name.as_bytes())?;
                }
            }
            self.write("set", set.as_bytes())?;
            self.write("public", identity.public_key)?;
            self.write("secret.new", secret)?;
            self.sync(path)
        };
        if let Err(error) = parts() {
            // Nobody has it: what can be removed of it need not lie about.
            let _ = self.remove();
            let _ = anchor.filter(|_| anchored).map(|anchor| disk.remove(anchor));
            return Err(error);
        }
        disk.rename(&self.file("secret.new"), &self.file("secret"))
            .map_err(|error| self.failed("secret", "cannot be made", &error))?;
        self.sync(path)?;
        self.sync_parent()
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let failed = |error: io::Error| self.failed(name, "cannot be made", &error);
        let mut file = self.disk.create(&self.file(name)).map_err(failed)?;
        file.write_at(0, bytes).map_err(failed)?;
        file.sync().map_err(failed)
    }
}
