//! What is kept of trees, saved beside a private key and loaded with it.

use alloc::vec::Vec;

use signer::{Error, Indices, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::{Encoded, Kept, Levels, PrivateKey, Stateful};
use crate::Options;
use crate::cache::{Reader, Writer};

/// A key that can say what it keeps of its trees.
pub trait CachedSigner: StatefulSigner {
    /// What is kept of the trees, for [`Native::reopen`](crate::Native::reopen): no secret, and no state. It
    /// may be lost or grow old.
    fn cache(&self) -> Vec<u8>;
}

impl<S: Stateful, K: Kept<S>> CachedSigner for PrivateKey<S, K> {
    fn cache(&self) -> Vec<u8> {
        self.kept.cache(self.indices.next())
    }
}

/// What is stored of a key whose index is counted elsewhere.
#[derive(Clone, Copy)]
pub struct Stored<'a> {
    /// The standard's seed that it was generated from.
    pub seed: &'a [u8],
    /// Its public key, encoded; none if it is a new key.
    pub public_key: Option<&'a [u8]>,
    /// That of its next signature.
    pub index: u64,
}

impl core::fmt::Debug for Stored<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Stored").field("index", &self.index).finish_non_exhaustive()
    }
}

impl<S: Stateful, K: Kept<S>> PrivateKey<S, K> {
    /// The key that is stored, with what a [`cache`](CachedSigner::cache) of it has. Returns whether that
    /// could be used, as [`decode_with_cache`](PrivateKey::decode_with_cache) does.
    pub(super) fn reopen(
        params: S::Params,
        stored: &Stored<'_>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, bool), Error> {
        check_length("seed", S::secret_len(&params), stored.seed)?;
        let indices = S::shape(&params).indices(stored.index)?;
        let Some(public_key) = stored.public_key else {
            let mut key = Self::from_secret(params, stored.seed, options)?;
            key.skip_to(stored.index)?;
            return Ok((key, false));
        };
        let secret = Zeroizing::new(stored.seed.to_vec());
        let encoded = Encoded { indices, secret, public: S::decode_public(public_key)? };
        let (kept, indices, used) = K::reopen(params, encoded, cache, options)?;
        Ok((Self::over(kept, indices), used))
    }
}

impl<S: Stateful> PrivateKey<S> {
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
        let (levels, indices, used) = Levels::decode_with_cache(params, bytes, cache, options)?;
        Ok((Self::over(levels, indices), used))
    }

    /// What is kept of the trees, for [`decode_with_cache`](Self::decode_with_cache): fewer bytes than
    /// [`live_len`](Self::live_len), most often. No secret, and no state: it may be lost or grow old.
    #[must_use]
    pub fn cache(&self) -> Vec<u8> {
        self.kept.save_all(self.indices.next())
    }
}

impl<S: Stateful> Levels<S> {
    /// What an encoded key keeps: from the cache, if that is of this key, which is told; else its top is
    /// computed, and the root compared.
    pub(super) fn decode_with_cache(
        params: S::Params,
        bytes: &[u8],
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, Indices, bool), Error> {
        let encoded = S::decode(&params, bytes)?;
        Self::from_encoded(params, encoded, cache, options)
    }

    /// The same of a key that is decoded.
    pub(super) fn from_encoded(
        params: S::Params,
        encoded: Encoded<S>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, Indices, bool), Error> {
        let Encoded { indices, secret, public } = encoded;
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
            let levels = Self::load(params.clone(), top, index, options, &mut from)?;
            (from.is_at_end() && levels.public() == public).then_some((index, levels))
        };
        let standing = shape.standing(indices.next());
        if let Some((from, mut levels)) = open() {
            levels.seek(from, standing);
            return Ok((levels, indices, true));
        }
        let levels = Self::new(params, &secret, standing, options);
        if levels.public() == public {
            Ok((levels, indices, false))
        } else {
            Err(Error::Corrupt { what: "root" })
        }
    }

    /// Of a key whose next signature has this index.
    pub(super) fn save_all(&self, index: u64) -> Vec<u8> {
        let mut to = Writer::new(&S::encode_public(&self.public()));
        S::codes(&self.params).into_iter().for_each(|code| to.word(code));
        let index = self.shape().standing(index);
        to.word((index >> 32) as u32);
        to.word(index as u32);
        self.save(&mut to);
        to.seal(S::seal(&self.top().tree))
    }
}
