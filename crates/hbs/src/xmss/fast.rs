//! Private keys that keep what the reference code's fast keys keep: of each tree the [BDS](crate::walk)
//! state, and the signatures of roots. A signature takes up to `h / 2` leaves.
//!
//! They sign as all other keys do. Their encoding is the reference code's, byte for byte after each
//! signature, but for the last: here a key's last leaf signs, and its state stays.

mod codec;
mod states;

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes};
use zeroize::Zeroizing;

use super::address::Address;
use super::codec::PublicKey;
use super::family::Family;
use super::key::no_randomiser;
use super::params::Params;
use super::tree::{Secrets, XmssTree};
use crate::stateful::{Kept, RANDOMISER};
use crate::workers::Workers;
use crate::{Options, WalkKind};

pub(crate) use states::{States, Trees};

/// A private key with BDS states. It signs more slowly than those that keep
/// [levels](crate::PrivateKey), and takes less memory.
pub type FastKey<F> = crate::PrivateKey<F, BdsStates<F>>;

/// What a [`FastKey`] keeps.
#[derive(Debug)]
pub struct BdsStates<F: Family> {
    secrets: Arc<Secrets>,
    public: PublicKey<F>,
    states: States,
    workers: Workers,
}

impl<F: Family> BdsStates<F> {
    fn tree(&self, layer: u32, tree: u64) -> XmssTree {
        XmssTree::new(self.secrets.clone(), Address { layer, tree })
    }
}

impl<F: Family> Kept<F> for BdsStates<F> {
    fn about(_: WalkKind) -> &'static str {
        "keeps the reference code's BDS state"
    }

    /// First `SK_SEED ‖ SK_PRF`, then `SEED`, as the reference code draws them for its fast keys.
    fn draw(params: &Params, entropy: &mut dyn Entropy) -> Result<Zeroizing<Vec<u8>>, Error> {
        let mut seeds = Zeroizing::new(vec![0; 3 * params.n()]);
        let (secret, seed) = seeds.split_at_mut(2 * params.n());
        entropy.fill(secret)?;
        entropy.fill(seed)?;
        Ok(seeds)
    }

    fn generate(params: Params, seeds: &[u8], options: &Options) -> Self {
        let secrets = Arc::new(Secrets::new(params, seeds, options.engines));
        let (states, root) = States::at(&secrets, &params, 0, &options.workers);
        let public = PublicKey::new(params, &root, secrets.seed());
        Self { secrets, public, states, workers: options.workers.clone() }
    }

    fn public(&self) -> PublicKey<F> {
        self.public
    }

    fn encoded_len(params: &Params) -> usize {
        codec::encoded_len::<F>(params)
    }

    fn live_len(&self) -> usize {
        self.secrets.live_len() + self.states.live_len()
    }

    fn encode(&self, index: u64) -> SecretBytes {
        self.write(index)
    }

    fn decode(params: Params, bytes: &[u8], options: &Options) -> Result<(Self, Indices), Error> {
        Self::read(params, bytes, options)
    }

    fn build(&mut self, _: u64) {}

    fn prepare(&mut self, _: u64) {}

    fn randomiser<'c>(
        &self,
        randomness: Randomness<'_>,
        _: &'c mut [u8; RANDOMISER],
    ) -> Result<&'c [u8], Error> {
        no_randomiser(&randomness)
    }

    fn sign(&mut self, index: u64, _: &[u8], message: &[u8], signature: &mut Vec<u8>) {
        let Self { secrets, public, states, .. } = self;
        signature.reserve_exact(public.params.signature_len());
        states.sign(secrets, public.root(), index, message, signature);
    }

    fn advance(&mut self, index: u64) -> Result<(), Error> {
        let Self { secrets, public, states, .. } = self;
        states.advance(secrets, &public.params, index)
    }

    fn seek(&mut self, _: u64, to: u64) {
        let Self { secrets, public, states, workers } = self;
        (*states, _) = States::at(secrets, &public.params, to, workers);
    }
}
