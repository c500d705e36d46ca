//! SHAKE128 and SHAKE256 (FIPS 202): Keccak-f[1600], once, over words or vectors of words.

mod chain;
mod keyed;
mod layouts;
mod steps;

use crate::block::Block;
use crate::function::{Function, Words};
use crate::midstate::{Midstate, Name};
use crate::unit::{Job, Lanes, Set, Unit};
use crate::word::Word;

/// SHAKE128: 21 words of the state are absorbed into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shake128;

/// SHAKE256: 17 words of the state are absorbed into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shake256;

/// A state of 25 words: word `x + 5 y` is the lane at column `x` and row `y` (section 3.1.2).
pub(crate) type State<W> = [W; 25];

/// Keccak-f[1600] (section 3.3), round by round.
#[inline(always)]
pub(crate) fn permute<W: Word<u64>>(proof: W::Proof, state: State<W>) -> State<W> {
    let mut a = state;
    for constant in ROUND_CONSTANTS.0 {
        a = round(proof, a, constant);
    }
    a
}

/// Keccak-f[1600] on the state in each lane, two rounds at a time: a loop over lanes that LLVM makes
/// vectors of, with a body short enough to compile quickly.
#[inline(always)]
pub(crate) fn permute_lanes<const L: usize>(states: &mut Lanes<u64, L, 25>) {
    // A copy next to the spill slots: loads that have the low twelve bits of their address in common
    // with a store before them wait for it, and how far a caller's states are from here is chance.
    let mut state = *states;
    for [first, second] in ROUND_CONSTANTS.0.as_chunks().0 {
        for l in 0..L {
            let mut a = [state.0[0][l]; 25];
            for i in 1..25 {
                a[i] = state.0[i][l];
            }
            a = round::<u64>((), a, *first);
            a = round::<u64>((), a, *second);
            for i in 0..25 {
                state.0[i][l] = a[i];
            }
        }
    }
    *states = state;
}

/// Keccak-f[1600], once for whoever calls it.
#[inline(never)]
fn permute_small(state: &mut State<u64>) {
    *state = permute((), *state);
}

/// One round: theta, rho, pi, chi and iota (section 3.2), in the order in which chi wants its rows,
/// so that no more than the state and one row are alive at once. Theta's sum of two columns is made
/// first, which is five operations more than a sum of three at each lane where there is such a thing
/// (`vpternlog`); but then all fits into 32 registers: on Zen 4 it takes 12 % less time.
#[inline(always)]
fn round<W: Word<u64>>(proof: W::Proof, a: State<W>, constant: u64) -> State<W> {
    macro_rules! column {
        ($x:literal) => {
            a[$x].xor3(a[$x + 5], a[$x + 10]).xor3(a[$x + 15], a[$x + 20])
        };
    }
    let c = [column!(0), column!(1), column!(2), column!(3), column!(4)];
    let d = [
        c[4].xor(c[1].rotl::<1>()),
        c[0].xor(c[2].rotl::<1>()),
        c[1].xor(c[3].rotl::<1>()),
        c[2].xor(c[4].rotl::<1>()),
        c[3].xor(c[0].rotl::<1>()),
    ];
    // Lane $i after theta, rotated by $by (rho); a row lists them in the order that pi gives them.
    macro_rules! lane {
        ($i:literal $by:literal) => {
            a[$i].xor(d[$i % 5]).rotl::<$by>()
        };
    }
    macro_rules! row {
        ($($i:literal <<< $by:literal),*) => {{
            let b = [$( lane!($i $by) ),*];
            [
                b[0].chi(b[1], b[2]),
                b[1].chi(b[2], b[3]),
                b[2].chi(b[3], b[4]),
                b[3].chi(b[4], b[0]),
                b[4].chi(b[0], b[1]),
            ]
        }};
    }
    let [s0, s1, s2, s3, s4] = row!(0 <<< 0, 6 <<< 44, 12 <<< 43, 18 <<< 21, 24 <<< 14);
    let [s5, s6, s7, s8, s9] = row!(3 <<< 28, 9 <<< 20, 10 <<< 3, 16 <<< 45, 22 <<< 61);
    let [t0, t1, t2, t3, t4] = row!(1 <<< 1, 7 <<< 6, 13 <<< 25, 19 <<< 8, 20 <<< 18);
    let [t5, t6, t7, t8, t9] = row!(4 <<< 27, 5 <<< 36, 11 <<< 10, 17 <<< 15, 23 <<< 56);
    let [u0, u1, u2, u3, u4] = row!(2 <<< 62, 8 <<< 55, 14 <<< 39, 15 <<< 41, 21 <<< 2);
    let s0 = s0.xor(W::splat(proof, constant));
    [
        s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, u0, u1, u2,
        u3, u4,
    ]
}

/// On cache lines of their own, whatever stands around them.
#[repr(C, align(64))]
struct Aligned([u64; 24]);

/// The constants of iota (section 3.2.5).
#[rustfmt::skip]
static ROUND_CONSTANTS: Aligned = Aligned([
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
    0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
]);

/// The last bit of SHAKE's padding, the last of the rate.
const END: u64 = 1 << 63;

/// The first bits of SHAKE's padding: `1111` and the first of `10*1` (sections 5.1 and 6.2).
const PAD: u64 = 0x1f;

/// Absorbs a block in each lane.
struct Absorbing<'a, U, const B: usize, const L: usize> {
    unit: U,
    /// The state that is absorbed into, if it is not the set's.
    start: Option<&'a [u64; 25]>,
    set: &'a mut Set<u64, L, B, 25>,
}

impl<U: Unit<u64, L>, const B: usize, const L: usize> Job for Absorbing<'_, U, B, L> {
    #[inline(always)]
    fn run(self) {
        let Set { constants, value, .. } = &mut *self.set;
        if let Some(start) = self.start {
            for i in 0..25 {
                for l in 0..L {
                    value.0[i][l] = start[i] ^ if i < B { constants.0[i][l] } else { 0 };
                }
            }
        } else {
            for i in 0..B {
                for l in 0..L {
                    value.0[i][l] ^= constants.0[i][l];
                }
            }
        }
        self.unit.permute(&mut self.set.value);
    }
}

macro_rules! function {
    ($function:ident, $rate:literal) => {
        impl $function {
            /// Words that are absorbed into.
            pub(crate) const RATE: usize = $rate;
        }

        impl Words for $function {
            type Bits = u64;
            type Block = Block<{ 8 * $rate }>;
            const BIG_ENDIAN: bool = false;

            #[inline(always)]
            fn times(word: u64, number: u32) -> u64 {
                word.wrapping_mul(u64::from(number))
            }
            #[inline(always)]
            fn kept(midstate: &Midstate) -> &[u64] {
                &midstate.words_64
            }
            #[inline(always)]
            fn kept_mut(midstate: &mut Midstate) -> &mut [u64] {
                &mut midstate.words_64
            }
        }

        impl Function<$rate, 25> for $function {
            const NAME: Name = Name::$function;
            const BLOCK: usize = 8 * $rate;
            const DIGEST: usize = usize::MAX;
            const SPONGE: bool = true;

            #[inline(always)]
            fn initial() -> [u64; 25] {
                [0; 25]
            }
            #[inline(always)]
            fn absorb<W: Word<u64>>(
                proof: W::Proof,
                state: State<W>,
                block: &[W; $rate],
            ) -> State<W> {
                let mut state = state;
                for (word, more) in state.iter_mut().zip(block) {
                    *word = word.xor(*more);
                }
                permute(proof, state)
            }
            #[inline(always)]
            fn absorb_small(state: &mut State<u64>, block: &[u64; $rate]) {
                for (word, more) in state.iter_mut().zip(block) {
                    *word ^= more;
                }
                permute_small(state);
            }
            #[inline(always)]
            fn absorb_lanes<U: Unit<u64, L>, const L: usize>(
                unit: U,
                start: Option<&[u64; 25]>,
                set: &mut Set<u64, L, $rate, 25>,
            ) {
                unit.enter(Absorbing { unit, start, set });
            }
            #[inline(always)]
            fn blocks(len: usize) -> usize {
                len / Self::BLOCK + 1
            }
            #[inline(always)]
            fn pad(block: &mut [u8], end: Option<usize>, last: bool, _: u64) {
                if let Some(end) = end {
                    block[end] = 0x1f;
                }
                if last {
                    block[Self::BLOCK - 1] |= 0x80;
                }
            }
        }
    };
}

function!(Shake128, 21);
function!(Shake256, 17);
