//! Intervals and verdicts.

use super::rows::{Figure, Pair, Values};
use measure::stats::{LEAST_REPLICATES, Ratio};
use serde::Serialize;

/// What is said of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// The interval excludes 1, and the ratio lies below the margin.
    Faster,
    /// The interval excludes 1, and the ratio lies above the margin.
    Slower,
    /// The interval lies within the margin.
    Same,
    /// None of these.
    Unclear,
}

impl Verdict {
    pub(super) const ALL: [Self; 4] = [Self::Faster, Self::Slower, Self::Same, Self::Unclear];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Same => "same",
            Self::Unclear => "unclear",
        }
    }

    /// Of an interval, where ratios up to 1 + `margin` either way are nothing.
    pub(super) fn of(found: Ratio, margin: f64) -> Self {
        let (least, most) = (1.0 / (1.0 + margin), 1.0 + margin);
        let Ratio { ratio, low, high } = found;
        match () {
            () if low >= least && high <= most => Self::Same,
            () if high < 1.0 && ratio < least => Self::Faster,
            () if low > 1.0 && ratio > most => Self::Slower,
            () => Self::Unclear,
        }
    }
}

/// An operation with its verdict.
#[derive(Clone, Debug)]
pub(super) struct Judged<'a> {
    pub(super) pair: Pair<'a>,
    /// As well as so many processes tell it.
    pub(super) ratio: Option<f64>,
    /// Lower and upper end.
    pub(super) interval: Option<(f64, f64)>,
    pub(super) verdict: Verdict,
    /// Why it has no interval.
    pub(super) why: Option<String>,
}

/// All of them.
#[derive(Clone, Debug)]
pub(super) struct Judgement<'a> {
    pub(super) rows: Vec<Judged<'a>>,
    /// What is compared.
    pub(super) figure: Figure,
    /// How many have an interval.
    pub(super) intervals: usize,
    /// Level of each interval.
    pub(super) level: f64,
}

/// How sure it is that no interval misses its ratio.
pub(super) const ALL_HOLD: f64 = 0.95;

/// Seed of the bootstraps.
const SEED: u64 = 8554;

/// Judges pairs of rows.
///
/// The more of them, the wider their intervals, so that with 95 % none misses. That is Bonferroni's
/// correction; Holm's finds a little more, but has no intervals to show and none that could say `same`.
pub(super) fn judge<'a>(pairs: Vec<Pair<'a>>, figure: Figure, margin: f64) -> Judgement<'a> {
    let values: Vec<_> = pairs.iter().map(|pair| (*pair, pair.values(figure))).collect();
    let enough = |values: &Values| values.first.len().min(values.second.len()) >= LEAST_REPLICATES;
    let intervals = values.iter().filter(|(_, values)| values.as_ref().is_some_and(enough)).count();
    let level = 1.0 - (1.0 - ALL_HOLD) / intervals.max(1) as f64;
    let one = |(pair, values): (Pair<'a>, Option<Values>)| {
        let unclear = |ratio, why: &str| {
            let why = Some(why.to_owned());
            Judged { pair, ratio, interval: None, verdict: Verdict::Unclear, why }
        };
        let Some(values) = values else {
            return unclear(None, "one of them has no such figure");
        };
        let Values { first, second, paired } = &values;
        if !enough(&values) {
            let count = first.len().min(second.len());
            let why = match count {
                1 => {
                    format!("1 process: a verdict takes {LEAST_REPLICATES}, see bench --replicates")
                }
                _ => format!("{count} processes: a verdict takes {LEAST_REPLICATES}"),
            };
            return unclear(Ratio::alone(first, second), &why);
        }
        let of = if *paired { Ratio::paired } else { Ratio::unpaired };
        let Some(found) = of(first, second, level, SEED) else {
            return unclear(None, "a time of 0: too short for the clock");
        };
        Judged {
            pair,
            ratio: Some(found.ratio),
            interval: Some((found.low, found.high)),
            verdict: Verdict::of(found, margin),
            why: None,
        }
    };
    Judgement { rows: values.into_iter().map(one).collect(), figure, intervals, level }
}

impl Judgement<'_> {
    /// How many have this verdict.
    pub(super) fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_what_they_say() {
        let verdict = |low, ratio, high| Verdict::of(Ratio { ratio, low, high }, 0.02);
        assert_eq!(verdict(0.99, 1.0, 1.01), Verdict::Same);
        assert_eq!(verdict(1.005, 1.01, 1.015), Verdict::Same, "1 is excluded, but it is nothing");
        assert_eq!(verdict(1.04, 1.05, 1.06), Verdict::Slower);
        assert_eq!(verdict(1.01, 1.03, 1.05), Verdict::Slower);
        assert_eq!(verdict(0.94, 0.95, 0.96), Verdict::Faster);
        assert_eq!(verdict(0.99, 1.03, 1.07), Verdict::Unclear);
        assert_eq!(verdict(1.005, 1.015, 1.025), Verdict::Unclear, "beyond 1, not the margin");
        assert_eq!(verdict(0.5, 1.0, 2.0), Verdict::Unclear);
    }
}
