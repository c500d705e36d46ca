//! Masked hashes put together from plain ones, with rows between them: tree nodes and long messages.
//!
//! Chains of them have kernels of their own, and nodes of XMSS stay in lanes too
//! ([`nodes`](crate::nodes)). Here the key and the masks are written out and read back.

use core::hint::black_box;

use crate::bytes::xor;
use crate::hash::{LaneHash, Masked};
use crate::serial::{ADDRESS, WIDEST};
use crate::{Rows, RowsMut};

/// Rows at a time, if their messages are no longer than two values.
const ROWS: usize = 64;

/// Bytes of masks at a time; also the longest message.
const SCRATCH: usize = 2 * ROWS * WIDEST;

/// [`LaneHash::masked_many`], by the other methods of `engine`.
pub(crate) fn many(
    engine: &dyn LaneHash,
    masked: &Masked<'_>,
    heads: Rows<'_>,
    messages: Rows<'_>,
    out: &mut RowsMut<'_>,
) {
    let (width, n) = (messages.width(), out.width());
    assert!(width <= SCRATCH && width / n <= 255, "a message that is too long");
    let at_once = (SCRATCH / width.max(1)).min(ROWS);
    let mut masks = [0; SCRATCH];
    for first in (0..out.len()).step_by(at_once) {
        let count = at_once.min(out.len() - first);
        let heads = heads.slice(first, count);
        let mut out = out.slice(first, count);
        let masks = &mut masks[..count * width];
        match masked {
            Masked::Keyed { prf, hash } => {
                let mut addresses = [0; ROWS * ADDRESS];
                let addresses = &mut addresses[..count * ADDRESS];
                for (i, address) in addresses.chunks_exact_mut(ADDRESS).enumerate() {
                    address.copy_from_slice(heads.row(i));
                }
                let mut prf = |b: usize, out: RowsMut<'_>| {
                    for address in addresses.chunks_exact_mut(ADDRESS) {
                        address[ADDRESS - 1] = b.to_le_bytes()[0];
                    }
                    let addresses = Rows::new(addresses, ADDRESS);
                    engine.hash_many(prf, addresses, Rows::empty(count), out);
                };
                let mut keys = [0; ROWS * WIDEST];
                let keys = &mut keys[..count * n];
                prf(0, RowsMut::new(keys, n));
                for b in 0..width / n {
                    prf(b + 1, RowsMut::strided(&mut masks[b * n..], count, n, width));
                }
                apply(masks, messages, first);
                let keys = Rows::new(keys, n);
                engine.hash_many(hash, keys, Rows::strided(masks, count, width, width), out);
            }
            Masked::Robust { mask, hash } => {
                if let Some(digest) = engine.digest() {
                    // MGF1 (RFC 8017 appendix B.2.1): a digest for each value of a counter.
                    for (counter, at) in (0_u32..).zip((0..width).step_by(digest)) {
                        let part = digest.min(width - at);
                        let masks = RowsMut::strided(&mut masks[at..], count, part, width);
                        let counter = counter.to_be_bytes();
                        engine.hash_many(mask, heads, Rows::repeat(&counter, count), masks);
                    }
                } else {
                    let masks = RowsMut::strided(masks, count, width, width);
                    engine.hash_many(mask, heads, Rows::empty(count), masks);
                }
                apply(masks, messages, first);
                engine.hash_many(
                    hash,
                    heads,
                    Rows::strided(masks, count, width, width),
                    out.reborrow(),
                );
            }
        }
    }
    masks.fill(0);
    black_box(&mut masks);
}

/// Masks the messages `first ..`, in the place of the masks.
fn apply(masks: &mut [u8], messages: Rows<'_>, first: usize) {
    for (i, mask) in masks.chunks_exact_mut(messages.width().max(1)).enumerate() {
        xor(mask, messages.row(first + i));
    }
}
