//! Plain integers in little code, for CPUs with little memory.
//!
//! One message after the other goes through one compression function in loops, put together byte by
//! byte. There is no kernel for any layout of chains, each of which would be that function again, as
//! straight-line code with one layout's constants in it: on a Cortex-M4 those are 600 kB.

use crate::block::Bytes;
use crate::function::Function;
use crate::serial::Serial;
use crate::unit::{Job, Kernel, Lanes, Portable, Unit};
use crate::word::Word;

/// One lane of plain integers, without kernels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small;

/// Never entered: nothing fills its lanes.
impl<T: Word<T, Proof = ()> + Default> Unit<T, 1> for Small {
    const KERNELS: bool = false;

    fn enter<J: Job>(self, job: J) {
        Unit::<T, 1>::enter(Portable, job);
    }

    fn iterate<K: Kernel<T, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        c: &Lanes<T, 1, C>,
        j: &mut Lanes<T, 1, 1>,
        x: &mut Lanes<T, 1, N>,
        steps: u32,
    ) {
        Portable.iterate(kernel, c, j, x, steps);
    }
}

impl<F: Function<B, S>, const B: usize, const S: usize> Serial<F, B, S> for Small {
    const STREAMS: usize = 1;
    const SMALL: bool = true;

    fn absorb<const G: usize>(self, states: &mut [[F::Bits; S]; G], blocks: &[F::Block; G]) {
        for (state, block) in states.iter_mut().zip(blocks) {
            let words = core::array::from_fn(|i| F::word_at(block.bytes(), i));
            F::absorb_small(state, &words);
        }
    }
}
