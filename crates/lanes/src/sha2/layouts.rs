//! Which kernel is for which layout.

use crate::function::{Function, Layouts, Visit};
use crate::hash::Masked;
use crate::midstate::Midstate;
use crate::sha2::chain::Step;
use crate::sha2::keyed::{Keyed24, Keyed32, Keyed64};
use crate::sha2::prepared::Kernels;
use crate::sha2::robust::Robust;
use crate::sha2::{Sha256, Sha512};

impl Layouts for Sha256 {
    fn chain<V: Visit<u32>>(
        visit: V,
        prefix: &Midstate,
        head: usize,
        n: usize,
    ) -> Option<V::Output> {
        let at = prefix.tail_len + head;
        let state = Self::start(prefix);
        let Ok(bits) = u32::try_from(8 * (prefix.absorbed + (at + n) as u64)) else {
            return None;
        };
        Some(match (at, n) {
            (22, 16) => visit.visit(Kernels(Step::<22, 4> { state, bits })),
            (22, 24) => visit.visit(Kernels(Step::<22, 6> { state, bits })),
            (22, 32) => visit.visit(Kernels(Step::<22, 8> { state, bits })),
            (23, 24) => visit.visit(Kernels(Step::<23, 6> { state, bits })),
            (23, 32) => visit.visit(Kernels(Step::<23, 8> { state, bits })),
            _ => return None,
        })
    }

    fn masked_chain<V: Visit<u32>>(
        visit: V,
        masked: &Masked<'_>,
        head: usize,
        n: usize,
    ) -> Option<V::Output> {
        Some(match masked {
            Masked::Keyed { prf, hash } => match (prf.len(), n) {
                (64, 32) if hash.is_to_byte_0(32) => {
                    visit.visit(Kernels(Keyed32 { prf: Self::start(prf) }))
                }
                (28, 24) if hash.is_to_byte_0(4) => visit.visit(Kernels(Keyed24)),
                _ => return None,
            },
            Masked::Robust { mask, hash } => {
                if mask.len() != n as u64 || (hash.absorbed, hash.tail_len) != (64, 0) || head != 22
                {
                    return None;
                }
                let state = Self::start(hash);
                let bits = 8 * (64 + 22 + n as u32);
                match n {
                    16 => visit.visit(Kernels(Robust { step: Step::<22, 4> { state, bits } })),
                    24 => visit.visit(Kernels(Robust { step: Step::<22, 6> { state, bits } })),
                    32 => visit.visit(Kernels(Robust { step: Step::<22, 8> { state, bits } })),
                    _ => return None,
                }
            }
        })
    }
}

impl Layouts for Sha512 {
    /// No standard has chains of SHA-512 without masks.
    fn chain<V: Visit<u64>>(_: V, _: &Midstate, _: usize, _: usize) -> Option<V::Output> {
        None
    }

    fn masked_chain<V: Visit<u64>>(
        visit: V,
        masked: &Masked<'_>,
        _: usize,
        n: usize,
    ) -> Option<V::Output> {
        Some(match masked {
            Masked::Keyed { prf, hash } if (prf.len(), n) == (128, 64) && hash.is_to_byte_0(64) => {
                visit.visit(Kernels(Keyed64 { prf: Self::start(prf) }))
            }
            _ => return None,
        })
    }
}
