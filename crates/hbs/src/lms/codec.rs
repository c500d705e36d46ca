//! Public keys and signatures as bytes (RFC 8554 sections 4.5, 5.3 and 5.4).

use signer::Error;

use super::ots::{N_MAX, N_MIN};
use super::params::{I_LEN, Params};

/// A public key: `u32(type) ‖ u32(otstype) ‖ I ‖ T[1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey {
    /// The types.
    pub params: Params,
    /// The identifier of the tree.
    pub id: [u8; I_LEN],
    root: [u8; N_MAX],
}

impl PublicKey {
    /// A key with this root, `m` bytes.
    pub(crate) fn new(params: Params, id: [u8; I_LEN], root: &[u8]) -> Self {
        let mut padded = [0; N_MAX];
        padded[..root.len()].copy_from_slice(root);
        Self { params, id, root: padded }
    }

    /// `T[1]`, the root of the tree, `m` bytes.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        &self.root[..self.params.lms.m]
    }

    /// Reads an encoded key of any type.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownType`] for type words that are no pair, [`Error::Length`] for a length that is
    /// not theirs, or, where there are no type words, not even that of the shortest key.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let mut fields = Fields::new("public key", bytes);
        let (lms, ots) = (fields.word(Self::SHORTEST)?, fields.word(Self::SHORTEST)?);
        let params = Params::decode(lms, ots)?;
        if bytes.len() != params.public_key_len() {
            let (expected, found) = (params.public_key_len(), bytes.len());
            return Err(Error::Length { what: "public key", expected, found });
        }
        let (id, root) = fields.bytes.split_at(I_LEN);
        let mut key = Self::new(params, [0; I_LEN], root);
        key.id.copy_from_slice(id);
        Ok(key)
    }

    /// Bytes of the shortest key there is.
    pub(crate) const SHORTEST: usize = 8 + I_LEN + N_MIN;

    /// Writes the key: [`Params::public_key_len`] bytes.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn encode(&self) -> alloc::vec::Vec<u8> {
        let mut bytes = alloc::vec::Vec::with_capacity(self.params.public_key_len());
        bytes.extend(self.params.lms.code.to_be_bytes());
        bytes.extend(self.params.ots.code.to_be_bytes());
        bytes.extend(self.id);
        bytes.extend(self.root());
        bytes
    }
}

/// A signature: `u32(q) ‖ u32(otstype) ‖ C ‖ y[0] ‖ … ‖ y[p-1] ‖ u32(type) ‖ path`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature<'a> {
    /// The leaf's number.
    pub(crate) q: u32,
    /// The randomiser, `n` bytes.
    pub(crate) c: &'a [u8],
    /// The chains' values, `p * n` bytes.
    pub(crate) y: &'a [u8],
    /// The siblings on the way to the root, `h * m` bytes, the leaf's first.
    pub(crate) path: &'a [u8],
}

impl<'a> Signature<'a> {
    /// Reads a signature of this type.
    pub(crate) fn decode(params: &Params, bytes: &'a [u8]) -> Result<Self, Error> {
        let what = "signature";
        let (expected, found) = (params.signature_len(), bytes.len());
        if found != expected {
            return Err(Error::Length { what, expected, found });
        }
        let mut fields = Fields::new(what, bytes);
        let q = fields.word(expected)?;
        fields.fixed("LM-OTS type", params.ots.code, expected)?;
        let (c, rest) = fields.bytes.split_at(params.ots.n);
        let (y, rest) = rest.split_at(params.ots.n * params.ots.p());
        fields.bytes = rest;
        fields.fixed("LMS type", params.lms.code, expected)?;
        // The standard calls a leaf beyond the last an invalid signature.
        if q >> params.lms.h != 0 {
            return Err(Error::BadSignature);
        }
        Ok(Self { q, c, y, path: fields.bytes })
    }
}

/// Bytes that are read from the front.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    what: &'static str,
    /// Bytes that there were.
    found: usize,
    /// Bytes that are left.
    pub(crate) bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    pub(crate) const fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, found: bytes.len(), bytes }
    }

    /// How many have been read.
    pub(crate) const fn read(&self) -> usize {
        self.found - self.bytes.len()
    }

    /// A word. What is read should have been `expected` bytes long, if there is none.
    pub(crate) fn word(&mut self, expected: usize) -> Result<u32, Error> {
        let Some((word, rest)) = self.bytes.split_first_chunk() else {
            return Err(Error::Length { what: self.what, expected, found: self.found });
        };
        self.bytes = rest;
        Ok(u32::from_be_bytes(*word))
    }

    /// A word that must have this value.
    pub(crate) fn fixed(
        &mut self,
        what: &'static str,
        value: u32,
        expected: usize,
    ) -> Result<(), Error> {
        match self.word(expected)? {
            found if found == value => Ok(()),
            found => Err(Error::Type { what, expected: value, found }),
        }
    }

    /// So many bytes.
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], Error> {
        let Some((taken, rest)) = self.bytes.split_at_checked(len) else {
            let (what, expected, found) = (self.what, self.read() + len, self.found);
            return Err(Error::Length { what, expected, found });
        };
        self.bytes = rest;
        Ok(taken)
    }

    /// The rest, which must be so many bytes.
    pub(crate) fn rest(self, len: usize) -> Result<&'a [u8], Error> {
        if self.bytes.len() == len {
            return Ok(self.bytes);
        }
        let (what, expected, found) = (self.what, self.read() + len, self.found);
        Err(Error::Length { what, expected, found })
    }
}
