//! n = 32: four compressions a step, none of them a whole one.

use crate::sha2::prepared::Prepared;
use crate::sha2::rounds::{
    rounds_from_32, rounds_given, rounds_rolled, rounds_rolled_to_16, rounds_scheduled,
};
use crate::sha2::{Family, Sha256};
use crate::unit::Kernel;
use crate::word::{self, Word};

/// Chains of XMSS-SHA2 with n = 32. Heads are the eight words of ADRS.
#[derive(Clone, Copy, Debug)]
pub(in crate::sha2) struct Keyed32 {
    /// The state after `toByte(3, 32) ‖ SEED`.
    pub(in crate::sha2) prf: [u32; 8],
}

/// Constants of a row: the state of PRF after six rounds, words 16 to 20 of its schedule, and words
/// 5 to 7 of ADRS; in place of those of the schedule words 0 to 4 where the step is rolled.
const CONSTANTS: usize = 16;

/// Bits of `toByte ‖ SEED ‖ ADRS` and of `toByte ‖ KEY ‖ x`.
const BITS: u32 = 8 * 96;

impl Prepared<u32, 8, CONSTANTS, 8> for Keyed32 {
    #[inline(always)]
    fn prepare<W: Word<u32>>(self, proof: W::Proof, adrs: &[W; 8]) -> [W; CONSTANTS] {
        let w = adrs;
        let mut v: [W; 8] = word::splat(proof, self.prf);
        rounds_given!(Sha256, proof, v, w, 0 1 2 3 4 5);
        let bits = W::splat(proof, BITS);
        let w16 = w[0].add(Sha256::lower_0(w[1]));
        let w17 = w[1].add(Sha256::lower_0(w[2])).add(Sha256::lower_1(bits));
        let w18 = w[2].add(Sha256::lower_0(w[3])).add(Sha256::lower_1(w16));
        let w19 = w[3].add(Sha256::lower_0(w[4])).add(Sha256::lower_1(w17));
        let w20 = w[4].add(Sha256::lower_0(w[5])).add(Sha256::lower_1(w18));
        let [a, b, c, d, e, f, g, h] = v;
        if W::ROLLED {
            return [a, b, c, d, e, f, g, h, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]];
        }
        [a, b, c, d, e, f, g, h, w16, w17, w18, w19, w20, w[5], w[6], w[7]]
    }
}

impl Kernel<u32, CONSTANTS, 8> for Keyed32 {
    #[inline(always)]
    fn step<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; 8]) -> [W; 8] {
        if W::ROLLED {
            return self.rolled(proof, c, j, x);
        }
        let first = first_block(proof, self.prf(proof, c, j, 0));
        let mask = self.prf(proof, c, j, 1);
        second_block(proof, first, word::xor(&x, &mask))
    }

    const IN_PAIRS: bool = true;

    /// The step number is in byte 27 of ADRS, the last of word 6.
    #[inline(always)]
    fn stride(self) -> u32 {
        1
    }
}

impl Keyed32 {
    /// The step as four compressions that share all rounds but the first few: PRF for the key, PRF for the
    /// mask, and the two blocks of F.
    #[inline(always)]
    fn rolled<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; 8]) -> [W; 8] {
        let [v0, v1, v2, v3, v4, v5, v6, v7, w0, w1, w2, w3, w4, w5, w6, w7] = *c;
        let zero = W::splat(proof, 0);
        let end = W::splat(proof, 0x8000_0000);
        let bits = W::splat(proof, BITS);
        // The key, and after the third block the state.
        let mut first = [zero; 8];
        // The mask, and in the end the digest.
        let mut last = first;
        for block in 0..4_u32 {
            let (mut v, mut w, before);
            let mut from = 8;
            match block {
                0 | 1 => {
                    let w6 = w6.add(j);
                    let w7 = w7.add(W::splat(proof, block));
                    w = [
                        w0, w1, w2, w3, w4, w5, w6, w7, end, zero, zero, zero, zero, zero, zero,
                        bits,
                    ];
                    v = [v0, v1, v2, v3, v4, v5, v6, v7];
                    before = word::splat::<_, W, 8>(proof, self.prf);
                    rounds_given!(Sha256, proof, v, w, 6 7);
                }
                2 => {
                    w = [zero; 16];
                    w[8..].copy_from_slice(&first);
                    v = word::splat(proof, AFTER_ZEROS);
                    before = word::splat::<_, W, 8>(proof, Sha256::INITIAL);
                }
                _ => {
                    w = [zero; 16];
                    w[..8].copy_from_slice(&word::xor::<_, W, 8>(&x, &last));
                    w[8] = end;
                    w[15] = bits;
                    v = first;
                    before = first;
                    from = 0;
                }
            }
            rounds_rolled_to_16::<Sha256, W>(proof, &mut v, &w, from);
            rounds_rolled::<Sha256, W>(proof, &mut v, &mut w, 16);
            let sum = word::add(&v, &before);
            if block % 2 == 0 {
                first = sum;
            } else {
                last = sum;
            }
        }
        last
    }

    /// PRF of the address with step number `j` and `b` for keyAndMask.
    #[inline(always)]
    fn prf<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, b: u32) -> [W; 8] {
        let [v0, v1, v2, v3, v4, v5, v6, v7, w16, w17, w18, w19, w20, w5, w6, w7] = *c;
        let mut v = [v0, v1, v2, v3, v4, v5, v6, v7];
        let zero = W::splat(proof, 0);
        let end = W::splat(proof, 0x8000_0000);
        let bits = W::splat(proof, BITS);
        let w6 = w6.add(j);
        let w7 = w7.add(W::splat(proof, b));
        let mut w = [
            zero, zero, zero, zero, zero, w5, w6, w7, end, zero, zero, zero, zero, zero, zero, bits,
        ];
        rounds_given!(Sha256, proof, v, w, 6 7 8 9 10 11 12 13 14 15);
        w[0] = w16;
        w[1] = w17;
        w[2] = w18;
        w[3] = w19;
        w[4] = w20;
        w[5] = w5.add(Sha256::lower_0(w6)).add(Sha256::lower_1(w19));
        w[6] = w6.add(Sha256::lower_0(w7)).add(bits.add(Sha256::lower_1(w20)));
        w[7] = w7.add(Sha256::lower_0(end)).add(w16.add(Sha256::lower_1(w[5])));
        rounds_given!(Sha256, proof, v, w, 16 17 18 19 20 21 22 23);
        half_padded(proof, &mut v, &mut w);
        word::add(&v, &word::splat::<_, W, 8>(proof, self.prf))
    }
}

/// The state after `toByte(0, 32) ‖ key`.
#[inline(always)]
fn first_block<W: Word<u32>>(proof: W::Proof, key: [W; 8]) -> [W; 8] {
    let mut v: [W; 8] = word::splat(proof, AFTER_ZEROS);
    let mut w = [W::splat(proof, 0); 16];
    w[8..].copy_from_slice(&key);
    rounds_given!(Sha256, proof, v, w, 8 9 10 11 12 13 14 15);
    w[0] = w[9].add(Sha256::lower_1(w[14]));
    w[1] = w[10].add(Sha256::lower_1(w[15]));
    w[2] = w[11].add(Sha256::lower_1(w[0]));
    w[3] = w[12].add(Sha256::lower_1(w[1]));
    w[4] = w[13].add(Sha256::lower_1(w[2]));
    w[5] = w[14].add(Sha256::lower_1(w[3]));
    w[6] = w[15].add(Sha256::lower_1(w[4]));
    w[7] = Sha256::lower_0(w[8]).add(w[0].add(Sha256::lower_1(w[5])));
    rounds_given!(Sha256, proof, v, w, 16 17 18 19 20 21 22 23);
    rounds_scheduled!(Sha256, proof, v, w, 24 25 26 27 28 29 30 31);
    rounds_from_32!(Sha256, proof, v, w);
    word::add(&v, &word::splat::<_, W, 8>(proof, Sha256::INITIAL))
}

/// The digest, from the state after the first block and the eight words that are left.
#[inline(always)]
fn second_block<W: Word<u32>>(proof: W::Proof, state: [W; 8], value: [W; 8]) -> [W; 8] {
    let mut v = state;
    let bits = W::splat(proof, BITS);
    let mut w = [W::splat(proof, 0); 16];
    w[..8].copy_from_slice(&value);
    w[8] = W::splat(proof, 0x8000_0000);
    w[15] = bits;
    rounds_given!(Sha256, proof, v, w, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    w[0] = w[0].add(Sha256::lower_0(w[1]));
    w[1] = w[1].add(Sha256::lower_0(w[2])).add(Sha256::lower_1(bits));
    w[2] = w[2].add(Sha256::lower_0(w[3])).add(Sha256::lower_1(w[0]));
    w[3] = w[3].add(Sha256::lower_0(w[4])).add(Sha256::lower_1(w[1]));
    w[4] = w[4].add(Sha256::lower_0(w[5])).add(Sha256::lower_1(w[2]));
    w[5] = w[5].add(Sha256::lower_0(w[6])).add(Sha256::lower_1(w[3]));
    w[6] = w[6].add(Sha256::lower_0(w[7])).add(bits.add(Sha256::lower_1(w[4])));
    w[7] = w[7].add(Sha256::lower_0(w[8])).add(w[0].add(Sha256::lower_1(w[5])));
    rounds_given!(Sha256, proof, v, w, 16 17 18 19 20 21 22 23);
    half_padded(proof, &mut v, &mut w);
    word::add(&v, &state)
}

/// Rounds 24 to 63 of a block of eight words and padding: words 9 to 14 are zero. The ring holds
/// words 16 to 23, then 8 to 15.
#[inline(always)]
fn half_padded<W: Word<u32>>(proof: W::Proof, v: &mut [W; 8], w: &mut [W; 16]) {
    w[8] = w[8].add(w[1].add(Sha256::lower_1(w[6])));
    w[9] = w[2].add(Sha256::lower_1(w[7]));
    w[10] = w[3].add(Sha256::lower_1(w[8]));
    w[11] = w[4].add(Sha256::lower_1(w[9]));
    w[12] = w[5].add(Sha256::lower_1(w[10]));
    w[13] = w[6].add(Sha256::lower_1(w[11]));
    w[14] = Sha256::lower_0(w[15]).add(w[7].add(Sha256::lower_1(w[12])));
    w[15] = w[15].add(Sha256::lower_0(w[0])).add(w[8].add(Sha256::lower_1(w[13])));
    rounds_given!(Sha256, proof, *v, *w, 24 25 26 27 28 29 30 31);
    rounds_from_32!(Sha256, proof, *v, *w);
}

/// The working variables after eight rounds with words of zero.
const AFTER_ZEROS: [u32; 8] = after_zeros();

const fn after_zeros() -> [u32; 8] {
    use crate::sha2::constants::{INITIAL_256, K_256};
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = INITIAL_256;
    let mut i = 0;
    while i < 8 {
        let upper_1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let upper_0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let t1 = h.wrapping_add(upper_1).wrapping_add((e & f) ^ (!e & g)).wrapping_add(K_256[i]);
        let t2 = upper_0.wrapping_add((a & b) ^ (a & c) ^ (b & c));
        (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
        (d, c, b, a) = (c, b, a, t1.wrapping_add(t2));
        i += 1;
    }
    [a, b, c, d, e, f, g, h]
}
