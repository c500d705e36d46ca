//! What a private key keeps beside its index.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes};
use zeroize::Zeroizing;

use super::{Encoded, RANDOMISER, Stateful};
use crate::{Options, WalkKind};

/// What a private key keeps of its trees, with the secret that they follow from. It stands at the index
/// of the key's next signature, and goes on with it.
pub trait Kept<S: Stateful>: Debug + Send + Sized {
    /// What reports say of it.
    fn about(walk: WalkKind) -> &'static str;

    /// Draws what a key is generated from.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails.
    fn draw(params: &S::Params, entropy: &mut dyn Entropy) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut secret = Zeroizing::new(vec![0; S::secret_len(params)]);
        entropy.fill(&mut secret)?;
        Ok(secret)
    }

    /// That of a new key.
    fn generate(params: S::Params, secret: &[u8], options: &Options) -> Self;

    /// The public key.
    fn public(&self) -> S::PublicKey;

    /// Bytes of memory that it takes beside itself.
    fn live_len(&self) -> usize;

    /// Bytes that [`encode`](Self::encode) writes.
    fn encoded_len(params: &S::Params) -> usize;

    /// Writes a key whose next signature has this index.
    fn encode(&self, index: u64) -> SecretBytes;

    /// Reads what [`encode`](Self::encode) wrote.
    ///
    /// # Errors
    ///
    /// [`Error::Length`], [`Error::OtherScheme`] and [`Error::Type`] for bytes that are no such key of
    /// this set, [`Error::Index`] for an index past the last, [`Error::Corrupt`] for what does not
    /// follow from the secret.
    fn decode(params: S::Params, bytes: &[u8], options: &Options)
    -> Result<(Self, Indices), Error>;

    /// A key that is stored without what is kept of it, but perhaps with a [`cache`](Self::cache) of that.
    /// Returns whether the cache could be used.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if it is kept with the key alone, [`Error::Corrupt`] for a public key that
    /// does not follow from the secret.
    fn reopen(
        params: S::Params,
        encoded: Encoded<S>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Self, Indices, bool), Error> {
        let _ = (params, encoded, cache, options);
        Err(Error::unsupported("what this key keeps is a part of it, and no cache"))
    }

    /// It, at this index, for [`reopen`](Self::reopen).
    fn cache(&self, index: u64) -> Vec<u8> {
        let _ = index;
        Vec::new()
    }

    /// Builds what the signature with this index needs and is not there.
    fn build(&mut self, index: u64);

    /// The same, and what would be there by now of what comes next. A panic leaves a key that can
    /// be used.
    fn prepare(&mut self, index: u64);

    /// The randomiser of the next signature, where that is the caller's choice.
    ///
    /// # Errors
    ///
    /// Those of [`Stateful::randomiser`].
    fn randomiser<'c>(
        &self,
        randomness: Randomness<'_>,
        c: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error>;

    /// Writes the signature with this index, for which all is there.
    fn sign(&mut self, index: u64, c: &[u8], message: &[u8], signature: &mut Vec<u8>);

    /// Goes from `index`, which has been used, to the next one, which is not the end.
    ///
    /// # Errors
    ///
    /// [`Error::Corrupt`] for what was decoded and turns out to be wrong now.
    fn advance(&mut self, index: u64) -> Result<(), Error>;

    /// Goes from index `from` to a later one.
    fn seek(&mut self, from: u64, to: u64);
}
