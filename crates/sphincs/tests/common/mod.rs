//! What the tests of this crate share.

use rand::SeedableRng;
use rand::rngs::StdRng;
use signer::{ParameterSet, RandCore};

/// A seeded source of randomness, so that a failure can be had again.
pub(crate) fn entropy(seed: u64) -> RandCore<StdRng> {
    RandCore(StdRng::seed_from_u64(seed))
}

/// The set called `name`.
pub(crate) fn set(name: &str) -> ParameterSet {
    hbs::sphincs::find(name).expect("a name of the standard")
}
