//! Hash-based signatures: the parameter sets of every standard, and the fastest code for them.
//!
//! Rooms are named by scheme and by the standard's chapter. Each [`params`](lms::params) room holds
//! one row for each parameter set of its standard; everything else about a set is derived from the
//! row, and [`signer::ParameterSet`] is what the rest of the workspace sees of it. What schemes share
//! stands beside them:
//!
//! ```text
//! lms, hss                           schemes: what they hash, and their formats
//!  ├ stateful                        keys that count their leaves, of one level or several
//!  │  └ walk                         authentication paths, leaf by leaf, with more or less memory
//!  │     └ tree                      nodes of subtrees, on one thread or several
//!  ├ winternitz                      digits
//!  └ lanes                           hashing, many messages at a time
//! ```
//!
//! [`cost`] says how much each operation hashes, without doing it.
//!
//! # Without an operating system
//!
//! | features | what is there |
//! |---|---|
//! | none | verifying, one signature at a time: no heap, no thread, no `std` |
//! | `alloc` | keys, many signatures at a time, [`Native`]: on the caller's thread |
//! | `std`, the default | threads, lists of sets and finding them by name, the best vector unit |
//!
//! ```
//! let set = hbs::lms::find("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4")?;
//! assert_eq!((set.public_key_len(), set.signature_len()), (56, 2348));
//! # Ok::<(), signer::UnknownSet>(())
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "alloc"),
    allow(dead_code, reason = "what only signing calls stands beside what verifying calls")
)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "alloc")]
pub mod cost;
pub mod hss;
pub mod lms;
pub mod sphincs;
pub mod xmss;

#[cfg(feature = "alloc")]
mod cache;
mod hash;
#[cfg(feature = "alloc")]
mod layout;
#[cfg(feature = "alloc")]
mod native;
mod node;
#[cfg(feature = "alloc")]
mod options;
#[cfg(feature = "alloc")]
mod seed;
#[cfg(feature = "alloc")]
mod stateful;
#[cfg(feature = "alloc")]
mod tree;
#[cfg(feature = "alloc")]
mod walk;
mod winternitz;
#[cfg(feature = "alloc")]
mod workers;

pub use hash::HashFunction;
pub use winternitz::Winternitz;
#[cfg(feature = "alloc")]
pub use {
    native::{Chapter, Native},
    options::Options,
    stateful::{CachedSigner, Keys, PrivateKey, Signed, Stored},
    walk::WalkKind,
    workers::Workers,
};
