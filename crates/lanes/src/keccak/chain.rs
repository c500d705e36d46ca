//! A Winternitz step in one permutation: LM-OTS over SHAKE (RFC 8554 section 4.3, SP 800-208), F of
//! SLH-DSA (FIPS 205 section 11.1) and F of robust SPHINCS+ (round 3.1).
//!
//! ```text
//! LM-OTS    I[16] ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp[n]             value at byte 23
//! F         PK.seed[n] ‖ ADRS[32] ‖ x[n]                         value at byte n + 32
//! robust F  PK.seed[n] ‖ ADRS[32] ‖ (x XOR SHAKE256(PK.seed[n] ‖ ADRS[32]))
//! ```
//!
//! The step number is the byte before the value in each.

use crate::keccak::Shake256;
use crate::keccak::steps::{Sponge, finish, insert, or};
use crate::unit::{Lanes, Set, Unit};

/// Chains over SHAKE256 whose value stands at byte `AT` and is `N` words long; with masks if `ROBUST`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const AT: usize, const N: usize, const ROBUST: bool>;

impl<const AT: usize, const N: usize, const ROBUST: bool> Sponge<8, 8, N> for Step<AT, N, ROBUST> {
    #[inline(always)]
    fn prepare<U: Unit<u64, L>, const L: usize>(
        self,
        _: U,
        heads: &Lanes<u64, L, 8>,
        constants: &mut Lanes<u64, L, 8>,
    ) {
        *constants = *heads;
    }

    #[inline(always)]
    fn step<U: Unit<u64, L>, const L: usize>(self, unit: U, set: &mut Set<u64, L, 8, N>) {
        let Set { constants, j, value } = set;
        if ROBUST {
            let mut state = headed::<AT, L>(constants, j);
            finish(unit, &mut state, AT, Shake256::RATE);
            for (value, mask) in value.0.iter_mut().zip(&state.0) {
                for l in 0..L {
                    value[l] ^= mask[l];
                }
            }
        }
        let mut state = headed::<AT, L>(constants, j);
        insert::<AT, N, L>(&mut state, value);
        finish(unit, &mut state, AT + 8 * N, Shake256::RATE);
        value.0.copy_from_slice(&state.0[..N]);
    }

    #[inline(always)]
    fn stride(self) -> u64 {
        1 << (8 * ((AT - 1) % 8))
    }
}

/// The states with heads of `AT` bytes, and the step number in the last of them.
#[inline(always)]
fn headed<const AT: usize, const L: usize>(
    heads: &Lanes<u64, L, 8>,
    j: &Lanes<u64, L, 1>,
) -> Lanes<u64, L, 25> {
    let mut state = Lanes::zero();
    state.0[..8].copy_from_slice(&heads.0);
    let mut step = j.0[0];
    for step in &mut step {
        *step &= 0xff << (8 * ((AT - 1) % 8));
    }
    or(&mut state.0[(AT - 1) / 8], &step);
    state
}
