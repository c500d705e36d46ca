//! Fast keys as bytes: `OID ‖ idx ‖ SK_SEED ‖ SK_PRF ‖ root ‖ SEED`, as all keys, and then the states
//! of layers 0 to d-1, those of the next trees of layers 0 to d-2, and the signatures of roots of
//! these layers.

use std::sync::Arc;

use signer::{Error, SecretBytes};

use super::{FastKey, States};
use crate::Options;
use crate::stateful::{Encoded, Stateful};
use crate::tree::{Tree, scratch_of_one};
use crate::walk::Bds;
use crate::xmss::address::Address;
use crate::xmss::family::Family;
use crate::xmss::params::Params;
use crate::xmss::tree::{Secrets, XmssTree};

impl<F: Family> FastKey<F> {
    /// Bytes of an encoded key.
    #[must_use]
    pub fn encoded_len(params: &Params) -> usize {
        let (n, d) = (params.n(), params.d as usize);
        let states = (2 * d - 1) * Bds::encoded_len(n, params.layer_height());
        F::encoded_len(params) + states + (d - 1) * params.wots_len() * n
    }

    /// Writes the key as it is now.
    #[must_use]
    pub fn encode(&self) -> SecretBytes {
        let (params, index) = (self.public.params, self.indices.next());
        let tree = self.tree(0, 0);
        let compact = F::encode(&params, &tree, self.public.root(), index);
        let mut bytes = Vec::with_capacity(Self::encoded_len(&params));
        bytes.extend(compact.expose());
        let States { current, next, signed, .. } = &self.states;
        current.iter().chain(next).for_each(|state| state.encode(&mut bytes));
        signed.iter().for_each(|signature| bytes.extend(signature));
        SecretBytes::new(bytes)
    }

    /// Reads a key that [`encode`](Self::encode) or the reference code wrote. Every counter is checked,
    /// and that the next leaf's path, and the signatures above it, lead to the root, which costs as much
    /// as a few signatures. Nodes that only later signatures need are not known to be good.
    ///
    /// # Errors
    ///
    /// [`Error::Length`], [`Error::OtherScheme`] and [`Error::Type`] for bytes that are no fast key of
    /// this set, [`Error::Index`] for an index past the last, [`Error::Corrupt`] for counters or nodes
    /// that no key has.
    pub fn decode(params: Params, bytes: &[u8], options: &Options) -> Result<Self, Error> {
        let expected = Self::encoded_len(&params);
        if bytes.len() != expected {
            return Err(params.length("fast private key", expected, bytes, Self::encoded_len));
        }
        let (n, height, d) = (params.n(), params.layer_height(), params.d as usize);
        let (compact, rest) = bytes.split_at(F::encoded_len(&params));
        let Encoded { indices, secret, public } = F::decode(&params, compact)?;
        let (states, signed) = rest.split_at((2 * d - 1) * Bds::encoded_len(n, height));
        let states = states.chunks_exact(Bds::encoded_len(n, height));
        let states = states.map(|state| Bds::decode(n, height, state));
        let mut current = states.collect::<Result<Vec<_>, _>>()?;
        let next = current.split_off(d);
        let signed = signed.chunks_exact(params.wots_len() * n).map(<[u8]>::to_vec).collect();
        let secrets = Arc::new(Secrets::new(params, &secret, options.engines));
        let scratch =
            scratch_of_one(&XmssTree::new(secrets.clone(), Address { layer: 0, tree: 0 }));
        let states = States { current, next, signed, scratch };
        let public_key = public.encode();
        let workers = options.workers.clone();
        let key = Self { secrets, public, indices, states, workers, public_key };
        key.check()?;
        Ok(key)
    }

    /// Checks that the paths lead from the next leaf to the root, and the signatures on the way.
    fn check(&self) -> Result<(), Error> {
        if self.indices.check_left().is_err() {
            return Ok(());
        }
        let sound = |sound: bool, what| if sound { Ok(()) } else { Err(Error::Corrupt { what }) };
        let (params, index) = (self.public.params, self.indices.next());
        let (n, height) = (params.n(), params.layer_height());
        let mut scratch = self.states.scratch.clone();
        let mut root = vec![0; n];
        let mut signature = vec![0; params.wots_len() * n];
        for (layer, state) in (0..).zip(&self.states.current) {
            let at = index >> (layer * height);
            let leaf = (at & ((1 << height) - 1)) as u32;
            let mut tree = self.tree(layer, at >> height);
            if layer > 0 {
                tree.sign_hash(leaf, &root, &mut signature);
                let kept = &self.states.signed[layer as usize - 1];
                sound(*kept == signature, "signature of a root")?;
            }
            tree.leaves(leaf, &mut root, &mut scratch);
            for (z, sibling) in (0..).zip(state.auth().chunks_exact(n)) {
                let right = leaf >> z & 1 == 1;
                let pair = if right { [sibling, &root] } else { [&root, sibling] }.concat();
                tree.parents(z + 1, leaf >> (z + 1), &pair, &mut root);
            }
        }
        sound(root == self.public.root(), "authentication path")
    }
}
