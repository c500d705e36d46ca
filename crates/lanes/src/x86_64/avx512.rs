//! AVX-512: 16 lanes of 32-bit words, 8 of 64-bit words.
//!
//! Vectors are newtypes and not loops over lanes: on Raptor Cove that gains 4 to 6 % by default, and
//! with `-C target-cpu=native`, where LLVM prefers vectors of 256 bits for loops, 40 to 60 %. On Zen 4
//! it gains 3 % for SHA-256.
#![expect(unsafe_code, reason = "vector instructions, each behind the token Avx512")]

use core::arch::x86_64::*;
use core::hint::black_box;

use super::pair::Pair;
use super::vector::{Vector, load, load_two, runs_vectors, store, store_two};
use super::{Avx512, gather};
use crate::RowsMut;
use crate::function::Words;
use crate::keccak;
use crate::unit::{Job, Kernel, Lanes, Part, Place, Set, Unit};
use crate::word::Word;

/// A vector of 32-bit words. It is only ever made with the token.
#[derive(Clone, Copy)]
struct Words32(__m512i);

/// A vector of 64-bit words. It is only ever made with the token.
#[derive(Clone, Copy)]
struct Words64(__m512i);

macro_rules! vectors {
    (
        $vector:ident, $word:ty as $lane:ty, $lanes:literal,
        $splat:ident, $add:ident, $ternary:ident, $rotate_right:ident, $rotate_left:ident,
        $shift_right:ident, $shift_left:ident, $gather:ident, $scatter:ident, $permute:path
    ) => {
        impl Word<$word> for $vector {
            type Proof = Avx512;
            const ROLLED: bool = true;

            #[inline(always)]
            fn splat(_: Avx512, x: $word) -> Self {
                // SAFETY: the argument is proof of AVX-512.
                Self(unsafe { $splat(x.cast_signed()) })
            }
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $add(self.0, b.0) })
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { _mm512_xor_si512(self.0, b.0) })
            }
            #[inline(always)]
            fn or(self, b: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { _mm512_or_si512(self.0, b.0) })
            }
            #[inline(always)]
            fn xor3(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $ternary::<0x96>(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $rotate_right(self.0, $splat(N as $lane)) })
            }
            #[inline(always)]
            fn rotl<const N: u32>(self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $rotate_left(self.0, $splat(N as $lane)) })
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $shift_right::<N>(self.0) })
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $shift_left::<N>(self.0) })
            }
            #[inline(always)]
            fn ch(self, f: Self, g: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $ternary::<0xca>(self.0, f.0, g.0) })
            }
            #[inline(always)]
            fn maj(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $ternary::<0xe8>(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn chi(self, b: Self, c: Self) -> Self {
                // SAFETY: a vector was made with proof of AVX-512.
                Self(unsafe { $ternary::<0xd2>(self.0, b.0, c.0) })
            }
            #[inline(always)]
            fn piece<J: Job>(_: Avx512, job: J) {
                #[inline]
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
                fn inner<J: Job>(job: J) {
                    job.run();
                }
                // SAFETY: the argument is proof of the features that `inner` is compiled for.
                unsafe { inner(job) }
            }
        }

        impl Vector for $vector {
            type Proof = Avx512;
            type Lanes = [$word; $lanes];

            #[inline(always)]
            fn load(_: Avx512, words: &[$word; $lanes]) -> Self {
                // SAFETY: the argument is proof of AVX-512; `words` is as long as a vector.
                Self(unsafe { _mm512_loadu_si512(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn store(self, words: &mut [$word; $lanes]) {
                // SAFETY: a vector was made with proof of AVX-512; `words` is as long as one.
                unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) }
            }
        }

        impl Unit<$word, $lanes> for Avx512 {
            runs_vectors!("avx512f,avx512bw,avx512dq,avx512vl", $vector, $word, $lanes);

            #[inline(always)]
            fn permute(self, state: &mut Lanes<u64, $lanes, 25>) {
                $permute(self, state);
            }

            #[inline(always)]
            fn gather<F: Words<Bits = $word>, const B: usize>(
                self,
                template: &[u8],
                parts: &[Part<'_>],
                lanes: &mut Lanes<$word, $lanes, B>,
            ) {
                // SAFETY: `self` is proof of AVX-512.
                unsafe { gather::$gather::<F, B>(template, parts, lanes) }
            }

            #[inline(always)]
            fn scatter<F: Words<Bits = $word>, const N: usize>(
                self,
                lanes: &Lanes<$word, $lanes, N>,
                out: &mut RowsMut<'_>,
                place: Place<'_>,
            ) {
                // SAFETY: `self` is proof of AVX-512.
                unsafe { gather::$scatter::<F, N>(lanes, out, place) }
            }
        }
    };
}

vectors!(
    Words32,
    u32 as i32,
    16,
    _mm512_set1_epi32,
    _mm512_add_epi32,
    _mm512_ternarylogic_epi32,
    _mm512_rorv_epi32,
    _mm512_rolv_epi32,
    _mm512_srli_epi32,
    _mm512_slli_epi32,
    gather_32,
    scatter_32,
    no_permute
);
vectors!(
    Words64,
    u64 as i64,
    8,
    _mm512_set1_epi64,
    _mm512_add_epi64,
    _mm512_ternarylogic_epi64,
    _mm512_rorv_epi64,
    _mm512_rolv_epi64,
    _mm512_srli_epi64,
    _mm512_slli_epi64,
    gather_64,
    scatter_64,
    permute
);

/// Keccak-f[1600] on eight states, in registers.
#[inline(always)]
fn permute(proof: Avx512, state: &mut Lanes<u64, 8, 25>) {
    #[inline(never)]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn inner(proof: Avx512, state: &mut Lanes<u64, 8, 25>) {
        // With an aligned local LLVM aligns the frame, and so its spill slots.
        let mut aligned = Lanes::<u64, 8, 1>::zero();
        black_box(&mut aligned);
        store(keccak::permute::<Words64>(proof, load(proof, &state.0)), &mut state.0);
    }
    // SAFETY: the first argument is proof of the features that `inner` is compiled for.
    unsafe { inner(proof, state) }
}

/// There is no Keccak in lanes of 32 bits.
fn no_permute(_: Avx512, state: &mut Lanes<u64, 16, 25>) {
    keccak::permute_lanes(state);
}
