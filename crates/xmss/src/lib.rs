//! XMSS and XMSS^MT (RFC 8391, SP 800-208 section 5): the implementations that the benches compare.
//!
//! Each [`backend`] puts one third-party crate behind [`signer::Backend`], with a fence before what
//! that crate is known to get wrong. Parameter sets are `hbs::xmss`'s: 21 of XMSS, 56 of XMSS^MT,
//! in two OID spaces that overlap, so that a key or a signature means nothing without its set.
//!
//! What this crate is not: an implementation of XMSS. It computes no hash.
//!
//! ```
//! use signer::{Os, Randomness};
//!
//! let set = hbs::xmss::find("XMSSMT-SHA2_20/4_256")?;
//! for backend in xmss::backends() {
//!     let mut key = backend.generate(&set, &mut Os)?;
//!     let mut signature = Vec::new();
//!     key.sign(b"firmware", Randomness::Deterministic, &mut signature)?;
//!     let public_key = key.private_key().public_key();
//!     backend.verify(&set, public_key, b"firmware", &signature)?;
//!     assert_eq!(key.remaining(), Some((1 << 20) - 1));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod backend;

mod suite;

pub use backend::backends;
pub use suite::SUITE;
