//! One message at a time with BMI: `andn` for chi and Ch, `rorx` for rotations.
#![expect(unsafe_code, reason = "a function compiled for BMI, behind its token")]

use super::Bmi;
use crate::function::Function;
use crate::serial::{Serial, absorb};

impl<F: Function<B, S>, const B: usize, const S: usize> Serial<F, B, S> for Bmi {
    const STREAMS: usize = 1;

    #[inline(always)]
    fn absorb<const G: usize>(self, states: &mut [[F::Bits; S]; G], blocks: &[F::Block; G]) {
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2")]
        fn inner<F: Function<B, S>, const B: usize, const S: usize>(
            state: &mut [F::Bits; S],
            block: &F::Block,
        ) {
            absorb::<F, B, S>(state, block);
        }
        for (state, block) in states.iter_mut().zip(blocks) {
            // SAFETY: `self` is proof of the features that `inner` is compiled for.
            unsafe { inner::<F, B, S>(state, block) }
        }
    }
}
