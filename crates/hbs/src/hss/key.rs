//! Private keys (RFC 8554 sections 6.1 and 6.2).

use std::fmt;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::codec::PublicKey;
use super::levels::Levels;
use super::params::Params;
use crate::Options;
use crate::lms::codec::Fields;
use crate::lms::ots::N_MAX;
use crate::lms::params::I_LEN;

/// A private key: the seed of its top tree, the index of its next signature, and what is kept of its
/// trees.
///
/// Only the top tree is built with the key; the trees below are built with the first signature, or by
/// [`prepare`](Self::prepare). From then on each signature adds a leaf to the tree that will be needed
/// next, so that none has to build a tree.
///
/// An index is used up before anything is signed with it. Whoever stores a key stores its new index
/// before a signature leaves the program ([`encode`](Self::encode)).
pub struct PrivateKey {
    levels: Levels,
    public: PublicKey,
    indices: Indices,
    /// Encoded.
    public_key: Vec<u8>,
}

impl PrivateKey {
    /// Generates a key from `SEED`, `n` bytes, and then `I` that the source gives.
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
        let seed = &mut seed[..params.levels()[0].ots.n];
        let mut id = [0; I_LEN];
        entropy.fill(seed)?;
        entropy.fill(&mut id)?;
        Self::from_seed(params, id, seed, options)
    }

    /// The key whose top tree `SEED`, `n` bytes, and `I` give.
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
        check_length("seed", params.levels()[0].ots.n, seed)?;
        let indices = Indices::new(0, params.end())?;
        Ok(Self::at(params, id, seed, indices, options))
    }

    fn at(
        params: Params,
        id: [u8; I_LEN],
        seed: &[u8],
        indices: Indices,
        options: &Options,
    ) -> Self {
        let count = params.levels().len();
        // A key that is used up stands at its last index, which will not sign.
        let index = params.end().map_or(indices.next(), |end| indices.next().min(end - 1));
        let levels = Levels::new(params, id, seed, index, options);
        let public = PublicKey::new(count, *levels.top().public());
        let public_key = public.encode();
        Self { levels, public, indices, public_key }
    }

    /// Reads a key that [`encode`](Self::encode) wrote. The top tree is computed, and its root
    /// compared.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] and [`Error::Type`] for bytes that are no key of these levels,
    /// [`Error::Index`] for an index past the last, [`Error::Corrupt`] for a root that the seed does
    /// not give.
    pub fn decode(params: Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let expected = Self::encoded_len(&params);
        check_length("private key", expected, bytes)?;
        let mut fields = Fields::new("private key", bytes);
        fields.fixed("L", params.levels().len() as u32, expected)?;
        for level in params.levels() {
            fields.fixed("LMS type", level.lms.code, expected)?;
            fields.fixed("LM-OTS type", level.ots.code, expected)?;
        }
        let (high, low) = (fields.word(expected)?, fields.word(expected)?);
        let indices = Indices::new(u64::from(high) << 32 | u64::from(low), params.end())?;
        let (id, rest) = fields.bytes.split_at(I_LEN);
        let (seed, root) = rest.split_at(params.levels()[0].ots.n);
        let mut array = [0; I_LEN];
        array.copy_from_slice(id);
        let key = Self::at(params, array, seed, indices, options);
        if key.public.top().root() != root {
            return Err(Error::Corrupt { what: "root of the top tree" });
        }
        Ok(key)
    }

    /// Bytes of an encoded private key.
    #[must_use]
    pub fn encoded_len(params: &Params) -> usize {
        let top = params.levels()[0];
        4 + 8 * params.levels().len() + 8 + I_LEN + top.ots.n + top.lms.m
    }

    /// Writes the key as it is now: `u32(L)`, for each level `u32(type) ‖ u32(otstype)`, then
    /// `u64(index) ‖ I ‖ SEED ‖ T[1]` of the top tree, where the index is that of the next signature,
    /// or the number of all when none is left.
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        let params = self.levels.params();
        let tree = self.levels.top().tree();
        let mut bytes = Vec::with_capacity(Self::encoded_len(params));
        bytes.extend((params.levels().len() as u32).to_be_bytes());
        for level in params.levels() {
            bytes.extend(level.lms.code.to_be_bytes());
            bytes.extend(level.ots.code.to_be_bytes());
        }
        bytes.extend(self.indices.next().to_be_bytes());
        bytes.extend(tree.id);
        bytes.extend(tree.seed.expose());
        bytes.extend(self.public.top().root());
        SecretBytes::new(bytes)
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &PublicKey {
        &self.public
    }

    /// Bytes of memory that the key takes beside itself.
    #[must_use]
    pub fn live_len(&self) -> usize {
        self.levels.live_len()
    }

    /// Builds the trees that the next signature needs, if they are not there: after generating, loading
    /// and skipping, the next signature would.
    pub fn prepare(&mut self) {
        if self.indices.remaining() > 0 {
            self.levels.complete(self.indices.next());
        }
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
        let Self { levels, indices, .. } = self;
        let from = indices.next();
        indices.skip_to(index, || {
            levels.seek(from, index);
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
        self.prepare();
        let Self { levels, indices, .. } = self;
        let mut c = [0; N_MAX];
        let c = levels.bottom().randomiser(randomness, &mut c)?;
        let index = indices.next();
        indices.spend(signature, |signature| {
            signature.reserve_exact(levels.params().signature_len());
            signature.extend((levels.params().levels().len() as u32 - 1).to_be_bytes());
            levels.chains().for_each(|chain| signature.extend_from_slice(chain));
            let start = signature.len();
            signature.resize(levels.params().signature_len(), 0);
            levels.bottom().sign(c, message, &mut signature[start..]);
            Ok(())
        })?;
        if indices.remaining() > 0 {
            levels.advance(index);
        }
        Ok(())
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("PrivateKey");
        key.field("public", &self.public).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
