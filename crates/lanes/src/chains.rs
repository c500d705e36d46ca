//! Chains in lanes: what all rows of a call have in common, and the lanes they run in.

#[cfg(test)]
mod tests;
mod unequal;

use core::marker::PhantomData;
use core::ops::Range;

use crate::block::{Block, Bytes};
use crate::function::{Function, Visit, Words};
use crate::hash::{Masked, Run, Runs};
use crate::midstate::{LONGEST_BLOCK, Midstate};
use crate::schedule::{Chain, Queue, Rest};
use crate::serial::{self, ADDRESS, STEP_AT, Serial};
use crate::unit::{Lanes, Part, Place, Set, Unit, Which};
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
        queue: &mut dyn Iterator<Item = (usize, Run)>,
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
pub(crate) struct Batch<'a, 'b, F, U, const L: usize> {
    pub(crate) function: PhantomData<F>,
    pub(crate) unit: U,
    /// Fewer rows than this, at most `L`, are left to be done without lanes.
    pub(crate) crossover: usize,
    pub(crate) job: Job<'a>,
    pub(crate) tail: &'a [u8],
    pub(crate) heads: Rows<'a>,
    pub(crate) runs: Runs<'a>,
    /// Whether the values after each step are kept: see [`LaneHash::chain_values`].
    ///
    /// [`LaneHash::chain_values`]: crate::LaneHash::chain_values
    pub(crate) keep: bool,
    pub(crate) values: RowsMut<'b>,
}

impl<F, U, const L: usize> Visit<F::Bits> for Batch<'_, '_, F, U, L>
where
    F: Words,
    U: Unit<F::Bits, L>,
{
    /// What is left to do.
    type Output = Rest;

    fn visit<K, const H: usize, const C: usize, const N: usize>(self, kernel: K) -> Rest
    where
        K: Chain<F::Bits, H, C, N>,
    {
        let mut template = Block::ZERO;
        template.0[..self.tail.len()].copy_from_slice(self.tail);
        let rows = self.heads.len();
        let mut wide = Wide::<'_, '_, F, U, K, L, H, C, N> {
            unit: self.unit,
            kernel,
            template,
            head_at: self.tail.len(),
            kept: self.job.kept(self.heads.width()),
            heads: self.heads,
            values: self.values,
            heads_in_lanes: [Lanes::zero(), Lanes::zero()],
            sets: [Set::zero(), Set::zero()],
            stale: [true; 2],
            used: 1,
        };
        let mut queue = Queue::new(self.runs, rows);
        let rest = match queue.same() {
            Some(run) if self.keep => wide.keep(run, self.crossover),
            Some(run) => wide.same(run, self.crossover),
            None => wide.unequal(&mut queue, self.crossover),
        };
        wide.heads_in_lanes.iter_mut().for_each(Lanes::wipe);
        wide.sets.iter_mut().for_each(Set::wipe);
        rest
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
    values: RowsMut<'b>,
    heads_in_lanes: [Lanes<F::Bits, L, H>; 2],
    sets: [Set<F::Bits, L, C, N>; 2],
    /// Whether a head is newer than the constants of its set.
    stale: [bool; 2],
    /// How many of the sets lanes are refilled in.
    used: usize,
}

impl<F, U, K, const L: usize, const H: usize, const C: usize, const N: usize>
    Wide<'_, '_, F, U, K, L, H, C, N>
where
    F: Words,
    U: Unit<F::Bits, L>,
    K: Chain<F::Bits, H, C, N>,
{
    /// Chains with the same run, in the order of their rows: two sets at a time, then one, while there
    /// are `crossover` rows for it.
    fn same(&mut self, run: Run, crossover: usize) -> Rest {
        let rows = self.values.len();
        let mut first = 0;
        while rows - first >= L + crossover {
            let more = (rows - first - L).min(L);
            self.two(Which::From(first), Which::From(first + L), more, run);
            first += L + more;
        }
        if rows - first >= crossover {
            let count = L.min(rows - first);
            self.gather(0, Which::From(first), count, run);
            self.kernel.advance(self.unit, &mut self.sets[0], run.len());
            self.scatter(0, Which::From(first), count);
            first += count;
        }
        Rest::of((first..rows).map(|row| (row, run)))
    }

    /// Chains with the same run, in the order of their rows, all of whose values are kept.
    fn keep(&mut self, run: Run, crossover: usize) -> Rest {
        let rows = self.heads.len();
        let mut first = 0;
        while rows - first >= L + crossover {
            let more = (rows - first - L).min(L);
            self.gather(0, Which::From(first), L, run);
            self.gather(1, Which::From(first + L), more, run);
            for j in 1..=run.len() as usize {
                self.kernel.advance_two(self.unit, &mut self.sets, 1);
                self.scatter(0, Which::From(j * rows + first), L);
                self.scatter(1, Which::From(j * rows + first + L), more);
            }
            first += L + more;
        }
        if rows - first >= crossover {
            let count = L.min(rows - first);
            self.gather(0, Which::From(first), count, run);
            for j in 1..=run.len() as usize {
                self.kernel.advance(self.unit, &mut self.sets[0], 1);
                self.scatter(0, Which::From(j * rows + first), count);
            }
            first += count;
        }
        Rest::of((first..rows).map(|row| (row, run)))
    }

    /// Two sets, the first one full.
    fn two(&mut self, first: Which<'_>, second: Which<'_>, count: usize, run: Run) {
        self.gather(0, first, L, run);
        self.gather(1, second, count, run);
        self.kernel.advance_two(self.unit, &mut self.sets, run.len());
        self.scatter(0, first, L);
        self.scatter(1, second, count);
    }

    /// Puts `count` rows, at most `L`, into the lanes of a set.
    fn gather(&mut self, set: usize, which: Which<'_>, count: usize, run: Run) {
        let (set, head) = (&mut self.sets[set], &mut self.heads_in_lanes[set]);
        let parts = self.kept.each_ref().map(|kept| {
            let (from, len) = (kept.start, kept.len());
            Part { rows: self.heads, which, count, from, len, at: self.head_at + from }
        });
        self.unit.gather::<F, H>(&self.template.0, &parts, head);
        let (rows, len) = (self.values.as_rows(), self.values.width());
        let values = Part { rows, which, count, from: 0, len, at: 0 };
        self.unit.gather::<F, N>(&[0; LONGEST_BLOCK], &[values], &mut set.value);
        // A number above 255 leaves its byte. Kernels that may get one hash no more than the byte.
        set.j.set([F::times(self.kernel.stride(), run.start)]);
        self.kernel.prepare(self.unit, head, &mut set.constants);
    }

    /// Writes the values of `count` lanes to their rows.
    fn scatter(&mut self, set: usize, rows: Which<'_>, count: usize) {
        let place = Place { rows, count, at: 0, len: self.values.width() };
        self.unit.scatter::<F, N>(&self.sets[set].value, &mut self.values, place);
    }
}
