//! Verifying (RFC 8554 section 6.3), one signature or many at a time. What each level of a signature
//! signs, and with which key, stands in the signature: where lanes are to be filled the levels are
//! verified side by side.

#[cfg(feature = "alloc")]
mod many;

use lanes::Engines;
use signer::Error;

use super::codec::{PublicKey, links};
use crate::lms;

#[cfg(feature = "alloc")]
pub use many::{Signed, verify_many};

/// Verifies `signature` over `message`, decoding included.
///
/// # Errors
///
/// [`Error::BadSignature`] if it does not verify, [`Error::Length`], [`Error::Type`] and
/// [`Error::UnknownType`] for bytes that are no signature of as many levels as the key has.
pub fn verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    let links = links(key, message, signature)?;
    #[cfg(feature = "alloc")]
    if key.levels() > 1 && key.top().params.lms.hash.engine(engines).lanes() > 1 {
        return many::side_by_side(engines, &links);
    }
    links.iter().try_for_each(|link| lms::verify(engines, &link.key, link.message, link.signature))
}
