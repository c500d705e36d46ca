//! One record out of those of several processes that measured the same.

use super::{Baseline, Checked, Interval, Measurement, Metric, Record, State, Status};
use crate::runner::DISTURBED;
use crate::stats::{Summary, bootstrap_interval};
use std::collections::BTreeMap;

/// Makes one record out of `replicates`, those of processes that measured the same one after the other;
/// `None` of none.
///
/// * A metric's `p50` is the median of the processes' medians, its interval by a bootstrap over them;
///   `p05`, `p95` and `p99` are medians of theirs. `mean` and `sd` are those of all samples, `min` and
///   `max` too. So `share.hash_limit` is the median of shares of which each compares a time with the
///   limit of the same minutes.
/// * Of sizes and counts that differ the largest counts.
/// * A row that went wrong in a process is that process's row, with its number before the reason.
/// * The run is that of the first process, with the load after the last.
#[must_use]
pub fn pool(replicates: &[Record]) -> Option<Record> {
    let (first, last) = (replicates.first()?, replicates.last()?);
    if replicates.len() == 1 {
        return Some(first.clone());
    }
    let mut pooled = first.clone();
    pooled.run.load.after = last.run.load.after;
    pooled.run.baselines =
        first.run.baselines.iter().map(|one| baseline(one, replicates)).collect();
    pooled.results = first.results.iter().map(|one| row(one, replicates)).collect();
    Some(pooled)
}

/// The baseline like `one` of all processes.
fn baseline(one: &Baseline, replicates: &[Record]) -> Baseline {
    let like = |other: &&Baseline| (&other.function, other.form) == (&one.function, one.form);
    let all = replicates.iter().filter_map(|record| record.run.baselines.iter().find(like));
    let times: Vec<_> = all.map(|baseline| &baseline.time).collect();
    Baseline { time: metric(&times), ..one.clone() }
}

/// The row like `one` of all processes.
fn row(one: &Measurement, replicates: &[Record]) -> Measurement {
    let like = |other: &&Measurement| other.key() == one.key();
    let of = |record: &'_ Record| record.results.iter().find(like).cloned();
    let rows: Vec<_> = replicates.iter().filter_map(of).collect();
    let mut pooled = one.clone();
    let went_wrong = |row: &Measurement| !matches!(row.status, Status::Ok | Status::Unsupported);
    if let Some(number) = rows.iter().position(went_wrong) {
        pooled = rows[number].clone();
        let why = pooled.reason.take().unwrap_or_default();
        pooled.reason = Some(format!("process {} of {}: {why}", number + 1, rows.len()));
        pooled.run.clone_from(&one.run);
        pooled.check = checked(&rows);
        return pooled;
    }
    pooled.check = checked(&rows);
    pooled.state = state(&rows);
    pooled.metrics = metrics(&rows);
    let all = |name: &str| pooled.metrics.get(name).map(|metric| metric.mean * metric.n as f64);
    let both = all("time.wall").zip(all("time.cpu"));
    pooled.disturbed = both.is_some_and(|(wall, cpu)| wall > DISTURBED * cpu);
    pooled
}

fn checked(rows: &[Measurement]) -> Option<Checked> {
    let both = |a: Checked, b: Checked| Checked {
        verified: a.verified + b.verified,
        failed: a.failed + b.failed,
    };
    rows.iter().filter_map(|row| row.check).reduce(both)
}

/// No two processes have the same keys.
fn state(rows: &[Measurement]) -> Option<State> {
    let both = |a: State, b: State| State {
        keys: a.keys + b.keys,
        first_index: a.first_index.min(b.first_index),
        last_index: a.last_index.max(b.last_index),
        lifetime_log2: a.lifetime_log2,
    };
    rows.iter().filter_map(|row| row.state).reduce(both)
}

/// What any of the rows has, of all that have it.
fn metrics(rows: &[Measurement]) -> BTreeMap<String, Metric> {
    let mut all: BTreeMap<&String, Vec<&Metric>> = BTreeMap::new();
    for (name, metric) in rows.iter().flat_map(|row| &row.metrics) {
        all.entry(name).or_default().push(metric);
    }
    all.into_iter().map(|(name, metrics)| (name.clone(), metric(&metrics))).collect()
}

/// One metric out of those of several processes, of which there is at least one.
fn metric(of: &[&Metric]) -> Metric {
    const LEVEL: f64 = 0.95;
    const SEED: u64 = 1;
    let medians: Vec<_> = of.iter().map(|metric| metric.p50).collect();
    let same = medians.iter().all(|median| *median == medians[0]);
    let counted = matches!(&*of[0].unit, "bytes" | "count");
    let middle = |read: fn(&Metric) -> f64| {
        let values: Vec<_> = of.iter().map(|metric| read(metric)).collect();
        Summary::of(&values).map_or(0.0, |all| if counted { all.max } else { all.p50 })
    };
    let (n, mean, sd) = moments(of);
    let interval = (!same && !counted).then(|| bootstrap_interval(&medians, LEVEL, SEED)).flatten();
    Metric {
        unit: of[0].unit.clone(),
        n,
        replicates: of.len() as u32,
        min: of.iter().map(|metric| metric.min).fold(f64::INFINITY, f64::min),
        p05: middle(|metric| metric.p05),
        p50: middle(|metric| metric.p50),
        p95: middle(|metric| metric.p95),
        p99: middle(|metric| metric.p99),
        max: of.iter().map(|metric| metric.max).fold(f64::NEG_INFINITY, f64::max),
        mean,
        sd,
        interval: interval.map(|(low, high)| Interval {
            low,
            high,
            level: LEVEL,
            method: "bootstrap over replicates".to_owned(),
        }),
        by_index: by_index(of),
        by_replicate: (!same).then_some(medians),
        other: of[0].other.clone(),
    }
}

/// Of each index, the median of the processes, if all have one.
fn by_index(of: &[&Metric]) -> Option<Vec<f64>> {
    let series: Vec<_> = of.iter().map(|metric| metric.by_index.as_ref()).collect::<Option<_>>()?;
    let count = series.iter().map(|samples| samples.len()).min()?;
    let median = |index: usize| {
        let samples: Vec<_> = series.iter().map(|samples| samples[index]).collect();
        Summary::of(&samples).map(|all| all.p50)
    };
    (0..count).map(median).collect()
}

/// Number, mean and standard deviation of all samples, from those of each process.
fn moments(of: &[&Metric]) -> (u64, f64, f64) {
    let n: u64 = of.iter().map(|metric| metric.n).sum();
    let weighted = of.iter().map(|metric| metric.n as f64 * metric.mean).sum::<f64>();
    let mean = weighted / n as f64;
    let squares = |metric: &&Metric| {
        let within = (metric.n as f64 - 1.0) * metric.sd.powi(2);
        within + metric.n as f64 * (metric.mean - mean).powi(2)
    };
    let variance = of.iter().map(squares).sum::<f64>() / (n as f64 - 1.0);
    (n, mean, if n > 1 { variance.max(0.0).sqrt() } else { 0.0 })
}
