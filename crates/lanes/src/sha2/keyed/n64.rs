//! n = 64, SHA-512: four compressions a step; ADRS is half of a half block.

use crate::sha2::prepared::Prepared;
use crate::sha2::{Family, Sha512, compress, compress_rolled};
use crate::unit::Kernel;
use crate::word::{self, Word};

/// Chains of XMSS-SHA2 with n = 64. Heads are the four words of ADRS.
#[derive(Clone, Copy, Debug)]
pub(in crate::sha2) struct Keyed64 {
    /// The state after `toByte(3, 64) ‖ SEED`.
    pub(in crate::sha2) prf: [u64; 8],
}

impl Prepared<u64, 4, 4, 8> for Keyed64 {
    #[inline(always)]
    fn prepare<W: Word<u64>>(self, _: W::Proof, adrs: &[W; 4]) -> [W; 4] {
        *adrs
    }
}

impl Kernel<u64, 4, 8> for Keyed64 {
    #[inline(always)]
    fn step<W: Word<u64>>(self, proof: W::Proof, c: &[W; 4], j: W, x: [W; 8]) -> [W; 8] {
        if W::ROLLED {
            return self.rolled(proof, c, j, x);
        }
        let zero = W::splat(proof, 0);
        let key = self.prf(proof, c, j, 0);
        let mut block = [zero; 16];
        block[8..].copy_from_slice(&key);
        let state = word::splat(proof, Sha512::INITIAL);
        let state = compress::<Sha512, W>(proof, state, block);
        let mask = self.prf(proof, c, j, 1);
        let mut block = [zero; 16];
        block[..8].copy_from_slice(&word::xor::<_, W, 8>(&x, &mask));
        block[8] = W::splat(proof, 1 << 63);
        block[15] = W::splat(proof, 8 * (64 + 64 + 64));
        compress::<Sha512, W>(proof, state, block)
    }

    const IN_PAIRS: bool = true;

    /// The step number is in byte 27 of ADRS, byte 3 of word 3.
    #[inline(always)]
    fn stride(self) -> u64 {
        1 << 32
    }
}

impl Keyed64 {
    /// The step as four compressions that share their instructions: PRF for the key, PRF for the mask, and
    /// the two blocks of F.
    #[inline(always)]
    fn rolled<W: Word<u64>>(self, proof: W::Proof, c: &[W; 4], j: W, x: [W; 8]) -> [W; 8] {
        let mut block = [W::splat(proof, 0); 16];
        // The key, and after the third block the state.
        let mut first: [W; 8] = word::splat(proof, Sha512::INITIAL);
        let mut last = first;
        for number in 0..4 {
            let state = match number {
                0 | 1 => {
                    block = Self::prf_block(proof, c, j, number);
                    word::splat(proof, self.prf)
                }
                2 => {
                    block = [W::splat(proof, 0); 16];
                    block[8..].copy_from_slice(&first);
                    word::splat(proof, Sha512::INITIAL)
                }
                _ => {
                    block[..8].copy_from_slice(&word::xor::<_, W, 8>(&x, &last));
                    block[8..].copy_from_slice(&[W::splat(proof, 0); 8]);
                    block[8] = W::splat(proof, 1 << 63);
                    block[15] = W::splat(proof, 8 * (64 + 64 + 64));
                    first
                }
            };
            let out = compress_rolled::<Sha512, W>(proof, state, block);
            if number % 2 == 0 {
                first = out;
            } else {
                last = out;
            }
        }
        last
    }

    /// PRF of the address with step number `j` and `b` for keyAndMask.
    #[inline(always)]
    fn prf<W: Word<u64>>(self, proof: W::Proof, c: &[W; 4], j: W, b: u64) -> [W; 8] {
        let state = word::splat(proof, self.prf);
        compress::<Sha512, W>(proof, state, Self::prf_block(proof, c, j, b))
    }

    /// The block that PRF ends with.
    #[inline(always)]
    fn prf_block<W: Word<u64>>(proof: W::Proof, c: &[W; 4], j: W, b: u64) -> [W; 16] {
        let zero = W::splat(proof, 0);
        let w3 = c[3].add(j).add(W::splat(proof, b));
        let end = W::splat(proof, 1 << 63);
        let bits = W::splat(proof, 8 * (64 + 64 + 32));
        [
            c[0], c[1], c[2], w3, end, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero,
            bits,
        ]
    }
}
