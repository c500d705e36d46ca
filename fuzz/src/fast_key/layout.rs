//! Where things stand in encoded fast keys.
//!
//! ```text
//! ordinary key ‖ states of layers 0 … d-1 ‖ of the next trees of 0 … d-2 ‖ signatures of their roots
//! state    = stack ‖ u32(offset) ‖ levels ‖ auth ‖ keep ‖ treehash 0 … h-1 ‖ u32(next leaf)
//! treehash = u8(height) ‖ u32(next leaf) ‖ u8(used) ‖ u8(completed) ‖ node
//! ```

use std::ops::Range;

use hbs::xmss::Params;
use signer::ParameterSet;

use crate::edit::write;
use crate::encoded;

/// That of one set.
pub(super) struct Layout {
    n: usize,
    layers: usize,
    /// Of the trees of one layer.
    height: usize,
    /// Bytes of the ordinary key in front.
    compact: usize,
    /// Bytes of all signatures of roots.
    signed: usize,
}

impl Layout {
    pub(super) fn of(set: &ParameterSet) -> Self {
        let params = Params::of(set).expect("a set of XMSS");
        let (n, layers) = (set.n, params.d as usize);
        Self {
            n,
            layers,
            height: params.layer_height() as usize,
            compact: encoded::len(set),
            signed: (layers - 1) * params.wots_len() * n,
        }
    }

    /// Bytes of all.
    pub(super) fn len(&self) -> usize {
        self.state(2 * self.layers - 1) + self.signed
    }

    /// Every integer of the states.
    pub(super) fn counters(&self) -> Vec<Range<usize>> {
        let (n, h) = (self.n, self.height);
        let mut counters = Vec::new();
        for state in 0..2 * self.layers - 1 {
            let mut at = self.state(state);
            let mut add = |skipped: usize, len: usize| {
                counters.push(at + skipped..at + skipped + len);
                at += skipped + len;
            };
            add((h + 1) * n, 4);
            (0..=h).for_each(|_| add(0, 1));
            let mut nodes = (h + h / 2) * n;
            for _ in 0..h {
                add(nodes, 1);
                add(0, 4);
                add(0, 1);
                add(0, 1);
                nodes = n;
            }
            add(nodes, 4);
        }
        counters
    }

    /// The authentication path in use of one layer, which is counted round.
    pub(super) fn auth(&self, layer: u8) -> Range<usize> {
        let (n, h) = (self.n, self.height);
        let start = self.state(usize::from(layer) % self.layers) + (h + 1) * n + 4 + (h + 1);
        start..start + h * n
    }

    /// What the next signature follows from, but for `SK_PRF`, which any will do for. A key that is used
    /// up stands where its last signature was made.
    pub(super) fn needed(&self, set: &ParameterSet, bytes: &[u8]) -> Vec<u8> {
        let mut compact = bytes[..self.compact].to_vec();
        let last = set.lifetime.count().expect("a tree that ends") - 1;
        write(&mut compact[encoded::index(set)], encoded::next(set, bytes).min(last));
        let mut needed = encoded::checked(set, &compact);
        for layer in 0..self.layers {
            needed.extend(&bytes[self.auth(layer as u8)]);
        }
        needed.extend(&bytes[self.len() - self.signed..]);
        needed
    }

    /// Where a state begins.
    fn state(&self, number: usize) -> usize {
        let (n, h) = (self.n, self.height);
        let len = (h + 1) * n + 4 + (h + 1) + h * n + h / 2 * n + h * (7 + n) + 4;
        self.compact + number * len
    }
}
