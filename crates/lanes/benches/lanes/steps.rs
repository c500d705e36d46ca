//! Steps of chains by a rival.
//!
//! A byte that was just written is slow to read as part of a vector, and what waits for it holds up
//! all that comes later. So each phase of a step writes what a later phase reads, and chains that are
//! run in step have the phases of others between the two: that is as fast as a rival gets.

use lanes::{Run, Runs};

use crate::kind::{KEY_AND_MASK_AT, Kind, STEP_AT, Way};
use crate::message::Message;
use crate::rival::Rival;

/// A chain with values of `N` bytes.
#[derive(Clone)]
pub(crate) struct Steps<M, const N: usize> {
    way: Way,
    head: usize,
    /// The message of the only hash, of the key, or of the mask of robust SPHINCS+.
    first: M,
    /// That of the mask of XMSS.
    mask: M,
    /// The masked one.
    second: M,
    value: [u8; N],
}

impl<M: Message, const N: usize> Steps<M, N> {
    /// A chain of this kind.
    pub(crate) fn new<R: Rival>(kind: &Kind) -> Self {
        let [first, second] = kind.messages::<R, M>(N);
        let mask = first.clone();
        Self { way: kind.way, head: kind.head, first, mask, second, value: [0; N] }
    }

    /// Begins with another row, at step `j`.
    #[inline(always)]
    fn load(&mut self, head: &[u8], value: [u8; N], j: u8) {
        self.value = value;
        self.first.bytes()[..head.len()].copy_from_slice(head);
        match self.way {
            Way::Plain => {
                self.first.set(self.head - 1, j);
                self.first.put(self.head, &value);
            }
            Way::Keyed => {
                self.mask.bytes()[..head.len()].copy_from_slice(head);
                self.first.set(KEY_AND_MASK_AT, 0);
                self.mask.set(KEY_AND_MASK_AT, 1);
                self.first.set(STEP_AT, j);
                self.mask.set(STEP_AT, j);
            }
            Way::Robust => {
                self.second.bytes()[..head.len()].copy_from_slice(head);
                self.first.set(self.head - 1, j);
                self.second.set(self.head - 1, j);
            }
        }
    }

    /// Hashes in a step.
    fn phases(&self) -> usize {
        match self.way {
            Way::Plain => 1,
            Way::Keyed => 3,
            Way::Robust => 2,
        }
    }

    /// One hash of a step, whose successor is step `next`.
    #[inline(always)]
    fn phase(&mut self, phase: usize, next: u8) {
        let head = self.head;
        match (self.way, phase) {
            (Way::Plain, _) => {
                let value = self.first.digest();
                self.first.set(head - 1, next);
                self.first.put(head, &value);
                self.value = value;
            }
            (Way::Keyed, 0) => {
                let key: [u8; N] = self.first.digest();
                self.first.set(STEP_AT, next);
                self.second.put(0, &key);
            }
            (Way::Keyed, 1) => {
                let mask = self.mask.digest();
                self.mask.set(STEP_AT, next);
                self.second.put(N, &xor(self.value, mask));
            }
            (Way::Robust, 0) => {
                let mask = self.first.digest();
                self.first.set(head - 1, next);
                self.second.put(head, &xor(self.value, mask));
            }
            (Way::Keyed, _) => self.value = self.second.digest(),
            (Way::Robust, _) => {
                self.value = self.second.digest();
                self.second.set(head - 1, next);
            }
        }
    }

    /// Runs one chain after the other.
    pub(crate) fn one_by_one(&mut self, heads: &[u8], runs: Runs<'_>, values: &mut [u8]) {
        let rows = heads.chunks_exact(self.head).zip(values.as_chunks_mut().0);
        for (row, (head, value)) in rows.enumerate() {
            let Run { start, end } = runs.run(row);
            self.load(head, *value, start as u8);
            for j in start..end {
                for phase in 0..self.phases() {
                    self.phase(phase, (j + 1) as u8);
                }
            }
            *value = self.value;
        }
    }
}

/// Runs `G` chains of equal lengths at a time, so that the CPU may begin with one before it is done
/// with the other.
pub(crate) fn in_step<M: Message, const N: usize, const G: usize>(
    chains: &mut [Steps<M, N>; G],
    heads: &[u8],
    run: Run,
    values: &mut [u8],
) {
    let (head, phases) = (chains[0].head, chains[0].phases());
    let rows = heads.chunks_exact(G * head).zip(values.as_chunks_mut::<N>().0.chunks_exact_mut(G));
    for (heads, values) in rows {
        let rows = heads.chunks_exact(head).zip(&*values);
        for (chain, (head, value)) in chains.iter_mut().zip(rows) {
            chain.load(head, *value, run.start as u8);
        }
        for j in run.start..run.end {
            for phase in 0..phases {
                for chain in &mut *chains {
                    chain.phase(phase, (j + 1) as u8);
                }
            }
        }
        for (chain, value) in chains.iter().zip(values) {
            *value = chain.value;
        }
    }
}

/// `a ^ b`
#[inline(always)]
pub(crate) fn xor<const N: usize>(a: [u8; N], b: [u8; N]) -> [u8; N] {
    std::array::from_fn(|i| a[i] ^ b[i])
}
