//! NEON for 32-bit words: a loop over lanes, compiled for the vector unit.
#![expect(unsafe_code, reason = "a function compiled for NEON, behind its token")]

use super::Neon;
use crate::unit::{Job, Kernel, Lanes, Unit, lane_by_lane};

impl Unit<u32, 4> for Neon {
    #[inline(always)]
    fn enter<J: Job>(self, job: J) {
        #[inline(never)]
        #[target_feature(enable = "neon")]
        fn inner<J: Job>(job: J) {
            job.run();
        }
        // SAFETY: `self` is proof of the feature that `inner` is compiled for.
        unsafe { inner(job) }
    }

    #[inline(always)]
    fn iterate<K: Kernel<u32, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        c: &Lanes<u32, 4, C>,
        j: &mut Lanes<u32, 4, 1>,
        x: &mut Lanes<u32, 4, N>,
        steps: u32,
    ) {
        #[inline(never)]
        #[target_feature(enable = "neon")]
        fn inner<K: Kernel<u32, C, N>, const C: usize, const N: usize>(
            kernel: K,
            c: &Lanes<u32, 4, C>,
            j: &mut Lanes<u32, 4, 1>,
            x: &mut Lanes<u32, 4, N>,
            steps: u32,
        ) {
            lane_by_lane(kernel, c, j, x, steps);
        }
        // SAFETY: `self` is proof of the feature that `inner` is compiled for.
        unsafe { inner(kernel, c, j, x, steps) }
    }
}
