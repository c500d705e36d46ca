//! What a hash function is written over: a word, or a vector of one word from each lane.

use core::fmt::Debug;

use crate::unit::Job;

/// A word of type `T`, or a vector of such words that are worked on lane by lane.
///
/// Everything that implements it, and everything generic over it, is `#[inline(always)]`: it must
/// end up inside a function that is compiled for the vector unit ([`Unit`](crate::unit::Unit)).
/// Left outside, each operation on a vector would be a call.
pub(crate) trait Word<T>: Copy {
    /// Proof that this CPU has what the operations need.
    type Proof: Copy;
    /// Whether kernels are loops over rounds that are alike. Where LLVM is to make vectors of a loop over
    /// lanes, its body must not have any.
    ///
    /// Straight-line code of several compressions has more instructions than the CPU keeps decoded: on
    /// Zen 5, which otherwise issues four a cycle, such kernels ran at 2.4 a cycle.
    const ROLLED: bool = false;
    /// Whether kernels are to have as few rounds outside loops as they can, even where some work could be
    /// saved there: an operation is several instructions.
    ///
    /// On Zen 5 a step of LM-OTS with 27 rounds for two vectors of AVX2, 17 KB of code, took 106 cycles or
    /// 170, by where the code happened to be.
    const SHORT: bool = false;

    /// `x` in every lane.
    fn splat(proof: Self::Proof, x: T) -> Self;
    /// The sum modulo the word size.
    fn add(self, b: Self) -> Self;
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self | b`
    fn or(self, b: Self) -> Self;
    /// `self ^ b ^ c`
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Rotated towards the low bit.
    fn rotr<const N: u32>(self) -> Self;
    /// Rotated towards the high bit.
    fn rotl<const N: u32>(self) -> Self;
    /// Shifted towards the low bit; by the word size gives 0.
    fn shr<const N: u32>(self) -> Self;
    /// Shifted towards the high bit; by the word size gives 0.
    fn shl<const N: u32>(self) -> Self;
    /// `Ch(self, f, g)`, FIPS 180-4 section 4.1.
    fn ch(self, f: Self, g: Self) -> Self;
    /// `Maj(self, b, c)`, FIPS 180-4 section 4.1.
    fn maj(self, b: Self, c: Self) -> Self;
    /// `self ^ (!b & c)`, a row of chi, FIPS 202 section 3.2.4.
    fn chi(self, b: Self, c: Self) -> Self;

    /// Runs `job`, a piece of a kernel that is repeated in it.
    ///
    /// Where an operation on words is more than an instruction to the compiler, the piece is compiled
    /// as a function for the vector unit and inlined later. Built of operations alone, a kernel of 64
    /// rounds took seconds to compile: each passes its vectors through memory until it is inlined.
    #[inline(always)]
    fn piece<J: Job>(_: Self::Proof, job: J) {
        job.run();
    }
}

/// A word that is an integer, as scalar code has it.
pub(crate) trait Integer:
    Word<Self, Proof = ()> + Default + Send + Sync + Debug + 'static
{
    /// From its first bytes, the lowest first.
    fn from_low_first(bytes: [u8; 8]) -> Self;
    /// As its first bytes, the lowest first.
    fn low_first(self) -> [u8; 8];
    /// Its bytes the other way round.
    fn swapped(self) -> Self;
}

/// Each of `words` in every lane.
///
/// Here and below: loops and not `array::map` or `from_fn`, whose closures LLVM may leave as functions
/// of their own. In a kernel of 4,000 instructions it did, with a call and a `vzeroupper` for each
/// array, and the kernel took 1.7 times as long.
#[inline(always)]
pub(crate) fn splat<T: Copy, W: Word<T>, const N: usize>(proof: W::Proof, words: [T; N]) -> [W; N] {
    let mut out = [W::splat(proof, words[0]); N];
    for i in 1..N {
        out[i] = W::splat(proof, words[i]);
    }
    out
}

/// The sums of the words of `a` and `b`, as many as are wanted.
#[inline(always)]
pub(crate) fn add<T, W: Word<T>, const N: usize>(a: &[W], b: &[W]) -> [W; N] {
    let mut out = [a[0]; N];
    for i in 0..N {
        out[i] = a[i].add(b[i]);
    }
    out
}

/// The words of `a`, each `^` that of `b`, as many as are wanted.
#[inline(always)]
pub(crate) fn xor<T, W: Word<T>, const N: usize>(a: &[W], b: &[W]) -> [W; N] {
    let mut out = [a[0]; N];
    for i in 0..N {
        out[i] = a[i].xor(b[i]);
    }
    out
}

/// The words from `first` on, as many as are wanted.
#[inline(always)]
pub(crate) fn take<W: Copy, const N: usize>(words: &[W], first: usize) -> [W; N] {
    let mut out = [words[0]; N];
    out.copy_from_slice(&words[first..first + N]);
    out
}

macro_rules! words {
    ($($word:ty)*) => { $(
        impl Word<$word> for $word {
            type Proof = ();

            #[inline(always)]
            fn splat((): (), x: $word) -> $word {
                x
            }
            #[inline(always)]
            fn add(self, b: $word) -> $word {
                self.wrapping_add(b)
            }
            #[inline(always)]
            fn xor(self, b: $word) -> $word {
                self ^ b
            }
            #[inline(always)]
            fn or(self, b: $word) -> $word {
                self | b
            }
            #[inline(always)]
            fn xor3(self, b: $word, c: $word) -> $word {
                self ^ b ^ c
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> $word {
                self.rotate_right(N)
            }
            #[inline(always)]
            fn rotl<const N: u32>(self) -> $word {
                self.rotate_left(N)
            }
            #[inline(always)]
            fn shr<const N: u32>(self) -> $word {
                if N < <$word>::BITS { self >> (N % <$word>::BITS) } else { 0 }
            }
            #[inline(always)]
            fn shl<const N: u32>(self) -> $word {
                if N < <$word>::BITS { self << (N % <$word>::BITS) } else { 0 }
            }
            #[inline(always)]
            fn ch(self, f: $word, g: $word) -> $word {
                g ^ (self & (f ^ g))
            }
            #[inline(always)]
            fn maj(self, b: $word, c: $word) -> $word {
                (self & b) | (c & (self | b))
            }
            #[inline(always)]
            fn chi(self, b: $word, c: $word) -> $word {
                self ^ (!b & c)
            }
        }

        impl Integer for $word {
            #[inline(always)]
            fn from_low_first(bytes: [u8; 8]) -> $word {
                u64::from_le_bytes(bytes) as $word
            }
            #[inline(always)]
            fn low_first(self) -> [u8; 8] {
                u64::from(self).to_le_bytes()
            }
            #[inline(always)]
            fn swapped(self) -> $word {
                self.swap_bytes()
            }
        }
    )* };
}

words!(u32 u64);
