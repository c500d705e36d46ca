//! One-time keys (FIPS 205 section 5).

use lanes::Run;

use super::params::Params;
use crate::winternitz::Winternitz;

/// The digits of what a one-time key signs.
pub(crate) const fn winternitz(params: &Params) -> Winternitz {
    Winternitz { n: params.shape.n, lg_w: LG_W }
}

/// Bits in a digit, in all sets.
pub(crate) const LG_W: u32 = 4;
/// Steps of a whole chain.
pub(crate) const STEPS: u32 = (1 << LG_W) - 1;
/// A whole chain.
pub(crate) const WHOLE: Run = Run { start: 0, end: STEPS };
/// Values of a chain, its start among them.
pub(crate) const VALUES: usize = STEPS as usize + 1;
/// Chains of the one-time key with the most.
pub(crate) const LEN_MAX: usize = 67;
