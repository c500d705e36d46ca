//! What the fuzz targets run: see README.md for how to.
//!
//! Random bytes seldom get past a length or a type word. So an input is not what is decoded, but how
//! to make it: a key and a signature that are right, and edits that spoil them; or bytes, and which of
//! their lengths and words to put right. Each target knows what must come of that, from a model of its
//! own, the standard written down plainly ([`reference`]) or the other implementations.
#![forbid(unsafe_code)]

pub mod cache;
pub mod edit;
mod encoded;
pub mod fast_key;
pub mod input;
mod once;
pub mod private_key;
pub mod public_key;
pub mod reference;
pub mod scheme;
mod schemes;
pub mod sphincs;
pub mod verify;
pub mod xmss;

pub use scheme::Scheme;
pub use schemes::{HSS, LMS, XMSS, XMSS_MT};
