//! Rows in the order in which lanes take them: longest runs first.

use super::Rest;
use crate::hash::{Run, Runs};

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

    /// The next rows of the window, `count` of them or what is left.
    pub(crate) fn next_rows(&mut self, count: usize) -> Rest {
        Rest::of(self.window().take(count))
    }

    /// The steps that lanes with a row would idle if each set of `lanes` of them took the next rows of
    /// the window and no others before all of those have ended; and the number of rows.
    pub(crate) fn idle(&self, lanes: usize) -> (usize, usize) {
        let Runs::Each(runs) = self.runs else { return (0, 0) };
        let left = &self.window[self.taken..self.filled];
        let len = |at: &u16| runs[self.base + usize::from(*at)].len() as usize;
        let idle = |set: &[u16]| set.len() * len(&set[0]) - set.iter().map(len).sum::<usize>();
        (left.chunks(lanes).map(idle).sum(), left.len())
    }

    /// Rows left in the window.
    pub(crate) const fn in_window(&self) -> usize {
        self.filled - self.taken
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
}
