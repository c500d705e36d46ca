//! Sizes and counts: they do not vary, so that they are the same or not, on whatever machine.

use super::judge::Judgement;
use super::rows::Pair;
use serde::Serialize;

/// A size or a count that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Differing {
    /// Parameter set, operation and backend.
    pub(super) row: String,
    /// Name of the metric.
    pub(super) metric: String,
    /// In A.
    pub(super) first: f64,
    /// In B.
    pub(super) second: f64,
}

/// Those of all rows.
pub(super) fn differing(judgement: &Judgement<'_>) -> Vec<Differing> {
    judgement.rows.iter().flat_map(|judged| of(judged.pair)).collect()
}

fn of(pair: Pair<'_>) -> Vec<Differing> {
    let (first, second) = (pair.first.row, pair.second.row);
    let exact = first.metrics.iter().filter(|(name, _)| is_exact(name));
    let differs = |(name, metric): (&String, &measure::record::Metric)| {
        let (first, second) = (metric.p50, second.median(name)?);
        let row = pair.first.name();
        (first != second).then(|| Differing { row, metric: name.clone(), first, second })
    };
    exact.filter_map(differs).collect()
}

/// Whether what a metric says is the same in every run of the same code. A live key is not: it holds
/// room that grows with what was allocated before.
fn is_exact(metric: &str) -> bool {
    metric == "heap.allocs"
        || metric.starts_with("ops.")
        || metric.starts_with("size.") && metric != "size.live_key"
}
