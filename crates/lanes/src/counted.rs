//! Counting what is hashed, for the cost model and its tests.

use core::sync::atomic::{AtomicU64, Ordering};

use crate::hash::{LaneHash, Masked, Run, Runs, Step};
use crate::midstate::Midstate;
use crate::serial::{ADDRESS, STEP_AT};
use crate::{Rows, RowsMut};

/// A hash function that counts the blocks it hashes: calls of the compression function for SHA-2,
/// permutations for SHAKE.
///
/// Counted is the work of rows: each block after a midstate, of each row and each step, whichever
/// lane it runs in; and whole blocks of a prefix when its midstate is made. What lanes compute that no
/// row is in is not counted. The numbers follow from the shapes of calls, so that an engine that is
/// not counted pays nothing.
///
/// ```
/// use lanes::{Counted, Cpu, LaneHash, Rows, RowsMut};
///
/// let counted = Counted::new(Cpu::detect().engines().sha256);
/// let prefix = counted.midstate(&[0; 64]);
/// let messages = Rows::repeat(&[7; 56], 3);
/// counted.hash_many(&prefix, Rows::empty(3), messages, RowsMut::new(&mut [0; 96], 32));
/// assert_eq!(counted.blocks_hashed(), 1 + 3 * 2);
/// ```
#[derive(Debug)]
pub struct Counted<'a> {
    engine: &'a dyn LaneHash,
    blocks: AtomicU64,
}

impl<'a> Counted<'a> {
    /// `engine`, with nothing counted yet.
    #[must_use]
    pub const fn new(engine: &'a dyn LaneHash) -> Self {
        Self { engine, blocks: AtomicU64::new(0) }
    }

    /// Blocks hashed so far, by all threads.
    #[must_use]
    pub fn blocks_hashed(&self) -> u64 {
        self.blocks.load(Ordering::Relaxed)
    }

    /// Blocks hashed so far; counts from 0 again.
    pub fn take(&self) -> u64 {
        self.blocks.swap(0, Ordering::Relaxed)
    }

    fn count(&self, blocks: u64) {
        self.blocks.fetch_add(blocks, Ordering::Relaxed);
    }

    /// Blocks of one hash of `len` bytes after `prefix` with `out` bytes of output.
    fn hash(&self, prefix: &Midstate, len: usize, out: usize) -> u64 {
        let absorbed = self.engine.blocks(prefix.tail_len + len);
        // SHAKE: one more permutation for each block of output after the first.
        let squeezed = out.div_ceil(self.engine.block()).max(1) - 1;
        (absorbed + squeezed) as u64
    }

    /// Blocks of one masked hash of `width` bytes, and those of them that all steps of a chain have
    /// in common.
    fn masked(&self, masked: &Masked<'_>, head: usize, width: usize, n: usize) -> [u64; 2] {
        match masked {
            Masked::Keyed { prf, hash } => {
                let parts = (1 + width / n) as u64;
                let all = parts * self.hash(prf, ADDRESS, n) + self.hash(hash, n + width, n);
                // Blocks of PRF that end before the step number.
                let common = (prf.tail_len + STEP_AT) / self.engine.block();
                [all, common as u64]
            }
            Masked::Robust { mask, hash } => {
                let masks = match self.engine.digest() {
                    None => self.hash(mask, head, width),
                    Some(digest) => {
                        width.div_ceil(digest) as u64 * self.hash(mask, head + 4, digest)
                    }
                };
                [masks + self.hash(hash, head + width, n), 0]
            }
        }
    }
}

impl LaneHash for Counted<'_> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn function(&self) -> &'static str {
        self.engine.function()
    }

    fn lanes(&self) -> usize {
        self.engine.lanes()
    }

    fn block(&self) -> usize {
        self.engine.block()
    }

    fn blocks(&self, len: usize) -> usize {
        self.engine.blocks(len)
    }

    fn digest(&self) -> Option<usize> {
        self.engine.digest()
    }

    fn midstate(&self, prefix: &[u8]) -> Midstate {
        self.count((prefix.len() / self.block()) as u64);
        self.engine.midstate(prefix)
    }

    fn hash_many(&self, prefix: &Midstate, heads: Rows<'_>, messages: Rows<'_>, out: RowsMut<'_>) {
        let len = heads.width() + messages.width();
        self.count(out.len() as u64 * self.hash(prefix, len, out.width()));
        self.engine.hash_many(prefix, heads, messages, out);
    }

    fn chain_many(&self, prefix: &Midstate, heads: Rows<'_>, runs: Runs<'_>, values: RowsMut<'_>) {
        let n = values.width();
        let [steps, _] = steps(runs, values.len());
        self.count(steps * self.hash(prefix, heads.width() + n, n));
        self.engine.chain_many(prefix, heads, runs, values);
    }

    fn masked_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        messages: Rows<'_>,
        out: RowsMut<'_>,
    ) {
        let [all, _] = self.masked(masked, heads.width(), messages.width(), out.width());
        self.count(out.len() as u64 * all);
        self.engine.masked_many(masked, heads, messages, out);
    }

    fn masked_chain_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        runs: Runs<'_>,
        values: RowsMut<'_>,
    ) {
        let n = values.width();
        let [steps, rows] = steps(runs, values.len());
        let [all, common] = self.masked(masked, heads.width(), n, n);
        // Key and mask begin with the common blocks; a row computes them once for all its steps.
        self.count(rows * common + steps * (all - 2 * common));
        self.engine.masked_chain_many(masked, heads, runs, values);
    }

    fn chain_values(&self, step: Step<'_>, heads: Rows<'_>, steps: u32, values: RowsMut<'_>) {
        let (head, n) = (heads.width(), values.width());
        let one = match &step {
            Step::Plain(prefix) => self.hash(prefix, head + n, n),
            // Robust: steps have no block in common.
            Step::Masked(masked) => self.masked(masked, head, n, n)[0],
        };
        self.count(heads.len() as u64 * u64::from(steps) * one);
        self.engine.chain_values(step, heads, steps, values);
    }
}

/// Steps of all runs, and rows that have any.
fn steps(runs: Runs<'_>, rows: usize) -> [u64; 2] {
    let of = |run: Run| [u64::from(run.len()), u64::from(!run.is_empty())];
    (0..rows).map(|row| of(runs.run(row))).fold([0; 2], |[a, b], [c, d]| [a + c, b + d])
}

#[cfg(test)]
mod tests {
    use core::marker::PhantomData;
    use std::cell::Cell;
    use std::{thread_local, vec};

    use super::*;
    use crate::engine::Engine;
    use crate::function::Function;
    use crate::keccak::{Shake128, Shake256};
    use crate::serial::{Serial, absorb};
    use crate::sha2::{Sha256, Sha512};
    use crate::unit::Portable;

    thread_local! {
        static HASHED: Cell<u64> = const { Cell::new(0) };
    }

    /// Hashes one block after the other, and counts them.
    #[derive(Clone, Copy, Debug)]
    struct Ticking;

    impl<F: Function<B, S>, const B: usize, const S: usize> Serial<F, B, S> for Ticking {
        const STREAMS: usize = 2;

        fn absorb<const G: usize>(self, states: &mut [[F::Bits; S]; G], blocks: &[F::Block; G]) {
            HASHED.set(HASHED.get() + G as u64);
            for (state, block) in states.iter_mut().zip(blocks) {
                absorb::<F, B, S>(state, block);
            }
        }
    }

    fn engine<F, const B: usize, const S: usize>() -> Engine<F, Portable, Ticking, B, S, 1>
    where
        F: Function<B, S>,
    {
        let (function, wide, serial) = (PhantomData, Portable, Ticking);
        Engine { function, wide, serial, name: "ticking", crossover: 2 }
    }

    /// Does work of every kind, and compares what was counted with what was hashed.
    fn as_many_as_hashed(engine: &dyn LaneHash, n: usize) {
        let counted = Counted::new(engine);
        let equal = |what: &str| {
            let hashed = HASHED.replace(0);
            assert!(hashed > 0 || what == "prefix");
            assert_eq!(counted.take(), hashed, "{what} of {}, n = {n}", engine.function());
        };
        HASHED.set(0);
        let runs: [Run; 9] = core::array::from_fn(|i| {
            let start = i as u32 % 4;
            Run { start, end: start + i as u32 * 5 % 7 }
        });
        let (heads, mut values) = (vec![0; 9 * ADDRESS], vec![0; 9 * n]);
        let heads = Rows::new(&heads, ADDRESS);
        for tag in [0, 4, n, 2 * n, 300] {
            let prf = counted.midstate(&vec![3; tag + n]);
            let hash = counted.midstate(&vec![0; tag]);
            equal("prefix");
            let keyed = Masked::Keyed { prf: &prf, hash: &hash };
            let robust = Masked::Robust { mask: &prf, hash: &hash };
            for width in [n, 2 * n, 9 * n] {
                let messages = vec![1; 9 * width];
                let messages = Rows::new(&messages, width);
                counted.hash_many(&prf, heads, messages, RowsMut::new(&mut values, n));
                equal("hash_many");
                for masked in [&keyed, &robust] {
                    counted.masked_many(masked, heads, messages, RowsMut::new(&mut values, n));
                    equal("masked_many");
                }
            }
            for runs in [Runs::Each(&runs), Runs::Same(Run { start: 1, end: 4 })] {
                counted.chain_many(&hash, heads, runs, RowsMut::new(&mut values, n));
                equal("chain_many");
                for masked in [&keyed, &robust] {
                    let values = RowsMut::new(&mut values, n);
                    counted.masked_chain_many(masked, heads, runs, values);
                    equal("masked_chain_many");
                }
            }
            for step in [Step::Plain(&hash), Step::Masked(robust)] {
                let mut all = vec![2; 4 * 9 * n];
                counted.chain_values(step, heads, 3, RowsMut::new(&mut all, n));
                equal("chain_values");
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "ten thousand hashes, without anything that Miri looks for")]
    fn counts_what_is_hashed() {
        for n in [16, 24, 32] {
            as_many_as_hashed(&engine::<Sha256, 16, 8>(), n);
        }
        for n in [16, 24, 32, 64] {
            as_many_as_hashed(&engine::<Sha512, 16, 8>(), n);
            as_many_as_hashed(&engine::<Shake128, 21, 25>(), n);
            as_many_as_hashed(&engine::<Shake256, 17, 25>(), n);
        }
    }
}
