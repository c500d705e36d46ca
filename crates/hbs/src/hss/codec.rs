//! Public keys and signatures as bytes (RFC 8554 sections 6.1 to 6.3).

use core::ops::Deref;

use signer::Error;

use crate::lms;
use crate::lms::codec::Fields;

/// A public key: `u32(L) ‖ pub[0]`, the public key of the top tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    levels: usize,
    top: lms::PublicKey,
}

impl PublicKey {
    pub(crate) const fn new(levels: usize, top: lms::PublicKey) -> Self {
        Self { levels, top }
    }

    /// Number of levels, 1 to 8.
    #[must_use]
    pub const fn levels(&self) -> usize {
        self.levels
    }

    /// The public key of the top tree.
    #[must_use]
    pub const fn top(&self) -> &lms::PublicKey {
        &self.top
    }

    /// Reads an encoded key of any levels.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownType`] for a number of levels, or type words, that there are none of,
    /// [`Error::Length`] for a length that is not theirs, or, where there are no type words, not even
    /// that of the shortest key.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let mut fields = Fields::new("public key", bytes);
        let levels = fields.word(4 + lms::PublicKey::SHORTEST)?;
        if !(1..=MAX_LEVELS as u32).contains(&levels) {
            return Err(Error::UnknownType { what: "number of levels", found: levels });
        }
        let top = lms::PublicKey::decode(fields.bytes).map_err(|error| match error {
            // Lengths are those of the whole.
            Error::Length { what, expected, found } => {
                Error::Length { what, expected: 4 + expected, found: 4 + found }
            }
            other => other,
        })?;
        Ok(Self { levels: levels as usize, top })
    }

    /// Writes the key.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn encode(&self) -> alloc::vec::Vec<u8> {
        [&(self.levels as u32).to_be_bytes()[..], &self.top.encode()].concat()
    }
}

/// Most levels of an HSS key (RFC 8554 section 6).
pub const MAX_LEVELS: usize = 8;

/// One level of a signature: what is signed, by which key, and how.
#[derive(Clone, Copy)]
pub(crate) struct Link<'a> {
    pub(crate) key: lms::PublicKey,
    /// An encoded public key, or the message itself.
    pub(crate) message: &'a [u8],
    pub(crate) signature: &'a [u8],
}

/// The levels of a signature, root first: in place, since there are few.
pub(crate) struct Links<'a> {
    links: [Link<'a>; MAX_LEVELS],
    count: usize,
}

impl<'a> Deref for Links<'a> {
    type Target = [Link<'a>];

    fn deref(&self) -> &[Link<'a>] {
        &self.links[..self.count]
    }
}

/// Reads `u32(Nspk) ‖ signed_pub_key[0] ‖ … ‖ sig[Nspk]`, whose types are those of the public keys in
/// it, the first of which is given. A length that is wrong is that of the whole; where it ends before
/// the last public key, what was expected is the least that it should have had.
pub(crate) fn links<'a>(
    key: &PublicKey,
    message: &'a [u8],
    signature: &'a [u8],
) -> Result<Links<'a>, Error> {
    let mut fields = Fields::new("signature", signature);
    let mut by = key.top;
    fields.fixed("Nspk", key.levels as u32 - 1, 4 + by.params.signature_len())?;
    let mut links = [Link { key: by, message, signature }; MAX_LEVELS];
    for link in &mut links[..key.levels - 1] {
        let signature = fields.take(by.params.signature_len())?;
        // A public key's length is known by its type words.
        let (mut words, least) = (fields, fields.read() + lms::PublicKey::SHORTEST);
        let params = lms::Params::decode(words.word(least)?, words.word(least)?)?;
        let message = fields.take(params.public_key_len())?;
        *link = Link { key: by, message, signature };
        by = lms::PublicKey::decode(message)?;
    }
    let signature = fields.rest(by.params.signature_len())?;
    links[key.levels - 1] = Link { key: by, message, signature };
    Ok(Links { links, count: key.levels })
}
