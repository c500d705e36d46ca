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
//! ```
//! let set = hbs::lms::find("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4")?;
//! assert_eq!((set.public_key_len(), set.signature_len()), (56, 2348));
//! # Ok::<(), signer::UnknownSet>(())
//! ```
#![forbid(unsafe_code)]

pub mod cost;
pub mod hss;
pub mod lms;
pub mod sphincs;
pub mod xmss;

mod cache;
mod hash;
mod layout;
mod native;
mod options;
mod seed;
mod stateful;
mod tree;
mod walk;
mod winternitz;
mod workers;

pub use hash::HashFunction;
pub use native::{Chapter, Native};
pub use options::Options;
pub use stateful::{Keys, PrivateKey, Signed};
pub use walk::WalkKind;
pub use winternitz::Winternitz;
pub use workers::Workers;
