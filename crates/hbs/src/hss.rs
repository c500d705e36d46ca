//! HSS, the hierarchy of LMS trees: RFC 8554 section 6.
//!
//! | room | section of RFC 8554 |
//! |---|---|
//! | [`params`] | 6: levels |
//! | `codec` | 6.1 to 6.3: keys and signatures as bytes |
//! | `children` | 6.2: trees below, and the signatures of their keys |
//! | `key` | 6.1, 6.2: private keys, signing |
//! | `verify` | 6.3: verifying |

mod children;
pub(crate) mod codec;
mod key;
pub mod params;
mod verify;

pub use codec::PublicKey;
pub use key::{Hss, PrivateKey};
pub use params::{Params, find, sets};
pub use verify::{Signed, verify, verify_many};

/// HSS, for [`Native`](crate::Native).
pub static HSS: crate::Keys<Hss> = crate::Keys::CHAPTER;
