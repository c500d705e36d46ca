//! LMS, RFC 8554 section 5 with RFC 9858: the crates that implement it, behind one face.
//!
//! A [`signer::Backend`] of this crate takes any of `hbs::lms::sets()` that it supports, and
//! speaks the standard's bytes: a public key is `type ‖ otstype ‖ I ‖ T[1]`, a signature
//! `q ‖ otstype ‖ C ‖ y ‖ type ‖ path`, a seed `SEED ‖ I` (appendix A).
//!
//! What this crate is not: an implementation of LMS, a place for parameters, which are `hbs`'s, or
//! HSS, which is `hss`'s.
//!
//! ```
//! use signer::{Key, Os, Randomness};
//!
//! let set = hbs::lms::find("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4")?;
//! let backend = lms::backends()[0];
//! let mut key = backend.generate(&set, &mut Os)?;
//! let public_key = key.private_key().public_key().to_vec();
//!
//! let mut signature = Vec::new();
//! key.sign(b"firmware", Randomness::Fresh(&mut Os), &mut signature)?;
//! assert_eq!((signature.len(), key.remaining()), (2348, Some(31)));
//! backend.verify(&set, &public_key, b"firmware", &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod backend;

mod suite;

pub use backend::backends;
pub use suite::SUITE;
