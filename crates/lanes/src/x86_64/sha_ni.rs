//! SHA-256 by the SHA extensions, for one message or a few in step.
//!
//! Two rounds take 4 cycles from input to output, but another two can begin after 2 or 3: one message
//! is bound by latency, two in step are not. 142 and 110 cycles a block on Raptor Cove, 144 and 72 on
//! Zen 4, 135 and 95 on Zen 5.
#![expect(unsafe_code, reason = "SHA instructions, behind the token ShaNi")]

use core::arch::x86_64::*;

use super::{Avx512, ShaNi};
use crate::block::Block;
use crate::bytes::copy;
use crate::midstate::Midstate;
use crate::serial::Serial;
use crate::sha2::Sha256;
use crate::sha2::constants::K_256;

impl Serial<Sha256, 16, 8> for ShaNi {
    const STREAMS: usize = 2;

    #[inline(always)]
    fn absorb<const G: usize>(self, states: &mut [[u32; 8]; G], blocks: &[Block<64>; G]) {
        // SAFETY: `self` is proof of the features that `absorb` is compiled for.
        unsafe { absorb(states, blocks) }
    }

    #[inline(always)]
    fn absorb_all<const G: usize>(self, states: &mut [[u32; 8]; G], messages: [&[u8]; G]) {
        // SAFETY: `self` is proof of the features that `absorb_all` is compiled for.
        unsafe { absorb_all(states, messages.map(|message| message.as_chunks().0)) }
    }

    #[inline(always)]
    fn finish<const G: usize>(
        self,
        state: &[u32; 8],
        blocks: &[Block<64>; G],
        out: [&mut [u8]; G],
    ) {
        // SAFETY: `self` is proof of the features that `finish` is compiled for.
        unsafe { finish(state, blocks, out) }
    }
}

/// [`ShaNi`] on a CPU with AVX-512: one block is put together in registers, by loads under a mask.
///
/// 190 cycles for a message of 55 bytes on Zen 4, where putting it together in memory takes 222; the
/// compression alone is 143.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masked {
    pub(super) sha: ShaNi,
    pub(super) avx512: Avx512,
}

impl Serial<Sha256, 16, 8> for Masked {
    const STREAMS: usize = 2;

    #[inline(always)]
    fn absorb<const G: usize>(self, states: &mut [[u32; 8]; G], blocks: &[Block<64>; G]) {
        self.sha.absorb(states, blocks);
    }

    #[inline(always)]
    fn absorb_all<const G: usize>(self, states: &mut [[u32; 8]; G], messages: [&[u8]; G]) {
        self.sha.absorb_all(states, messages);
    }

    #[inline(always)]
    fn finish<const G: usize>(
        self,
        state: &[u32; 8],
        blocks: &[Block<64>; G],
        out: [&mut [u8]; G],
    ) {
        self.sha.finish(state, blocks, out);
    }

    #[inline(always)]
    fn short<const G: usize>(
        self,
        prefix: &Midstate,
        messages: &[[&[u8]; 3]; G],
        len: usize,
        out: [&mut [u8]; G],
    ) {
        let Self { sha: ShaNi(()), avx512: Avx512(()) } = self;
        // SAFETY: both tokens are proof of the features that `short` is compiled for.
        unsafe { short(prefix, messages, len, out) }
    }
}

#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3,avx512f,avx512bw,avx512vl")]
fn short<const G: usize>(
    prefix: &Midstate,
    messages: &[[&[u8]; 3]; G],
    len: usize,
    out: [&mut [u8]; G],
) {
    assert!(
        len <= 55
            && messages
                .iter()
                .all(|parts| prefix.tail_len + parts.iter().map(|part| part.len()).sum::<usize>()
                    == len),
        "one block"
    );
    let bits = (8 * (prefix.absorbed + len as u64)).swap_bytes().cast_signed();
    let padding = _mm512_maskz_set1_epi64(0x80, bits);
    let padding = _mm512_mask_set1_epi8(padding, 1 << len, 0x80_u8.cast_signed());
    let order = _mm512_broadcast_i32x4(big_endian());
    let mut w = [[_mm_setzero_si128(); 4]; G];
    for g in 0..G {
        let [a, b, c] = messages[g];
        let mut at = 0;
        let mut block = insert(padding, &mut at, prefix.tail());
        block = insert(block, &mut at, a);
        block = insert(block, &mut at, b);
        block = insert(block, &mut at, c);
        let words = _mm512_shuffle_epi8(block, order);
        w[g] = [
            _mm512_castsi512_si128(words),
            _mm512_extracti32x4_epi32::<1>(words),
            _mm512_extracti32x4_epi32::<2>(words),
            _mm512_extracti32x4_epi32::<3>(words),
        ];
    }
    write(compress([[words(&prefix.words_32, 0), words(&prefix.words_32, 4)]; G], w), out);
}

/// Puts bytes to `at` in a block, at most 55 of them, and `at` after them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn insert(block: __m512i, at: &mut usize, part: &[u8]) -> __m512i {
    if part.is_empty() {
        // It may be anywhere, and a load that begins where no memory is takes hundreds of cycles.
        return block;
    }
    let mask = ((1 << part.len()) - 1) << *at;
    let start = part.as_ptr().wrapping_sub(*at);
    *at += part.len();
    // SAFETY: the mask selects the bytes of `part`; no other is accessed.
    unsafe { _mm512_mask_loadu_epi8(block, mask, start.cast()) }
}

#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn absorb<const G: usize>(states: &mut [[u32; 8]; G], blocks: &[Block<64>; G]) {
    let v = compress(loaded(states), block_words(blocks));
    stored(&v, states);
}

/// [`absorb`] block after block; as many of each message as the first has.
#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn absorb_all<const G: usize>(states: &mut [[u32; 8]; G], messages: [&[[u8; 64]]; G]) {
    let mut v = loaded(states);
    for k in 0..messages[0].len() {
        let mut w = [[_mm_setzero_si128(); 4]; G];
        for g in 0..G {
            w[g] = load(&messages[g][k]);
        }
        v = compress(v, w);
    }
    stored(&v, states);
}

#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn finish<const G: usize>(state: &[u32; 8], blocks: &[Block<64>; G], out: [&mut [u8]; G]) {
    write(compress([[words(state, 0), words(state, 4)]; G], block_words(blocks)), out);
}

/// Writes the first bytes of digests.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn write<const G: usize>(v: [[__m128i; 2]; G], out: [&mut [u8]; G]) {
    for g in 0..G {
        match out[g].as_mut_array() {
            Some(out) => store_digest(out, v[g]),
            None => write_part(v[g], out[g]),
        }
    }
}

/// [`write`] of less than all of a digest: out of the way, or what calls it is not inlined either.
#[inline(never)]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn write_part(v: [__m128i; 2], out: &mut [u8]) {
    let mut digest = [0; 32];
    store_digest(&mut digest, v);
    copy(out, &digest[..out.len()]);
}

/// Writes the bytes of a state.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn store_digest(out: &mut [u8; 32], v: [__m128i; 2]) {
    let (low, high) = out.split_at_mut(16);
    store_bytes(low, _mm_shuffle_epi8(v[0], big_endian()));
    store_bytes(high, _mm_shuffle_epi8(v[1], big_endian()));
}

/// States, `a` to `d` and `e` to `h`.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn loaded<const G: usize>(states: &[[u32; 8]; G]) -> [[__m128i; 2]; G] {
    let mut v = [[_mm_setzero_si128(); 2]; G];
    for g in 0..G {
        v[g] = [words(&states[g], 0), words(&states[g], 4)];
    }
    v
}

/// The inverse of [`loaded`].
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn stored<const G: usize>(v: &[[__m128i; 2]; G], states: &mut [[u32; 8]; G]) {
    for g in 0..G {
        store(&mut states[g], 0, v[g][0]);
        store(&mut states[g], 4, v[g][1]);
    }
}

/// The words of blocks.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn block_words<const G: usize>(blocks: &[Block<64>; G]) -> [[__m128i; 4]; G] {
    let mut w = [[_mm_setzero_si128(); 4]; G];
    for g in 0..G {
        w[g] = load(&blocks[g].0);
    }
    w
}

/// Bytes of words into words.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn big_endian() -> __m128i {
    _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3)
}

/// The compression function on `G` independent messages, round by round, with their words `w`. A state
/// is `a` to `d` and `e` to `h`.
///
/// Here and around it: loops and not closures, which became functions of their own, called from here.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn compress<const G: usize>(
    states: [[__m128i; 2]; G],
    mut w: [[__m128i; 4]; G],
) -> [[__m128i; 2]; G] {
    // The instructions want the working variables as ABEF and CDGH, the highest word first.
    let mut v = states;
    for v in &mut v {
        let badc = _mm_shuffle_epi32::<0xb1>(v[0]);
        let hgfe = _mm_shuffle_epi32::<0x1b>(v[1]);
        *v = [_mm_alignr_epi8::<8>(badc, hgfe), _mm_blend_epi16::<0xf0>(hgfe, badc)];
    }
    let before = v;
    macro_rules! four_rounds {
        ($($i:literal)*) => { $(
            let k = constants($i);
            for g in 0..G {
                if $i >= 4 {
                    let w = &mut w[g];
                    let [w0, w1, w2, w3] = [$i % 4, ($i + 1) % 4, ($i + 2) % 4, ($i + 3) % 4];
                    let sum = _mm_add_epi32(
                        _mm_sha256msg1_epu32(w[w0], w[w1]),
                        _mm_alignr_epi8::<4>(w[w3], w[w2]),
                    );
                    w[w0] = _mm_sha256msg2_epu32(sum, w[w3]);
                }
                let [abef, cdgh] = &mut v[g];
                let words = _mm_add_epi32(w[g][$i % 4], k);
                *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, words);
                *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32::<0x0e>(words));
            }
        )* };
    }
    four_rounds!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    for g in 0..G {
        let abef = _mm_add_epi32(v[g][0], before[g][0]);
        let cdgh = _mm_add_epi32(v[g][1], before[g][1]);
        let feba = _mm_shuffle_epi32::<0x1b>(abef);
        let dchg = _mm_shuffle_epi32::<0xb1>(cdgh);
        v[g] = [_mm_blend_epi16::<0xf0>(feba, dchg), _mm_alignr_epi8::<8>(dchg, feba)];
    }
    v
}

/// The words of a block.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn load(block: &[u8; 64]) -> [__m128i; 4] {
    let mut w = [_mm_setzero_si128(); 4];
    for (w, bytes) in w.iter_mut().zip(block.as_chunks::<16>().0) {
        // SAFETY: the reference is to 16 bytes.
        *w = _mm_shuffle_epi8(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }, big_endian());
    }
    w
}

/// Words `at ..` of a state.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn words(state: &[u32; 8], at: usize) -> __m128i {
    let words: &[u32; 4] = state[at..].first_chunk().expect("a state is 8 words");
    // SAFETY: the reference is to 16 bytes.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

/// The constants of rounds `4 i ..`.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn constants(i: usize) -> __m128i {
    let [a, b, c, d]: [u32; 4] = *K_256[4 * i..].first_chunk().expect("there are 64");
    _mm_set_epi32(d.cast_signed(), c.cast_signed(), b.cast_signed(), a.cast_signed())
}

/// Writes words `at ..` of a state.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn store(state: &mut [u32; 8], at: usize, words: __m128i) {
    let out: &mut [u32; 4] = state[at..].first_chunk_mut().expect("a state is 8 words");
    // SAFETY: the reference is to 16 bytes.
    unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), words) }
}

/// Writes 16 bytes.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn store_bytes(out: &mut [u8], bytes: __m128i) {
    let out: &mut [u8; 16] = out.first_chunk_mut().expect("16 bytes");
    // SAFETY: the reference is to 16 bytes.
    unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), bytes) }
}
