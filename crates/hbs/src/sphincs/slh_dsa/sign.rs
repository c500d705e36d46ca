//! Signing by the names of FIPS 205.

use alloc::vec::Vec;

use signer::{Error, Randomness};

use super::of_slh_dsa;
use crate::sphincs::{Message, PreHash, PrivateKey};

/// Replaces `signature` by one of `message` with a context (Alg. 22).
///
/// # Errors
///
/// [`Error::TooLong`] for a context of more than 255 bytes; those of [`PrivateKey::sign_message`].
pub fn slh_sign(
    key: &PrivateKey,
    message: &[u8],
    context: &[u8],
    addrnd: Randomness<'_>,
    signature: &mut Vec<u8>,
) -> Result<(), Error> {
    signature.clear();
    of_slh_dsa(key.public())?;
    key.sign_message(&Message::pure(message, context)?, addrnd, signature)
}

/// Replaces `signature` by one of the hash of `message` with a context (Alg. 23).
///
/// # Errors
///
/// Those of [`slh_sign`].
pub fn hash_slh_sign(
    key: &PrivateKey,
    message: &[u8],
    context: &[u8],
    function: PreHash,
    addrnd: Randomness<'_>,
    signature: &mut Vec<u8>,
) -> Result<(), Error> {
    signature.clear();
    of_slh_dsa(key.public())?;
    key.sign_message(&Message::pre_hash(message, context, function)?, addrnd, signature)
}

/// Replaces `signature` by one of `message` as it is (Alg. 19). For tests: what it signs can be taken for
/// a message of another kind.
///
/// # Errors
///
/// Those of [`PrivateKey::sign_message`].
pub fn slh_sign_internal(
    key: &PrivateKey,
    message: &[u8],
    addrnd: Randomness<'_>,
    signature: &mut Vec<u8>,
) -> Result<(), Error> {
    signature.clear();
    of_slh_dsa(key.public())?;
    key.sign_message(&Message::internal(message), addrnd, signature)
}
