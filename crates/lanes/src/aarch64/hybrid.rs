//! Three 64-bit words for Keccak, two in a vector and one in a scalar register.
//!
//! Vector and scalar instructions have pipelines of their own, and big cores start 4 to 8
//! instructions in a cycle: while the vector pipelines are busy with a round of two lanes, a third
//! lane costs next to nothing. Becker and Kannwischer, "Hybrid scalar/vector implementations of Keccak
//! and SPHINCS+ on AArch64" (2022), do so in assembly.
//!
//! Cycles for one lane of a round, by LLVM's models of the cores:
//!
//! | | Neoverse N1 | N2 | V1 | V2 |
//! |---|---|---|---|---|
//! | scalar | 41 | 37 | 31 | 21 |
//! | two lanes of NEON | 46 | 45 | 26 | 26 |
//! | two lanes of FEAT_SHA3 | - | 35 | 35 | 35 |
//! | two lanes of NEON and one scalar | 31 | 30 | 17 | 17 |
//! | two lanes of FEAT_SHA3, where it saves most, and one scalar | - | 20 | 14 | 14 |
//!
//! These cores run one instruction of FEAT_SHA3 in a cycle, but two to four of NEON. So only those
//! are used that do the work of three or four, `xar` and `rax1`; [`Words64::apart`] keeps LLVM from
//! making more.
#![expect(unsafe_code, reason = "functions compiled for NEON and FEAT_SHA3, behind their tokens")]

use super::words::Words64;
use super::{Neon, Sha3};
use crate::keccak;
use crate::unit::{Job, Kernel, Lanes, Unit};
use crate::word::Word;

/// Three words.
#[derive(Clone, Copy)]
struct Hybrid<P>(Words64<P>, u64);

impl<P: Copy> Hybrid<P> {
    #[inline(always)]
    fn load(proof: P, words: &[u64; 3]) -> Self {
        let [a, b, c] = *words;
        Self(Words64::load(proof, &[a, b]), c)
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 3]) {
        let mut pair = [0; 2];
        self.0.store(&mut pair);
        *words = [pair[0], pair[1], self.1];
    }
}

impl<P: Copy> Word<u64> for Hybrid<P> {
    type Proof = P;

    #[inline(always)]
    fn splat(proof: P, x: u64) -> Self {
        Self(Words64::splat(proof, x), x)
    }
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0.add(b.0), self.1.add(b.1))
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0.xor(b.0), self.1.xor(b.1))
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0.or(b.0), self.1.or(b.1))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self(self.0.xor(b.0.xor(c.0).apart()), self.1.xor3(b.1, c.1))
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        Self(self.0.rotr::<N>(), self.1.rotr::<N>())
    }
    #[inline(always)]
    fn rotl<const N: u32>(self) -> Self {
        Self(self.0.rotl::<N>(), self.1.rotl::<N>())
    }
    #[inline(always)]
    fn shr<const N: u32>(self) -> Self {
        Self(self.0.shr::<N>(), self.1.shr::<N>())
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Self(self.0.shl::<N>(), self.1.shl::<N>())
    }
    #[inline(always)]
    fn ch(self, f: Self, g: Self) -> Self {
        Self(self.0.ch(f.0, g.0), self.1.ch(f.1, g.1))
    }
    #[inline(always)]
    fn maj(self, b: Self, c: Self) -> Self {
        Self(self.0.maj(b.0, c.0), self.1.maj(b.1, c.1))
    }
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        Self(self.0.xor(b.0.not_and(c.0).apart()), self.1.chi(b.1, c.1))
    }
}

macro_rules! unit {
    ($token:ident, $features:literal, $words:ident, $lanes:literal) => {
        impl Unit<u64, $lanes> for $token {
            #[inline(always)]
            fn enter<J: Job>(self, job: J) {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn inner<J: Job>(job: J) {
                    job.run();
                }
                // SAFETY: `self` is proof of the features that `inner` is compiled for.
                unsafe { inner(job) }
            }

            #[inline(always)]
            fn permute(self, state: &mut Lanes<u64, $lanes, 25>) {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn inner(proof: $token, state: &mut Lanes<u64, $lanes, 25>) {
                    let mut words = [$words::load(proof, &state.0[0]); 25];
                    for i in 1..25 {
                        words[i] = $words::load(proof, &state.0[i]);
                    }
                    for (state, words) in state.0.iter_mut().zip(keccak::permute(proof, words)) {
                        words.store(state);
                    }
                }
                // SAFETY: `self` is proof of the features that `inner` is compiled for.
                unsafe { inner(self, state) }
            }

            #[inline(always)]
            fn iterate<K: Kernel<u64, C, N>, const C: usize, const N: usize>(
                self,
                kernel: K,
                c: &Lanes<u64, $lanes, C>,
                j: &mut Lanes<u64, $lanes, 1>,
                x: &mut Lanes<u64, $lanes, N>,
                steps: u32,
            ) {
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn inner<K: Kernel<u64, C, N>, const C: usize, const N: usize>(
                    proof: $token,
                    kernel: K,
                    c: &Lanes<u64, $lanes, C>,
                    j: &mut Lanes<u64, $lanes, 1>,
                    x: &mut Lanes<u64, $lanes, N>,
                    steps: u32,
                ) {
                    let mut constants = [$words::load(proof, &c.0[0]); C];
                    for i in 1..C {
                        constants[i] = $words::load(proof, &c.0[i]);
                    }
                    let mut value = [$words::load(proof, &x.0[0]); N];
                    for i in 1..N {
                        value[i] = $words::load(proof, &x.0[i]);
                    }
                    let mut counter = $words::load(proof, &j.0[0]);
                    let stride = $words::splat(proof, kernel.stride());
                    for _ in 0..steps {
                        value = kernel.step(proof, &constants, counter, value);
                        counter = counter.add(stride);
                    }
                    counter.store(&mut j.0[0]);
                    for (words, value) in x.0.iter_mut().zip(value) {
                        value.store(words);
                    }
                }
                // SAFETY: `self` is proof of the features that `inner` is compiled for.
                unsafe { inner(self, kernel, c, j, x, steps) }
            }
        }
    };
}

unit!(Neon, "neon", Hybrid, 3);
unit!(Sha3, "neon,sha3", Hybrid, 3);
unit!(Sha3, "neon,sha3", Words64, 2);
