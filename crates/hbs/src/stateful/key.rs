//! Private keys of every scheme that counts its leaves.

use alloc::vec::Vec;
use core::fmt;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};

use super::{Kept, Levels, RANDOMISER, Stateful};
use crate::Options;

/// A private key: the secret that its trees follow from, the index of its next signature, and what is
/// kept of its trees.
///
/// Only the top tree is built with the key, unless what is kept are the reference code's states; trees
/// below it are built with the first signature, or by [`prepare`](StatefulSigner::prepare). From then on
/// each signature adds a leaf to the tree that will be needed next, so that none has to build a tree.
/// After loading and skipping, leaves of that tree are missing: the signatures that are left before it
/// is needed share them out, unless the key is prepared.
///
/// An index is used up before anything is signed with it. Whoever stores a key stores its new index
/// before a signature leaves the program ([`encode`](Self::encode)).
pub struct PrivateKey<S: Stateful, K: Kept<S> = Levels<S>> {
    pub(super) kept: K,
    public: S::PublicKey,
    pub(super) indices: Indices,
    /// Encoded.
    public_key: Vec<u8>,
}

impl<S: Stateful, K: Kept<S>> PrivateKey<S, K> {
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
        let secret = K::draw(&params, entropy)?;
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
        Ok(Self::over(K::generate(params, secret, options), indices))
    }

    pub(super) fn over(kept: K, indices: Indices) -> Self {
        let public = kept.public();
        let public_key = S::encode_public(&public);
        Self { kept, public, indices, public_key }
    }

    /// Reads a key that [`encode`](Self::encode) wrote. The top tree is computed, and its root
    /// compared; of what is encoded with the key every number is checked, and that the next signature
    /// leads to the root.
    ///
    /// # Errors
    ///
    /// [`Error::Length`], [`Error::OtherScheme`] and [`Error::Type`] for bytes that are no key of this
    /// set, [`Error::Index`] for an index past the last, [`Error::Corrupt`] for a root that the secret
    /// does not give, or for counters or nodes that no key has.
    pub fn decode(params: S::Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let (kept, indices) = K::decode(params, bytes, options)?;
        Ok(Self::over(kept, indices))
    }

    /// Bytes of an encoded private key.
    #[must_use]
    pub fn encoded_len(params: &S::Params) -> usize {
        K::encoded_len(params)
    }

    /// Writes the key as it is now, in its scheme's format, with the index of the next signature, or
    /// the number of all when none is left.
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        self.kept.encode(self.indices.next())
    }

    /// Bytes of memory that the key takes beside itself, now: a key that has been prepared takes more.
    /// Threads are not the key's.
    #[must_use]
    pub fn live_len(&self) -> usize {
        self.kept.live_len() + self.public_key.capacity()
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &S::PublicKey {
        &self.public
    }
}

impl<S: Stateful, K: Kept<S>> signer::PrivateKey for PrivateKey<S, K> {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(self.encode())
    }
}

impl<S: Stateful, K: Kept<S>> StatefulSigner for PrivateKey<S, K> {
    fn index(&self) -> u64 {
        self.indices.next()
    }

    fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    /// From then on each signature costs what it would have, had the key signed with every index
    /// before.
    fn prepare(&mut self) -> Result<(), Error> {
        self.indices.check_sound()?;
        if self.indices.remaining() > 0 {
            self.kept.prepare(self.indices.next());
        }
        Ok(())
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { kept, indices, .. } = self;
        let from = indices.next();
        indices.skip_to(index, || {
            kept.seek(from, index);
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
        let Self { kept, indices, .. } = self;
        kept.build(indices.next());
        let mut c = [0; RANDOMISER];
        let c = kept.randomiser(randomness, &mut c)?;
        let (index, last) = (indices.next(), indices.remaining() == 1);
        indices.spend(signature, |signature| {
            kept.sign(index, c, message, signature);
            if last { Ok(()) } else { kept.advance(index) }
        })
    }
}

impl<S: Stateful, K: Kept<S>> fmt::Debug for PrivateKey<S, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("PrivateKey");
        key.field("public", &self.public).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
