//! SLH-DSA (FIPS 205) and SPHINCS+ round 3.1: their backends and their benches.
//!
//! Each backend puts an implementation, ours or somebody else's, behind [`signer::Backend`]. Messages are the
//! standards' own: SLH-DSA is the pure variant with an empty context (FIPS 205 Alg. 22 and 24),
//! SPHINCS+ has nothing of the kind. Pre-hashing, contexts and the internal interface are
//! in [`hbs::sphincs`] alone. Parameter sets are [`hbs::sphincs`]'s.
//!
//! ```
//! use signer::{Os, Randomness};
//!
//! let set = hbs::sphincs::find("SLH-DSA-SHA2-128f")?;
//! let backend = sphincs::backends()[0];
//!
//! let mut key = backend.generate(&set, &mut Os)?;
//! let mut signature = Vec::new();
//! key.sign(b"message", Randomness::Fresh(&mut Os), &mut signature)?;
//! assert_eq!(signature.len(), 17_088);
//!
//! let public_key = key.private_key().public_key();
//! backend.verify(&set, public_key, b"message", &signature)?;
//! assert!(backend.verify(&set, public_key, b"another", &signature).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod backend;

mod suite;

pub use backend::backends;
pub use suite::SUITE;
