//! Private keys that keep what the reference code's fast keys keep: of each tree the [BDS](crate::walk)
//! state, and the signatures of roots. A signature takes up to `h / 2` leaves.
//!
//! They sign as all other keys do. Their encoding is the reference code's, byte for byte after each
//! signature, but for the last: here a key's last leaf signs, and its state stays.

mod codec;

use std::fmt;
use std::sync::Arc;

use signer::{Entropy, Error, Indices, Randomness, SecretBytes, StatefulSigner, check_length};
use zeroize::Zeroizing;

use super::address::Address;
use super::codec::{N_MAX, PublicKey};
use super::family::Family;
use super::params::Params;
use super::tree::{Secrets, XmssTree};
use crate::Options;
use crate::stateful::Stateful;
use crate::tree::scratch_of_one;
use crate::walk::Bds;
use crate::workers::Workers;

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

/// What is kept, layer by layer from the bottom.
#[derive(Debug)]
struct States {
    /// Of the tree in use.
    current: Vec<Bds>,
    /// Of the tree that comes next, below the top.
    next: Vec<Bds>,
    /// The one-time signature of the root of the tree in use by the layer above, below the top.
    signed: Vec<Vec<u8>>,
    /// For a leaf.
    scratch: Zeroizing<Vec<u8>>,
}

impl States {
    /// What a key keeps whose next signature has this index; and the root. At the first index it is
    /// what the reference code begins with; at others the next trees are there.
    fn at(secrets: &Arc<Secrets>, index: u64, workers: &Workers) -> (Self, Vec<u8>) {
        let params = secrets.params;
        let (height, n, d) = (params.layer_height(), params.n(), params.d);
        let tree = |layer, tree| XmssTree::new(secrets.clone(), Address { layer, tree });
        let mut states = Self {
            current: Vec::new(),
            next: Vec::new(),
            signed: Vec::new(),
            scratch: scratch_of_one(&tree(0, 0)),
        };
        let mut root = Vec::new();
        for layer in 0..d {
            let at = index >> (layer * height);
            let (number, leaf) = (at >> height, (at & ((1 << height) - 1)) as u32);
            let mut current = tree(layer, number);
            if layer > 0 {
                let mut signature = vec![0; params.wots_len() * n];
                current.sign_hash(leaf, &root, &mut signature);
                states.signed.push(signature);
            }
            let (state, top) = Bds::new(&current, height, leaf, workers);
            states.current.push(state);
            root = top;
            let last = number + 1 == params.trees(layer);
            states.next.push(match index > 0 && !last {
                true => Bds::grown(&tree(layer, number + 1), height, workers),
                false => Bds::empty(n, height),
            });
        }
        // The top has none.
        states.next.pop();
        (states, root)
    }
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
        let (states, root) = States::at(&secrets, 0, &options.workers);
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

    /// Writes the signature with this index.
    fn write(&self, index: u64, message: &[u8], signature: &mut Vec<u8>) {
        let params = self.public.params;
        let (n, height) = (params.n(), params.layer_height());
        let (mut r, mut hash) = ([0; N_MAX], [0; N_MAX]);
        let (r, hash) = (&mut r[..n], &mut hash[..n]);
        self.secrets.randomiser(index, r);
        self.secrets.hashes.message(r, self.public.root(), index, message, hash);
        signature.extend(&index.to_be_bytes()[8 - params.index_len()..]);
        signature.extend_from_slice(r);
        let start = signature.len();
        signature.resize(start + params.wots_len() * n, 0);
        let leaf = (index & ((1 << height) - 1)) as u32;
        self.tree(0, index >> height).sign_hash(leaf, hash, &mut signature[start..]);
        signature.extend(self.states.current[0].auth());
        for (signed, state) in self.states.signed.iter().zip(&self.states.current[1..]) {
            signature.extend(signed);
            signature.extend(state.auth());
        }
    }

    fn tree(&self, layer: u32, tree: u64) -> XmssTree {
        XmssTree::new(self.secrets.clone(), Address { layer, tree })
    }

    /// Goes on from `index`, which has been used and is not the last. In the order of the reference
    /// code, which the states' bytes depend on.
    fn advance(&mut self, index: u64) -> Result<(), Error> {
        let params = self.public.params;
        let (height, d) = (params.layer_height(), params.d);
        let mut scratch = std::mem::take(&mut self.states.scratch);
        let leaf = |layer: u32| (index >> (layer * height) & ((1 << height) - 1)) as u32;
        // Which tree of the layer is in use.
        let number = |layer: u32| index >> (layer * height) >> height;
        let mut budget = height / 2;
        if d > 1 && number(0) + 1 < params.trees(0) {
            let tree = self.tree(0, number(0) + 1);
            self.states.next[0].grow(&tree, &mut scratch)?;
        }
        // The layer that goes on to another leaf.
        let mut moving = 0;
        for layer in 0..d {
            let i = layer as usize;
            if (index + 1) & ((1 << ((layer + 1) * height)) - 1) != 0 {
                let tree = self.tree(layer, number(layer));
                let state = &mut self.states.current[i];
                if layer == moving {
                    state.round(&tree, leaf(layer), &mut scratch);
                }
                budget = state.update(&tree, budget, &mut scratch)?;
                if layer > 0
                    && layer + 1 < d
                    && budget > 0
                    && number(layer) + 1 < params.trees(layer)
                {
                    let tree = self.tree(layer, number(layer) + 1);
                    self.states.next[i].grow(&tree, &mut scratch)?;
                    budget -= 1;
                }
            } else {
                let States { current, next, signed, .. } = &mut self.states;
                std::mem::swap(&mut current[i], &mut next[i]);
                let above = (index + 1) >> ((layer + 1) * height);
                let mut tree = XmssTree::new(
                    self.secrets.clone(),
                    Address { layer: layer + 1, tree: above >> height },
                );
                let leaf = (above & ((1 << height) - 1)) as u32;
                tree.sign_hash(leaf, current[i].bottom(), &mut signed[i]);
                next[i].restart();
                current[i].take_up();
                // The reference code's counter may go below zero: then all is computed that is due.
                budget = budget.wrapping_sub(1);
                moving = layer + 1;
            }
        }
        self.states.scratch = scratch;
        Ok(())
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
        let Self { indices, states, secrets, workers, .. } = self;
        indices.skip_to(index, || {
            (*states, _) = States::at(secrets, index, workers);
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
        let index = self.indices.next();
        let last = self.indices.remaining() == 1;
        let mut indices = self.indices.clone();
        let result = indices.spend(signature, |signature| {
            signature.reserve_exact(self.public.params.signature_len());
            self.write(index, message, signature);
            if last { Ok(()) } else { self.advance(index) }
        });
        self.indices = indices;
        result
    }
}

impl<F: Family> fmt::Debug for FastKey<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut key = f.debug_struct("FastKey");
        key.field("public", &self.public).field("indices", &self.indices);
        key.finish_non_exhaustive()
    }
}
