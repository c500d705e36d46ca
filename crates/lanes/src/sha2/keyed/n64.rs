//! n = 64, SHA-512: four compressions a step; ADRS is half of a half block.

use crate::sha2::prepared::Prepared;
use crate::sha2::{Family, Sha512, compress};
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

    /// The step number is in byte 27 of ADRS, byte 3 of word 3.
    #[inline(always)]
    fn stride(self) -> u64 {
        1 << 32
    }
}

impl Keyed64 {
    /// PRF of the address with step number `j` and `b` for keyAndMask.
    #[inline(always)]
    fn prf<W: Word<u64>>(self, proof: W::Proof, c: &[W; 4], j: W, b: u64) -> [W; 8] {
        let zero = W::splat(proof, 0);
        let w3 = c[3].add(j).add(W::splat(proof, b));
        let end = W::splat(proof, 1 << 63);
        let bits = W::splat(proof, 8 * (64 + 64 + 32));
        let block = [
            c[0], c[1], c[2], w3, end, zero, zero, zero, zero, zero, zero, zero, zero, zero, zero,
            bits,
        ];
        let state = word::splat(proof, self.prf);
        compress::<Sha512, W>(proof, state, block)
    }
}
