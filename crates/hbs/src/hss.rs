//! HSS, the hierarchy of LMS trees: RFC 8554 section 6.
//!
//! | room | section of RFC 8554 |
//! |---|---|
//! | `params`, `sets` | 6: levels |
//! | `codec` | 6.1 to 6.3: keys and signatures as bytes |
//! | `children` | 6.2: trees below, and the signatures of their keys |
//! | `key` | 6.1, 6.2: private keys, signing |
//! | `verify` | 6.3: verifying |

#[cfg(feature = "alloc")]
mod children;
pub(crate) mod codec;
#[cfg(feature = "alloc")]
mod key;
#[cfg(feature = "alloc")]
pub mod params;
#[cfg(feature = "std")]
mod sets;
mod verify;

pub use codec::{MAX_LEVELS, PublicKey};
#[cfg(feature = "std")]
pub use sets::{find, sets};
pub use verify::verify;
#[cfg(feature = "alloc")]
pub use {
    key::{Hss, PrivateKey},
    params::Params,
    verify::{Signed, verify_many},
};

/// HSS, for [`Native`](crate::Native).
#[cfg(feature = "alloc")]
pub static HSS: crate::Keys<Hss> = crate::Keys::CHAPTER;
