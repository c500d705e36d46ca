//! What all of a key follows from: `SK.seed ‖ SK.prf ‖ PK.seed`, and hashing under it.

use lanes::Engines;

use super::hashes::Hashes;
use super::params::Params;
use crate::seed::Seed;

/// The secrets of a key.
#[derive(Debug)]
pub(crate) struct Secrets {
    pub(crate) params: Params,
    pub(crate) hashes: Hashes,
    seeds: Seed,
}

impl Secrets {
    /// From `3n` bytes.
    pub(crate) fn new(params: Params, seeds: &[u8], engines: Engines) -> Self {
        let hashes = Hashes::new(engines, &params, &seeds[2 * params.shape.n..]);
        Self { params, hashes, seeds: Seed::new(seeds) }
    }

    pub(crate) fn sk_seed(&self) -> &[u8] {
        &self.seeds.expose()[..self.hashes.n]
    }

    pub(crate) fn sk_prf(&self) -> &[u8] {
        &self.seeds.expose()[self.hashes.n..2 * self.hashes.n]
    }

    pub(crate) fn pk_seed(&self) -> &[u8] {
        &self.seeds.expose()[2 * self.hashes.n..]
    }

    /// `SK.seed ‖ SK.prf ‖ PK.seed`.
    pub(crate) fn seeds(&self) -> &[u8] {
        self.seeds.expose()
    }
}
