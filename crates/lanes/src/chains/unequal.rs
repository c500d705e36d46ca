//! Chains with runs of their own, in one set of lanes or in two.

use core::ops::Range;

use super::Wide;
use crate::bytes::copy;
use crate::function::Words;
use crate::hash::Run;
use crate::schedule::{Chain, Queue, Rest, SLOTS, Slots, refill};
use crate::unit::{Unit, Which};

impl<F, U, K, const L: usize, const H: usize, const C: usize, const N: usize>
    Wide<'_, '_, F, U, K, L, H, C, N>
where
    F: Words,
    U: Unit<F::Bits, L>,
    K: Chain<F::Bits, H, C, N>,
{
    /// As many sets as it pays to work on in turns.
    const SETS: usize = if U::IN_PAIRS && K::IN_PAIRS { 2 } else { 1 };

    /// The rows of `queue`; what is left are fewer than `crossover` of them.
    pub(super) fn unequal(&mut self, queue: &mut Queue<'_>, crossover: usize) -> Rest {
        loop {
            queue.fill();
            let floor = if queue.has_more() { 0 } else { crossover };
            let (idle, rows) = queue.idle(L);
            // A row that is moved in and out by itself takes about as long as half a step.
            let rest = if U::MOVES_VECTORS && 2 * idle <= rows {
                self.in_sets(queue, floor)
            } else {
                self.one_by_one(queue, floor)
            };
            if !queue.has_more() {
                return rest;
            }
        }
    }

    /// The rows in the window: each lane takes the next one when its run has ended.
    fn one_by_one(&mut self, queue: &mut Queue<'_>, floor: usize) -> Rest {
        let mut rest = Rest::of([].into_iter());
        if Self::SETS == 2 && queue.in_window() > L {
            self.used = 2;
            // A set alone takes four fifths as long as both.
            rest = refill(self, 2 * L, queue.window(), L + L / 4);
            self.used = 1;
        }
        refill(self, L, rest.iter().chain(queue.window()), floor)
    }

    /// The rows in the window: all lanes take one, and others when all runs have ended.
    fn in_sets(&mut self, queue: &mut Queue<'_>, floor: usize) -> Rest {
        loop {
            let rows = queue.next_rows(Self::SETS * L);
            if queue.in_window() == 0 {
                return self.together(rows.rows(), floor);
            }
            self.together(rows.rows(), 0);
        }
    }

    /// Rows, longest runs first, at most as many as there are lanes. Lanes whose run has ended take part,
    /// no matter what is in them, until those of all have, or fewer than `floor` are left.
    fn together(&mut self, rows: &[(usize, Run)], floor: usize) -> Rest {
        let (mut busy, mut done) = (rows.len(), 0);
        if busy < floor {
            return Rest::of(rows.iter().copied());
        }
        let mut numbers = [0; SLOTS];
        for (number, (row, _)) in numbers.iter_mut().zip(rows) {
            *number = *row;
        }
        for (i, set) in rows.chunks(L).enumerate() {
            self.gather(i, Which::These(&numbers[i * L..][..set.len()]), set.len(), set[0].1);
            for (j, (_, run)) in self.sets[i].j.0[0].iter_mut().zip(set) {
                *j = F::times(self.kernel.stride(), run.start);
            }
        }
        while busy > 0 && busy >= floor {
            let steps = rows[busy - 1].1.len() - done;
            if busy > L {
                self.kernel.advance_two(self.unit, &mut self.sets, steps);
            } else {
                self.kernel.advance(self.unit, &mut self.sets[0], steps);
            }
            done += steps;
            let end = busy;
            while busy > 0 && rows[busy - 1].1.len() == done {
                busy -= 1;
            }
            self.write(&numbers, busy..end);
        }
        self.write(&numbers, 0..busy);
        let left = |(row, run): &(usize, Run)| (*row, Run { start: run.start + done, ..*run });
        Rest::of(rows[..busy].iter().map(left))
    }

    /// Writes the values in some slots to their rows.
    fn write(&mut self, rows: &[usize; SLOTS], slots: Range<usize>) {
        let mut slot = slots.start;
        while slot < slots.end {
            let count = L.min(slots.end - slot);
            if slot.is_multiple_of(L) && count > 1 {
                self.scatter(slot / L, Which::These(&rows[slot..][..count]), count);
                slot += count;
            } else {
                self.unload(slot, rows[slot]);
                slot += 1;
            }
        }
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
        let (set, lane) = (slot / L, slot % L);
        let head = self.heads.row(row);
        for kept in self.kept.clone() {
            copy(&mut self.template.0[self.head_at + kept.start..], &head[kept]);
        }
        for (i, words) in self.heads_in_lanes[set].0.iter_mut().enumerate() {
            words[lane] = F::word_at(&self.template.0, i);
        }
        let value = self.values.row(row);
        for (i, words) in self.sets[set].value.0.iter_mut().enumerate() {
            words[lane] = F::word_at(value, i);
        }
        self.sets[set].j.0[0][lane] = F::times(self.kernel.stride(), start);
        self.stale[set] = true;
    }

    #[inline(always)]
    fn unload(&mut self, slot: usize, row: usize) {
        self.sets[slot / L].value.write::<F>(slot % L, self.values.row_mut(row));
    }

    #[inline(always)]
    fn advance(&mut self, steps: u32) {
        for (i, set) in self.sets.iter_mut().enumerate().take(self.used) {
            if self.stale[i] {
                self.kernel.prepare(self.unit, &self.heads_in_lanes[i], &mut set.constants);
                self.stale[i] = false;
            }
        }
        if self.used == 2 {
            self.kernel.advance_two(self.unit, &mut self.sets, steps);
        } else {
            self.kernel.advance(self.unit, &mut self.sets[0], steps);
        }
    }
}
