//! Chains of masked hashes without lanes.

use core::hint::black_box;

use super::{ADDRESS, STEP_AT, Serial, WIDEST, digests};
use crate::block::Bytes;
use crate::bytes::{copy, xor};
use crate::function::Function;
use crate::hash::{Masked, Run};
use crate::midstate::Midstate;
use crate::{Rows, RowsMut};

/// [`LaneHash::masked_chain_many`](crate::LaneHash::masked_chain_many) of the rows in `queue`.
pub(crate) fn masked_chains<F, V, const B: usize, const S: usize>(
    serial: V,
    masked: &Masked<'_>,
    heads: Rows<'_>,
    queue: &mut dyn Iterator<Item = (usize, Run)>,
    values: &mut RowsMut<'_>,
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let (n, width) = (values.width(), heads.width());
    let mut both = [[0; WIDEST]; 2];
    let [key, mask] = both.each_mut().map(|bytes| &mut bytes[..n]);
    for (row, run) in queue {
        let mut row_prefix = None;
        let mut head = [0; WIDEST];
        let head = &mut head[..width];
        head.copy_from_slice(heads.row(row));
        let value = values.row_mut(row);
        for step in run.start..run.end {
            let j = step.to_le_bytes()[0];
            match masked {
                Masked::Keyed { prf, hash } => {
                    head[STEP_AT] = j;
                    let mut second = [0; ADDRESS];
                    second.copy_from_slice(head);
                    head[ADDRESS - 1] = 0;
                    second[ADDRESS - 1] = 1;
                    // A block that ends before the step number is the same for all steps.
                    let common = if prf.tail_len + STEP_AT >= F::BLOCK {
                        F::BLOCK - prf.tail_len
                    } else {
                        0
                    };
                    let prf = row_prefix.get_or_insert_with(|| {
                        extended::<F, V, B, S>(serial, prf, &head[..common])
                    });
                    let addresses = [[&head[common..], &[], &[]], [&second[common..], &[], &[]]];
                    digests::<F, V, B, S, 2>(serial, prf, addresses, [&mut *key, &mut *mask]);
                    xor(mask, value);
                    digests::<F, V, B, S, 1>(serial, hash, [[key, mask, &[]]], [value]);
                }
                Masked::Robust { mask: seed, hash } => {
                    head[width - 1] = j;
                    let counter: &[u8] = if F::SPONGE { &[] } else { &[0; 4] };
                    let of = [[&*head, counter, &[]]];
                    digests::<F, V, B, S, 1>(serial, seed, of, [&mut *mask]);
                    xor(mask, value);
                    digests::<F, V, B, S, 1>(serial, hash, [[head, mask, &[]]], [value]);
                }
            }
        }
    }
    // Masks are public, so a masked value is as secret as the value.
    both = [[0; WIDEST]; 2];
    black_box(&mut both);
}

/// The midstate after `prefix` and `more`, which fills a block if it is not empty.
fn extended<F, V, const B: usize, const S: usize>(
    serial: V,
    prefix: &Midstate,
    more: &[u8],
) -> Midstate
where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let mut midstate = prefix.clone();
    if !more.is_empty() {
        let mut block = F::Block::ZERO;
        copy(block.bytes_mut(), prefix.tail());
        copy(&mut block.bytes_mut()[prefix.tail_len..], more);
        let mut state = [F::start(prefix)];
        serial.absorb(&mut state, &[block]);
        F::kept_mut(&mut midstate)[..S].copy_from_slice(&state[0]);
        midstate.absorbed += F::BLOCK as u64;
        midstate.tail_len = 0;
    }
    midstate
}
