//! Chains in lanes: what all rows of a call have in common, and the lanes they run in.

use core::marker::PhantomData;
use core::ops::Range;

use crate::block::{Block, Bytes};
use crate::bytes::copy;
use crate::function::{Function, Visit, Words};
use crate::hash::{Masked, Run, Runs};
use crate::midstate::{LONGEST_BLOCK, Midstate};
use crate::schedule::{Chain, Queue, Slots, refill};
use crate::serial::{self, ADDRESS, STEP_AT, Serial};
use crate::unit::{Lanes, Part, Place, Set, Unit};
use crate::{Rows, RowsMut};

/// What chains are steps of.
#[derive(Clone, Copy)]
pub(crate) enum Job<'a> {
    Chain { prefix: &'a Midstate },
    Masked { masked: &'a Masked<'a> },
}

impl Job<'_> {
    /// Works through `queue` without lanes.
    pub(crate) fn serial<F: Function<B, S>, V: Serial<F, B, S>, const B: usize, const S: usize>(
        self,
        serial: V,
        heads: Rows<'_>,
        queue: impl Iterator<Item = (usize, Run)>,
        values: &mut RowsMut<'_>,
    ) {
        match self {
            Self::Chain { prefix } => {
                serial::chains::<F, V, B, S>(serial, prefix, heads, queue, values);
            }
            Self::Masked { masked } => {
                serial::masked_chains::<F, V, B, S>(serial, masked, heads, queue, values);
            }
        }
    }

    /// The bytes of a head that a kernel does not fill in: all but the step number, and keyAndMask.
    const fn kept(self, width: usize) -> [Range<usize>; 2] {
        match self {
            Self::Masked { masked: Masked::Keyed { .. } } => [0..STEP_AT, STEP_AT + 1..ADDRESS - 1],
            _ => [0..width - 1, 0..0],
        }
    }
}

/// The rows of a call, to be run with the kernel for their layout.
pub(crate) struct Batch<'a, 'b, F, U, V, const B: usize, const S: usize, const L: usize> {
    pub(crate) function: PhantomData<F>,
    pub(crate) wide: U,
    pub(crate) serial: V,
    pub(crate) crossover: usize,
    pub(crate) job: Job<'a>,
    pub(crate) tail: &'a [u8],
    pub(crate) heads: Rows<'a>,
    pub(crate) runs: Runs<'a>,
    pub(crate) values: RowsMut<'b>,
}

impl<F, U, V, const B: usize, const S: usize, const L: usize> Visit<F::Bits>
    for Batch<'_, '_, F, U, V, B, S, L>
where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
    V: Serial<F, B, S>,
{
    fn visit<K, const H: usize, const C: usize, const N: usize>(mut self, kernel: K)
    where
        K: Chain<F::Bits, H, C, N>,
    {
        let mut template = Block::ZERO;
        template.0[..self.tail.len()].copy_from_slice(self.tail);
        let mut wide = Wide::<'_, '_, F, U, K, L, H, C, N> {
            unit: self.wide,
            kernel,
            template,
            head_at: self.tail.len(),
            kept: self.job.kept(self.heads.width()),
            heads: self.heads,
            values: &mut self.values,
            head: Lanes::zero(),
            set: Set::zero(),
            stale: true,
        };
        let mut queue = Queue::new(self.runs, wide.values.len());
        let rest = match queue.same() {
            Some(run) => {
                let mut first = 0;
                while wide.values.len() - first >= self.crossover {
                    let count = L.min(wide.values.len() - first);
                    wide.gather(first, count, run);
                    wide.advance(run.len());
                    wide.scatter(first, count);
                    first += count;
                }
                queue.skip_rows(first);
                None
            }
            None => Some(refill::<L>(&mut wide, &mut queue, self.crossover)),
        };
        wide.head.wipe();
        wide.set.wipe();
        let (heads, values) = (self.heads, &mut self.values);
        match rest {
            None => self.job.serial::<F, V, B, S>(self.serial, heads, queue, values),
            Some(rest) if rest.is_empty() => {}
            Some(rest) => {
                self.job.serial::<F, V, B, S>(self.serial, heads, rest.iter(), values);
            }
        }
    }
}

/// Chains in lanes.
struct Wide<'a, 'b, F, U, K, const L: usize, const H: usize, const C: usize, const N: usize>
where
    F: Words,
{
    unit: U,
    kernel: K,
    /// What all rows begin with; then comes the head.
    template: Block<LONGEST_BLOCK>,
    head_at: usize,
    /// The bytes of a head that a kernel does not fill in.
    kept: [Range<usize>; 2],
    heads: Rows<'a>,
    values: &'a mut RowsMut<'b>,
    head: Lanes<F::Bits, L, H>,
    set: Set<F::Bits, L, C, N>,
    /// Whether a head is newer than the constants.
    stale: bool,
}

impl<F, U, K, const L: usize, const H: usize, const C: usize, const N: usize>
    Wide<'_, '_, F, U, K, L, H, C, N>
where
    F: Words,
    U: Unit<F::Bits, L>,
    K: Chain<F::Bits, H, C, N>,
{
    /// Puts `count` rows, at most `L`, into the lanes.
    fn gather(&mut self, first: usize, count: usize, run: Run) {
        let parts = self.kept.each_ref().map(|kept| {
            let (from, len) = (kept.start, kept.len());
            Part { rows: self.heads, first, count, from, len, at: self.head_at + from }
        });
        self.unit.gather::<F, H>(&self.template.0, &parts, &mut self.head);
        let (rows, len) = (self.values.as_rows(), self.values.width());
        let values = Part { rows, first, count, from: 0, len, at: 0 };
        self.unit.gather::<F, N>(&[0; LONGEST_BLOCK], &[values], &mut self.set.value);
        // A product of the stride and a number below 256 that no byte overflows.
        self.set.j.set([F::times(self.kernel.stride(), run.start)]);
        self.prepare();
    }

    /// Writes the values of `count` lanes to their rows.
    fn scatter(&mut self, first: usize, count: usize) {
        let place = Place { first, count, at: 0, len: self.values.width() };
        self.unit.scatter::<F, N>(&self.set.value, self.values, place);
    }

    /// Makes constants of the heads.
    fn prepare(&mut self) {
        self.kernel.prepare(self.unit, &self.head, &mut self.set.constants);
        self.stale = false;
    }
}

impl<F, U, K, const L: usize, const H: usize, const C: usize, const N: usize> Slots
    for Wide<'_, '_, F, U, K, L, H, C, N>
where
    F: Words,
    U: Unit<F::Bits, L>,
    K: Chain<F::Bits, H, C, N>,
{
    #[inline(always)]
    fn load(&mut self, slot: usize, row: usize, start: u32) {
        let head = self.heads.row(row);
        for kept in self.kept.clone() {
            copy(&mut self.template.0[self.head_at + kept.start..], &head[kept]);
        }
        for (i, words) in self.head.0.iter_mut().enumerate() {
            words[slot] = F::word_at(&self.template.0, i);
        }
        let value = self.values.row(row);
        for (i, words) in self.set.value.0.iter_mut().enumerate() {
            words[slot] = F::word_at(value, i);
        }
        self.set.j.0[0][slot] = F::times(self.kernel.stride(), start);
        self.stale = true;
    }

    #[inline(always)]
    fn unload(&mut self, slot: usize, row: usize) {
        self.set.value.write::<F>(slot, self.values.row_mut(row));
    }

    #[inline(always)]
    fn advance(&mut self, steps: u32) {
        if self.stale {
            self.prepare();
        }
        self.kernel.advance(self.unit, &mut self.set, steps);
    }
}
