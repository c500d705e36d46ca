//! Chains of unequal length in a fixed number of lanes.
//!
//! All lanes take the same number of steps at a time: as many as the shortest run in them has left.
//! Then the lanes whose runs have ended give up their values. There are two ways to go on, both with the
//! longest runs first, so that towards the end the lanes run dry together. With short runs, lanes stay
//! empty until the last one has ended, and then all are filled again, which in vectors takes less than
//! the idle lanes would. With long runs, lanes are refilled one by one. Verifying one LM-OTS signature
//! of 67 chains of 0 to 15 steps keeps 96 % of 16 lanes busy if they are refilled; in the order of the
//! rows it would be about half.

mod queue;

use crate::hash::Run;
use crate::unit::{Lanes, Set, Unit};

pub(crate) use queue::Queue;

/// A chain step with something to prepare: what is the same for all steps of a row.
///
/// A row is a head of `B` words (filled up with zero, zero where the step number goes), constants of
/// `C` words and a value of `N` words. A counter starts at the stride times the first step number.
pub(crate) trait Chain<T: Copy + Default, const B: usize, const C: usize, const N: usize>:
    Copy
{
    /// The constants of rows from their heads.
    fn prepare<U: Unit<T, L>, const L: usize>(
        self,
        unit: U,
        heads: &Lanes<T, L, B>,
        constants: &mut Lanes<T, L, C>,
    );

    /// Takes `steps` steps in each lane. The counter goes up by the stride with each.
    fn advance<U: Unit<T, L>, const L: usize>(self, unit: U, set: &mut Set<T, L, C, N>, steps: u32);

    /// The same in two sets.
    #[inline(always)]
    fn advance_two<U: Unit<T, L>, const L: usize>(
        self,
        unit: U,
        sets: &mut [Set<T, L, C, N>; 2],
        steps: u32,
    ) {
        for set in sets {
            self.advance(unit, set, steps);
        }
    }

    /// What is added to the counter after each step.
    fn stride(self) -> T;

    /// Whether there is more to two sets than one after the other.
    const IN_PAIRS: bool = false;
}

/// Places where chains are worked on, all in step.
pub(crate) trait Slots {
    /// Puts row `row`, whose next step is `start`, into `slot`.
    fn load(&mut self, slot: usize, row: usize, start: u32);
    /// Writes the value in `slot` to row `row`.
    fn unload(&mut self, slot: usize, row: usize);
    /// Takes `steps` steps in every slot. What is in slots without a row does not matter.
    fn advance(&mut self, steps: u32);
}

/// Lanes of the widest unit.
const MOST_LANES: usize = 16;

/// Slots at most: two sets of lanes.
pub(crate) const SLOTS: usize = 2 * MOST_LANES;

/// Rows that are not finished: each with the run it has left.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    rows: [(usize, Run); SLOTS],
    len: usize,
}

impl Rest {
    /// At most [`SLOTS`] rows.
    pub(crate) fn of(rows: impl Iterator<Item = (usize, Run)>) -> Self {
        let mut rest = Self { rows: [(0, Run { start: 0, end: 0 }); SLOTS], len: 0 };
        for row in rows {
            rest.rows[rest.len] = row;
            rest.len += 1;
        }
        rest
    }

    pub(crate) fn rows(&self) -> &[(usize, Run)] {
        &self.rows[..self.len]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Run)> + '_ {
        self.rows().iter().copied()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Works through `queue` in `count` slots. Stops when fewer than `floor` (at most `count`) slots are busy
/// and the queue is empty, and gives back what those have left to do.
#[inline(always)]
pub(crate) fn refill(
    slots: &mut impl Slots,
    count: usize,
    mut queue: impl Iterator<Item = (usize, Run)>,
    floor: usize,
) -> Rest {
    let mut rows = [0_usize; SLOTS];
    let mut left = [Run { start: 0, end: 0 }; SLOTS];
    let (rows, left) = (&mut rows[..count], &mut left[..count]);
    loop {
        let mut busy = 0;
        let mut shortest = u32::MAX;
        for slot in 0..count {
            if left[slot].is_empty()
                && let Some((row, run)) = queue.next()
            {
                slots.load(slot, row, run.start);
                rows[slot] = row;
                left[slot] = run;
            }
            if !left[slot].is_empty() {
                busy += 1;
                shortest = shortest.min(left[slot].len());
            }
        }
        if busy == 0 || busy < floor {
            return Rest::of((0..count).filter(|&slot| !left[slot].is_empty()).map(|slot| {
                slots.unload(slot, rows[slot]);
                (rows[slot], left[slot])
            }));
        }
        slots.advance(shortest);
        for slot in 0..count {
            if !left[slot].is_empty() {
                left[slot].start += shortest;
                if left[slot].is_empty() {
                    slots.unload(slot, rows[slot]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::hash::Runs;

    fn runs(lengths: &[u32]) -> Vec<Run> {
        lengths.iter().map(|&end| Run { start: 0, end }).collect()
    }

    /// Counts steps instead of taking them.
    struct Counting {
        steps: Vec<u32>,
        now: Vec<u32>,
        advanced: u32,
    }

    impl Slots for Counting {
        fn load(&mut self, slot: usize, row: usize, start: u32) {
            assert_eq!(start, 0);
            self.now[slot] = self.steps[row];
        }
        fn unload(&mut self, slot: usize, row: usize) {
            self.steps[row] = self.now[slot];
        }
        fn advance(&mut self, steps: u32) {
            self.now.iter_mut().for_each(|now| *now += steps);
            self.advanced += steps;
        }
    }

    #[test]
    fn every_row_gets_its_steps_and_lanes_stay_busy() {
        // The chains of an LM-OTS W4 verification: 67, of 0 to 15 steps.
        let lengths: Vec<u32> = (0..67).map(|i| i * 31 % 16).collect();
        let runs = runs(&lengths);
        for floor in [0, 1, 5, 16] {
            let mut slots =
                Counting { steps: std::vec![0; 67], now: std::vec![0; 16], advanced: 0 };
            let queue = Queue::new(Runs::Each(&runs), 67);
            let rest = refill(&mut slots, 16, queue, floor);
            for (row, run) in rest.iter() {
                slots.steps[row] += run.len();
            }
            assert_eq!(slots.steps, lengths, "floor {floor}");
            if floor == 0 {
                let busy = lengths.iter().sum::<u32>() * 100 / (16 * slots.advanced);
                assert!(rest.is_empty() && busy >= 93, "{busy} % busy");
            }
        }
    }
}
