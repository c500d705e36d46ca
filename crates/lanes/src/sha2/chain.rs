//! A Winternitz step in one block of SHA-256: LM-OTS (RFC 8554 section 4.3) and F (FIPS 205
//! section 11.2).
//!
//! ```text
//! LM-OTS     I[16] ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp[n]                  value at byte 23
//! F     PK.seed[64] ‖ ADRSc[22], of which the last 4 are u32(j) ‖ M1[n]     at byte 22 of block 2
//! ```
//!
//! In both the words 0 to 4 of the block and the rounds they go into are the same for all steps of a
//! row, and so are parts of the words 16 to 20 of the schedule. In word 5 the step number meets the
//! first bytes of the value; the value's words are shifted into place; what follows is padding.

use crate::sha2::prepared::Prepared;
use crate::sha2::rounds::{
    rounds_from_24, rounds_given, rounds_rolled, rounds_rolled_to_16, rounds_scheduled,
};
use crate::sha2::{Family, Sha256};
use crate::unit::Kernel;
use crate::word::{self, Word};

/// Chains whose value stands at byte `AT` of the block, 22 or 23, and is `N` words long.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<const AT: usize, const N: usize> {
    /// The state before the block.
    pub(super) state: [u32; 8],
    /// Length of the whole message in bits.
    pub(super) bits: u32,
}

/// Constants of a row: the state after five rounds, the parts of words 16 to 20, word 5; in place of the
/// parts words 0 to 4 where the step is short.
pub(super) const CONSTANTS: usize = 14;

impl<const AT: usize, const N: usize> Prepared<u32, 6, CONSTANTS, N> for Step<AT, N> {
    #[inline(always)]
    fn prepare<W: Word<u32>>(self, proof: W::Proof, head: &[W; 6]) -> [W; CONSTANTS] {
        let w = head;
        let mut v: [W; 8] = word::splat(proof, self.state);
        rounds_given!(Sha256, proof, v, w, 0 1 2 3 4);
        if W::SHORT {
            let [a, b, c, d, e, f, g, h] = v;
            return [a, b, c, d, e, f, g, h, w[0], w[1], w[2], w[3], w[4], w[5]];
        }
        let bits = W::splat(proof, self.bits);
        [
            v[0],
            v[1],
            v[2],
            v[3],
            v[4],
            v[5],
            v[6],
            v[7],
            w[0].add(Sha256::lower_0(w[1])),
            w[1].add(Sha256::lower_0(w[2])).add(Sha256::lower_1(bits)),
            w[2].add(Sha256::lower_0(w[3])),
            w[3].add(Sha256::lower_0(w[4])),
            w[4],
            w[5],
        ]
    }
}

impl<const AT: usize, const N: usize> Kernel<u32, CONSTANTS, N> for Step<AT, N> {
    #[inline(always)]
    fn step<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; N]) -> [W; N] {
        let [v0, v1, v2, v3, v4, v5, v6, v7, c16, c17, c18, c19, w4, w5] = *c;
        let mut v = [v0, v1, v2, v3, v4, v5, v6, v7];
        let mut w = self.block(proof, w5, j, x);
        rounds_given!(Sha256, proof, v, w, 5 6 7);
        if W::SHORT {
            w[..5].copy_from_slice(&[c16, c17, c18, c19, w4]);
            rounds_rolled_to_16::<Sha256, W>(proof, &mut v, &w, 8);
            rounds_rolled::<Sha256, W>(proof, &mut v, &mut w, 16);
            return word::add(&v, &word::splat::<_, W, 8>(proof, self.state));
        }
        rounds_given!(Sha256, proof, v, w, 8 9 10 11 12 13 14 15);
        w[0] = c16.add(w[9]);
        w[1] = c17.add(w[10]);
        w[2] = c18.add(w[11]).add(Sha256::lower_1(w[0]));
        w[3] = c19.add(w[12]).add(Sha256::lower_1(w[1]));
        w[4] = w4.add(Sha256::lower_0(w[5])).add(w[13].add(Sha256::lower_1(w[2])));
        rounds_given!(Sha256, proof, v, w, 16 17 18 19 20);
        rounds_scheduled!(Sha256, proof, v, w, 21 22 23);
        rounds_from_24!(Sha256, proof, v, w);
        word::add(&v, &word::splat::<_, W, 8>(proof, self.state))
    }

    const IN_PAIRS: bool = true;

    /// The step number is in the byte before the value.
    #[inline(always)]
    fn stride(self) -> u32 {
        1 << (8 * (4 - AT % 4))
    }
}

impl<const AT: usize, const N: usize> Step<AT, N> {
    /// The block of a step from word 5 on, the words before it zero.
    #[inline(always)]
    pub(super) fn block<W: Word<u32>>(self, proof: W::Proof, w5: W, j: W, x: [W; N]) -> [W; 16] {
        let mut w = [W::splat(proof, 0); 16];
        w[5] = w5.add(below::<W, AT>(j)).add(down::<W, AT>(x[0]));
        for i in 0..N - 1 {
            w[6 + i] = up::<W, AT>(x[i]).or(down::<W, AT>(x[i + 1]));
        }
        // 0x80 goes right after the value, into the word of its last bytes.
        let end = W::splat(proof, 0x80 << (8 * (3 - AT % 4)));
        w[5 + N] = up::<W, AT>(x[N - 1]).or(end);
        w[15] = W::splat(proof, self.bits);
        w
    }
}

/// The step number without what is above its byte.
#[inline(always)]
fn below<W: Word<u32>, const AT: usize>(j: W) -> W {
    if AT % 4 == 3 { j.shl::<16>().shr::<16>() } else { j.shl::<8>().shr::<8>() }
}

/// The bytes of a value's word that stay in the word where the last one ended.
#[inline(always)]
fn down<W: Word<u32>, const AT: usize>(x: W) -> W {
    if AT % 4 == 3 { x.shr::<24>() } else { x.shr::<16>() }
}

/// The bytes of a value's word that go into the next word.
#[inline(always)]
fn up<W: Word<u32>, const AT: usize>(x: W) -> W {
    if AT % 4 == 3 { x.shl::<8>() } else { x.shl::<16>() }
}
