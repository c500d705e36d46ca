//! SHA-256 and SHA-512 (FIPS 180-4 section 6): one text for both, over words or vectors of words.

mod chain;
pub(crate) mod constants;
mod keyed;
mod layouts;
mod prepared;
mod robust;
mod rounds;

use crate::block::Block;
use crate::function::{Function, Words};
use crate::midstate::{Midstate, Name};
use crate::unit::{Kernel, Lanes, Set, Unit};
use crate::word::{self, Word};

use constants::{INITIAL_256, INITIAL_512, K_256, K_512};
use rounds::{rounds_from_32, rounds_given, rounds_rolled, rounds_rolled_to_16, rounds_scheduled};

/// SHA-256, on words of 32 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sha256;

/// SHA-512, on words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sha512;

/// What makes a member of the SHA-2 family: words, constants and the six functions of a round.
pub(crate) trait Family: Copy {
    type Bits: Word<Self::Bits, Proof = ()> + Default;
    const ROUNDS: usize;
    const INITIAL: [Self::Bits; 8];

    /// The constant of round `i`.
    fn k(i: usize) -> Self::Bits;
    /// The upper-case sigmas of a round: of `a`, and of `e`.
    fn upper_0<W: Word<Self::Bits>>(a: W) -> W;
    fn upper_1<W: Word<Self::Bits>>(e: W) -> W;
    /// The lower-case sigmas of the message schedule.
    fn lower_0<W: Word<Self::Bits>>(w: W) -> W;
    fn lower_1<W: Word<Self::Bits>>(w: W) -> W;
}

impl Family for Sha256 {
    type Bits = u32;
    const ROUNDS: usize = 64;
    const INITIAL: [u32; 8] = INITIAL_256;

    #[inline(always)]
    fn k(i: usize) -> u32 {
        K_256[i]
    }
    #[inline(always)]
    fn upper_0<W: Word<u32>>(a: W) -> W {
        a.rotr::<2>().xor3(a.rotr::<13>(), a.rotr::<22>())
    }
    #[inline(always)]
    fn upper_1<W: Word<u32>>(e: W) -> W {
        e.rotr::<6>().xor3(e.rotr::<11>(), e.rotr::<25>())
    }
    #[inline(always)]
    fn lower_0<W: Word<u32>>(w: W) -> W {
        w.rotr::<7>().xor3(w.rotr::<18>(), w.shr::<3>())
    }
    #[inline(always)]
    fn lower_1<W: Word<u32>>(w: W) -> W {
        w.rotr::<17>().xor3(w.rotr::<19>(), w.shr::<10>())
    }
}

impl Family for Sha512 {
    type Bits = u64;
    const ROUNDS: usize = 80;
    const INITIAL: [u64; 8] = INITIAL_512;

    #[inline(always)]
    fn k(i: usize) -> u64 {
        K_512[i]
    }
    #[inline(always)]
    fn upper_0<W: Word<u64>>(a: W) -> W {
        a.rotr::<28>().xor3(a.rotr::<34>(), a.rotr::<39>())
    }
    #[inline(always)]
    fn upper_1<W: Word<u64>>(e: W) -> W {
        e.rotr::<14>().xor3(e.rotr::<18>(), e.rotr::<41>())
    }
    #[inline(always)]
    fn lower_0<W: Word<u64>>(w: W) -> W {
        w.rotr::<1>().xor3(w.rotr::<8>(), w.shr::<7>())
    }
    #[inline(always)]
    fn lower_1<W: Word<u64>>(w: W) -> W {
        w.rotr::<19>().xor3(w.rotr::<61>(), w.shr::<6>())
    }
}

/// The compression function: the state after `block`, whose words are `w`.
#[inline(always)]
pub(crate) fn compress<F: Family, W: Word<F::Bits>>(
    proof: W::Proof,
    state: [W; 8],
    mut w: [W; 16],
) -> [W; 8] {
    let mut v = state;
    rounds_given!(F, proof, v, w, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    rounds_scheduled!(F, proof, v, w, 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    rounds_from_32!(F, proof, v, w);
    word::add(&v, &state)
}

/// The same in few instructions: as loops over eight rounds.
#[inline(always)]
pub(crate) fn compress_rolled<F: Family, W: Word<F::Bits>>(
    proof: W::Proof,
    state: [W; 8],
    mut w: [W; 16],
) -> [W; 8] {
    let mut v = state;
    rounds_rolled_to_16::<F, W>(proof, &mut v, &w, 0);
    rounds_rolled::<F, W>(proof, &mut v, &mut w, 16);
    word::add(&v, &state)
}

/// The padding of FIPS 180-4 section 5.1, in the last one or two of the blocks of a message.
#[inline(always)]
fn pad(block: &mut [u8], end: Option<usize>, last: bool, len: u64) {
    if let Some(end) = end {
        block[end] = 0x80;
    }
    if last {
        let at = block.len() - 8;
        block[at..].copy_from_slice(&(8 * len).to_be_bytes());
    }
}

/// The compression function as a kernel of one step.
#[derive(Clone, Copy)]
struct Absorb<F: Family> {
    /// The state to absorb into, if it is not the set's.
    start: Option<[F::Bits; 8]>,
}

impl<F: Family> Absorb<F> {
    /// Where vectors are moved, `start` becomes some in the kernel. Written to a set in smaller pieces it
    /// would not be there yet when it is loaded.
    #[inline(always)]
    fn new<U: Unit<F::Bits, L>, const L: usize>(
        start: Option<&[F::Bits; 8]>,
        values: &mut [&mut Lanes<F::Bits, L, 8>],
    ) -> Self {
        if U::MOVES_VECTORS {
            return Self { start: start.copied() };
        }
        if let Some(start) = start {
            values.iter_mut().for_each(|value| value.set(*start));
        }
        Self { start: None }
    }
}

impl<F: Family> Kernel<F::Bits, 16, 8> for Absorb<F> {
    #[inline(always)]
    fn step<W: Word<F::Bits>>(self, proof: W::Proof, c: &[W; 16], _: W, x: [W; 8]) -> [W; 8] {
        let x = match self.start {
            Some(start) => word::splat(proof, start),
            None => x,
        };
        if W::ROLLED {
            compress_rolled::<F, W>(proof, x, *c)
        } else {
            compress::<F, W>(proof, x, *c)
        }
    }

    #[inline(always)]
    fn stride(self) -> F::Bits {
        F::INITIAL[0]
    }
}

macro_rules! function {
    ($function:ident, $bits:ty, $length:literal, $kept:ident) => {
        impl Words for $function {
            type Bits = $bits;
            type Block = Block<{ 16 * size_of::<$bits>() }>;
            const BIG_ENDIAN: bool = true;

            #[inline(always)]
            fn times(word: $bits, number: u32) -> $bits {
                word.wrapping_mul(<$bits>::from(number))
            }
            #[inline(always)]
            fn kept(midstate: &Midstate) -> &[$bits] {
                &midstate.$kept
            }
            #[inline(always)]
            fn kept_mut(midstate: &mut Midstate) -> &mut [$bits] {
                &mut midstate.$kept
            }
        }

        impl Function<16, 8> for $function {
            const NAME: Name = Name::$function;
            const BLOCK: usize = 16 * size_of::<$bits>();
            const DIGEST: usize = 8 * size_of::<$bits>();
            const SPONGE: bool = false;

            #[inline(always)]
            fn initial() -> [$bits; 8] {
                <$function as Family>::INITIAL
            }
            #[inline(always)]
            fn absorb<W: Word<$bits>>(proof: W::Proof, state: [W; 8], block: &[W; 16]) -> [W; 8] {
                compress::<$function, W>(proof, state, *block)
            }
            #[inline(never)]
            fn absorb_small(state: &mut [$bits; 8], block: &[$bits; 16]) {
                *state = compress_rolled::<$function, $bits>((), *state, *block);
            }
            #[inline(always)]
            fn absorb_lanes<U: Unit<$bits, L>, const L: usize>(
                unit: U,
                start: Option<&[$bits; 8]>,
                Set { constants, j, value }: &mut Set<$bits, L, 16, 8>,
            ) {
                let kernel = Absorb::<$function>::new::<U, L>(start, &mut [value]);
                unit.iterate(kernel, constants, j, value, 1);
            }
            #[inline(always)]
            fn absorb_two<U: Unit<$bits, L>, const L: usize>(
                unit: U,
                start: Option<&[$bits; 8]>,
                sets: &mut [Set<$bits, L, 16, 8>; 2],
            ) {
                let [first, second] = sets.each_mut().map(|set| &mut set.value);
                let kernel = Absorb::<$function>::new::<U, L>(start, &mut [first, second]);
                unit.iterate_two(kernel, sets, 1);
            }
            #[inline(always)]
            fn blocks(len: usize) -> usize {
                (len + 1 + $length).div_ceil(Self::BLOCK)
            }
            #[inline(always)]
            fn pad(block: &mut [u8], end: Option<usize>, last: bool, len: u64) {
                pad(block, end, last, len);
            }
        }
    };
}

function!(Sha256, u32, 8, words_32);
function!(Sha512, u64, 16, words_64);
