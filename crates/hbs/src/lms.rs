//! LMS and LM-OTS: RFC 8554 sections 4 and 5, RFC 9858, SP 800-208 section 4.
//!
//! | room | chapter of RFC 8554 |
//! |---|---|
//! | [`params`] | 4.1, 5.1: types |
//! | `ots` | 4: one-time signatures |
//! | `tree` | 5.3: the tree over them |
//! | `set`, `sets` | what the rest of the workspace sees of types, and all of them |
//! | `codec` | 4.5, 5.3, 5.4: keys and signatures as bytes |
//! | `sign` | 4.5, 5.4.1: signing with a leaf |
//! | `key` | 5.2: private keys |
//! | `verify` | 4.6, 5.4.2: verifying |
//!
//! ```
//! use hbs::{Options, lms};
//! use lanes::Cpu;
//! use signer::{Os, Randomness, StatefulSigner};
//!
//! let params = lms::Params::from_codes(0x05, 0x03).expect("LMS_SHA256_M32_H5, LMOTS_SHA256_N32_W4");
//! let mut key = lms::PrivateKey::generate(params, &mut Os, &Options::default())?;
//! let mut signature = Vec::new();
//! key.sign(b"firmware", Randomness::Deterministic, &mut signature)?;
//! // Store key.encode() before the signature leaves the program.
//! lms::verify(Cpu::detect().engines(), key.public(), b"firmware", &signature)?;
//! assert_eq!(key.remaining(), 31);
//! # Ok::<(), signer::Error>(())
//! ```

pub(crate) mod codec;
#[cfg(feature = "alloc")]
pub(crate) mod key;
pub(crate) mod ots;
pub mod params;
#[cfg(feature = "alloc")]
mod set;
#[cfg(feature = "std")]
mod sets;
#[cfg(feature = "alloc")]
mod sign;
#[cfg(feature = "alloc")]
pub(crate) mod tree;
pub(crate) mod verify;

pub use codec::PublicKey;
pub use params::{LmotsType, LmsType, Params};
#[cfg(feature = "std")]
pub use sets::{find, sets};
pub use verify::verify;
#[cfg(feature = "alloc")]
pub use {
    key::{Lms, PrivateKey},
    verify::{Signed, verify_many},
};

/// LMS, for [`Native`](crate::Native).
#[cfg(feature = "alloc")]
pub static LMS: crate::Keys<Lms> = crate::Keys::CHAPTER;
