//! AVX2: 8 lanes of 32-bit words, 4 of 64-bit words.
//!
//! Vectors are newtypes and not loops over lanes: LLVM makes vectors of a loop only if its body is one
//! straight line, and a kernel of 64 rounds is then more code than the CPU keeps decoded. And two can be
//! worked on in turns: on Zen 5, where most vector operations take two cycles, a compression takes 116
//! cycles so, and 155 with one vector at a time.
//!
//! Keccak is a loop over lanes: with 25 vectors and 16 registers newtypes gained nothing, and lost 4 %.
#![expect(unsafe_code, reason = "vector instructions, each behind the token Avx2")]

use core::arch::x86_64::*;
use core::hint::black_box;

use super::pair::Pair;
use super::vector::{Vector, load, load_two, runs_vectors, store, store_two};
use super::{Avx2, windows};
use crate::RowsMut;
use crate::function::Words;
use crate::unit::{Job, Kernel, Lanes, Part, Place, Set, Unit};
use crate::word::Word;

/// A vector of 32-bit words. It is only ever made with the token.
#[derive(Clone, Copy)]
struct Words32(__m256i);

/// A vector of 64-bit words. It is only ever made with the token.
#[derive(Clone, Copy)]
struct Words64(__m256i);

macro_rules! vectors {
    (
        $vector:ident, $word:ty, $lanes:literal,
        $splat:ident, $add:ident, $shift_right:ident, $shift_left:ident,
        $gather:ident, $scatter:ident
    ) => {
        impl Word<$word> for $vector {
            type Proof = Avx2;
            const ROLLED: bool = true;
            const SHORT: bool = true;

            #[inline(always)]
            fn splat(_: Avx2, x: $word) -> Self {
                // SAFETY: the argument is proof of AVX2.
                Self(unsafe { $splat(x.cast_signed()) })
            }
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                Self(unsafe { $add(self.0, b.0) })
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                Self(unsafe { _mm256_xor_si256(self.0, b.0) })
            }
            #[inline(always)]
            fn or(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                Self(unsafe { _mm256_or_si256(self.0, b.0) })
            }
            #[inline(always)]
            fn xor3(self, b: Self, c: Self) -> Self {
                self.xor(b).xor(c)
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> Self {
                self.right(N).or(self.left(<$word>::BITS - N))
            }
            #[inline(always)]
            fn rotl<const N: u32>(self) -> Self {
                self.left(N).or(self.right(<$word>::BITS - N))
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> Self {
                self.right(N)
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                self.left(N)
            }
            #[inline(always)]
            fn ch(self, f: Self, g: Self) -> Self {
                g.xor(self.and(f.xor(g)))
            }
            #[inline(always)]
            fn maj(self, b: Self, c: Self) -> Self {
                // The next round has `self` for `b` and `b` for `c`: one of the two sums is made already.
                b.xor(self.xor(b).and(b.xor(c)))
            }
            #[inline(always)]
            fn chi(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                self.xor(Self(unsafe { _mm256_andnot_si256(b.0, c.0) }))
            }
            #[inline(always)]
            fn piece<J: Job>(_: Avx2, job: J) {
                #[inline]
                #[target_feature(enable = "avx2")]
                fn inner<J: Job>(job: J) {
                    job.run();
                }
                // SAFETY: the argument is proof of the feature that `inner` is compiled for.
                unsafe { inner(job) }
            }
        }

        impl $vector {
            #[inline(always)]
            fn and(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                Self(unsafe { _mm256_and_si256(self.0, b.0) })
            }
            /// Shifted towards the low bit, by a constant.
            #[inline(always)]
            fn right(self, by: u32) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                Self(unsafe { $shift_right(self.0, _mm_cvtsi32_si128(by.cast_signed())) })
            }
            /// Shifted towards the high bit, by a constant.
            #[inline(always)]
            fn left(self, by: u32) -> Self {
                // SAFETY: a vector was made with proof of AVX2.
                Self(unsafe { $shift_left(self.0, _mm_cvtsi32_si128(by.cast_signed())) })
            }
        }

        impl Vector for $vector {
            type Proof = Avx2;
            type Lanes = [$word; $lanes];

            #[inline(always)]
            fn load(_: Avx2, words: &[$word; $lanes]) -> Self {
                // SAFETY: the argument is proof of AVX2; `words` is as long as a vector.
                Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [$word; $lanes]) {
                // SAFETY: a vector was made with proof of AVX2; `words` is as long as one.
                unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) }
            }
        }

        impl Unit<$word, $lanes> for Avx2 {
            runs_vectors!("avx2", $vector, $word, $lanes);

            #[inline(always)]
            fn gather<F: Words<Bits = $word>, const B: usize>(
                self,
                template: &[u8],
                parts: &[Part<'_>],
                lanes: &mut Lanes<$word, $lanes, B>,
            ) {
                // SAFETY: `self` is proof of AVX2.
                unsafe { windows::$gather::<F, B>(template, parts, lanes) }
            }

            #[inline(always)]
            fn scatter<F: Words<Bits = $word>, const N: usize>(
                self,
                lanes: &Lanes<$word, $lanes, N>,
                out: &mut RowsMut<'_>,
                place: Place<'_>,
            ) {
                // SAFETY: `self` is proof of AVX2.
                unsafe { windows::$scatter::<F, N>(lanes, out, place) }
            }
        }
    };
}

vectors!(
    Words32,
    u32,
    8,
    _mm256_set1_epi32,
    _mm256_add_epi32,
    _mm256_srl_epi32,
    _mm256_sll_epi32,
    gather_32,
    scatter_32
);
vectors!(
    Words64,
    u64,
    4,
    _mm256_set1_epi64x,
    _mm256_add_epi64,
    _mm256_srl_epi64,
    _mm256_sll_epi64,
    gather_64,
    scatter_64
);
