//! SHA-256 by its instructions (FEAT_SHA256), for one message or a few in step.
//!
//! `sha256h` and `sha256h2` do four rounds and take 4 cycles from input to output, but another one can
//! begin in each cycle: one message is bound by latency, two in step hardly are. 111 cycles for a
//! block alone and 68 for each of two, by LLVM's models of Neoverse cores.
#![expect(unsafe_code, reason = "SHA instructions, behind the token Sha2")]

use core::arch::aarch64::*;

use super::Sha2;
use crate::block::Block;
use crate::bytes::copy;
use crate::serial::Serial;
use crate::sha2::Sha256;
use crate::sha2::constants::K_256;

impl Serial<Sha256, 16, 8> for Sha2 {
    const STREAMS: usize = 2;

    #[inline(always)]
    fn absorb<const G: usize>(self, states: &mut [[u32; 8]; G], blocks: &[Block<64>; G]) {
        // SAFETY: `self` is proof of the features that `compress` is compiled for.
        unsafe { compress(states, blocks) }
    }

    #[inline(always)]
    fn finish<const G: usize>(
        self,
        state: &[u32; 8],
        blocks: &[Block<64>; G],
        out: [&mut [u8]; G],
    ) {
        let mut states = [*state; G];
        self.absorb(&mut states, blocks);
        for (out, state) in out.into_iter().zip(&states) {
            let mut digest = [0; 32];
            for (bytes, word) in digest.as_chunks_mut().0.iter_mut().zip(state) {
                *bytes = word.to_be_bytes();
            }
            copy(out, &digest[..out.len()]);
        }
    }
}

/// The compression function on `G` independent messages, four rounds at a time. A state is `a` to `d`
/// and `e` to `h`.
#[inline(never)]
#[target_feature(enable = "neon,sha2")]
fn compress<const G: usize>(states: &mut [[u32; 8]; G], blocks: &[Block<64>; G]) {
    // Loops and not closures, which may become functions of their own.
    let (mut v, mut w) = ([[vdupq_n_u32(0); 2]; G], [[vdupq_n_u32(0); 4]; G]);
    for g in 0..G {
        for i in 0..2 {
            v[g][i] = words(&states[g], 4 * i);
        }
        for i in 0..4 {
            w[g][i] = load(&blocks[g], i);
        }
    }
    macro_rules! four_rounds {
        ($($i:literal)*) => { $(
            let k = words(&K_256, 4 * $i);
            for g in 0..G {
                if $i >= 4 {
                    let w = &mut w[g];
                    let [w0, w1, w2, w3] = [$i % 4, ($i + 1) % 4, ($i + 2) % 4, ($i + 3) % 4];
                    w[w0] = vsha256su1q_u32(vsha256su0q_u32(w[w0], w[w1]), w[w2], w[w3]);
                }
                let words = vaddq_u32(w[g][$i % 4], k);
                let [abcd, efgh] = v[g];
                v[g] = [vsha256hq_u32(abcd, efgh, words), vsha256h2q_u32(efgh, abcd, words)];
            }
        )* };
    }
    four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    for (state, v) in states.iter_mut().zip(v) {
        for (i, v) in v.into_iter().enumerate() {
            let sum = vaddq_u32(v, words(state, 4 * i));
            store(state, 4 * i, sum);
        }
    }
}

/// Words `4 i ..` of a block.
#[inline]
#[target_feature(enable = "neon,sha2")]
fn load(block: &Block<64>, i: usize) -> uint32x4_t {
    let bytes: &[u8; 16] = block.0[16 * i..].first_chunk().expect("a block is 64 bytes");
    // SAFETY: the reference is to 16 bytes.
    let bytes = unsafe { vld1q_u8(bytes.as_ptr()) };
    vreinterpretq_u32_u8(vrev32q_u8(bytes))
}

/// Words `at ..` of a state, or of the constants.
#[inline]
#[target_feature(enable = "neon,sha2")]
fn words(words: &[u32], at: usize) -> uint32x4_t {
    let words: &[u32; 4] = words[at..].first_chunk().expect("four more words");
    // SAFETY: the reference is to four words.
    unsafe { vld1q_u32(words.as_ptr()) }
}

/// Writes words `at ..` of a state.
#[inline]
#[target_feature(enable = "neon,sha2")]
fn store(state: &mut [u32; 8], at: usize, words: uint32x4_t) {
    let out: &mut [u32; 4] = state[at..].first_chunk_mut().expect("a state is 8 words");
    // SAFETY: the reference is to four words.
    unsafe { vst1q_u32(out.as_mut_ptr(), words) }
}
