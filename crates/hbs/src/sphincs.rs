//! SPHINCS+ (round 3.1) and SLH-DSA (FIPS 205).
//!
//! They differ in two things: which bits of a digest choose the leaves of FORS, and that SLH-DSA puts a
//! context before a message. The robust sets of SPHINCS+ mask what they hash.
//!
//! | room | chapter of FIPS 205 |
//! |---|---|
//! | [`params`] | 11: parameter sets |
//! | `set`, `sets` | what the rest of the workspace sees of sets, and all of them |
//! | `address` | 4.2, 4.3, 11.2: addresses |
//! | `hashes` | 4.1, 11: `PRF`, `F`, `H`, `T_l` |
//! | `digest` | 4.1, 9.2: `PRF_msg`, `H_msg`, and what a digest chooses |
//! | `wots`, `leaves` | 5: one-time keys |
//! | `leaf`, `hypertree` | 6, 7: trees |
//! | `fors` | 8: FORS |
//! | `secrets`, `key` | 9.1, 10.1: private keys |
//! | `sign` | 9.2: signing |
//! | `verify` | 9.3: verifying |
//! | `message`, `prehash` | 10.2: contexts and pre-hashing |
//! | [`slh_dsa`] | 9.2, 9.3, 10.2: the standard's functions by their names |
//! | `codec` | 9.1: public keys as bytes |
//!
//! ```
//! use hbs::sphincs::{self, Message, Params, PrivateKey};
//! use hbs::Options;
//! use lanes::Cpu;
//! use signer::{Os, Randomness};
//!
//! let set = sphincs::find("SLH-DSA-SHA2-128f")?;
//! let params = Params::of(&set).expect("a set of this chapter");
//! let key = PrivateKey::generate(params, &mut Os, &Options::default())?;
//! let message = Message::pure(b"firmware", b"boot loader")?;
//! let mut signature = Vec::new();
//! key.sign_message(&message, Randomness::Fresh(&mut Os), &mut signature)?;
//! sphincs::verify_message(Cpu::detect().engines(), key.public(), &message, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod address;
#[cfg(feature = "alloc")]
mod chapter;
mod codec;
pub(crate) mod digest;
#[cfg(feature = "alloc")]
pub(crate) mod fors;
pub(crate) mod hashes;
#[cfg(feature = "alloc")]
pub(crate) mod hypertree;
#[cfg(feature = "alloc")]
mod key;
mod leaf;
#[cfg(feature = "alloc")]
mod leaves;
mod message;
pub mod params;
mod prehash;
#[cfg(feature = "alloc")]
mod scratch;
#[cfg(feature = "alloc")]
pub(crate) mod secrets;
#[cfg(feature = "alloc")]
mod set;
#[cfg(feature = "std")]
mod sets;
#[cfg(feature = "alloc")]
pub(crate) mod sign;
pub mod slh_dsa;
pub(crate) mod verify;
pub(crate) mod wots;

pub use codec::PublicKey;
pub use message::Message;
pub use params::Params;
pub use prehash::PreHash;
#[cfg(feature = "std")]
pub use sets::{find, sets};
pub use verify::{verify, verify_message};
#[cfg(feature = "alloc")]
pub use {
    chapter::{SPHINCS, Sphincs},
    key::PrivateKey,
    verify::{Signed, verify_many},
};
