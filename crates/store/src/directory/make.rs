//! Making the folder of a key.

use super::Directory;
use crate::anchor::LogAnchor;
use crate::file::{FileStore, Identity, Options};
use crate::passphrase::Lock;
use crate::secret::Secret;
use crate::shared::Shared;
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
    /// The database that counts its indices, if one does. It has no anchor then.
    pub shared: Option<&'a Shared>,
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
        let NewKey { secret, public_key, counter, mut lock, anchor, shared } = key;
        if anchor.is_some() && shared.is_some() {
            return Err(Error::storage("a key that a database counts has no anchor"));
        }
        let file = secret.encode(public_key, lock.as_mut())?;
        let identity = Identity { seed: &secret.seed, public_key };
        let make = |anchored: &mut bool| match (counter, shared) {
            (None, _) => Ok(()),
            (Some(counter), None) => self.make_state(identity, counter, anchor, anchored, options),
            (Some(counter), Some(shared)) => {
                shared.create(identity, counter, options)?;
                self.write("store", shared.to_string().as_bytes())
            }
        };
        self.create_with(&file, &secret.set, public_key, anchor, make)
    }

    /// Makes the folder of a part, which has these indices.
    pub(crate) fn create_part(
        &self,
        secret: &Zeroizing<Vec<u8>>,
        set: &str,
        identity: Identity<'_>,
        counter: Counter,
        anchor: Option<&Path>,
        options: Options,
    ) -> Result<(), Error> {
        let make =
            |anchored: &mut bool| self.make_state(identity, counter, anchor, anchored, options);
        self.create_with(secret, set, identity.public_key, anchor, make)
    }

    /// The state, and the anchor.
    fn make_state(
        &self,
        identity: Identity<'_>,
        counter: Counter,
        anchor: Option<&Path>,
        anchored: &mut bool,
        options: Options,
    ) -> Result<(), Error> {
        FileStore::create(self.disk, &self.file("state"), identity, counter, options)?;
        let Some(anchor) = anchor else { return Ok(()) };
        let name = anchor.to_str().ok_or(Error::storage("an anchor's name is UTF-8"))?;
        LogAnchor::create(self.disk, anchor, identity, counter.start)?;
        *anchored = true;
        self.write("anchor", name.as_bytes())
    }

    /// Makes the folder, with what `make` puts there first.
    fn create_with(
        &self,
        secret: &Zeroizing<Vec<u8>>,
        set: &str,
        public_key: &[u8],
        anchor: Option<&Path>,
        make: impl Fn(&mut bool) -> Result<(), Error>,
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
            make(&mut anchored)?;
            self.write("set", set.as_bytes())?;
            self.write("public", public_key)?;
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
