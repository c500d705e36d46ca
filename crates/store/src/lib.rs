//! Where the state of a stateful key is kept: a directory that survives crashes, torn writes and
//! damaged bits without ever giving out an index twice.
//!
//! ```text
//! Directory     a folder with a key: public key, secret, state
//! FileStore     the counter of a key in one file of two slots (signer::StateStore)
//!  ├ slot       what a slot has, and the code that seals it
//!  └ Disk       what it asks of a file system
//!     ├ Os      the one of the operating system
//!     └ Sim     one whose power fails when a test wants it to
//! SqliteStore   the counter in a database file, for several processes (feature `sqlite`)
//! PostgresStore the counter in a database server, for several hosts (feature `postgres`)
//! ```
//!
//! What this crate is not: a scheme. It counts indices, whatever signs with them.
#![forbid(unsafe_code)]

mod directory;
mod disk;
mod file;
mod os;
#[cfg(feature = "postgres")]
mod postgres;
mod registry;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod row;
mod secret;
pub mod sim;
mod slot;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;

#[cfg(feature = "postgres")]
pub use self::postgres::PostgresStore;
pub use directory::{Directory, OpenKey};
pub use disk::{About, Disk, DiskFile, Kind};
pub use file::{FileStore, Identity, Opened, Options};
pub use os::Os;
pub use secret::Secret;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
