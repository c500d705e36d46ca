//! What every hash-based signature scheme, and every implementation of one, looks like from outside.
//!
//! Schemes have typed keys of their own. This crate is the object-safe waist through which benches,
//! reports, conformance checks and tools reach all of them alike:
//!
//! * a [`ParameterSet`] is one row of a standard's table: names, type words, lengths, lifetime and
//!   the [`Field`]s of a public key and of a signature;
//! * a [`Backend`] is one implementation: it generates, loads and verifies;
//! * a [`Key`] is either a [`Signer`], which may sign for ever, or a [`StatefulSigner`], which may
//!   use each of its indices once. The two are separate traits without a common signing method, so
//!   that a stateful key cannot be passed where a stateless one is expected;
//! * a [`StateStore`] keeps which indices of a key were given out, and a [`Durable`] key signs with no others;
//! * [`conformance`] is what each backend must pass.
//!
//! What this crate is not: an implementation of anything, or a place for parameters, which are
//! `hbs`'s.
//!
//! Without the feature `std` everything is here that owns no more than memory (`alloc`), and without
//! that what verifying needs.
//!
//! ```
//! use signer::{Error, Randomness, Signer, StatefulSigner};
//!
//! fn release(key: &mut dyn StatefulSigner, firmware: &[u8]) -> Result<Vec<u8>, Error> {
//!     let mut signature = Vec::new();
//!     key.sign(firmware, Randomness::Deterministic, &mut signature)?;
//!     println!("{} signatures left", key.remaining());
//!     Ok(signature)
//! }
//! ```
//!
//! A stateful key does not pass for a stateless one:
//!
//! ```compile_fail,E0308
//! use signer::{Signer, StatefulSigner};
//!
//! fn sign_as_often_as_you_like(_: &dyn Signer) {}
//!
//! fn wrong(key: &dyn StatefulSigner) {
//!     sign_as_often_as_you_like(key);
//! }
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;

#[cfg(feature = "alloc")]
mod backend;
mod check;
#[cfg(feature = "std")]
pub mod conformance;
mod entropy;
mod error;
#[cfg(feature = "std")]
mod fence;
#[cfg(feature = "std")]
mod find;
#[cfg(feature = "alloc")]
mod indices;
#[cfg(feature = "alloc")]
mod key;
#[cfg(feature = "alloc")]
mod name;
mod params;
#[cfg(feature = "alloc")]
mod set;
#[cfg(feature = "std")]
mod state;

#[cfg(feature = "alloc")]
pub use backend::{About, Backend, Signed, Support};
pub use check::{check_length, check_word};
pub use entropy::{Entropy, Given, RandCore};
pub use error::Error;
pub use params::{Field, Lifetime, Part, Scheme};
#[cfg(feature = "alloc")]
pub use {
    check::check_type,
    indices::Indices,
    key::{Key, PrivateKey, Randomness, SecretBytes, Signer, StatefulSigner},
    name::normalised,
    set::ParameterSet,
};
#[cfg(feature = "std")]
pub use {
    entropy::Os,
    fence::{fence, quietly},
    find::{UnknownSet, find},
    state::{
        Ahead, Anchored, Counter, Durable, Ledger, MonotonicAnchor, Reservation, StateStore, Tally,
        Ticket, Volatile,
    },
};
