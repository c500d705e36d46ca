//! From samples to the figures of a [`Metric`](crate::record::Metric), and from the medians of processes
//! to the [`Ratio`] of two of them.

mod draws;
mod ratio;
mod student;
mod trimmed;

pub use draws::Draws;
pub use ratio::{LEAST_REPLICATES, Ratio};
pub use student::student;
pub use trimmed::Trimmed;

/// The figures of a set of samples. All but `n` in the unit of the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of samples.
    pub n: usize,
    /// Smallest.
    pub min: f64,
    /// 5th percentile.
    pub p05: f64,
    /// Median.
    pub p50: f64,
    /// 95th percentile.
    pub p95: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Largest.
    pub max: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Standard deviation of the sample (`n - 1`); 0 for one sample.
    pub sd: f64,
}

impl Summary {
    /// Summarises `samples`; `None` if there are none.
    ///
    /// A percentile is the smallest sample that at least that share of the samples do not exceed
    /// (nearest rank), so that each is a value that was seen; the median of an even number is the mean
    /// of the two in the middle.
    #[must_use]
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (n, first, last) = (sorted.len(), *sorted.first()?, *sorted.last()?);
        let rank = |share: f64| sorted[((share * n as f64).ceil() as usize).clamp(1, n) - 1];
        let mean = sorted.iter().sum::<f64>() / n as f64;
        let squares: f64 = sorted.iter().map(|sample| (sample - mean).powi(2)).sum();
        Some(Self {
            n,
            min: first,
            p05: rank(0.05),
            p50: (sorted[(n - 1) / 2] + sorted[n / 2]) / 2.0,
            p95: rank(0.95),
            p99: rank(0.99),
            max: last,
            mean,
            sd: if n > 1 { (squares / (n - 1) as f64).sqrt() } else { 0.0 },
        })
    }
}

/// An interval that holds the true median with at least `level` of certainty, whatever the
/// distribution of the samples: two order statistics, by the binomial distribution. `None` if there
/// are too few samples for it (fewer than 6 at 0.95).
#[must_use]
pub fn median_interval(samples: &[f64], level: f64) -> Option<(f64, f64)> {
    let n = samples.len();
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut below = 0;
    if n > 1000 {
        // 0.5^n leaves the range of f64 at 1,075 samples; the normal distribution serves from here.
        let half_width = normal_quantile(level) * (n as f64).sqrt() / 2.0;
        below = (n as f64 / 2.0 - half_width).floor() as usize;
    } else {
        // Grown until P(at most `below` samples lie under the median) is half of what is left over.
        let (mut term, mut tail) = (0.5f64.powi(i32::try_from(n).ok()?), 0.0);
        while tail + term <= (1.0 - level) / 2.0 {
            tail += term;
            term *= (n - below) as f64 / (below + 1) as f64;
            below += 1;
        }
    }
    (below > 0).then(|| (sorted[below - 1], sorted[n - below]))
}

/// An interval that holds the true median of what `medians` are samples of: what the medians of `level`
/// of 1,999 resamples lie between, by percentiles. `None` if there are too few, as for
/// [`median_interval`].
#[must_use]
pub fn bootstrap_interval(medians: &[f64], level: f64, seed: u64) -> Option<(f64, f64)> {
    const ROUNDS: usize = 1999;
    median_interval(medians, level)?;
    let (mut draws, mut drawn) = (Draws::new(seed), Vec::new());
    let again = |_| {
        draws.resample(medians, &mut drawn);
        Summary::of(&drawn).map(|summary| summary.p50)
    };
    let mut found: Vec<_> = (0..ROUNDS).filter_map(again).collect();
    found.sort_unstable_by(f64::total_cmp);
    let outside = ((1.0 - level) / 2.0 * (ROUNDS + 1) as f64) as usize;
    Some((found[outside - 1], found[ROUNDS - outside]))
}

/// Two-sided quantile of the normal distribution for `level`, by bisection of its tail, to 1e-6.
fn normal_quantile(level: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17: the upper tail, to 7.5e-8.
    let tail = |z: f64| {
        let t = 1.0 / (1.0 + 0.231_641_9 * z);
        let series = t
            * (0.319_381_53
                + t * (-0.356_563_782
                    + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
        series * (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt()
    };
    let (mut low, mut high) = (0.0, 8.0);
    while high - low > 1e-6 {
        let middle = (low + high) / 2.0;
        if tail(middle) > (1.0 - level) / 2.0 { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_hundred() {
        let samples: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        let summary = Summary::of(&samples).unwrap();
        assert_eq!((summary.n, summary.min, summary.max), (100, 1.0, 100.0));
        assert_eq!((summary.p05, summary.p95, summary.p99), (5.0, 95.0, 99.0));
        assert_eq!((summary.p50, summary.mean), (50.5, 50.5));
        assert!((summary.sd - 29.011).abs() < 0.001);
    }

    #[test]
    fn one_sample_and_none() {
        let one = Summary::of(&[7.0]).unwrap();
        assert_eq!((one.p05, one.p50, one.p99, one.sd), (7.0, 7.0, 7.0, 0.0));
        assert_eq!(Summary::of(&[]), None);
    }

    /// Ranks from the binomial table: n = 6 gives the extremes (96.9 %), n = 20 ranks 6 and 15
    /// (95.9 %), n = 100 ranks 40 and 61 (96.5 %).
    #[test]
    fn intervals_are_those_of_the_binomial_table() {
        let upto = |n: i32| (1..=n).map(f64::from).collect::<Vec<_>>();
        assert_eq!(median_interval(&upto(5), 0.95), None);
        assert_eq!(median_interval(&upto(6), 0.95), Some((1.0, 6.0)));
        assert_eq!(median_interval(&upto(20), 0.95), Some((6.0, 15.0)));
        assert_eq!(median_interval(&upto(100), 0.95), Some((40.0, 61.0)));
        let (low, high) = median_interval(&upto(4000), 0.95).unwrap();
        assert!((low - 1938.0).abs() <= 2.0 && (high - 2063.0).abs() <= 2.0, "{low} {high}");
        assert_eq!(median_interval(&[], 0.95), None);
    }

    /// Of ten samples about half of the resamples have their median beyond either of the middle two.
    #[test]
    fn a_bootstrap_interval_lies_within_the_samples() {
        let samples: Vec<f64> = (1..=10).map(f64::from).collect();
        let (low, high) = bootstrap_interval(&samples, 0.95, 1).unwrap();
        assert!((2.0..=4.0).contains(&low) && (7.0..=9.0).contains(&high), "{low} {high}");
        let (lower, higher) = bootstrap_interval(&samples, 0.99, 1).unwrap();
        assert!(lower <= low && high <= higher);
        assert_eq!(bootstrap_interval(&samples, 0.95, 1), Some((low, high)));
        assert_eq!(bootstrap_interval(&samples[..5], 0.95, 1), None);
        assert_eq!(bootstrap_interval(&[3.0; 6], 0.95, 1), Some((3.0, 3.0)));
    }

    #[test]
    fn quantiles_are_those_of_the_normal_table() {
        assert!((normal_quantile(0.95) - 1.959_964).abs() < 1e-4);
        assert!((normal_quantile(0.99) - 2.575_829).abs() < 1e-4);
    }
}
