//! How keys are kept and computed, whatever their scheme.

use lanes::{Cpu, Engines};

use crate::walk::WalkKind;
use crate::workers::Workers;

/// How a key is kept and computed. It changes speed and memory, never a byte of a key or signature.
#[derive(Clone, Debug)]
pub struct Options {
    /// What hashes; by default the best vector unit of the machine, [`Cpu::detect`].
    pub engines: Engines,
    /// What is kept of trees between signatures.
    pub walk: WalkKind,
    /// The threads that build trees; the caller's alone by default.
    pub workers: Workers,
}

impl Default for Options {
    fn default() -> Self {
        let engines = Cpu::detect().engines();
        Self { engines, walk: WalkKind::Default, workers: Workers::one() }
    }
}
