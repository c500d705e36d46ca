//! Where indices are counted: the stores of the crate `store`, and what others do instead, to be compared with.

use signer::{Anchored, Counter, Error, StateStore, Volatile};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use store::{FileStore, Identity, LogAnchor, Options, Os};

type Store = Box<dyn StateStore>;

/// A new count in a folder, or a database; none if that is not there.
type Open = fn(&Path, Option<&str>, Counter) -> Result<Option<Store>, Error>;

/// A way to count.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) open: Open,
    /// Whether a thread reserves while another signs.
    pub(super) ahead: bool,
    /// Whether it is the file, or what keeps nothing.
    pub(super) plain: bool,
}

impl Place {
    const fn new(name: &'static str, open: Open) -> Self {
        Self { name, open, ahead: false, plain: false }
    }

    const fn plain(self) -> Self {
        Self { plain: true, ..self }
    }

    const fn ahead(self) -> Self {
        Self { ahead: true, ..self }
    }
}

pub(super) const PLACES: &[Place] = &[
    Place::new("volatile", |_, _, counter| Ok(Some(Box::new(Volatile::new(counter))))).plain(),
    Place::new("file", one_file).plain(),
    Place::new("file, ahead", one_file).ahead().plain(),
    Place::new("file, anchored", anchored),
    Place::new("renamed file", renamed),
    #[cfg(feature = "sqlite")]
    Place::new("SQLite", sqlite),
    #[cfg(feature = "postgres")]
    Place::new("PostgreSQL", postgres),
    #[cfg(feature = "postgres")]
    Place::new("PostgreSQL, ahead", postgres).ahead(),
];

const OPTIONS: Options = Options { allow_volatile: true, adopt: None };

/// A key of its own each time: a process opens one once.
fn identity(counter: &Counter) -> [u8; 8] {
    counter.start.to_be_bytes()
}

/// A folder of its own, on the same disk.
fn fresh(folder: &Path) -> Result<PathBuf, Error> {
    let folder = tempfile::tempdir_in(folder).map_err(|error| Error::storage(error.to_string()))?;
    // Removed with the folder that it is in.
    Ok(folder.keep())
}

fn file(folder: &Path, counter: Counter) -> Result<FileStore, Error> {
    let folder = fresh(folder)?;
    let path = folder.join("state");
    let identity = Identity { seed: b"a seed", public_key: &identity(&counter) };
    FileStore::create(&Os, &path, identity, counter, OPTIONS)?;
    Ok(FileStore::open(&Os, &path, identity, OPTIONS)?.0)
}

fn one_file(folder: &Path, _: Option<&str>, counter: Counter) -> Result<Option<Store>, Error> {
    Ok(Some(Box::new(file(folder, counter)?)))
}

fn anchored(folder: &Path, _: Option<&str>, counter: Counter) -> Result<Option<Store>, Error> {
    let store = file(folder, counter)?;
    let path = fresh(folder)?.join("anchor");
    let identity = Identity { seed: b"a seed", public_key: &identity(&counter) };
    LogAnchor::create(&Os, &path, identity, counter.start)?;
    let anchor = LogAnchor::open(&Os, &path, identity, counter.start)?;
    Ok(Some(Box::new(Anchored::new(store, anchor))))
}

fn renamed(folder: &Path, _: Option<&str>, counter: Counter) -> Result<Option<Store>, Error> {
    let folder = folder.to_owned();
    Ok(Some(Box::new(Renamed { folder, counter })))
}

#[cfg(feature = "sqlite")]
fn sqlite(folder: &Path, _: Option<&str>, counter: Counter) -> Result<Option<Store>, Error> {
    let identity = Identity { seed: b"a seed", public_key: &identity(&counter) };
    let path = fresh(folder)?.join("states.db");
    store::SqliteStore::create(&path, identity, counter, OPTIONS)?;
    let store = store::SqliteStore::open(&path, identity, counter.start, OPTIONS)?;
    Ok(Some(Box::new(store)))
}

/// Its rows are left: they are of keys that are forgotten.
#[cfg(feature = "postgres")]
fn postgres(_: &Path, at: Option<&str>, counter: Counter) -> Result<Option<Store>, Error> {
    let Some(at) = at else { return Ok(None) };
    let mut seed = [0; 32];
    signer::Entropy::fill(&mut signer::Os, &mut seed)?;
    let identity = Identity { seed: &seed, public_key: &seed };
    let mut client = store::PostgresStore::connect(at)?;
    store::PostgresStore::create(&mut client, identity, counter, OPTIONS)?;
    let store = store::PostgresStore::open(client, identity, counter.start, OPTIONS)?;
    Ok(Some(Box::new(store)))
}

/// What others do: a whole file in place of the one before, written, synced, renamed, and the folder synced.
#[derive(Debug)]
struct Renamed {
    folder: PathBuf,
    counter: Counter,
}

impl StateStore for Renamed {
    fn load(&mut self) -> Result<Counter, Error> {
        Ok(self.counter)
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        let (path, new) = (self.folder.join("renamed"), self.folder.join("renamed.new"));
        let write = || -> io::Result<()> {
            let mut file = File::create(&new)?;
            let Counter { generation, start, next, limit, issued } = *to;
            for word in [generation, start, next, limit, issued] {
                file.write_all(&word.to_be_bytes())?;
            }
            file.sync_data()?;
            fs::rename(&new, &path)?;
            File::open(&self.folder)?.sync_all()
        };
        write().map_err(|error| Error::storage(error.to_string()))?;
        self.counter = *to;
        Ok(())
    }
}
