//! Messages as they are signed: `M'` of FIPS 205 sections 9.2 and 10.2, or `M` itself.

use core::fmt;

use signer::Error;

use super::prehash::PreHash;

/// What is signed: something short, and the rest of it where the caller has it.
///
/// ```text
/// internal, SPHINCS+     M
/// pure                   00 ‖ |ctx| ‖ ctx ‖ M
/// pre-hash               01 ‖ |ctx| ‖ ctx ‖ OID ‖ PH(M)
/// ```
#[derive(Clone, Copy)]
pub struct Message<'a> {
    before: [u8; BEFORE],
    before_len: usize,
    rest: &'a [u8],
}

impl<'a> Message<'a> {
    /// `M` itself: SPHINCS+, and the internal interface (FIPS 205 Alg. 19 and 20).
    #[must_use]
    pub const fn internal(message: &'a [u8]) -> Self {
        Self { before: [0; BEFORE], before_len: 0, rest: message }
    }

    /// `M` with an empty context (FIPS 205 Alg. 22 and 24).
    #[must_use]
    pub const fn plain(message: &'a [u8]) -> Self {
        Self { before: [0; BEFORE], before_len: 2, rest: message }
    }

    /// `M` with a context (FIPS 205 Alg. 22 and 24).
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`] for a context of more than 255 bytes.
    pub fn pure(message: &'a [u8], context: &[u8]) -> Result<Self, Error> {
        let mut pure = Self::plain(message);
        pure.set_context(context)?;
        Ok(pure)
    }

    /// The hash of `message` with a context (FIPS 205 Alg. 23 and 25).
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`] for a context of more than 255 bytes.
    pub fn pre_hash(message: &[u8], context: &[u8], function: PreHash) -> Result<Self, Error> {
        let mut digest = [0; PreHash::LONGEST];
        Self::pre_hashed(function.digest(message, &mut digest), context, function)
    }

    /// A message whose hash is known, with a context (FIPS 205 Alg. 23 and 25).
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`] for a context of more than 255 bytes, [`Error::Length`] for a hash of another
    /// length than the function's.
    pub fn pre_hashed(hash: &[u8], context: &[u8], function: PreHash) -> Result<Self, Error> {
        signer::check_length("hash of the message", function.len(), hash)?;
        let mut hashed = Self::plain(&[]);
        hashed.before[0] = 1;
        hashed.set_context(context)?;
        hashed.push(&function.oid());
        hashed.push(hash);
        Ok(hashed)
    }

    /// What stands before the rest.
    pub(crate) fn before(&self) -> &[u8] {
        &self.before[..self.before_len]
    }

    /// The rest.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Bytes in all.
    #[expect(clippy::len_without_is_empty, reason = "it is no container")]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.before_len + self.rest.len()
    }

    fn set_context(&mut self, context: &[u8]) -> Result<(), Error> {
        let (what, most, found) = ("context", usize::from(u8::MAX), context.len());
        self.before[1] = u8::try_from(found).map_err(|_| Error::TooLong { what, most, found })?;
        self.push(context);
        Ok(())
    }

    fn push(&mut self, bytes: &[u8]) {
        self.before[self.before_len..][..bytes.len()].copy_from_slice(bytes);
        self.before_len += bytes.len();
    }
}

/// Lengths only: a message may be confidential.
impl fmt::Debug for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Message({} bytes)", self.len())
    }
}

/// Bytes of the longest beginning: two, a context, an OID, a hash.
pub(crate) const BEFORE: usize = 2 + u8::MAX as usize + PreHash::OID_LEN + PreHash::LONGEST;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_framed_as_the_standard_says() {
        let parts = |message: Message<'_>| (message.before().to_vec(), message.rest().to_vec());
        assert_eq!(parts(Message::internal(b"M")), (vec![], b"M".to_vec()));
        assert_eq!(parts(Message::plain(b"")), (vec![0, 0], vec![]));
        let pure = Message::pure(b"M", b"ctx").expect("short");
        assert_eq!(parts(pure), (b"\0\x03ctx".to_vec(), b"M".to_vec()));
        assert_eq!(pure.len(), 6);
        let hashed = Message::pre_hash(b"M", b"c", PreHash::Shake128).expect("short");
        let (before, rest) = parts(hashed);
        assert!(rest.is_empty());
        assert_eq!(before[..3], *b"\x01\x01c");
        assert_eq!(before[3..14], [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 11]);
        assert_eq!(before.len(), 3 + 11 + 32);
        assert_eq!(format!("{pure:?}"), "Message(6 bytes)");
    }

    #[test]
    fn contexts_have_255_bytes_at_most() {
        let longest = [7; 255];
        assert!(Message::pure(b"M", &longest).is_ok());
        assert!(Message::pre_hash(b"M", &longest, PreHash::Sha512).is_ok());
        let error = Error::TooLong { what: "context", most: 255, found: 256 };
        assert_eq!(Message::pure(b"M", &[7; 256]).err(), Some(error.clone()));
        assert_eq!(Message::pre_hash(b"M", &[7; 256], PreHash::Sha512).err(), Some(error));
        let wrong = Message::pre_hashed(&[0; 31], b"", PreHash::Sha256);
        assert!(matches!(wrong, Err(Error::Length { expected: 32, found: 31, .. })));
    }
}
