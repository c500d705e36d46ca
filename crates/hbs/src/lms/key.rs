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
use crate::cache::{Reader, Writer};

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
        let tree = LmsTree::new(options.engines, params, id, Seed::new(seed));
        let leaves = Leaves::new(tree, leaf(&params, q), options.walk, &options.workers);
        Self::over(leaves, q)
    }

    /// The key with these leaves whose next leaf is `q`, at most `2^h`.
    fn over(leaves: Leaves, q: u32) -> Self {
        let indices = Indices::new(q.into(), Some(1 << leaves.public().params.lms.h));
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
        let Encoded { q, id, seed, root } = Encoded::read(&params, bytes)?;
        let key = Self::at(params, id, seed, q, options);
        if key.public().root() != root {
            return Err(Error::Corrupt { what: "root of the tree" });
        }
        Ok(key)
    }

    /// Reads a key as [`decode`](Self::decode) does, but takes from a [`cache`](Self::cache) of it what
    /// is kept of the tree. Returns whether it could: a cache that is of another key, walk or version,
    /// or that was changed, is left alone.
    ///
    /// The cache need not be of the same index, but one that is older, or newer, saves less.
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Self::decode).
    pub fn decode_with_cache(
        params: Params,
        bytes: &[u8],
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, bool), Error> {
        let Encoded { q, id, seed, root } = Encoded::read(&params, bytes)?;
        let public = PublicKey::new(params, id, root);
        let open = || {
            let mut reader = Reader::open(&public.encode(), seed, cache)?;
            let tree = LmsTree::new(options.engines, params, id, Seed::new(seed));
            let leaves = Leaves::load(tree, options.walk, &options.workers, &mut reader)?;
            (reader.is_at_end() && *leaves.public() == public).then_some(leaves)
        };
        let Some(mut leaves) = open() else {
            return Ok((Self::decode(params, bytes, options)?, false));
        };
        leaves.seek(leaf(&params, q));
        Ok((Self::over(leaves, q), true))
    }

    /// What is kept of the tree, for [`decode_with_cache`](Self::decode_with_cache): some bytes more
    /// than [`live_len`](Self::live_len). No secret, and no state: it may be lost or grow old.
    #[must_use]
    pub fn cache(&self) -> Vec<u8> {
        let mut writer = Writer::new(&self.public_key);
        self.leaves.save(&mut writer);
        writer.seal(self.leaves.tree().seed.expose())
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

/// The fields of an encoded key that have been checked, but for the root.
struct Encoded<'a> {
    q: u32,
    id: [u8; I_LEN],
    seed: &'a [u8],
    root: &'a [u8],
}

impl<'a> Encoded<'a> {
    fn read(params: &Params, bytes: &'a [u8]) -> Result<Self, Error> {
        let expected = PrivateKey::encoded_len(params);
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
        Ok(Self { q, id: array, seed, root })
    }
}

/// Where a key stands whose next leaf is `q`: one that is used up at its last leaf, which will not sign.
fn leaf(params: &Params, q: u32) -> u32 {
    q.min((1 << params.lms.h) - 1)
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
