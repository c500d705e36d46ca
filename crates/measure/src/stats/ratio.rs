//! The ratio of two times, from processes that measured them, with an interval.
//!
//! Samples of one process are not independent of one another: where its memory lies, and who else runs
//! on its core, shifts all of them. So the unit is the process, which gives one median each, and the
//! question is how far apart the processes are.
//!
//! The middle half of the logarithms is averaged ([`Trimmed`]), as some processes are slow altogether.
//! The interval is studentised: so many standard errors to each side. How many, Student's distribution
//! says for values that are normally distributed; by how much more it has to be for these values, a
//! bootstrap says: processes are drawn with replacement, and what 95 % of the draws stay within, in
//! standard errors of their own, stretches the interval, or leaves it as it is. Intervals at other
//! levels are stretched alike, as ten or twenty processes say nothing of what happens once in a
//! thousand times. `tests/coverage.rs` shows by simulation that the intervals hold what they promise.

use super::{Draws, Trimmed, student};

/// The ratio of two times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// Second over first.
    pub ratio: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Fewest processes that a ratio has an interval from.
pub const LEAST_REPLICATES: usize = 5;

/// Draws of a bootstrap: the 95 % point is then the mean of some fifty draws on either side.
const ROUNDS: usize = 999;

/// Level at which the bootstrap is read.
const READ_AT: f64 = 0.95;

/// Errors below this, of logarithms, are those of rounding: the values are the same.
const NONE: f64 = 1e-12;

impl Ratio {
    /// `second` over `first` with an interval of this level, from values that belong together one by
    /// one: of processes that measured both, or that worked alike on the same keys and messages. `None`
    /// of fewer than [`LEAST_REPLICATES`], of different counts, and of values that are no times.
    #[must_use]
    pub fn paired(first: &[f64], second: &[f64], level: f64, seed: u64) -> Option<Self> {
        let (first, second) = (logs(first)?, logs(second)?);
        if first.len() != second.len() {
            return None;
        }
        let apart: Vec<_> =
            first.iter().zip(&second).map(|(first, second)| second - first).collect();
        let (mut draws, mut drawn) = (Draws::new(seed), apart.clone());
        let found = Trimmed::of(&mut drawn)?;
        let again = || {
            draws.resample(&apart, &mut drawn);
            Trimmed::of(&mut drawn)
        };
        Some(Self::of(found, level, stretch(found, again)))
    }

    /// `second` over `first` with an interval of this level, from processes that have nothing to do
    /// with one another. `None` as for [`paired`](Self::paired), but the counts may differ.
    #[must_use]
    pub fn unpaired(first: &[f64], second: &[f64], level: f64, seed: u64) -> Option<Self> {
        let (first, second) = (logs(first)?, logs(second)?);
        let (mut draws, mut one, mut other) = (Draws::new(seed), first.clone(), second.clone());
        let found = Trimmed::of(&mut one)?.to(Trimmed::of(&mut other)?);
        let again = || {
            draws.resample(&first, &mut one);
            draws.resample(&second, &mut other);
            Some(Trimmed::of(&mut one)?.to(Trimmed::of(&mut other)?))
        };
        Some(Self::of(found, level, stretch(found, again)))
    }

    /// The ratio without an interval, of however few processes: `None` of none.
    #[must_use]
    pub fn alone(first: &[f64], second: &[f64]) -> Option<f64> {
        let median = |values: &[f64]| super::Summary::of(values).map(|summary| summary.p50);
        let (first, second) = (median(first)?, median(second)?);
        (first > 0.0 && second > 0.0).then(|| second / first)
    }

    fn of(found: Trimmed, level: f64, stretch: f64) -> Self {
        let Trimmed { mean, error, degrees } = found;
        let half = if error < NONE { 0.0 } else { stretch * student(level, degrees) * error };
        Self { ratio: mean.exp(), low: (mean - half).exp(), high: (mean + half).exp() }
    }
}

/// By how much Student's quantile has to be stretched for values like these: at least 1.
///
/// Draws that do not vary, as one value came too often, say nothing and are left out.
fn stretch(found: Trimmed, mut again: impl FnMut() -> Option<Trimmed>) -> f64 {
    let draws = (0..ROUNDS).filter_map(|_| again()).filter(|drawn| drawn.error > NONE);
    let mut t: Vec<_> = draws.map(|drawn| (drawn.mean - found.mean).abs() / drawn.error).collect();
    t.sort_unstable_by(f64::total_cmp);
    let rank = (READ_AT * t.len() as f64).ceil() as usize;
    let reached = t.get(rank.saturating_sub(1)).copied().unwrap_or(0.0);
    (reached / student(READ_AT, found.degrees)).max(1.0)
}

/// Logarithms, if they are enough and all of them are there.
fn logs(values: &[f64]) -> Option<Vec<f64>> {
    let times = values.iter().all(|value| value.is_finite() && *value > 0.0);
    (times && values.len() >= LEAST_REPLICATES)
        .then(|| values.iter().map(|value| value.ln()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_found_and_its_interval_holds_it() {
        let first = [100.0, 101.0, 99.0, 100.5, 99.5, 100.2, 99.8, 100.1];
        let second = first.map(|time| 1.05 * time);
        let paired = Ratio::paired(&first, &second, 0.999, 1).expect("enough");
        for value in [paired.ratio, paired.low, paired.high] {
            assert!((value - 1.05).abs() < 1e-9, "what is common cancels: {paired:?}");
        }
        let unpaired = Ratio::unpaired(&first, &second, 0.95, 1).expect("enough");
        assert!(unpaired.low > 1.03 && unpaired.low < 1.05, "{unpaired:?}");
        assert!(unpaired.high < 1.07 && unpaired.high > 1.05, "{unpaired:?}");
        let surer = Ratio::unpaired(&first, &second, 0.999, 1).expect("enough");
        assert!(surer.low < unpaired.low && surer.high > unpaired.high);
    }

    #[test]
    fn the_same_seed_gives_the_same_interval() {
        let first = [100.0, 104.0, 97.0, 101.0, 99.0, 120.0];
        let second = [103.0, 100.0, 99.0, 107.0, 98.0, 101.0];
        let of = |seed| Ratio::unpaired(&first, &second, 0.95, seed);
        assert_eq!(of(3), of(3));
        let there = Ratio::paired(&first, &second, 0.95, 3).expect("enough");
        let back = Ratio::paired(&second, &first, 0.95, 3).expect("enough");
        assert!((there.low * back.high - 1.0).abs() < 1e-9, "{there:?} {back:?}");
    }

    #[test]
    fn what_is_no_time_or_too_few_has_no_ratio() {
        let five = [1.0; 5];
        assert!(
            Ratio::paired(&five, &five, 0.95, 1).is_some_and(|r| (r.low, r.high) == (1.0, 1.0))
        );
        assert_eq!(Ratio::paired(&five, &[1.0; 6], 0.95, 1), None);
        assert!(Ratio::unpaired(&five, &[1.0; 6], 0.95, 1).is_some());
        assert_eq!(Ratio::unpaired(&five, &[1.0; 4], 0.95, 1), None);
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Ratio::paired(&five, &[wrong, 1.0, 1.0, 1.0, 1.0], 0.95, 1), None);
        }
        assert_eq!(Ratio::alone(&[2.0], &[3.0, 3.0]), Some(1.5));
        assert_eq!(Ratio::alone(&[], &[3.0]), None);
    }
}
