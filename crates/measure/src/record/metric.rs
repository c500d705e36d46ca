//! The figures of one metric.

use super::Other;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The figures of one metric, all but `n` and `replicates` in `unit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metric {
    /// `ns`, `ticks`, `cycles`, `bytes`, `count`, `ratio`.
    pub unit: String,
    /// Samples.
    pub n: u64,
    /// Processes that the samples come from.
    pub replicates: u32,
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
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample.
    pub sd: f64,
    /// Interval of the median.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// The samples, in the order of the indices that they used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_index: Option<Vec<f64>>,
    /// The medians of the processes, in order; absent of one process, and where all have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_replicate: Option<Vec<f64>>,
    /// What a later minor version says, kept as it is.
    #[serde(flatten)]
    pub other: Other,
}

/// An interval that holds the true median with a certainty of `level`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Certainty, such as 0.95.
    pub level: f64,
    /// How it was found.
    pub method: String,
}

impl Metric {
    /// The figures of `samples`; `None` if there are none.
    #[must_use]
    pub fn of(unit: &str, samples: &[f64]) -> Option<Self> {
        const LEVEL: f64 = 0.95;
        let summary = crate::stats::Summary::of(samples)?;
        let interval = crate::stats::median_interval(samples, LEVEL);
        Some(Self {
            unit: unit.to_owned(),
            n: summary.n as u64,
            replicates: 1,
            min: summary.min,
            p05: summary.p05,
            p50: summary.p50,
            p95: summary.p95,
            p99: summary.p99,
            max: summary.max,
            mean: summary.mean,
            sd: summary.sd,
            interval: interval.map(|(low, high)| Interval {
                low,
                high,
                level: LEVEL,
                method: "order statistics".to_owned(),
            }),
            by_index: None,
            by_replicate: None,
            other: Other::new(),
        })
    }

    /// The medians of the processes that the samples come from, in order.
    #[must_use]
    pub fn replicate_medians(&self) -> Vec<f64> {
        let same = || vec![self.p50; self.replicates as usize];
        self.by_replicate.clone().unwrap_or_else(same)
    }

    /// A single number, such as a size.
    #[must_use]
    pub fn single(unit: &str, value: f64) -> Option<Self> {
        Self::of(unit, &[value])
    }

    /// Coefficient of variation: standard deviation over mean. `None` of a single sample, which does
    /// not say how far apart samples are.
    #[must_use]
    pub fn cv(&self) -> Option<f64> {
        (self.n > 1 && self.mean > 0.0).then(|| self.sd / self.mean)
    }

    /// How many follow one another in a second: one over the mean, as some signatures of a stateful key
    /// take many times the median. `None` of what is no time.
    #[must_use]
    pub fn per_second(&self) -> Option<f64> {
        (self.unit == "ns" && self.mean > 0.0).then(|| 1e9 / self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variation_and_rate_come_from_the_mean() {
        let times = Metric::of("ns", &[2e6, 4e6, 4e6, 4e6, 5e6, 5e6, 7e6, 9e6]).expect("samples");
        // The squares of the distances from 5 are 32, over n - 1 = 7.
        assert_eq!(times.cv(), Some((32.0f64 / 7.0).sqrt() * 1e6 / 5e6));
        assert_eq!(times.per_second(), Some(200.0));
        assert_eq!(Metric::of("ns", &[3.0, 3.0]).and_then(|metric| metric.cv()), Some(0.0));
    }

    #[test]
    fn what_cannot_be_said_is_absent() {
        let one = Metric::single("ns", 250.0).expect("a sample");
        assert_eq!((one.cv(), one.per_second()), (None, Some(4e6)));
        let nothing = Metric::of("ns", &[0.0, 0.0]).expect("samples");
        assert_eq!((nothing.cv(), nothing.per_second()), (None, None));
        let ticks = Metric::of("ticks", &[1.0, 3.0]).expect("samples");
        assert_eq!((ticks.cv(), ticks.per_second()), (Some(2f64.sqrt() / 2.0), None));
    }
}
