//! Steps of chains over a sponge: states are put together in lanes and permuted, again and again.
//!
//! A permutation is so long that its state may well go through memory before and after, which costs
//! 2 %; so there is one permutation for each vector unit, and not one for each kind of chain.

use crate::keccak::{END, PAD};
use crate::schedule::Chain;
use crate::unit::{Job, Lanes, Set, Unit};

/// What a step is. All of it is inlined into a function that is compiled for the vector unit.
pub(super) trait Sponge<const B: usize, const C: usize, const N: usize>: Copy {
    /// The constants of rows from their heads.
    fn prepare<U: Unit<u64, L>, const L: usize>(
        self,
        unit: U,
        heads: &Lanes<u64, L, B>,
        constants: &mut Lanes<u64, L, C>,
    );

    /// One step, but for the counter.
    fn step<U: Unit<u64, L>, const L: usize>(self, unit: U, set: &mut Set<u64, L, C, N>);

    /// What is added to the counter after each step.
    fn stride(self) -> u64;
}

/// Such steps as a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps<K>(pub(super) K);

impl<K, const B: usize, const C: usize, const N: usize> Chain<u64, B, C, N> for Steps<K>
where
    K: Sponge<B, C, N>,
{
    #[inline(always)]
    fn prepare<U: Unit<u64, L>, const L: usize>(
        self,
        unit: U,
        heads: &Lanes<u64, L, B>,
        constants: &mut Lanes<u64, L, C>,
    ) {
        unit.enter(Preparing::<_, _, B, C, N, L> { steps: self.0, unit, heads, constants });
    }

    #[inline(always)]
    fn advance<U: Unit<u64, L>, const L: usize>(
        self,
        unit: U,
        set: &mut Set<u64, L, C, N>,
        count: u32,
    ) {
        unit.enter(Advancing::<_, _, B, C, N, L> { steps: self.0, unit, set, count });
    }

    #[inline(always)]
    fn stride(self) -> u64 {
        self.0.stride()
    }
}

struct Preparing<'a, K, U, const B: usize, const C: usize, const N: usize, const L: usize> {
    steps: K,
    unit: U,
    heads: &'a Lanes<u64, L, B>,
    constants: &'a mut Lanes<u64, L, C>,
}

impl<K, U, const B: usize, const C: usize, const N: usize, const L: usize> Job
    for Preparing<'_, K, U, B, C, N, L>
where
    K: Sponge<B, C, N>,
    U: Unit<u64, L>,
{
    #[inline(always)]
    fn run(self) {
        self.steps.prepare(self.unit, self.heads, self.constants);
    }
}

struct Advancing<'a, K, U, const B: usize, const C: usize, const N: usize, const L: usize> {
    steps: K,
    unit: U,
    set: &'a mut Set<u64, L, C, N>,
    count: u32,
}

impl<K, U, const B: usize, const C: usize, const N: usize, const L: usize> Job
    for Advancing<'_, K, U, B, C, N, L>
where
    K: Sponge<B, C, N>,
    U: Unit<u64, L>,
{
    #[inline(always)]
    fn run(self) {
        for _ in 0..self.count {
            self.steps.step(self.unit, self.set);
            for l in 0..L {
                self.set.j.0[0][l] = self.set.j.0[0][l].wrapping_add(self.steps.stride());
            }
        }
    }
}

/// `a |= b`
#[inline(always)]
pub(super) fn or<const L: usize>(a: &mut [u64; L], b: &[u64; L]) {
    for l in 0..L {
        a[l] |= b[l];
    }
}

/// Puts values at byte `AT` of states that are zero there.
#[inline(always)]
pub(super) fn insert<const AT: usize, const N: usize, const L: usize>(
    state: &mut Lanes<u64, L, 25>,
    values: &Lanes<u64, L, N>,
) {
    let (first, shift) = (AT / 8, 8 * (AT % 8));
    for (i, value) in values.0.iter().enumerate() {
        for l in 0..L {
            state.0[first + i][l] |= value[l] << shift;
            if shift > 0 {
                state.0[first + i + 1][l] |= value[l] >> (64 - shift);
            }
        }
    }
}

/// Pads the last block of messages, `len` bytes long, and permutes.
#[inline(always)]
pub(super) fn finish<U: Unit<u64, L>, const L: usize>(
    unit: U,
    state: &mut Lanes<u64, L, 25>,
    len: usize,
    rate: usize,
) {
    for l in 0..L {
        state.0[len / 8][l] ^= PAD << (8 * (len % 8));
        state.0[rate - 1][l] ^= END;
    }
    unit.permute(state);
}
