//! Private keys of every scheme that counts its leaves.

use std::fmt;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::{Encoded, Levels, RANDOMISER, Stateful};
use crate::Options;
use crate::cache::{Reader, Writer};

/// A private key: the secret that its trees follow from, the index of its next signature, and what is
/// kept of its trees.
///
/// Only the top tree is built with the key; trees below it are built with the first signature, or by
/// [`prepare`](Self::prepare). From then on each signature adds a leaf to the tree that will be needed
/// next, so that none has to build a tree.
///
/// An index is used up before anything is signed with it. Whoever stores a key stores its new index
/// before a signature leaves the program ([`encode`](Self::encode)).
pub struct PrivateKey<S: Stateful> {
    levels: Levels<S>,
    public: S::PublicKey,
    indices: Indices,
    /// Encoded.
    public_key: Vec<u8>,
}

impl<S: Stateful> PrivateKey<S> {
    /// Generates a key from what the source gives.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails.
    pub fn generate(
        params: S::Params,
        entropy: &mut dyn Entropy,
        options: &Options,
    ) -> Result<Self, Error> {
        let mut secret = Zeroizing::new(vec![0; S::secret_len(&params)]);
        entropy.fill(&mut secret)?;
        Self::from_secret(params, &secret, options)
    }

    /// The key that a source gives whose bytes are these.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if they are not as many as generating a key takes.
    pub fn from_secret(params: S::Params, secret: &[u8], options: &Options) -> Result<Self, Error> {
        check_length("seed", S::secret_len(&params), secret)?;
        let indices = S::shape(&params).indices(0)?;
        Ok(Self::over(Levels::new(params, secret, 0, options), indices))
    }

    fn over(levels: Levels<S>, indices: Indices) -> Self {
        let public = levels.public();
        let public_key = S::encode_public(&public);
        Self { levels, public, indices, public_key }
    }

    /// Reads a key that [`encode`](Self::encode) wrote. The top tree is computed, and its root
    /// compared.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] and [`Error::Type`] for bytes that are no key of this set, [`Error::Index`]
    /// for an index past the last, [`Error::Corrupt`] for a root that the secret does not give.
    pub fn decode(params: S::Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        Self::decode_with_cache(params, bytes, &[], options).map(|(key, _)| key)
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
        params: S::Params,
        bytes: &[u8],
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, bool), Error> {
        let Encoded { indices, secret, public } = S::decode(&params, bytes)?;
        let shape = S::shape(&params);
        let open = || {
            // Without one there is nothing to make a tree for.
            (!cache.is_empty()).then_some(())?;
            let top = S::top(&params, &secret, options.engines);
            let mut from = Reader::open(&S::encode_public(&public), S::seal(&top), cache)?;
            for code in S::codes(&params) {
                (from.word()? == code).then_some(())?;
            }
            let index = u64::from(from.word()?) << 32 | u64::from(from.word()?);
            (index == shape.standing(index)).then_some(())?;
            let levels = Levels::load(params.clone(), top, index, options, &mut from)?;
            (from.is_at_end() && levels.public() == public).then_some((index, levels))
        };
        let standing = shape.standing(indices.next());
        if let Some((from, mut levels)) = open() {
            levels.seek(from, standing);
            return Ok((Self::over(levels, indices), true));
        }
        let key = Self::over(Levels::new(params, &secret, standing, options), indices);
        if key.public != public {
            return Err(Error::Corrupt { what: "root" });
        }
        Ok((key, false))
    }

    /// What is kept of the trees, for [`decode_with_cache`](Self::decode_with_cache): some bytes more
    /// than [`live_len`](Self::live_len). No secret, and no state: it may be lost or grow old.
    #[must_use]
    pub fn cache(&self) -> Vec<u8> {
        let mut to = Writer::new(&self.public_key);
        S::codes(&self.levels.params).into_iter().for_each(|code| to.word(code));
        let index = self.levels.shape().standing(self.indices.next());
        to.word((index >> 32) as u32);
        to.word(index as u32);
        self.levels.save(&mut to);
        to.seal(S::seal(&self.levels.top().tree))
    }

    /// Bytes of an encoded private key.
    #[must_use]
    pub fn encoded_len(params: &S::Params) -> usize {
        S::encoded_len(params)
    }

    /// Writes the key as it is now, in its scheme's format, with the index of the next signature, or
    /// the number of all when none is left.
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        let top = self.levels.top();
        S::encode(&self.levels.params, &top.tree, top.root(), self.indices.next())
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &S::PublicKey {
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

impl<S: Stateful> signer::PrivateKey for PrivateKey<S> {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(self.encode())
    }
}

impl<S: Stateful> StatefulSigner for PrivateKey<S> {
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
        let mut c = [0; RANDOMISER];
        let c = S::randomiser(levels, randomness, &mut c)?;
        let index = indices.next();
        indices.spend(signature, |signature| {
            signature.reserve_exact(S::signature_len(&levels.params));
            S::sign(levels, index, c, message, signature);
            Ok(())
        })?;
        if indices.remaining() > 0 {
            levels.advance(index);
        }
        Ok(())
    }
}

impl<S: Stateful> fmt::Debug for PrivateKey<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("PrivateKey");
        key.field("public", &self.public).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
