//! Chains whose steps are kernels.

use crate::schedule::Chain;
use crate::unit::{Kernel, Lanes, Set, Unit};
use crate::word::Word;

/// A kernel for steps of chains, with what is to be done once for a row.
pub(super) trait Prepared<T, const B: usize, const C: usize, const N: usize>:
    Kernel<T, C, N>
{
    /// The constants of a row.
    fn prepare<W: Word<T>>(self, proof: W::Proof, head: &[W; B]) -> [W; C];
}

/// Such a kernel as a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernels<K>(pub(super) K);

impl<T, K, const B: usize, const C: usize, const N: usize> Chain<T, B, C, N> for Kernels<K>
where
    T: Copy + Default,
    K: Prepared<T, B, C, N>,
{
    #[inline(always)]
    fn prepare<U: Unit<T, L>, const L: usize>(
        self,
        unit: U,
        heads: &Lanes<T, L, B>,
        constants: &mut Lanes<T, L, C>,
    ) {
        unit.iterate(Preparing::<K, N>(self.0), heads, &mut Lanes::zero(), constants, 1);
    }

    #[inline(always)]
    fn advance<U: Unit<T, L>, const L: usize>(
        self,
        unit: U,
        Set { constants, j, value }: &mut Set<T, L, C, N>,
        steps: u32,
    ) {
        unit.iterate(self.0, constants, j, value, steps);
    }

    #[inline(always)]
    fn advance_two<U: Unit<T, L>, const L: usize>(
        self,
        unit: U,
        sets: &mut [Set<T, L, C, N>; 2],
        steps: u32,
    ) {
        if K::IN_PAIRS {
            unit.iterate_two(self.0, sets, steps);
        } else {
            sets.iter_mut().for_each(|set| self.advance(unit, set, steps));
        }
    }

    #[inline(always)]
    fn stride(self) -> T {
        self.0.stride()
    }

    const IN_PAIRS: bool = K::IN_PAIRS;
}

/// [`Prepared::prepare`] as a kernel of one step.
#[derive(Clone, Copy)]
struct Preparing<K, const N: usize>(K);

impl<T, K, const B: usize, const C: usize, const N: usize> Kernel<T, B, C> for Preparing<K, N>
where
    T: Default,
    K: Prepared<T, B, C, N>,
{
    #[inline(always)]
    fn step<W: Word<T>>(self, proof: W::Proof, head: &[W; B], _: W, _: [W; C]) -> [W; C] {
        self.0.prepare(proof, head)
    }

    #[inline(always)]
    fn stride(self) -> T {
        T::default()
    }
}
