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
    let mut sets = [Set::<F::Bits, L, B, S>::zero(), Set::zero()];
    let start = F::start(prefix);
    let blocks = F::blocks(prefix.tail_len + heads.width() + messages.width());
    let staging = |k| Staging::of::<F, B, S>(prefix, heads.width(), messages.width(), k);
    let mut staged: Staging<F::Block> = staging(0);
    let mut first = rows.start;
    while first < rows.end {
        // Two sets at a time: while one waits for its last result, the other goes on.
        let counts = [L.min(rows.end - first), L.min((rows.end - first).saturating_sub(L))];
        let firsts = [first, first + L];
        let used = if counts[1] > 0 { 2 } else { 1 };
        for k in 0..blocks {
            if blocks > 1 {
                staged = staging(k);
            }
            for i in 0..used {
                let parts = [(staged.head, heads), (staged.message, messages)]
                    .map(|(piece, rows)| piece.of(rows, firsts[i], counts[i]));
                unit.gather::<F, B>(staged.template.bytes(), &parts, &mut sets[i].constants);
            }
            absorb::<F, U, B, S, L>(unit, (k == 0).then_some(&start), &mut sets, used);
        }
        let width = out.width();
        let mut written = 0;
        loop {
            let len = (width - written).min(F::OUTPUT);
            for i in 0..used {
                let place =
                    Place { rows: Which::From(firsts[i]), count: counts[i], at: written, len };
                unit.scatter::<F, S>(&sets[i].value, out, place);
            }
            written += len;
            if written == width {
                break;
            }
            sets.iter_mut().for_each(|set| set.constants = Lanes::zero());
            absorb::<F, U, B, S, L>(unit, None, &mut sets, used);
        }
        first += used * L;
    }
    sets.iter_mut().for_each(Set::wipe);
}

/// Absorbs a block in the first set, or in both.
#[inline(always)]
pub(crate) fn absorb<F, U, const B: usize, const S: usize, const L: usize>(
    unit: U,
    start: Option<&[F::Bits; S]>,
    sets: &mut [Set<F::Bits, L, B, S>; 2],
    used: usize,
) where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
{
    if used == 2 {
        F::absorb_two(unit, start, sets);
    } else {
        F::absorb_lanes(unit, start, &mut sets[0]);
    }
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
