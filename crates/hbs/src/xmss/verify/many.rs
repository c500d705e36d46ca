//! Many signatures at a time, in memory of their own.

use alloc::{vec, vec::Vec};

use lanes::{Engines, Run};
use signer::Error;

use super::{Item, Room, climb, run};
use crate::stateful::{self, Verifier, verify_in_batches};
use crate::xmss::address::ADDRESS;
use crate::xmss::codec::{PublicKey, Signature};
use crate::xmss::family::Family;
use crate::xmss::hashes::Hashes;
use crate::xmss::wots::WHOLE;

/// A signature to be verified.
pub type Signed<'a, F> = stateful::Signed<'a, PublicKey<F>>;

/// Verifies many signatures, of any keys and sets, as [`verify`](super::verify) does each. Neighbours of the same key
/// are verified together.
#[must_use]
pub fn verify_many<F: Family>(
    engines: Engines,
    signed: &[Signed<'_, F>],
) -> Vec<Result<(), Error>> {
    let alike = |a: &PublicKey<F>, b: &PublicKey<F>| a == b;
    verify_in_batches(signed, alike, |key, most| Many::new(engines, key, most))
}

/// Where many signatures of one key are verified.
struct Many<'a, F: Family> {
    engines: Engines,
    key: &'a PublicKey<F>,
    addresses: Vec<u8>,
    values: Vec<u8>,
    pairs: Vec<u8>,
    runs: Vec<Run>,
    nodes: Vec<u8>,
}

impl<'a, F: Family> Many<'a, F> {
    /// For so many at most.
    fn new(engines: Engines, key: &'a PublicKey<F>, most: usize) -> Self {
        let (n, len) = (key.params.n(), key.params.wots_len());
        Self {
            engines,
            key,
            addresses: vec![0; most * ADDRESS * len],
            values: vec![0; most * n * len],
            pairs: vec![0; most * n * len],
            runs: vec![WHOLE; most * len],
            nodes: vec![0; most * n],
        }
    }

    fn room(&mut self) -> Room<'_> {
        let Self { addresses, values, pairs, runs, nodes, .. } = self;
        Room { addresses, values, pairs, runs, nodes }
    }
}

impl<'a, F: Family> Verifier<'a, PublicKey<F>> for Many<'a, F> {
    type Item = Item<'a>;

    fn item(&self, signed: &Signed<'a, F>) -> Result<Item<'a>, Error> {
        let stateful::Signed { message, signature, .. } = *signed;
        Ok(Item { message, signature: Signature::decode(&self.key.params, signature)? })
    }

    fn run(&mut self, items: &[Item<'a>], verdicts: &mut [Result<(), Error>]) {
        let (engines, key) = (self.engines, self.key);
        run(engines, key, items, &mut self.room(), verdicts);
    }
}

/// The hashes that the one-time keys of `signature` have signed if it is good, from the bottom up: that
/// of the message, and of each layer but the top the root.
///
/// # Errors
///
/// Those of [`verify`](super::verify) for bytes that are no signature.
pub(crate) fn signed<F: Family>(
    engines: Engines,
    key: &PublicKey<F>,
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<Vec<u8>>, Error> {
    let PublicKey { params, .. } = key;
    let signature = Signature::decode(params, signature)?;
    let mut one = Many::new(engines, key, 1);
    let mut room = one.room();
    let hashes = Hashes::new(engines, params, key.seed());
    hashes.message(signature.r, key.root(), signature.index, message, room.nodes);
    let items = [Item { message, signature }];
    let layer = |layer| {
        let hash = room.nodes.to_vec();
        climb(&hashes, params, layer, &items, &mut room);
        hash
    };
    Ok((0..params.d).map(layer).collect())
}
