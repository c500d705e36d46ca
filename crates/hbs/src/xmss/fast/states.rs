//! What a fast key keeps, and how it goes on from one signature to the next.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use signer::Error;
use zeroize::Zeroizing;

use crate::node::N_MAX;
use crate::tree::{Tree, scratch_of_one};
use crate::walk::Bds;
use crate::workers::Workers;
use crate::xmss::address::Address;
use crate::xmss::params::Params;
use crate::xmss::tree::{Secrets, XmssTree};

/// The trees of a key.
pub(crate) trait Trees {
    /// The tree of a layer with this number, from the left.
    fn tree(&self, layer: u32, number: u64) -> impl Tree;

    /// Writes the one-time signature of a hash, or of the root of a tree below, by a leaf, which is
    /// counted through all trees of its layer.
    fn sign(&self, layer: u32, leaf: u64, hash: &[u8], out: &mut [u8]);
}

impl Trees for Arc<Secrets> {
    fn tree(&self, layer: u32, tree: u64) -> impl Tree {
        XmssTree::new(self.clone(), Address { layer, tree })
    }

    fn sign(&self, layer: u32, leaf: u64, hash: &[u8], out: &mut [u8]) {
        let height = self.params.layer_height();
        let mut tree = XmssTree::new(self.clone(), Address { layer, tree: leaf >> height });
        tree.sign_hash((leaf & ((1 << height) - 1)) as u32, hash, out);
    }
}

/// What is kept, layer by layer from the bottom.
#[derive(Clone, Debug)]
pub(crate) struct States {
    /// Of the tree in use.
    pub(super) current: Vec<Bds>,
    /// Of the tree that comes next, below the top.
    pub(super) next: Vec<Bds>,
    /// The one-time signature of the root of the tree in use by the layer above, below the top.
    pub(super) signed: Vec<Vec<u8>>,
    /// For a leaf.
    pub(super) scratch: Zeroizing<Vec<u8>>,
}

impl States {
    /// What a key keeps whose next signature has this index; and the root. At the first index it is
    /// what the reference code begins with; at others the next trees are there.
    pub(crate) fn at(
        trees: &impl Trees,
        params: &Params,
        index: u64,
        workers: &Workers,
    ) -> (Self, Vec<u8>) {
        let (height, d) = (params.layer_height(), params.d);
        let mut states = Self {
            current: Vec::new(),
            next: Vec::new(),
            signed: Vec::new(),
            scratch: scratch_of_one(&trees.tree(0, 0)),
        };
        let mut root = Vec::new();
        for layer in 0..d {
            let at = index >> (layer * height);
            let (number, leaf) = (at >> height, (at & ((1 << height) - 1)) as u32);
            let current = trees.tree(layer, number);
            let n = current.n();
            if layer > 0 {
                let mut signature = vec![0; params.wots_len() * n];
                trees.sign(layer, at, &root, &mut signature);
                states.signed.push(signature);
            }
            let (state, top) = Bds::new(&current, height, leaf, workers);
            states.current.push(state);
            root = top;
            let last = number + 1 == params.trees(layer);
            states.next.push(match index > 0 && !last {
                true => Bds::grown(&trees.tree(layer, number + 1), height, workers),
                false => Bds::empty(n, height),
            });
        }
        // The top has none.
        states.next.pop();
        (states, root)
    }

    /// Bytes of memory beside itself.
    pub(super) fn live_len(&self) -> usize {
        let Self { current, next, signed, scratch } = self;
        let rows = (current.capacity() + next.capacity()) * size_of::<Bds>()
            + signed.capacity() * size_of::<Vec<u8>>();
        let states: usize = current.iter().chain(next).map(Bds::live_len).sum();
        let signed: usize = signed.iter().map(Vec::capacity).sum();
        rows + states + signed + scratch.capacity()
    }

    /// Writes the signature with this index of a key with this root.
    pub(super) fn sign(
        &self,
        secrets: &Arc<Secrets>,
        root: &[u8],
        index: u64,
        message: &[u8],
        signature: &mut Vec<u8>,
    ) {
        let params = &secrets.params;
        let mut hash = [0; N_MAX];
        let hash = secrets.begin(root, index, message, signature, &mut hash);
        let start = signature.len();
        signature.resize(start + params.wots_len() * params.n(), 0);
        Trees::sign(secrets, 0, index, hash, &mut signature[start..]);
        signature.extend(self.current[0].auth());
        for (signed, state) in self.signed.iter().zip(&self.current[1..]) {
            signature.extend(signed);
            signature.extend(state.auth());
        }
    }

    /// Goes on from `index`, which has been used and is not the last. In the order of the reference
    /// code, which the states' bytes depend on.
    ///
    /// # Errors
    ///
    /// [`Error::Corrupt`] if a stack is full, which it never is in states that began as such.
    pub(crate) fn advance(
        &mut self,
        trees: &impl Trees,
        params: &Params,
        index: u64,
    ) -> Result<(), Error> {
        let (height, d) = (params.layer_height(), params.d);
        let Self { current, next, signed, scratch } = self;
        let leaf = |layer: u32| (index >> (layer * height) & ((1 << height) - 1)) as u32;
        // Which tree of the layer is in use.
        let number = |layer: u32| index >> (layer * height) >> height;
        let mut budget = height / 2;
        if d > 1 && number(0) + 1 < params.trees(0) {
            next[0].grow(&trees.tree(0, number(0) + 1), scratch)?;
        }
        // The layer that goes on to another leaf.
        let mut moving = 0;
        for layer in 0..d {
            let i = layer as usize;
            if (index + 1) & ((1 << ((layer + 1) * height)) - 1) != 0 {
                let tree = trees.tree(layer, number(layer));
                if layer == moving {
                    current[i].round(&tree, leaf(layer), scratch);
                }
                budget = current[i].update(&tree, budget, scratch)?;
                if layer > 0
                    && layer + 1 < d
                    && budget > 0
                    && number(layer) + 1 < params.trees(layer)
                {
                    next[i].grow(&trees.tree(layer, number(layer) + 1), scratch)?;
                    budget -= 1;
                }
            } else {
                core::mem::swap(&mut current[i], &mut next[i]);
                let above = (index + 1) >> ((layer + 1) * height);
                trees.sign(layer + 1, above, current[i].bottom(), &mut signed[i]);
                next[i].restart();
                current[i].take_up();
                // The reference code's counter may go below zero: then all is computed that is due.
                budget = budget.wrapping_sub(1);
                moving = layer + 1;
            }
        }
        Ok(())
    }
}
