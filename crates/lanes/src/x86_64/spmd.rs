//! SSE2: loops over lanes, compiled for the vector unit.
#![expect(unsafe_code, reason = "functions compiled for SSE2, behind its token")]

use super::Sse2;
use crate::unit::{Job, Kernel, Lanes, Unit, lane_by_lane};

macro_rules! spmd {
    ($token:ty, $feature:literal, $word:ty, $lanes:literal) => {
        impl Unit<$word, $lanes> for $token {
            #[inline(always)]
            fn enter<J: Job>(self, job: J) {
                #[inline(never)]
                #[target_feature(enable = $feature)]
                fn inner<J: Job>(job: J) {
                    job.run();
                }
                // SAFETY: `self` is proof of the features that `inner` is compiled for.
                unsafe { inner(job) }
            }

            #[inline(always)]
            fn iterate<K: Kernel<$word, C, N>, const C: usize, const N: usize>(
                self,
                kernel: K,
                c: &Lanes<$word, $lanes, C>,
                j: &mut Lanes<$word, $lanes, 1>,
                x: &mut Lanes<$word, $lanes, N>,
                steps: u32,
            ) {
                #[inline(never)]
                #[target_feature(enable = $feature)]
                fn inner<K: Kernel<$word, C, N>, const C: usize, const N: usize>(
                    kernel: K,
                    c: &Lanes<$word, $lanes, C>,
                    j: &mut Lanes<$word, $lanes, 1>,
                    x: &mut Lanes<$word, $lanes, N>,
                    steps: u32,
                ) {
                    lane_by_lane(kernel, c, j, x, steps);
                }
                // SAFETY: `self` is proof of the feature that `inner` is compiled for.
                unsafe { inner(kernel, c, j, x, steps) }
            }
        }
    };
}

spmd!(Sse2, "sse2", u32, 4);
