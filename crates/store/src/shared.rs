//! Where the indices of a key are counted: in its folder, or in a database that several processes or hosts share.

use crate::anchor::LogAnchor;
use crate::file::{FileStore, Identity, Look, Options};
use signer::{Anchored, Counter, Error, StateStore};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A database that a key is counted in, for the folders of a key that have no state of their own.
///
/// As text it is `sqlite:PATH`, or `postgres:CONNECTION` with words such as `host=/run/postgresql dbname=keys`. Neither
/// has a secret in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shared {
    /// A file, for the processes of one host.
    Sqlite(PathBuf),
    /// A server, for several hosts.
    Postgres(String),
}

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
            Self::Postgres(connection) => write!(f, "postgres:{connection}"),
        }
    }
}

impl FromStr for Shared {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.split_once(':') {
            Some(("sqlite", path)) if !path.is_empty() => Ok(Self::Sqlite(path.into())),
            Some(("postgres", connection)) if !connection.is_empty() => {
                Ok(Self::Postgres(connection.into()))
            }
            // It may have a password.
            _ => Err(Error::storage(format!(
                "`{}:...` names no database: sqlite:PATH does, or postgres:CONNECTION, such as \
                 postgres:\"host=/run/postgresql dbname=keys\"",
                text.split(':').next().unwrap_or_default()
            ))),
        }
    }
}

impl Shared {
    /// Whether it is there to be asked: before a tree is built that takes hours.
    ///
    /// # Errors
    ///
    /// Those of [`create`](Self::create) that need no key to be known.
    pub fn reach(&self) -> Result<(), Error> {
        match self {
            #[cfg(feature = "sqlite")]
            Self::Sqlite(_) => Ok(()),
            #[cfg(feature = "postgres")]
            Self::Postgres(connection) => {
                crate::PostgresStore::connect(without_password(connection)?).map(drop)
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres")))]
            other => Err(other.absent()),
        }
    }

    /// Makes the row of a key.
    ///
    /// # Errors
    ///
    /// Those of the database's store; [`Error::Storage`] if this was built without it, or for a password that would
    /// be in a file.
    pub fn create(
        &self,
        identity: Identity<'_>,
        counter: Counter,
        options: Options,
    ) -> Result<(), Error> {
        match self {
            #[cfg(feature = "sqlite")]
            Self::Sqlite(path) => crate::SqliteStore::create(path, identity, counter, options),
            #[cfg(feature = "postgres")]
            Self::Postgres(connection) => {
                let mut client = crate::PostgresStore::connect(without_password(connection)?)?;
                crate::PostgresStore::create(&mut client, identity, counter, options)
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres")))]
            other => {
                let _ = (identity, counter, options);
                Err(other.absent())
            }
        }
    }

    /// Opens the row of a key, all of whose indices it has.
    ///
    /// # Errors
    ///
    /// Those of [`create`](Self::create).
    pub fn open(
        &self,
        identity: Identity<'_>,
        options: Options,
    ) -> Result<Box<dyn StateStore>, Error> {
        match self {
            #[cfg(feature = "sqlite")]
            Self::Sqlite(path) => {
                Ok(Box::new(crate::SqliteStore::open(path, identity, 0, options)?))
            }
            #[cfg(feature = "postgres")]
            Self::Postgres(connection) => {
                let client = crate::PostgresStore::connect(without_password(connection)?)?;
                Ok(Box::new(crate::PostgresStore::open(client, identity, 0, options)?))
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres")))]
            other => {
                let _ = (identity, options);
                Err(other.absent())
            }
        }
    }

    /// What is stored of a key, all of whose indices it has.
    ///
    /// # Errors
    ///
    /// Those of [`create`](Self::create).
    pub fn look(&self, identity: Identity<'_>, options: Options) -> Result<Look, Error> {
        match self {
            #[cfg(feature = "sqlite")]
            Self::Sqlite(path) => crate::SqliteStore::look(path, identity, 0),
            #[cfg(feature = "postgres")]
            Self::Postgres(connection) => {
                let client = crate::PostgresStore::connect(without_password(connection)?)?;
                crate::PostgresStore::look(client, identity, 0, options)
            }
            #[cfg(not(all(feature = "sqlite", feature = "postgres")))]
            other => {
                let _ = (identity, options);
                Err(other.absent())
            }
        }
    }

    #[cfg(not(all(feature = "sqlite", feature = "postgres")))]
    fn absent(&self) -> Error {
        let feature = if matches!(self, Self::Sqlite(_)) { "sqlite" } else { "postgres" };
        Error::storage(format!(
            "{feature}:... is needed, and this program was built without it: build it with --features {feature}"
        ))
    }
}

/// A connection string is in a file of the key, and was on a command line.
#[cfg(feature = "postgres")]
fn without_password(connection: &str) -> Result<&str, Error> {
    let config = connection.parse::<::postgres::Config>();
    let config = config.map_err(|error| Error::storage(format!("the connection: {error}")))?;
    match config.get_password() {
        None => Ok(connection),
        Some(_) => Err(Error::storage(
            "a password does not belong into the connection: let the server know its users by the socket (peer), or \
             connect to a pooler on this host that has it",
        )),
    }
}

/// What counts the indices of a key that is open.
#[derive(Debug)]
pub enum Count {
    /// The state in its folder, and what knows if that goes back.
    Own(Box<Anchored<FileStore, Option<LogAnchor>>>),
    /// A row of a database.
    Shared(Box<dyn StateStore>),
}

impl Count {
    /// The state in the key's folder.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if a database has it.
    pub(crate) fn own(self) -> Result<Box<Anchored<FileStore, Option<LogAnchor>>>, Error> {
        match self {
            Self::Own(store) => Ok(store),
            Self::Shared(_) => Err(Error::storage(
                "the key is counted in a database, from which everybody who has its folder signs: it has no parts",
            )),
        }
    }
}

impl StateStore for Count {
    fn load(&mut self) -> Result<Counter, Error> {
        match self {
            Self::Own(store) => store.load(),
            Self::Shared(store) => store.load(),
        }
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        match self {
            Self::Own(store) => store.swap(to),
            Self::Shared(store) => store.swap(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["sqlite:/var/lib/keys.db", "postgres:host=/run/postgresql dbname=keys"] {
            assert_eq!(text.parse::<Shared>().map(|shared| shared.to_string()), Ok(text.into()));
        }
        let url = "postgresql://me:secret@localhost/keys";
        for text in ["", "sqlite", "sqlite:", "postgres:", "mysql:keys", "/var/lib/keys.db", url] {
            let error = text.parse::<Shared>().expect_err("no database").to_string();
            assert!(error.contains("names no database") && !error.contains("secret"), "{error}");
        }
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn a_password_is_refused() {
        let shared = Shared::Postgres("host=/nowhere user=me password=secret".into());
        let identity = Identity { seed: b"a seed", public_key: b"a key" };
        let error = shared.open(identity, Options::default()).map(drop).expect_err("refused");
        assert!(error.to_string().contains("a password does not belong"), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
