//! Whole messages in lanes: bytes in, bytes out.

use core::ops::Range;

use crate::block::Bytes;
use crate::function::Function;
use crate::midstate::Midstate;
use crate::unit::{Lanes, Part, Place, Set, Unit, Which};
use crate::{Rows, RowsMut};

/// [`LaneHash::hash_many`](crate::LaneHash::hash_many) of some rows.
pub(crate) fn hash<F, U, const B: usize, const S: usize, const L: usize>(
    unit: U,
    prefix: &Midstate,
    heads: Rows<'_>,
    messages: Rows<'_>,
    out: &mut RowsMut<'_>,
    rows: Range<usize>,
) where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
{
    let mut set = Set::<F::Bits, L, B, S>::zero();
    let start = F::start(prefix);
    let blocks = F::blocks(prefix.tail_len + heads.width() + messages.width());
    let staging = |k| Staging::of::<F, B, S>(prefix, heads.width(), messages.width(), k);
    let mut staged: Staging<F::Block> = staging(0);
    for first in rows.clone().step_by(L) {
        let count = L.min(rows.end - first);
        for k in 0..blocks {
            if blocks > 1 {
                staged = staging(k);
            }
            let parts = [(staged.head, heads), (staged.message, messages)]
                .map(|(piece, rows)| piece.of(rows, first, count));
            unit.gather::<F, B>(staged.template.bytes(), &parts, &mut set.constants);
            F::absorb_lanes(unit, (k == 0).then_some(&start), &mut set);
        }
        let width = out.width();
        let mut written = 0;
        loop {
            let len = (width - written).min(F::OUTPUT);
            unit.scatter::<F, S>(
                &set.value,
                out,
                Place { rows: Which::From(first), count, at: written, len },
            );
            written += len;
            if written == width {
                break;
            }
            set.constants = Lanes::zero();
            F::absorb_lanes(unit, None, &mut set);
        }
    }
    set.wipe();
}

/// Where the parts of a message go in one of its blocks: the same for all rows of a call.
struct Staging<T> {
    /// What is the same in all rows: the tail of the prefix, and padding.
    template: T,
    head: Piece,
    message: Piece,
}

/// The `len` bytes of a part from byte `from` on go to byte `at` of the block.
#[derive(Clone, Copy)]
struct Piece {
    from: usize,
    at: usize,
    len: usize,
}

impl<T: Bytes> Staging<T> {
    /// Block `k` of the messages whose heads and messages have these widths.
    fn of<F: Function<B, S, Block = T>, const B: usize, const S: usize>(
        prefix: &Midstate,
        head: usize,
        message: usize,
        k: usize,
    ) -> Self {
        let piece = |start: usize, len: usize| {
            let (from, to) = (k * F::BLOCK, (k + 1) * F::BLOCK);
            let first = start.clamp(from, to);
            let last = (start + len).clamp(from, to);
            let len = last - first;
            Piece { from: if len == 0 { 0 } else { first - start }, at: first - from, len }
        };
        let mut template = T::ZERO;
        let tail = piece(0, prefix.tail_len);
        let bytes = template.bytes_mut();
        bytes[..tail.len].copy_from_slice(&prefix.tail()[tail.from..][..tail.len]);
        let len = prefix.tail_len + head + message;
        let end = (len / F::BLOCK == k).then_some(len % F::BLOCK);
        let last = k + 1 == F::blocks(len);
        F::pad(bytes, end, last, prefix.absorbed + len as u64);
        let head_at = prefix.tail_len;
        Self { template, head: piece(head_at, head), message: piece(head_at + head, message) }
    }
}

impl Piece {
    /// This piece of the rows `first .. first + count`.
    #[inline(always)]
    const fn of(self, rows: Rows<'_>, first: usize, count: usize) -> Part<'_> {
        Part { rows, which: Which::From(first), count, from: self.from, len: self.len, at: self.at }
    }
}
