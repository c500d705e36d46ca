//! Public keys and signatures as bytes (RFC 8391 sections 4.1.7, 4.1.8, 4.2.3; appendix B).

use core::fmt;
use core::marker::PhantomData;

use signer::Error;

use super::family::Family;
use super::params::Params;
use crate::node::N_MAX;

/// A public key: `OID ‖ root ‖ SEED`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey<F: Family> {
    /// The parameter set, of this family.
    pub params: Params,
    root: [u8; N_MAX],
    seed: [u8; N_MAX],
    family: PhantomData<F>,
}

impl<F: Family> PublicKey<F> {
    /// The key with this root and `SEED`, `n` bytes each.
    pub(crate) fn new(params: Params, root: &[u8], seed: &[u8]) -> Self {
        let pad = |bytes: &[u8]| {
            let mut padded = [0; N_MAX];
            padded[..bytes.len()].copy_from_slice(bytes);
            padded
        };
        Self { params, root: pad(root), seed: pad(seed), family: PhantomData }
    }

    /// The root of the tree, or of the top tree, `n` bytes.
    #[must_use]
    pub fn root(&self) -> &[u8] {
        &self.root[..self.params.n()]
    }

    /// `SEED`, `n` bytes.
    #[must_use]
    pub fn seed(&self) -> &[u8] {
        &self.seed[..self.params.n()]
    }

    /// Reads an encoded key of any set of the family. Nothing in it tells XMSS from XMSS^MT: whoever
    /// has it must know.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownType`] for an OID that is none, [`Error::Length`] for a length that is not its
    /// set's, or not even that of the shortest key.
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let what = "public key";
        let Some((oid, rest)) = bytes.split_first_chunk() else {
            return Err(Error::Length { what, expected: 4 + 2 * 24, found: bytes.len() });
        };
        let params = F::params(u32::from_be_bytes(*oid))?;
        if rest.len() != 2 * params.n() {
            return Err(Error::Length { what, expected: 4 + 2 * params.n(), found: bytes.len() });
        }
        let (root, seed) = rest.split_at(params.n());
        Ok(Self::new(params, root, seed))
    }

    /// Writes the key.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn encode(&self) -> alloc::vec::Vec<u8> {
        [&self.params.oid.to_be_bytes()[..], self.root(), self.seed()].concat()
    }
}

impl<F: Family> fmt::Debug for PublicKey<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("PublicKey");
        key.field("set", &format_args!("\"{}\"", self.params))
            .field("root", &self.root())
            .field("seed", &self.seed());
        key.finish()
    }
}

/// A signature: `idx_sig ‖ r`, and for each layer from the bottom up `sig_ots ‖ auth`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature<'a> {
    pub(crate) index: u64,
    /// The randomiser, `n` bytes.
    pub(crate) r: &'a [u8],
    /// `sig_ots ‖ auth` of each layer, `(len + h / d) * n` bytes.
    pub(crate) layers: &'a [u8],
}

impl<'a> Signature<'a> {
    /// Reads a signature of this set.
    pub(crate) fn decode(params: &Params, bytes: &'a [u8]) -> Result<Self, Error> {
        let expected = params.signature_len();
        if bytes.len() != expected {
            return Err(params.length("signature", expected, bytes, Params::signature_len));
        }
        let (index, rest) = bytes.split_at(params.index_len());
        let (r, layers) = rest.split_at(params.n());
        let index = index.iter().fold(0, |index, byte| index << 8 | u64::from(*byte));
        // There is no such leaf.
        if index >> params.h != 0 {
            return Err(Error::BadSignature);
        }
        Ok(Self { index, r, layers })
    }
}
