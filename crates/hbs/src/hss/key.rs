//! Private keys (RFC 8554 sections 6.1 and 6.2).

use std::fmt;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::codec::PublicKey;
use super::levels::Levels;
use super::params::Params;
use crate::Options;
use crate::cache::{Reader, Writer};
use crate::lms;
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
        let index = standing(&params, &indices);
        Self::over(Levels::new(params, id, seed, index, options), indices)
    }

    fn over(levels: Levels, indices: Indices) -> Self {
        let public = PublicKey::new(levels.params().levels().len(), *levels.top().public());
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
        let Encoded { indices, id, seed, root } = Encoded::read(&params, bytes)?;
        let key = Self::at(params, id, seed, indices, options);
        if key.public.top().root() != root {
            return Err(Error::Corrupt { what: "root of the top tree" });
        }
        Ok(key)
    }

    /// Reads a key as [`decode`](Self::decode) does, but takes from a [`cache`](Self::cache) of it what
    /// is kept of its trees. Returns whether it could: a cache that is of another key, walk or version,
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
        let Encoded { indices, id, seed, root } = Encoded::read(&params, bytes)?;
        let top = lms::PublicKey::new(params.levels()[0], id, root);
        let public = PublicKey::new(params.levels().len(), top);
        let open = || {
            let mut from = Reader::open(&public.encode(), seed, cache)?;
            for level in params.levels() {
                let codes = (from.word()?, from.word()?);
                (codes == (level.lms.code, level.ots.code)).then_some(())?;
            }
            let index = u64::from(from.word()?) << 32 | u64::from(from.word()?);
            params.end().is_none_or(|end| index < end).then_some(())?;
            let levels = Levels::load(params.clone(), id, seed, index, options, &mut from)?;
            (from.is_at_end() && *levels.top().public() == top).then_some((index, levels))
        };
        let Some((from, mut levels)) = open() else {
            return Ok((Self::decode(params, bytes, options)?, false));
        };
        levels.seek(from, standing(&params, &indices));
        Ok((Self::over(levels, indices), true))
    }

    /// What is kept of the trees, for [`decode_with_cache`](Self::decode_with_cache): some bytes more
    /// than [`live_len`](Self::live_len). No secret, and no state: it may be lost or grow old.
    #[must_use]
    pub fn cache(&self) -> Vec<u8> {
        let mut to = Writer::new(&self.public_key);
        let params = self.levels.params();
        for level in params.levels() {
            to.word(level.lms.code);
            to.word(level.ots.code);
        }
        let index = standing(params, &self.indices);
        to.word((index >> 32) as u32);
        to.word(index as u32);
        self.levels.save(&mut to);
        to.seal(self.levels.top().tree().seed.expose())
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

/// The fields of an encoded key that have been checked, but for the root.
struct Encoded<'a> {
    indices: Indices,
    id: [u8; I_LEN],
    seed: &'a [u8],
    root: &'a [u8],
}

impl<'a> Encoded<'a> {
    fn read(params: &Params, bytes: &'a [u8]) -> Result<Self, Error> {
        let expected = PrivateKey::encoded_len(params);
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
        Ok(Self { indices, id: array, seed, root })
    }
}

/// Where a key stands: one that is used up at its last index, which will not sign.
fn standing(params: &Params, indices: &Indices) -> u64 {
    params.end().map_or(indices.next(), |end| indices.next().min(end - 1))
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
