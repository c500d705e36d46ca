//! SHA-512 by its instructions (FEAT_SHA512), for one message or a few in step.
//!
//! `sha512h` and `sha512h2` do two rounds, with shuffles and sums around them that make a message alone
//! wait: 261 cycles for a block, and 160 for each of two in step (225 on N2), by LLVM's models of
//! Neoverse cores. Scalar it is 500 to 720.
#![expect(unsafe_code, reason = "SHA instructions, behind the token Sha3")]

use core::arch::aarch64::*;

use super::Sha3;
use crate::block::Block;
use crate::bytes::copy;
use crate::serial::Serial;
use crate::sha2::Sha512;
use crate::sha2::constants::K_512;

impl Serial<Sha512, 16, 8> for Sha3 {
    const STREAMS: usize = 2;

    #[inline(always)]
    fn absorb<const G: usize>(self, states: &mut [[u64; 8]; G], blocks: &[Block<128>; G]) {
        // SAFETY: `self` is proof of the features that `compress` is compiled for.
        unsafe { compress(states, blocks) }
    }

    #[inline(always)]
    fn finish<const G: usize>(
        self,
        state: &[u64; 8],
        blocks: &[Block<128>; G],
        out: [&mut [u8]; G],
    ) {
        let mut states = [*state; G];
        self.absorb(&mut states, blocks);
        for (out, state) in out.into_iter().zip(&states) {
            let mut digest = [0; 64];
            for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
                *bytes = word.to_be_bytes();
            }
            copy(out, &digest[..out.len()]);
        }
    }
}

/// The compression function on `G` independent messages, two rounds at a time. A state is `a` and `b`,
/// `c` and `d`, `e` and `f`, `g` and `h`.
#[inline(never)]
#[target_feature(enable = "neon,sha3")]
fn compress<const G: usize>(states: &mut [[u64; 8]; G], blocks: &[Block<128>; G]) {
    // Loops and not closures, which may become functions of their own.
    let (mut v, mut w) = ([[vdupq_n_u64(0); 4]; G], [[vdupq_n_u64(0); 8]; G]);
    for g in 0..G {
        for i in 0..4 {
            v[g][i] = words(&states[g], 2 * i);
        }
        for i in 0..8 {
            w[g][i] = load(&blocks[g], i);
        }
    }
    macro_rules! two_rounds {
        ($($i:literal)*) => { $(
            let k = words(&K_512, 2 * $i);
            for g in 0..G {
                if $i >= 8 {
                    let w = &mut w[g];
                    let [w0, w1, w7] = [$i % 8, ($i + 1) % 8, ($i + 7) % 8];
                    let later = vextq_u64::<1>(w[($i + 4) % 8], w[($i + 5) % 8]);
                    w[w0] = vsha512su1q_u64(vsha512su0q_u64(w[w0], w[w1]), w[w7], later);
                }
                let [ab, cd, ef, gh] = v[g];
                let words = vaddq_u64(w[g][$i % 8], k);
                let words = vaddq_u64(vextq_u64::<1>(words, words), gh);
                let t1 = vsha512hq_u64(words, vextq_u64::<1>(ef, gh), vextq_u64::<1>(cd, ef));
                v[g] = [vsha512h2q_u64(t1, cd, ab), ab, vaddq_u64(cd, t1), ef];
            }
        )* };
    }
    two_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19);
    two_rounds!(20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39);
    for (state, v) in states.iter_mut().zip(v) {
        for (i, v) in v.into_iter().enumerate() {
            let sum = vaddq_u64(v, words(state, 2 * i));
            store(state, 2 * i, sum);
        }
    }
}

/// Words `2 i ..` of a block.
#[inline]
#[target_feature(enable = "neon,sha3")]
fn load(block: &Block<128>, i: usize) -> uint64x2_t {
    let bytes: &[u8; 16] = block.0[16 * i..].first_chunk().expect("a block is 128 bytes");
    // SAFETY: the reference is to 16 bytes.
    let bytes = unsafe { vld1q_u8(bytes.as_ptr()) };
    vreinterpretq_u64_u8(vrev64q_u8(bytes))
}

/// Words `at ..` of a state, or of the constants.
#[inline]
#[target_feature(enable = "neon,sha3")]
fn words(words: &[u64], at: usize) -> uint64x2_t {
    let words: &[u64; 2] = words[at..].first_chunk().expect("two more words");
    // SAFETY: the reference is to two words.
    unsafe { vld1q_u64(words.as_ptr()) }
}

/// Writes words `at ..` of a state.
#[inline]
#[target_feature(enable = "neon,sha3")]
fn store(state: &mut [u64; 8], at: usize, words: uint64x2_t) {
    let out: &mut [u64; 2] = state[at..].first_chunk_mut().expect("a state is 8 words");
    // SAFETY: the reference is to two words.
    unsafe { vst1q_u64(out.as_mut_ptr(), words) }
}
