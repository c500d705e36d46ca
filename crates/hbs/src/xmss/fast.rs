//! Private keys that keep what the reference code's fast keys keep: of each tree the [BDS](crate::walk)
//! state, and the signatures of roots. A signature takes up to `h / 2` leaves.
//!
//! They sign as all other keys do. Their encoding is the reference code's, byte for byte after each
//! signature, but for the last: here a key's last leaf signs, and its state stays.

mod codec;
mod states;

use std::fmt;
use std::sync::Arc;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::address::Address;
use super::codec::PublicKey;
use super::family::Family;
use super::params::Params;
use super::tree::{Secrets, XmssTree};
use crate::Options;
use crate::stateful::Stateful;
use crate::workers::Workers;

pub(crate) use states::{States, Trees};

/// A private key with BDS states. See [`PrivateKey`](crate::PrivateKey) for the keys that sign faster.
///
/// An index is used up before anything is signed with it. Whoever stores a key stores its new index
/// before a signature leaves the program ([`encode`](Self::encode)).
pub struct FastKey<F: Family> {
    secrets: Arc<Secrets>,
    public: PublicKey<F>,
    indices: Indices,
    states: States,
    workers: Workers,
    /// Encoded.
    public_key: Vec<u8>,
}

impl<F: Family> FastKey<F> {
    /// Generates a key from what the source gives: first `SK_SEED ‖ SK_PRF`, then `SEED`, as the
    /// reference code draws them for its fast keys.
    ///
    /// # Errors
    ///
    /// [`Error::Entropy`] if the source fails.
    pub fn generate(
        params: Params,
        entropy: &mut dyn Entropy,
        options: &Options,
    ) -> Result<Self, Error> {
        let mut seeds = Zeroizing::new(vec![0; 3 * params.n()]);
        let (secret, seed) = seeds.split_at_mut(2 * params.n());
        entropy.fill(secret)?;
        entropy.fill(seed)?;
        Self::from_secret(params, &seeds, options)
    }

    /// The key that `SK_SEED ‖ SK_PRF ‖ SEED` give.
    ///
    /// # Errors
    ///
    /// [`Error::Length`] if they are not `3 n` bytes.
    pub fn from_secret(params: Params, seeds: &[u8], options: &Options) -> Result<Self, Error> {
        check_length("seed", 3 * params.n(), seeds)?;
        let secrets = Arc::new(Secrets::new(params, seeds, options.engines));
        let (states, root) = States::at(&secrets, &params, 0, &options.workers);
        let public = PublicKey::new(params, &root, secrets.seed());
        let indices = F::shape(&params).indices(0)?;
        let (public_key, workers) = (public.encode(), options.workers.clone());
        Ok(Self { secrets, public, indices, states, workers, public_key })
    }

    /// The public key.
    #[must_use]
    pub const fn public(&self) -> &PublicKey<F> {
        &self.public
    }

    fn tree(&self, layer: u32, tree: u64) -> XmssTree {
        XmssTree::new(self.secrets.clone(), Address { layer, tree })
    }
}

impl<F: Family> signer::PrivateKey for FastKey<F> {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(self.encode())
    }
}

impl<F: Family> StatefulSigner for FastKey<F> {
    fn index(&self) -> u64 {
        self.indices.next()
    }

    fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { public, indices, states, secrets, workers, .. } = self;
        indices.skip_to(index, || {
            (*states, _) = States::at(secrets, &public.params, index, workers);
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
        if let Randomness::Given(_) = randomness {
            return Err(Error::unsupported("XMSS derives its randomiser"));
        }
        let Self { secrets, public, indices, states, .. } = self;
        let (index, last) = (indices.next(), indices.remaining() == 1);
        // Spent in the key itself: nothing that goes wrong in there gives the index back.
        indices.spend(signature, |signature| {
            signature.reserve_exact(public.params.signature_len());
            states.sign(secrets, public.root(), index, message, signature);
            if last { Ok(()) } else { states.advance(secrets, &public.params, index) }
        })
    }
}

impl<F: Family> fmt::Debug for FastKey<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("FastKey");
        key.field("public", &self.public).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
