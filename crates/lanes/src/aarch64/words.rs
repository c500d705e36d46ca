//! Two 64-bit words in a vector, for Keccak.
//!
//! There is not one instruction of FEAT_SHA3 in this text, because LLVM needs no telling: compiled
//! for `sha3` it makes `xar` of XOR and rotation, `eor3`, `rax1` and `bcax` of the rest, 70 of them in a
//! round. Apple's cores run four of those in a cycle, so that two lanes take less time than one does
//! in scalar registers; others run one, which is why they use three lanes ([`hybrid`](super::hybrid)).
#![expect(unsafe_code, reason = "vector instructions, each behind a token")]

use core::arch::aarch64::*;
use core::arch::asm;
use core::marker::PhantomData;

use crate::word::Word;

/// A vector of 64-bit words. It is only ever made with a token, `P`, and each token is proof of NEON.
#[derive(Clone, Copy)]
pub(super) struct Words64<P>(uint64x2_t, PhantomData<P>);

impl<P: Copy> Words64<P> {
    #[inline(always)]
    const fn new(words: uint64x2_t) -> Self {
        Self(words, PhantomData)
    }

    #[inline(always)]
    pub(super) fn load(_: P, words: &[u64; 2]) -> Self {
        // SAFETY: the argument is proof of NEON; `words` is as long as a vector.
        Self::new(unsafe { vld1q_u64(words.as_ptr()) })
    }

    #[inline(always)]
    pub(super) fn store(self, words: &mut [u64; 2]) {
        // SAFETY: a vector was made with proof of NEON; `words` is as long as one.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) }
    }

    /// `!self & b`
    #[inline(always)]
    pub(super) fn not_and(self, b: Self) -> Self {
        // SAFETY: a vector was made with proof of NEON.
        Self::new(unsafe { vbicq_u64(b.0, self.0) })
    }

    /// Shifted by so many bits towards the high bit, or by `-by` towards the low bit; by 64 either
    /// way gives 0.
    #[inline(always)]
    fn shift(self, by: i64) -> Self {
        // SAFETY: a vector was made with proof of NEON.
        Self::new(unsafe { vshlq_u64(self.0, vdupq_n_s64(by)) })
    }

    /// Itself, without LLVM knowing what it was made of: it cannot put what made it and what is made
    /// of it into one instruction of FEAT_SHA3.
    #[inline(always)]
    pub(super) fn apart(mut self) -> Self {
        // SAFETY: it is no instruction at all; a vector was made with proof of NEON.
        unsafe { asm!("/* {0:v} */", inout(vreg) self.0, options(pure, nomem, nostack)) };
        self
    }
}

impl<P: Copy> Word<u64> for Words64<P> {
    type Proof = P;

    #[inline(always)]
    fn splat(_: P, x: u64) -> Self {
        // SAFETY: the argument is proof of NEON.
        Self::new(unsafe { vdupq_n_u64(x) })
    }
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: a vector was made with proof of NEON.
        Self::new(unsafe { vaddq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: a vector was made with proof of NEON.
        Self::new(unsafe { veorq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: a vector was made with proof of NEON.
        Self::new(unsafe { vorrq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // Theta needs `b ^ c` five times.
        self.xor(b.xor(c))
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        if N == 0 { self } else { self.shift(64 - i64::from(N)).or(self.shift(-i64::from(N))) }
    }
    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        if N == 0 { self } else { self.shift(i64::from(N)).or(self.shift(i64::from(N) - 64)) }
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        self.shift(-i64::from(N))
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        self.shift(i64::from(N))
    }
    #[inline(always)]
    fn ch(self, f: Self, g: Self) -> Self {
        // SAFETY: a vector was made with proof of NEON.
        Self::new(unsafe { vbslq_u64(self.0, f.0, g.0) })
    }
    #[inline(always)]
    fn maj(self, b: Self, c: Self) -> Self {
        self.xor(b).ch(c, b)
    }
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        self.xor(b.not_and(c))
    }
}
