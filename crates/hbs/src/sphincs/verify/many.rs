//! Many signatures at a time, in memory of their own.

use alloc::{vec, vec::Vec};

use lanes::{Engines, Run};
use signer::{Error, check_length};

use super::roots::{Item, Room, roots};
use super::run;
use crate::sphincs::address::ADDRESS;
use crate::sphincs::codec::PublicKey;
use crate::sphincs::hashes::Hashes;
use crate::sphincs::message::Message;
use crate::sphincs::params::Shape;
use crate::sphincs::wots::WHOLE;
use crate::stateful::{self, Verifier, verify_in_batches};

/// A signature to be verified.
pub type Signed<'a> = stateful::Signed<'a, PublicKey>;

/// Verifies many signatures, of any keys and sets, as [`verify`](super::verify) does each. Neighbours of the same key
/// are verified together.
#[must_use]
pub fn verify_many(engines: Engines, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
    let alike = |a: &PublicKey, b: &PublicKey| a == b;
    verify_in_batches(signed, alike, |key, most| Many::new(engines, key, most))
}

/// Where many signatures of one key are verified.
struct Many<'a> {
    hashes: Hashes,
    key: &'a PublicKey,
    addresses: Vec<u8>,
    values: Vec<u8>,
    pairs: Vec<u8>,
    runs: Vec<Run>,
    nodes: Vec<u8>,
}

impl<'a> Many<'a> {
    /// For so many at most.
    fn new(engines: Engines, key: &'a PublicKey, most: usize) -> Self {
        let Shape { n, k, .. } = key.params().shape;
        let (len, k) = (key.params().shape.wots_len(), k as usize);
        Self {
            hashes: Hashes::new(engines, key.params(), key.seed()),
            key,
            addresses: vec![0; most * len.max(k) * ADDRESS],
            values: vec![0; most * len.max(k) * n],
            pairs: vec![0; most * 2 * k * n],
            runs: vec![WHOLE; most * len],
            nodes: vec![0; most * n],
        }
    }
}

impl<'a> Verifier<'a, PublicKey> for Many<'a> {
    type Item = Item<'a>;

    fn item(&self, signed: &Signed<'a>) -> Result<Item<'a>, Error> {
        let message = self.key.params().message(signed.message);
        check_length("signature", self.key.params().signature_len(), signed.signature)?;
        Ok(Item::new(&self.hashes, self.key, &message, signed.signature))
    }

    fn run(&mut self, items: &[Item<'a>], verdicts: &mut [Result<(), Error>]) {
        let Self { hashes, key, addresses, values, pairs, runs, nodes } = self;
        run(hashes, key, items, &mut Room { addresses, values, pairs, runs, nodes }, verdicts);
    }
}

/// What the one-time keys of `signature` have signed if it is good, from layer 0 up: the FORS public key,
/// and of each layer but the top one the root.
///
/// # Errors
///
/// Those of [`verify`](super::verify) for a signature of another length.
pub(crate) fn signed(
    engines: Engines,
    key: &PublicKey,
    message: &Message<'_>,
    signature: &[u8],
) -> Result<Vec<Vec<u8>>, Error> {
    check_length("signature", key.params().signature_len(), signature)?;
    let Many { hashes, addresses, values, pairs, runs, nodes, .. } =
        &mut Many::new(engines, key, 1);
    let items = [Item::new(hashes, key, message, signature)];
    let mut room = Room { addresses, values, pairs, runs, nodes };
    let mut all = Vec::new();
    roots(hashes, key.params(), &items, &mut room, |signed| all.push(signed.to_vec()));
    Ok(all)
}
