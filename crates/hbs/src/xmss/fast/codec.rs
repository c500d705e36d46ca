//! Fast keys as bytes: `OID ‖ idx ‖ SK_SEED ‖ SK_PRF ‖ root ‖ SEED`, as all keys, and then the states
//! of layers 0 to d-1, those of the next trees of layers 0 to d-2, and the signatures of roots of
//! these layers.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use signer::{Error, Indices, SecretBytes};

use super::{BdsStates, States};
use crate::Options;
use crate::node::side_by_side;
use crate::stateful::{Encoded, Stateful};
use crate::tree::{Tree, scratch_of_one};
use crate::walk::Bds;
use crate::xmss::address::Address;
use crate::xmss::family::Family;
use crate::xmss::params::Params;
use crate::xmss::tree::{Secrets, XmssTree};

/// Bytes of an encoded key.
pub(super) fn encoded_len<F: Family>(params: &Params) -> usize {
    let (n, d) = (params.n(), params.d as usize);
    let states = (2 * d - 1) * Bds::encoded_len(n, params.layer_height());
    F::encoded_len(params) + states + (d - 1) * params.wots_len() * n
}

impl<F: Family> BdsStates<F> {
    /// Writes a key whose next signature has this index.
    pub(super) fn write(&self, index: u64) -> SecretBytes {
        let params = self.public.params;
        let compact = F::encode(&params, &self.tree(0, 0), self.public.root(), index);
        let mut bytes = Vec::with_capacity(encoded_len::<F>(&params));
        bytes.extend(compact.expose());
        let States { current, next, signed, .. } = &self.states;
        current.iter().chain(next).for_each(|state| state.encode(&mut bytes));
        signed.iter().for_each(|signature| bytes.extend(signature));
        SecretBytes::new(bytes)
    }

    /// Reads a key that [`write`](Self::write) or the reference code wrote. Every counter is checked,
    /// and that the next leaf's path, and the signatures above it, lead to the root, which costs as much
    /// as a few signatures. Nodes that only later signatures need are not known to be good.
    ///
    /// # Errors
    ///
    /// [`Error::Length`], [`Error::OtherScheme`] and [`Error::Type`] for bytes that are no fast key of
    /// this set, [`Error::Index`] for an index past the last, [`Error::Corrupt`] for counters or nodes
    /// that no key has.
    pub(super) fn read(
        params: Params,
        bytes: &[u8],
        options: &Options,
    ) -> Result<(Self, Indices), Error> {
        let expected = encoded_len::<F>(&params);
        if bytes.len() != expected {
            return Err(params.length("fast private key", expected, bytes, encoded_len::<F>));
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
        let kept = Self { secrets, public, states, workers: options.workers.clone() };
        // A key that is used up still stands at its last leaf.
        kept.check(indices.next() - u64::from(indices.remaining() == 0))?;
        Ok((kept, indices))
    }

    /// Checks that the paths lead from the leaf with this index to the root, and the signatures on the way.
    fn check(&self, index: u64) -> Result<(), Error> {
        let sound = |sound: bool, what| if sound { Ok(()) } else { Err(Error::Corrupt { what }) };
        let params = self.public.params;
        let (n, height) = (params.n(), params.layer_height());
        let mut scratch = self.states.scratch.clone();
        let (mut root, mut pair) = (vec![0; n], vec![0; 2 * n]);
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
                side_by_side(leaf >> z, &root, sibling, &mut pair);
                tree.parents(z + 1, leaf >> (z + 1), &pair, &mut root);
            }
        }
        sound(root == self.public.root(), "authentication path")
    }
}
