//! HSS, the hierarchy of LMS trees (RFC 8554 section 6): implementations of it behind one trait.
//!
//! [`backends`] lists them; [`backend`] says what each one is. Parameter sets are
//! [`hbs::hss`]'s: 1 to 8 levels, mixed as one likes.
//!
//! What this crate is not: an implementation of its own, or a store for keys. An HSS key is state:
//! whoever signs must have written down that an index is used before the signature leaves the house.
//!
//! ```
//! use signer::{Backend, Key, Os, Randomness};
//!
//! let set = hbs::hss::find("HSS-SHA256-H5-W2-L2")?;
//! let backend = hss::backends()[0];
//! let Key::Stateful(mut key) = backend.generate(&set, &mut Os)? else { unreachable!() };
//! let mut signature = Vec::new();
//! key.sign(b"firmware", Randomness::Fresh(&mut Os), &mut signature)?;
//! assert_eq!((key.index(), key.remaining()), (1, 1023));
//! backend.verify(&set, key.public_key(), b"firmware", &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod backend;

mod suite;

pub use backend::backends;
pub use suite::SUITE;
