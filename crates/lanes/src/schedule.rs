//! Chains of unequal length in a fixed number of lanes.
//!
//! All lanes take the same number of steps at a time: as many as the shortest run in them has left.
//! Then the lanes whose runs have ended give up their values and take the next rows, longest runs
//! first, so that towards the end the lanes run dry together. Rows of which a set is full with the same
//! run do without any of that: they go in and come out together. Verifying one LM-OTS signature of 67
//! chains of 0 to 15 steps keeps 96 % of 16 lanes busy that way; in the order of the rows it would be
//! about half.

#[cfg(test)]
mod equal;

use crate::hash::{Run, Runs};
use crate::unit::{Lanes, Set, Unit};

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

/// Rows that are not finished: each with the run it has left.
#[derive(Clone, Copy)]
pub(crate) struct Rest<const L: usize> {
    rows: [(usize, Run); L],
    len: usize,
}

impl<const L: usize> Rest<L> {
    /// At most `L` rows.
    pub(crate) fn of(rows: impl Iterator<Item = (usize, Run)>) -> Self {
        let mut rest = Self { rows: [(0, Run { start: 0, end: 0 }); L], len: 0 };
        for row in rows {
            rest.rows[rest.len] = row;
            rest.len += 1;
        }
        rest
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Run)> + '_ {
        self.rows[..self.len].iter().copied()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Works through `queue` in `L` slots. Stops when fewer than `floor` (at most `L`) slots are busy and
/// the queue is empty, and gives back what those have left to do.
#[inline(always)]
pub(crate) fn refill<const L: usize>(
    slots: &mut impl Slots,
    mut queue: impl Iterator<Item = (usize, Run)>,
    floor: usize,
) -> Rest<L> {
    let mut rows = [0_usize; L];
    let mut left = [Run { start: 0, end: 0 }; L];
    loop {
        let mut busy = 0;
        let mut shortest = u32::MAX;
        for slot in 0..L {
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
            return Rest::of((0..L).filter(|&slot| !left[slot].is_empty()).map(|slot| {
                slots.unload(slot, rows[slot]);
                (rows[slot], left[slot])
            }));
        }
        slots.advance(shortest);
        for slot in 0..L {
            if !left[slot].is_empty() {
                left[slot].start += shortest;
                if left[slot].is_empty() {
                    slots.unload(slot, rows[slot]);
                }
            }
        }
    }
}

/// Lanes of the widest unit.
const MOST_LANES: usize = 16;

/// Rows to sort at once; enough for the 67 chains of each of 16 signatures.
const WINDOW: usize = 1152;

/// The rows with something to do, longest runs first within each window of rows.
pub(crate) struct Queue<'a> {
    runs: Runs<'a>,
    rows: usize,
    /// Rows before this one are in the window or done.
    next: usize,
    /// Offsets from `base`, in order; used for runs that differ.
    window: [u16; WINDOW],
    base: usize,
    taken: usize,
    filled: usize,
}

impl<'a> Queue<'a> {
    #[inline(always)]
    pub(crate) fn new(runs: Runs<'a>, rows: usize) -> Self {
        let runs = match runs {
            // Of one length, whatever was asked for.
            Runs::Each(each) => match each.first() {
                Some(first) if each.iter().all(|run| run == first) => Runs::Same(*first),
                _ => runs,
            },
            Runs::Same(_) => runs,
        };
        let rows = if matches!(runs, Runs::Same(run) if run.is_empty()) { 0 } else { rows };
        Self { runs, rows, next: 0, window: [0; WINDOW], base: 0, taken: 0, filled: 0 }
    }

    /// The run of all rows, if they have the same.
    pub(crate) const fn same(&self) -> Option<Run> {
        match self.runs {
            Runs::Same(run) if self.rows > 0 => Some(run),
            _ => None,
        }
    }

    /// Whether there are rows after the window.
    pub(crate) const fn has_more(&self) -> bool {
        self.next < self.rows
    }

    /// The rows that are left in the window.
    pub(crate) fn window(&mut self) -> impl Iterator<Item = (usize, Run)> {
        core::iter::from_fn(|| (self.taken < self.filled).then(|| self.next()).flatten())
    }

    /// Takes rows with the same run out of the window, `count` of them or twice as many at a time, as
    /// long as there are as many.
    pub(crate) fn equal(&mut self, count: usize, mut take: impl FnMut(&[usize], Run)) {
        let Runs::Each(runs) = self.runs else { return };
        let (mut read, mut kept) = (0, 0);
        while read < self.filled {
            let of = |at: &u16| runs[self.base + usize::from(*at)];
            let run = of(&self.window[read]);
            let alike =
                self.window[read..self.filled].iter().take_while(|at| of(at) == run).count();
            let end = read + alike;
            while end - read >= count {
                let some = if end - read >= 2 * count { 2 * count } else { count };
                let mut rows = [0; 2 * MOST_LANES];
                for (row, at) in rows.iter_mut().zip(&self.window[read..read + some]) {
                    *row = self.base + usize::from(*at);
                }
                take(&rows[..some], run);
                read += some;
            }
            self.window.copy_within(read..end, kept);
            kept += end - read;
            read = end;
        }
        (self.taken, self.filled) = (0, kept);
    }

    /// Sorts the next rows, if they differ.
    pub(crate) fn fill(&mut self) {
        if let Runs::Each(runs) = self.runs {
            self.sort(runs);
        }
    }

    /// Sorts the next rows.
    fn sort(&mut self, runs: &[Run]) {
        let runs = &runs[self.next..self.rows.min(self.next + WINDOW)];
        let longest = runs.iter().map(Run::len).max().unwrap_or(0);
        self.filled = if longest <= 1 {
            pick(runs, &mut self.window)
        } else {
            count(runs, longest, &mut self.window)
        };
        self.base = self.next;
        self.next += runs.len();
        self.taken = 0;
    }
}

/// Sorts runs of at most one step, as those of W1 are; counting would wait at each row for the place
/// that the one before it has left. Returns how many are not empty.
fn pick(runs: &[Run], window: &mut [u16; WINDOW]) -> usize {
    let mut filled = 0;
    for (i, run) in (0_u16..).zip(runs) {
        // Overwritten by the next one if it is empty: no branch that nobody can foresee.
        window[filled] = i;
        filled += usize::from(!run.is_empty());
    }
    filled
}

/// Sorts runs of at most `longest` steps, which is at most 256, by counting. Returns how many are not
/// empty.
fn count(runs: &[Run], longest: u32, window: &mut [u16; WINDOW]) -> usize {
    // at[k]: where the next row with `longest - k` steps goes.
    let mut at = [0_u16; 258];
    let at = &mut at[..longest as usize + 2];
    for run in runs {
        at[(longest - run.len()) as usize + 1] += 1;
    }
    for k in 1..at.len() {
        at[k] += at[k - 1];
    }
    let filled = at[longest as usize];
    for (i, run) in (0_u16..).zip(runs) {
        let place = &mut at[(longest - run.len()) as usize];
        window[usize::from(*place)] = i;
        *place += 1;
    }
    filled.into()
}

impl Iterator for Queue<'_> {
    type Item = (usize, Run);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, Run)> {
        match self.runs {
            Runs::Same(run) => {
                let row = self.next;
                (row < self.rows).then(|| {
                    self.next += 1;
                    (row, run)
                })
            }
            Runs::Each(runs) => {
                while self.taken == self.filled {
                    if self.next == self.rows {
                        return None;
                    }
                    self.sort(runs);
                }
                let row = self.base + usize::from(self.window[self.taken]);
                self.taken += 1;
                Some((row, runs[row]))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn runs(lengths: &[u32]) -> Vec<Run> {
        lengths.iter().map(|&end| Run { start: 0, end }).collect()
    }

    #[test]
    fn longest_first_and_empty_ones_never() {
        let runs = runs(&[3, 0, 256, 3, 1, 255]);
        let order: Vec<usize> = Queue::new(Runs::Each(&runs), 6).map(|(row, _)| row).collect();
        assert_eq!(order, [2, 5, 0, 3, 4]);
    }

    #[test]
    fn each_row_once_over_many_windows() {
        let lengths: Vec<u32> = (0..3 * WINDOW as u32 + 7).map(|i| i * 7919 % 257).collect();
        let runs = runs(&lengths);
        let mut rows: Vec<usize> =
            Queue::new(Runs::Each(&runs), runs.len()).map(|(row, _)| row).collect();
        rows.sort_unstable();
        let with_steps: Vec<usize> = (0..runs.len()).filter(|&row| !runs[row].is_empty()).collect();
        assert_eq!(rows, with_steps);
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
            let rest = refill::<16>(&mut slots, queue, floor);
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
