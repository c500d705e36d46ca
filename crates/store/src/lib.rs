//! Where the state of a stateful key is kept: a directory that survives crashes, torn writes and
//! damaged bits without ever giving out an index twice.
//!
//! ```text
//! split, merge  part of a key as a folder of its own, and back
//! Directory     a folder with a key: public key, secret, state
//! LogAnchor     how far its indices were given out, kept elsewhere
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

mod anchor;
mod directory;
mod disk;
mod file;
mod os;
mod passphrase;
mod place;
#[cfg(feature = "postgres")]
mod postgres;
mod registry;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod row;
mod secret;
mod shard;
mod shared;
pub mod sim;
mod slot;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite;

#[cfg(feature = "postgres")]
pub use self::postgres::PostgresStore;
pub use anchor::LogAnchor;
pub use directory::{Directory, NewKey, OpenKey};
pub use disk::{About, Disk, DiskFile, Kind};
pub use file::{FileStore, Identity, Look, Opened, Options};
pub use os::Os;
pub use passphrase::{Cost, Lock, Passphrase};
pub use secret::{Ask, Secret, no_passphrase};
pub use shard::{Merged, Part, merge, split};
pub use shared::{Count, Shared};
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;
