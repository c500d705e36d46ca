//! A hash function on a CPU: wide lanes for many rows, something serial for few.

use core::fmt;
use core::marker::PhantomData;

use crate::block::Bytes;
use crate::chains::{Batch, Job};
use crate::function::Function;
use crate::hash::{LaneHash, Masked, Run, Runs, Step};
use crate::midstate::{LONGEST_BLOCK, Midstate};
use crate::nodes::Nodes;
use crate::schedule::Queue;
use crate::serial::{self, ADDRESS, Serial, WIDEST};
use crate::unit::Unit;
use crate::{Rows, RowsMut, masked, values, wide};

/// The hash function `F` on the vector unit `U` with `L` lanes, and on `V` for few rows.
pub(crate) struct Engine<F, U, V, const B: usize, const S: usize, const L: usize> {
    pub(crate) function: PhantomData<F>,
    pub(crate) wide: U,
    pub(crate) serial: V,
    pub(crate) name: &'static str,
    /// From this many rows on lanes are faster; above `L` for never.
    pub(crate) crossover: usize,
}

impl<F, U, V, const B: usize, const S: usize, const L: usize> fmt::Debug
    for Engine<F, U, V, B, S, L>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<F, U, V, const B: usize, const S: usize, const L: usize> LaneHash for Engine<F, U, V, B, S, L>
where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
    V: Serial<F, B, S>,
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn function(&self) -> &'static str {
        F::NAME.written()
    }

    fn lanes(&self) -> usize {
        if self.crossover > L { V::STREAMS } else { L }
    }

    fn block(&self) -> usize {
        F::BLOCK
    }

    fn blocks(&self, len: usize) -> usize {
        F::blocks(len)
    }

    fn digest(&self) -> Option<usize> {
        (!F::SPONGE).then_some(F::DIGEST)
    }

    fn midstate(&self, prefix: &[u8]) -> Midstate {
        let mut state = [F::initial()];
        let blocks = prefix.chunks_exact(F::BLOCK);
        let rest = blocks.remainder();
        for bytes in blocks {
            let mut block = F::Block::ZERO;
            block.bytes_mut().copy_from_slice(bytes);
            self.serial.absorb(&mut state, &[block]);
        }
        let mut tail = [0; LONGEST_BLOCK];
        tail[..rest.len()].copy_from_slice(rest);
        let absorbed = (prefix.len() - rest.len()) as u64;
        let (words_32, words_64) = ([0; 8], [0; 25]);
        let mut midstate = Midstate {
            words_32,
            words_64,
            absorbed,
            tail,
            tail_len: rest.len(),
            function: F::NAME,
        };
        F::kept_mut(&mut midstate)[..S].copy_from_slice(&state[0]);
        midstate
    }

    fn hash_many(
        &self,
        prefix: &Midstate,
        heads: Rows<'_>,
        messages: Rows<'_>,
        mut out: RowsMut<'_>,
    ) {
        self.belongs(prefix);
        same_rows(heads.len(), messages.len(), out.len());
        assert!(out.width() <= F::DIGEST, "wider than a digest");
        if messages.len() == 1 && !self.fills_lanes(1) {
            let message = [[heads.row(0), messages.row(0), &[]]];
            return serial::one::<F, V, B, S>(self.serial, prefix, &message, out.row_mut(0));
        }
        let row = self.wide_rows(messages.len());
        if row > 0 {
            wide::hash::<F, U, B, S, L>(self.wide, prefix, heads, messages, &mut out, 0..row);
        }
        serial::hash::<F, V, B, S>(self.serial, prefix, &heads, &messages, &mut out, row);
    }

    fn chain_many(
        &self,
        prefix: &Midstate,
        heads: Rows<'_>,
        runs: Runs<'_>,
        mut values: RowsMut<'_>,
    ) {
        self.belongs(prefix);
        same_rows(heads.len(), values.len(), values.len());
        runs.check(values.len(), 512);
        assert!(heads.width() > 0, "no byte for the step number");
        assert!(values.width() <= F::DIGEST.min(WIDEST), "wider than a digest");
        let job = Job::Chain { prefix };
        if self.fills_lanes(values.len()) {
            let n = values.width();
            let batch = self.batch(job, prefix, heads, runs, false, values.reborrow());
            if let Some(rest) = F::chain(batch, prefix, heads.width(), n) {
                if !rest.is_empty() {
                    job.serial(self.serial, heads, &mut rest.iter(), &mut values);
                }
                return;
            }
        }
        self.serially(job, heads, runs, &mut values);
    }

    fn masked_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        messages: Rows<'_>,
        mut out: RowsMut<'_>,
    ) {
        self.fits(masked, heads.width());
        same_rows(heads.len(), messages.len(), out.len());
        assert!(out.width() <= F::DIGEST.min(WIDEST), "wider than a digest");
        assert!(
            out.width() > 0 && messages.width().is_multiple_of(out.width()),
            "not a whole number of values"
        );
        let mut row = 0;
        if let Masked::Keyed { prf, hash } = masked {
            let nodes = Nodes { prf, hash, heads, messages };
            let wide = self.wide_rows(messages.len());
            if wide > 0 && messages.width() == 2 * out.width() && nodes.are_words::<F, B, S>() {
                nodes.hash::<F, U, B, S, L>(self.wide, wide, &mut out);
                row = wide;
            }
        }
        let rest = messages.len() - row;
        let (heads, messages) = (heads.slice(row, rest), messages.slice(row, rest));
        masked::many(self, masked, heads, messages, &mut out.slice(row, rest));
    }

    fn masked_chain_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        runs: Runs<'_>,
        mut values: RowsMut<'_>,
    ) {
        self.fits(masked, heads.width());
        same_rows(heads.len(), values.len(), values.len());
        runs.check(values.len(), 256);
        assert!(values.width() <= F::DIGEST.min(WIDEST), "wider than a digest");
        let job = Job::Masked { masked };
        if self.fills_lanes(values.len()) {
            let (Masked::Keyed { prf: prefix, .. } | Masked::Robust { mask: prefix, .. }) = masked;
            let n = values.width();
            let batch = self.batch(job, prefix, heads, runs, false, values.reborrow());
            if let Some(rest) = F::masked_chain(batch, masked, heads.width(), n) {
                if !rest.is_empty() {
                    job.serial(self.serial, heads, &mut rest.iter(), &mut values);
                }
                return;
            }
        }
        self.serially(job, heads, runs, &mut values);
    }

    fn chain_values(&self, step: Step<'_>, heads: Rows<'_>, steps: u32, mut values: RowsMut<'_>) {
        values::check(step, heads, steps, &values);
        let n = values.width();
        assert!(heads.width() > 0, "no byte for the step number");
        assert!(n <= F::DIGEST.min(WIDEST), "wider than a digest");
        let mut first = 0;
        if steps > 0 && self.fills_lanes(heads.len()) {
            let runs = Runs::Same(Run { start: 0, end: steps });
            let rest = match &step {
                Step::Plain(prefix) => {
                    self.belongs(prefix);
                    let job = Job::Chain { prefix };
                    let batch = self.batch(job, prefix, heads, runs, true, values.reborrow());
                    F::chain(batch, prefix, heads.width(), n)
                }
                Step::Masked(masked) => {
                    self.fits(masked, heads.width());
                    let (Masked::Keyed { prf: prefix, .. } | Masked::Robust { mask: prefix, .. }) =
                        masked;
                    let job = Job::Masked { masked };
                    let batch = self.batch(job, prefix, heads, runs, true, values.reborrow());
                    F::masked_chain(batch, masked, heads.width(), n)
                }
            };
            // What is left are the last rows.
            first = rest.map_or(0, |rest| heads.len() - rest.iter().count());
        }
        values::one_by_one(self, step, heads, first..heads.len(), steps, values);
    }
}

impl<F, U, V, const B: usize, const S: usize, const L: usize> Engine<F, U, V, B, S, L>
where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
    V: Serial<F, B, S>,
{
    /// Whether `rows` rows are better off in lanes.
    #[inline(always)]
    fn fills_lanes(&self, rows: usize) -> bool {
        U::KERNELS && self.crossover <= L && rows >= self.crossover
    }

    /// Runs chains without lanes.
    fn serially(&self, job: Job<'_>, heads: Rows<'_>, runs: Runs<'_>, values: &mut RowsMut<'_>) {
        let rows = values.len();
        if U::KERNELS {
            job.serial(self.serial, heads, &mut Queue::new(runs, rows), values);
        } else {
            // One at a time, there is nothing to sort them for.
            let run = |row| match runs {
                Runs::Same(run) => run,
                Runs::Each(runs) => runs[row],
            };
            job.serial(self.serial, heads, &mut (0..rows).map(|row| (row, run(row))), values);
        }
    }

    /// How many of `rows` rows, the first ones, are better off in lanes.
    #[inline(always)]
    fn wide_rows(&self, rows: usize) -> usize {
        let rest = rows % L;
        match self.fills_lanes(rows) {
            true if self.fills_lanes(rest) => rows,
            true => rows - rest,
            false => 0,
        }
    }

    /// Panics on a midstate of another function.
    fn belongs(&self, prefix: &Midstate) {
        assert!(prefix.function == F::NAME, "a midstate of another function");
    }

    /// Panics unless heads of `head` bytes are what the masked hash wants.
    fn fits(&self, masked: &Masked<'_>, head: usize) {
        match masked {
            Masked::Keyed { prf, hash } => {
                self.belongs(prf);
                self.belongs(hash);
                assert_eq!(head, ADDRESS, "heads that are no ADRS of RFC 8391");
            }
            Masked::Robust { mask, hash } => {
                self.belongs(mask);
                self.belongs(hash);
                assert!((1..=WIDEST).contains(&head), "heads that are no ADRS");
            }
        }
    }

    /// The rows of a call, ready for a kernel.
    fn batch<'a, 'b>(
        &self,
        job: Job<'a>,
        prefix: &'a Midstate,
        heads: Rows<'a>,
        runs: Runs<'a>,
        keep: bool,
        values: RowsMut<'b>,
    ) -> Batch<'a, 'b, F, U, L> {
        let (unit, crossover) = (self.wide, self.crossover);
        Batch {
            function: PhantomData,
            unit,
            crossover,
            job,
            tail: prefix.tail(),
            heads,
            runs,
            keep,
            values,
        }
    }
}

fn same_rows(heads: usize, messages: usize, out: usize) {
    assert!(heads == messages && messages == out, "not the same number of rows");
}

/// An engine that lives as long as the process; made once for each.
#[cfg(feature = "std")]
#[cfg_attr(
    not(any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))),
    expect(dead_code, reason = "this architecture has no vector unit here")
)]
pub(crate) fn engine<F, U, V, const B: usize, const S: usize, const L: usize>(
    name: &'static str,
    _: F,
    wide: U,
    serial: V,
    crossover: usize,
) -> &'static dyn LaneHash
where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
    V: Serial<F, B, S>,
{
    let engine =
        Engine::<F, U, V, B, S, L> { function: PhantomData, wide, serial, name, crossover };
    std::boxed::Box::leak(std::boxed::Box::new(engine))
}
