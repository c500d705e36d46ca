//! F of robust SPHINCS+ over SHA-256 (round 3.1): a mask from the address, then F of the masked
//! value.
//!
//! ```text
//! mask = SHA-256(PK.seed ‖ ADRSc ‖ u32(0))               MGF1, of which n bytes are wanted
//! F    = SHA-256(PK.seed ‖ 0[64 - n] ‖ ADRSc ‖ (x XOR mask))
//! ```
//!
//! The mask is one block for n = 16 and 24 and two for n = 32, where the second is padding only.

use crate::sha2::chain::{CONSTANTS as OF_STEP, Step};
use crate::sha2::keyed::padding_only;
use crate::sha2::prepared::Prepared;
use crate::sha2::rounds::{rounds_given, rounds_rolled, rounds_rolled_to_16};
use crate::sha2::{Family, Sha256, compress};
use crate::unit::Kernel;
use crate::word::{self, Word};

/// Chains of robust SPHINCS+ with n = 4 `N`. Heads are `PK.seed ‖ ADRSc`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Robust<const N: usize> {
    /// F without the mask.
    pub(super) step: Step<22, N>,
}

/// Constants of a row: the block of the mask, then those of F.
const CONSTANTS: usize = 16 + OF_STEP;

impl<const N: usize> Prepared<u32, 14, CONSTANTS, N> for Robust<N> {
    #[inline(always)]
    fn prepare<W: Word<u32>>(self, proof: W::Proof, head: &[W; 14]) -> [W; CONSTANTS] {
        let mut block = [W::splat(proof, 0); 16];
        block[..14].copy_from_slice(head);
        let end = (4 * N + 22 + 4) / 4;
        block[end] = block[end].or(W::splat(proof, 0x8000));
        if N < 8 {
            block[15] = W::splat(proof, 8 * (4 * N as u32 + 22 + 4));
        }
        let mut constants = [block[0]; CONSTANTS];
        constants[..16].copy_from_slice(&block);
        let adrs = word::take(head, N);
        constants[16..].copy_from_slice(&self.step.prepare(proof, &adrs));
        constants
    }
}

impl<const N: usize> Kernel<u32, CONSTANTS, N> for Robust<N> {
    #[inline(always)]
    fn step<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; N]) -> [W; N] {
        if W::ROLLED {
            return self.rolled(proof, c, j, x);
        }
        let mut block: [W; 16] = word::take(c, 0);
        block[N + 5] = block[N + 5].add(j);
        let state = word::splat(proof, Sha256::INITIAL);
        let mut mask = compress::<Sha256, W>(proof, state, block);
        if N == 8 {
            mask = padding_only::<W, { 8 * (32 + 22 + 4) }, true>(proof, mask);
        }
        let step: [W; OF_STEP] = word::take(c, 16);
        self.step.step(proof, &step, j, word::xor(&x, &mask))
    }

    const IN_PAIRS: bool = true;

    /// As in F: the second byte of its word, in the mask's block too.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.step.stride()
    }
}

impl<const N: usize> Robust<N> {
    /// The step as two compressions that share all rounds but the first five, which F has done once for
    /// its row.
    #[inline(always)]
    fn rolled<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; N]) -> [W; N] {
        let mut out: [W; 8] = word::splat(proof, Sha256::INITIAL);
        for block in 0..2 {
            let mut v = out;
            let mut w: [W; 16] = word::take(c, 0);
            let mut before = out;
            let mut from = 0;
            if block == 0 {
                w[N + 5] = w[N + 5].add(j);
            } else {
                // The mask's block has ADRSc too, as its words after PK.seed.
                let adrs: [W; 6] = word::take(c, N);
                w = self.step.block(proof, adrs[5], j, word::xor(&x, &out));
                w[..5].copy_from_slice(&adrs[..5]);
                v = word::take(c, 16);
                before = word::splat(proof, self.step.state);
                rounds_given!(Sha256, proof, v, w, 5 6 7);
                from = 8;
            }
            rounds_rolled_to_16::<Sha256, W>(proof, &mut v, &w, from);
            rounds_rolled::<Sha256, W>(proof, &mut v, &mut w, 16);
            out = word::add(&v, &before);
            if N == 8 && block == 0 {
                out = padding_only::<W, { 8 * (32 + 22 + 4) }, true>(proof, out);
            }
        }
        word::take(&out, 0)
    }
}
