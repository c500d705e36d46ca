//! XMSS and XMSS^MT: RFC 8391, SP 800-208 sections 5 and 6.
//!
//! | room | chapter of RFC 8391 |
//! |---|---|
//! | [`params`] | 5.3, 5.4: parameter sets |
//! | `set`, `sets` | what the rest of the workspace sees of sets, and all of them |
//! | `family` | the two schemes |
//! | `address` | 2.5: addresses |
//! | `hashes` | 5.1: the functions |
//! | `wots` | 3: one-time signatures |
//! | `ltree` | 4.1.5: leaves |
//! | `tree` | 4.1.6: trees |
//! | `codec` | 4.1.7, 4.1.8, 4.2.3: public keys and signatures as bytes |
//! | `key` | 4.1.9, 4.2.4: private keys, signing |
//! | `fast` | 4.1.9: private keys that keep what the reference code keeps |
//! | `verify` | 4.1.10, 4.2.5: verifying |
//!
//! ```
//! use hbs::{Options, xmss};
//! use lanes::Cpu;
//! use signer::{Os, Randomness, Scheme, StatefulSigner};
//!
//! let params = xmss::Params::from_oid(Scheme::XmssMt, 2).expect("XMSSMT-SHA2_20/4_256");
//! let mut key = xmss::MtPrivateKey::generate(params, &mut Os, &Options::default())?;
//! let mut signature = Vec::new();
//! key.sign(b"firmware", Randomness::Deterministic, &mut signature)?;
//! // Store key.encode() before the signature leaves the program.
//! xmss::verify(Cpu::detect().engines(), key.public(), b"firmware", &signature)?;
//! assert_eq!(key.remaining(), (1 << 20) - 1);
//! # Ok::<(), signer::Error>(())
//! ```

pub(crate) mod address;
#[cfg(feature = "alloc")]
mod chapter;
pub(crate) mod codec;
mod family;
#[cfg(feature = "alloc")]
pub(crate) mod fast;
pub(crate) mod hashes;
#[cfg(feature = "alloc")]
mod key;
pub(crate) mod ltree;
pub mod params;
#[cfg(feature = "alloc")]
mod set;
#[cfg(feature = "std")]
mod sets;
#[cfg(feature = "alloc")]
pub(crate) mod tree;
pub(crate) mod verify;
pub(crate) mod wots;

pub use codec::PublicKey;
pub use family::{Family, Xmss, XmssMt};
pub use params::Params;
#[cfg(feature = "std")]
pub use sets::{find, rows, sets};
pub use verify::verify;
#[cfg(feature = "alloc")]
pub use {
    chapter::{Both, XMSS, XMSS_FAST},
    fast::{BdsStates, FastKey},
    verify::{Signed, verify_many},
};

/// A private key of XMSS.
#[cfg(feature = "alloc")]
pub type PrivateKey = crate::PrivateKey<Xmss>;
/// A private key of XMSS^MT.
#[cfg(feature = "alloc")]
pub type MtPrivateKey = crate::PrivateKey<XmssMt>;
