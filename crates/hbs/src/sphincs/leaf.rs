//! Leaves of the hypertree (FIPS 205 section 7): where they are.

use super::address::Address;
use super::hashes::Hashes;
use super::params::Params;

/// A leaf of the hypertree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    /// Of its tree.
    pub(crate) address: Address,
    /// Its number there, from the left.
    pub(crate) number: u32,
}

impl Leaf {
    /// The leaf of layer `layer` on the way up from leaf `leaf` of all at the bottom.
    pub(crate) fn above(hashes: &Hashes, params: &Params, leaf: u128, layer: u32) -> Self {
        let hp = params.shape.hp();
        let leaf = leaf >> (layer * hp);
        let tree = (leaf >> hp) as u64;
        let address = Address { form: hashes.form, layer, tree };
        Self { address, number: leaf as u32 & ((1 << hp) - 1) }
    }
}
