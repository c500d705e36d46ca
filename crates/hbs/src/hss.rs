//! HSS, the hierarchy of LMS trees: RFC 8554 section 6.
//!
//! | room | section of RFC 8554 |
//! |---|---|
//! | [`params`] | 6: levels |
//! | `codec` | 6.1 to 6.3: keys and signatures as bytes |
//! | `levels` | 6.2: the trees of a key, in use and to come |
//! | `key` | 6.1, 6.2: private keys, signing |
//! | `verify` | 6.3: verifying |

mod chapter;
pub(crate) mod codec;
mod key;
mod levels;
pub mod params;
mod verify;

pub use chapter::Hss;
pub use codec::PublicKey;
pub use key::PrivateKey;
pub use params::{Params, find, sets};
pub use verify::{Signed, verify, verify_many};
