//! Which kernel is for which layout.

use crate::function::{Layouts, Visit};
use crate::hash::Masked;
use crate::keccak::chain::Step;
use crate::keccak::keyed::{Keyed, Keyed64};
use crate::keccak::steps::Steps;
use crate::keccak::{Shake128, Shake256};
use crate::midstate::Midstate;

impl Layouts for Shake128 {
    /// No standard has chains of SHAKE128 without masks.
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
            Masked::Keyed { prf, hash } if (prf.len(), n) == (64, 32) && hash.is_to_byte_0(32) => {
                visit.visit(Steps(Keyed::<32, 64, 4, 12, { Self::RATE }>))
            }
            _ => return None,
        })
    }
}

impl Layouts for Shake256 {
    fn chain<V: Visit<u64>>(
        visit: V,
        prefix: &Midstate,
        head: usize,
        n: usize,
    ) -> Option<V::Output> {
        if prefix.absorbed > 0 {
            return None;
        }
        Some(match (prefix.tail_len + head, n) {
            (23, 24) => visit.visit(Steps(Step::<23, 3, false>)),
            (23, 32) => visit.visit(Steps(Step::<23, 4, false>)),
            (48, 16) => visit.visit(Steps(Step::<48, 2, false>)),
            (56, 24) => visit.visit(Steps(Step::<56, 3, false>)),
            (64, 32) => visit.visit(Steps(Step::<64, 4, false>)),
            _ => return None,
        })
    }

    fn masked_chain<V: Visit<u64>>(
        visit: V,
        masked: &Masked<'_>,
        head: usize,
        n: usize,
    ) -> Option<V::Output> {
        Some(match masked {
            Masked::Keyed { prf, hash } => match (prf.len(), n) {
                (28, 24) if hash.is_to_byte_0(4) => {
                    visit.visit(Steps(Keyed::<4, 28, 3, 8, { Self::RATE }>))
                }
                (64, 32) if hash.is_to_byte_0(32) => {
                    visit.visit(Steps(Keyed::<32, 64, 4, 12, { Self::RATE }>))
                }
                (128, 64) if hash.is_to_byte_0(64) => visit.visit(Steps(Keyed64)),
                _ => return None,
            },
            Masked::Robust { mask, hash } => {
                let same = hash.len() == n as u64 && hash.tail() == mask.tail();
                if mask.len() != n as u64 || !same || head != 32 {
                    return None;
                }
                match n {
                    16 => visit.visit(Steps(Step::<48, 2, true>)),
                    24 => visit.visit(Steps(Step::<56, 3, true>)),
                    32 => visit.visit(Steps(Step::<64, 4, true>)),
                    _ => return None,
                }
            }
        })
    }
}
