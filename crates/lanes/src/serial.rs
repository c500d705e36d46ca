//! One message at a time, or a few: for what is too little to fill lanes.

mod masked;

use core::fmt::Debug;
use core::hint::black_box;

use crate::block::Bytes;
use crate::bytes::copy;
use crate::function::Function;
use crate::hash::Run;
use crate::midstate::Midstate;
use crate::schedule::{Slots, refill};
use crate::{Rows, RowsMut};

pub(crate) use masked::masked_chains;

/// A way to hash few messages fast; a value proves that this CPU has it.
pub(crate) trait Serial<F: Function<B, S>, const B: usize, const S: usize>:
    Copy + Debug + Send + Sync + 'static
{
    /// Messages that are best hashed in step: 1, or 2 where two hide each other's latency.
    const STREAMS: usize;

    /// Whether what goes before and after a block is compiled once, and called, to be small.
    const SMALL: bool = false;

    /// Absorbs a block each into `G` states.
    fn absorb<const G: usize>(self, states: &mut [[F::Bits; S]; G], blocks: &[F::Block; G]);

    /// Absorbs messages of the same number of whole blocks, where they are.
    #[inline(always)]
    fn absorb_all<const G: usize>(self, states: &mut [[F::Bits; S]; G], messages: [&[u8]; G]) {
        for k in 0..messages[0].len() / F::BLOCK {
            let mut blocks = [F::Block::ZERO; G];
            for (block, message) in blocks.iter_mut().zip(messages) {
                block.bytes_mut().copy_from_slice(&message[k * F::BLOCK..][..F::BLOCK]);
            }
            self.absorb(states, &blocks);
        }
    }

    /// The first bytes of the digests of messages of `len` bytes with the prefix's tail, which are one
    /// block with their padding.
    #[inline(always)]
    fn short<const G: usize>(
        self,
        prefix: &Midstate,
        messages: &[[&[u8]; 3]; G],
        len: usize,
        out: [&mut [u8]; G],
    ) {
        let mut blocks = [F::Block::ZERO; G];
        let total = prefix.absorbed + len as u64;
        for (block, [a, b, c]) in blocks.iter_mut().zip(messages) {
            F::fill(block.bytes_mut(), [prefix.tail(), a, b, c], 0, len, total);
        }
        self.finish(&F::start(prefix), &blocks, out);
    }

    /// The first bytes of the digests after one more block each, from the same state.
    #[inline(always)]
    fn finish<const G: usize>(
        self,
        state: &[F::Bits; S],
        blocks: &[F::Block; G],
        out: [&mut [u8]; G],
    ) {
        let mut states = [*state; G];
        self.absorb(&mut states, blocks);
        for (out, state) in out.into_iter().zip(&states) {
            F::write(state, out);
        }
    }
}

/// Plain integers, without anything of a vector unit.
impl<F: Function<B, S>, const B: usize, const S: usize> Serial<F, B, S> for crate::unit::Portable {
    const STREAMS: usize = 1;

    fn absorb<const G: usize>(self, states: &mut [[F::Bits; S]; G], blocks: &[F::Block; G]) {
        for (state, block) in states.iter_mut().zip(blocks) {
            absorb::<F, B, S>(state, block);
        }
    }
}

/// [`Serial::absorb`] of one block, to be inlined into a function compiled for some CPU.
#[inline(always)]
pub(crate) fn absorb<F: Function<B, S>, const B: usize, const S: usize>(
    state: &mut [F::Bits; S],
    block: &F::Block,
) {
    let words: [F::Bits; B] = core::array::from_fn(|i| F::word_at(block.bytes(), i));
    *state = F::absorb::<F::Bits>((), *state, &words);
}

/// The digest of one message, in three parts. One block is a matter of 130 cycles: what is around it
/// counts. The parts stay where they were written: to be copied they would be read in vectors, which on
/// Zen 5 wait for the words they were written as, and took 70 cycles more.
#[inline(always)]
pub(crate) fn one<F, V, const B: usize, const S: usize>(
    serial: V,
    prefix: &Midstate,
    message: &[[&[u8]; 3]; 1],
    out: &mut [u8],
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    #[inline(never)]
    fn long<F, V, const B: usize, const S: usize>(
        serial: V,
        prefix: &Midstate,
        message: &[[&[u8]; 3]; 1],
        out: &mut [u8],
    ) where
        F: Function<B, S>,
        V: Serial<F, B, S>,
    {
        digests::<F, V, B, S, 1>(serial, prefix, *message, [out]);
    }
    let [[a, b, c]] = message;
    let len = prefix.tail_len + a.len() + b.len() + c.len();
    if F::blocks(len) == 1 && out.len() <= F::OUTPUT {
        serial.short(prefix, message, len, [out]);
    } else {
        long::<F, V, B, S>(serial, prefix, message, out);
    }
}

/// The digests of `G` messages of the same length, each in three parts after the prefix.
#[inline(always)]
pub(crate) fn digests<F, V, const B: usize, const S: usize, const G: usize>(
    serial: V,
    prefix: &Midstate,
    messages: [[&[u8]; 3]; G],
    out: [&mut [u8]; G],
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    if V::SMALL {
        for (parts, out) in messages.into_iter().zip(out) {
            called::<F, V, B, S>(serial, prefix, parts, out);
        }
    } else {
        inlined::<F, V, B, S, G>(serial, prefix, messages, out);
    }
}

/// [`digests`] of one message, as a function of its own.
#[inline(never)]
fn called<F, V, const B: usize, const S: usize>(
    serial: V,
    prefix: &Midstate,
    parts: [&[u8]; 3],
    out: &mut [u8],
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    inlined::<F, V, B, S, 1>(serial, prefix, [parts], [out]);
}

#[inline(always)]
fn inlined<F, V, const B: usize, const S: usize, const G: usize>(
    serial: V,
    prefix: &Midstate,
    messages: [[&[u8]; 3]; G],
    mut out: [&mut [u8]; G],
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let len = prefix.tail_len + messages[0].iter().map(|part| part.len()).sum::<usize>();
    let total = prefix.absorbed + len as u64;
    let last = F::blocks(len) - 1;
    if last == 0 && out[0].len() <= F::OUTPUT && !V::SMALL {
        return serial.short(prefix, &messages, len, out);
    }
    let mut states = [F::start(prefix); G];
    // The blocks from `first` to `end` are whole in the second part.
    let at = prefix.tail_len + messages[0][0].len();
    let (first, end) = (at.div_ceil(F::BLOCK), (at + messages[0][1].len()) / F::BLOCK);
    let mut k = 0;
    while k <= last {
        if k == first && first < end && !V::SMALL {
            let part = first * F::BLOCK - at..end * F::BLOCK - at;
            serial.absorb_all(&mut states, messages.map(|[_, b, _]| &b[part.clone()]));
            k = end;
            continue;
        }
        let mut blocks = [F::Block::ZERO; G];
        for (block, [a, b, c]) in blocks.iter_mut().zip(&messages) {
            let block = block.bytes_mut();
            F::fill(block, [prefix.tail(), a, b, c], k, len, total);
        }
        serial.absorb(&mut states, &blocks);
        k += 1;
    }
    let width = out[0].len();
    let mut written = 0;
    loop {
        let part = (width - written).min(F::OUTPUT);
        for (out, state) in out.iter_mut().zip(&states) {
            F::write(state, &mut out[written..written + part]);
        }
        written += part;
        if written == width {
            return;
        }
        serial.absorb(&mut states, &[F::Block::ZERO; G]);
    }
}

/// [`LaneHash::hash_many`](crate::LaneHash::hash_many) of the rows `first..`.
pub(crate) fn hash<F, V, const B: usize, const S: usize>(
    serial: V,
    prefix: &Midstate,
    heads: &Rows<'_>,
    messages: &Rows<'_>,
    out: &mut RowsMut<'_>,
    first: usize,
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let mut row = first;
    if V::STREAMS > 1 {
        while row + 2 <= messages.len() {
            let parts = [
                [heads.row(row), messages.row(row), &[]],
                [heads.row(row + 1), messages.row(row + 1), &[]],
            ];
            digests::<F, V, B, S, 2>(serial, prefix, parts, out.two(row));
            row += 2;
        }
    }
    while row < messages.len() {
        let parts = [[heads.row(row), messages.row(row), &[]]];
        digests::<F, V, B, S, 1>(serial, prefix, parts, [out.row_mut(row)]);
        row += 1;
    }
}

/// Chains whose steps are one block, `G` at a time.
struct Chains<'a, 'b, F: Function<B, S>, V, const B: usize, const S: usize, const G: usize> {
    serial: V,
    state: [F::Bits; S],
    /// Bytes before the head, and before the value.
    head_at: usize,
    value_at: usize,
    heads: Rows<'a>,
    values: &'a mut RowsMut<'b>,
    blocks: [F::Block; G],
    steps: [u32; G],
}

impl<F, V, const B: usize, const S: usize, const G: usize> Slots for Chains<'_, '_, F, V, B, S, G>
where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    fn load(&mut self, slot: usize, row: usize, start: u32) {
        let block = self.blocks[slot].bytes_mut();
        copy(&mut block[self.head_at..self.value_at], self.heads.row(row));
        copy(&mut block[self.value_at..], self.values.row(row));
        self.steps[slot] = start;
    }

    fn unload(&mut self, slot: usize, row: usize) {
        let value = self.values.row_mut(row);
        copy(value, &self.blocks[slot].bytes()[self.value_at..][..value.len()]);
    }

    fn advance(&mut self, steps: u32) {
        let width = self.values.width();
        for _ in 0..steps {
            for (block, step) in self.blocks.iter_mut().zip(&mut self.steps) {
                block.bytes_mut()[self.value_at - 1] = step.to_le_bytes()[0];
                *step = step.wrapping_add(1);
            }
            let read = self.blocks;
            let values = self.blocks.each_mut();
            let out = values.map(|block| &mut block.bytes_mut()[self.value_at..][..width]);
            self.serial.finish(&self.state, &read, out);
        }
    }
}

/// [`LaneHash::chain_many`](crate::LaneHash::chain_many) of the rows and runs in `queue`.
pub(crate) fn chains<F, V, const B: usize, const S: usize>(
    serial: V,
    prefix: &Midstate,
    heads: Rows<'_>,
    queue: &mut dyn Iterator<Item = (usize, Run)>,
    values: &mut RowsMut<'_>,
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let len = prefix.tail_len + heads.width() + values.width();
    if F::blocks(len) > 1 || V::SMALL {
        return long_chains::<F, V, B, S>(serial, prefix, heads, queue, values);
    }
    if V::STREAMS > 1 {
        short_chains::<F, V, B, S, 2>(serial, prefix, heads, queue, values);
    } else {
        short_chains::<F, V, B, S, 1>(serial, prefix, heads, queue, values);
    }
}

fn short_chains<F, V, const B: usize, const S: usize, const G: usize>(
    serial: V,
    prefix: &Midstate,
    heads: Rows<'_>,
    queue: &mut dyn Iterator<Item = (usize, Run)>,
    values: &mut RowsMut<'_>,
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let value_at = prefix.tail_len + heads.width();
    let len = value_at + values.width();
    let mut block = F::Block::ZERO;
    block.bytes_mut()[..prefix.tail_len].copy_from_slice(prefix.tail());
    F::pad(block.bytes_mut(), Some(len), true, prefix.absorbed + len as u64);
    let (state, head_at) = (F::start(prefix), prefix.tail_len);
    let mut few: Chains<'_, '_, F, V, B, S, G> = Chains {
        serial,
        state,
        head_at,
        value_at,
        heads,
        values,
        blocks: [block; G],
        steps: [0; G],
    };
    // The last one runs alone, if it is the only one left.
    let rest = refill(&mut few, G, queue, G);
    few.blocks = [F::Block::ZERO; G];
    black_box(&mut few.blocks);
    let mut one: Chains<'_, '_, F, V, B, S, 1> =
        Chains { serial, state, head_at, value_at, heads, values, blocks: [block], steps: [0] };
    refill(&mut one, 1, &mut rest.iter(), 0);
    // They hold values of chains.
    one.blocks = [F::Block::ZERO];
    black_box(&mut one.blocks);
}

/// Steps of several blocks, which no standard has; and any, where there is to be little code.
fn long_chains<F, V, const B: usize, const S: usize>(
    serial: V,
    prefix: &Midstate,
    heads: Rows<'_>,
    queue: &mut dyn Iterator<Item = (usize, Run)>,
    values: &mut RowsMut<'_>,
) where
    F: Function<B, S>,
    V: Serial<F, B, S>,
{
    let mut next = [0; WIDEST];
    for (row, run) in queue {
        let head = &heads.row(row)[..heads.width() - 1];
        let value = values.row_mut(row);
        let next = &mut next[..value.len()];
        for step in run.start..run.end {
            let j = [step.to_le_bytes()[0]];
            digests::<F, V, B, S, 1>(serial, prefix, [[head, &j, value]], [&mut *next]);
            value.copy_from_slice(next);
        }
    }
    next = [0; WIDEST];
    black_box(&mut next);
}

/// Bytes of the widest value of a chain and of the widest head of a masked hash.
pub(crate) const WIDEST: usize = 64;

/// Bytes of ADRS in RFC 8391.
pub(crate) const ADDRESS: usize = 32;

/// The last byte of the hash address in ADRS (RFC 8391 section 2.5).
pub(crate) const STEP_AT: usize = 27;
