//! Private keys (RFC 8554 section 5.2): generated, kept, and signing (sections 4.5 and 5.4.1).

use std::fmt;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::codec::{Fields, PublicKey};
use super::leaves::Leaves;
use super::ots::N_MAX;
use super::params::{I_LEN, Params};
use super::tree::{LmsTree, Seed};
use crate::Options;

/// A private key: the seed of a tree, the index of its next leaf, and what is kept of the tree.
///
/// An index is used up before anything is signed with it. Whoever stores a key stores its new index
/// before a signature leaves the program ([`encode`](Self::encode)).
pub struct PrivateKey {
    leaves: Leaves,
    indices: Indices,
    /// Encoded.
    public_key: Vec<u8>,
}

impl PrivateKey {
    /// Generates a key from `I` and `SEED` that the source gives, in the order of the standard's
    /// appendix A: first `SEED`, `n` bytes, then `I`.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails.
    pub fn generate(
        params: Params,
        entropy: &mut dyn Entropy,
        options: &Options,
    ) -> Result<Self, Error> {
        let mut seed = Zeroizing::new([0; N_MAX]);
        let seed = &mut seed[..params.ots.n];
        let mut id = [0; I_LEN];
        entropy.fill(seed)?;
        entropy.fill(&mut id)?;
        Self::from_seed(params, id, seed, options)
    }

    /// The key that `SEED`, `n` bytes, and `I` give (RFC 8554 appendix A).
    ///
    /// # Errors
    ///
    /// [`Error::Length`] for a seed of another length.
    pub fn from_seed(
        params: Params,
        id: [u8; I_LEN],
        seed: &[u8],
        options: &Options,
    ) -> Result<Self, Error> {
        check_length("seed", params.ots.n, seed)?;
        Ok(Self::at(params, id, seed, 0, options))
    }

    /// The key whose next leaf is `q`, at most `2^h`.
    fn at(params: Params, id: [u8; I_LEN], seed: &[u8], q: u32, options: &Options) -> Self {
        let tree = LmsTree::new(options.cpu.engines(), params, id, Seed::new(seed));
        let end = 1 << params.lms.h;
        // A key that is used up stands at its last leaf, which will not sign.
        let leaves = Leaves::new(tree, q.min(end - 1), options.walk, &options.workers);
        let indices = Indices::new(q.into(), Some(end.into()));
        let indices = indices.expect("the caller has checked the index");
        let public_key = leaves.public().encode();
        Self { leaves, indices, public_key }
    }

    /// Reads a key that [`encode`](Self::encode) wrote. The tree is computed, and its root compared.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] and [`Error::Type`] for bytes that are no key of this type, [`Error::Index`]
    /// for an index past the last, [`Error::Corrupt`] for a root that the seed does not give.
    pub fn decode(params: Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let expected = Self::encoded_len(&params);
        check_length("private key", expected, bytes)?;
        let mut fields = Fields::new("private key", bytes);
        fields.fixed("LMS type", params.lms.code, expected)?;
        fields.fixed("LM-OTS type", params.ots.code, expected)?;
        let q = fields.word(expected)?;
        Indices::new(q.into(), Some(1 << params.lms.h))?;
        let (id, rest) = fields.bytes.split_at(I_LEN);
        let (seed, root) = rest.split_at(params.ots.n);
        let mut array = [0; I_LEN];
        array.copy_from_slice(id);
        let key = Self::at(params, array, seed, q, options);
        if key.public().root() != root {
            return Err(Error::Corrupt { what: "root of the tree" });
        }
        Ok(key)
    }

    /// Bytes of an encoded private key.
    #[must_use]
    pub const fn encoded_len(params: &Params) -> usize {
        12 + I_LEN + params.ots.n + params.lms.m
    }

    /// Writes the key as it is now: `u32(type) ‖ u32(otstype) ‖ u32(q) ‖ I ‖ SEED ‖ T[1]`, where `q` is
    /// the next leaf, and `2^h` when none is left.
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        let (tree, public) = (self.leaves.tree(), self.public());
        let params = &public.params;
        let mut bytes = Vec::with_capacity(Self::encoded_len(params));
        bytes.extend(params.lms.code.to_be_bytes());
        bytes.extend(params.ots.code.to_be_bytes());
        // At most 2^25.
        bytes.extend((self.indices.next() as u32).to_be_bytes());
        bytes.extend(tree.id);
        bytes.extend(tree.seed.expose());
        bytes.extend(public.root());
        SecretBytes::new(bytes)
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &PublicKey {
        self.leaves.public()
    }

    /// Bytes of memory that the key takes beside itself.
    #[must_use]
    pub fn live_len(&self) -> usize {
        self.leaves.live_len()
    }
}

impl signer::PrivateKey for PrivateKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(self.encode())
    }
}

impl StatefulSigner for PrivateKey {
    fn index(&self) -> u64 {
        self.indices.next()
    }

    fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { leaves, indices, .. } = self;
        indices.skip_to(index, || {
            // Below 2^h.
            leaves.seek(index as u32);
            Ok(())
        })
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        self.indices.check_left()?;
        let Self { leaves, indices, .. } = self;
        let mut c = [0; N_MAX];
        let c = leaves.randomiser(randomness, &mut c)?;
        indices.spend(signature, |signature| {
            signature.resize(leaves.public().params.signature_len(), 0);
            leaves.sign(c, message, signature);
            leaves.step();
            Ok(())
        })
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("PrivateKey");
        key.field("public", self.public()).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
