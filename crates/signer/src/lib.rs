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
//! * [`conformance`] is what each backend must pass.
//!
//! What this crate is not: an implementation of anything, or a place for parameters, which are
//! `hbs`'s.
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
#![forbid(unsafe_code)]

mod backend;
pub mod conformance;
mod entropy;
mod error;
mod fence;
mod indices;
mod key;
mod name;
mod params;

pub use backend::{About, Backend, Signed, Support};
pub use entropy::{Entropy, Given, Os, RandCore};
pub use error::Error;
pub use fence::{check_length, check_type, check_word, fence, quietly};
pub use indices::Indices;
pub use key::{Key, PrivateKey, Randomness, SecretBytes, Signer, StatefulSigner};
pub use name::{UnknownSet, find, normalised};
pub use params::{Field, Lifetime, ParameterSet, Part, Scheme};
