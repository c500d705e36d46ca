//! How keys are kept and computed, whatever their scheme.

use lanes::Cpu;

use crate::walk::WalkKind;
use crate::workers::Workers;

/// How a key is kept and computed. It changes speed and memory, never a byte of a key or signature.
#[derive(Clone, Debug)]
pub struct Options {
    /// The vector unit that hashes; [`Cpu::detect`] by default.
    pub cpu: Cpu,
    /// What is kept of trees between signatures.
    pub walk: WalkKind,
    /// The threads that build trees; the caller's alone by default.
    pub workers: Workers,
}

impl Default for Options {
    fn default() -> Self {
        Self { cpu: Cpu::detect(), walk: WalkKind::Default, workers: Workers::one() }
    }
}
