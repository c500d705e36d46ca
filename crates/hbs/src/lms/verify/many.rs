//! Many signatures at a time, in memory of their own.

use alloc::{vec, vec::Vec};

use lanes::{Engines, Run};
use signer::Error;

use super::{CHAIN_HEAD, Item, Room, run};
use crate::lms::codec::{PublicKey, Signature};
use crate::lms::params::Params;
use crate::stateful::{self, Verifier, verify_in_batches};

/// A signature to be verified.
pub type Signed<'a> = stateful::Signed<'a, PublicKey>;

/// Verifies many signatures, of any keys and types, as [`verify`](super::verify) does each. Neighbours of the same
/// type are verified together, so that their chains and nodes share lanes.
#[must_use]
pub fn verify_many(engines: Engines, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
    let alike = |a: &PublicKey, b: &PublicKey| a.params == b.params;
    verify_in_batches(signed, alike, |key, most| Many::new(engines, &key.params, most))
}

/// Where many signatures of one type are verified.
struct Many<'a> {
    engines: Engines,
    params: &'a Params,
    heads: Vec<u8>,
    values: Vec<u8>,
    runs: Vec<Run>,
    nodes: Vec<u8>,
}

impl<'a> Many<'a> {
    /// For so many at most.
    fn new(engines: Engines, params: &'a Params, most: usize) -> Self {
        let (n, p) = (params.ots.n, params.ots.p());
        Self {
            engines,
            params,
            heads: vec![0; most * CHAIN_HEAD * p],
            values: vec![0; most * n * p],
            runs: vec![Run { start: 0, end: 0 }; most * p],
            nodes: vec![0; most * 3 * n],
        }
    }
}

impl<'a> Verifier<'a, PublicKey> for Many<'a> {
    type Item = Item<'a>;

    fn item(&self, signed: &Signed<'a>) -> Result<Item<'a>, Error> {
        let Signed { key, message, signature } = *signed;
        Ok(Item { key, message, signature: Signature::decode(self.params, signature)? })
    }

    fn run(&mut self, items: &[Item<'a>], verdicts: &mut [Result<(), Error>]) {
        let Self { engines, params, heads, values, runs, nodes } = self;
        run(*engines, params, items, &mut Room { heads, values, runs, nodes }, verdicts);
    }
}
