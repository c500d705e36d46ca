//! The WOTS+ step of XMSS over SHAKE (RFC 8391 sections 3.1.2 and 5.1, SP 800-208).
//!
//! ```text
//! KEY = SHAKE(toByte(3) ‖ SEED ‖ ADRS with keyAndMask 0)
//! BM  = SHAKE(toByte(3) ‖ SEED ‖ ADRS with keyAndMask 1)
//! F   = SHAKE(toByte(0) ‖ KEY ‖ (x XOR BM))
//! ```
//!
//! `toByte` is n bytes long, but 4 for n = 24. With n = 24 and 32 all are one permutation. With n = 64
//! (SHAKE256) each is two, and the first one of PRF, which sees no more of ADRS than its first
//! 8 bytes, is the same for all steps of a row.

use crate::keccak::steps::{Sponge, finish, insert, or};
use crate::keccak::{END, PAD, Shake256};
use crate::unit::{Lanes, Set, Unit};

/// Chains with values of `N` words at byte `AT` (F's `toByte ‖ KEY` are as long as PRF's
/// `toByte ‖ SEED`) and with KEY at byte `KEY`, over SHAKE with a rate of `RATE` words. Heads are
/// `toByte(3) ‖ SEED ‖ ADRS`, `B` words with the last one filled up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyed<
    const KEY: usize,
    const AT: usize,
    const N: usize,
    const B: usize,
    const RATE: usize,
>;

impl<const KEY: usize, const AT: usize, const N: usize, const B: usize, const RATE: usize>
    Sponge<B, B, N> for Keyed<KEY, AT, N, B, RATE>
{
    #[inline(always)]
    fn prepare<U: Unit<u64, L>, const L: usize>(
        self,
        _: U,
        heads: &Lanes<u64, L, B>,
        constants: &mut Lanes<u64, L, B>,
    ) {
        *constants = *heads;
    }

    #[inline(always)]
    fn step<U: Unit<u64, L>, const L: usize>(self, unit: U, set: &mut Set<u64, L, B, N>) {
        let Set { constants, j, value } = set;
        let mut key = Lanes::<u64, L, N>::zero();
        for b in 0..2 {
            let mut state = Lanes::zero();
            state.0[..B].copy_from_slice(&constants.0);
            or(&mut state.0[(AT + 27) / 8], &j.0[0]);
            for l in 0..L {
                state.0[(AT + 31) / 8][l] |= b << (8 * ((AT + 31) % 8));
            }
            finish(unit, &mut state, AT + 32, RATE);
            if b == 0 {
                key.0.copy_from_slice(&state.0[..N]);
            } else {
                xor(&mut value.0, &state.0);
            }
        }
        let mut state = Lanes::zero();
        insert::<KEY, N, L>(&mut state, &key);
        insert::<AT, N, L>(&mut state, value);
        finish(unit, &mut state, AT + 8 * N, RATE);
        value.0.copy_from_slice(&state.0[..N]);
    }

    /// The step number is in byte 27 of ADRS.
    #[inline(always)]
    fn stride(self) -> u64 {
        1 << (8 * ((AT + 27) % 8))
    }
}

/// Chains of XMSS-SHAKE with n = 64. Heads are `toByte(3, 64) ‖ SEED ‖ ADRS`, 20 words, of which 17
/// are the first block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyed64;

/// Constants of a row: the state of PRF after the first block, and the three words left of ADRS.
const CONSTANTS: usize = 25 + 3;

impl Sponge<20, CONSTANTS, 8> for Keyed64 {
    #[inline(always)]
    fn prepare<U: Unit<u64, L>, const L: usize>(
        self,
        unit: U,
        heads: &Lanes<u64, L, 20>,
        constants: &mut Lanes<u64, L, CONSTANTS>,
    ) {
        let mut state = Lanes::zero();
        state.0[..Shake256::RATE].copy_from_slice(&heads.0[..Shake256::RATE]);
        unit.permute(&mut state);
        constants.0[..25].copy_from_slice(&state.0);
        constants.0[25..].copy_from_slice(&heads.0[Shake256::RATE..]);
    }

    #[inline(always)]
    fn step<U: Unit<u64, L>, const L: usize>(self, unit: U, set: &mut Set<u64, L, CONSTANTS, 8>) {
        let Set { constants, j, value } = set;
        let mut key = Lanes::<u64, L, 8>::zero();
        for b in 0..2 {
            // PRF from the second block on: bytes 8 to 31 of ADRS.
            let mut state = Lanes::zero();
            state.0.copy_from_slice(&constants.0[..25]);
            for l in 0..L {
                state.0[0][l] ^= constants.0[25][l];
                state.0[1][l] ^= constants.0[26][l];
                state.0[2][l] ^= constants.0[27][l] | j.0[0][l] | b << 56;
            }
            finish(unit, &mut state, 24, Shake256::RATE);
            if b == 0 {
                key.0.copy_from_slice(&state.0[..8]);
            } else {
                xor(&mut value.0, &state.0);
            }
        }
        // toByte(0, 64) ‖ KEY ‖ the first word of the value, then the other seven.
        let mut state = Lanes::zero();
        state.0[8..16].copy_from_slice(&key.0);
        state.0[16] = value.0[0];
        unit.permute(&mut state);
        xor(&mut state.0, &value.0[1..]);
        for l in 0..L {
            state.0[7][l] ^= PAD;
            state.0[Shake256::RATE - 1][l] ^= END;
        }
        unit.permute(&mut state);
        value.0.copy_from_slice(&state.0[..8]);
    }

    /// The step number is in byte 27 of ADRS, byte 155 of the message.
    #[inline(always)]
    fn stride(self) -> u64 {
        1 << 24
    }
}

/// `a ^= b`, as far as both go.
#[inline(always)]
fn xor<const L: usize>(a: &mut [[u64; L]], b: &[[u64; L]]) {
    for (a, b) in a.iter_mut().zip(b) {
        for l in 0..L {
            a[l] ^= b[l];
        }
    }
}
