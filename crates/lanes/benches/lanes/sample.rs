//! Samples, taken in rounds: in each round each case of a group takes one, so that whatever happens
//! to the machine meanwhile happens to all of them.

use std::time::{Duration, Instant};

use crate::case::Case;
use crate::clock::Speed;

/// How long a sample is at least.
const SAMPLE: Duration = Duration::from_micros(60);

/// A call that takes its time.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Nanoseconds of a call.
    time: f64,
    /// Cycles in a nanosecond, if known.
    gigahertz: Option<f64>,
    /// Whether the clock was the same before and after.
    steady: bool,
}

/// What the samples of a case come to.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// Name of the case.
    pub(crate) name: String,
    /// Nanoseconds of a call, the median.
    pub(crate) time: f64,
    /// Cycles of a call, the median, if known.
    pub(crate) cycles: Option<f64>,
    /// The middle half of the times, as a part of the median.
    pub(crate) spread: f64,
    /// Cycles in a nanosecond, the median, if known.
    pub(crate) gigahertz: Option<f64>,
    /// Samples with a steady clock.
    pub(crate) steady: usize,
    /// Whether those were too few, and all samples are counted.
    pub(crate) unsteady: bool,
}

/// Takes `rounds` samples of each case.
pub(crate) fn measure(cases: Vec<Case>, rounds: usize) -> Vec<Measured> {
    let mut cases: Vec<(Case, u32, Vec<Sample>)> = cases
        .into_iter()
        .map(|mut case| {
            let calls = calls(&mut case);
            (case, calls, Vec::with_capacity(rounds))
        })
        .collect();
    for _ in 0..rounds {
        for (case, calls, samples) in &mut cases {
            samples.push(sample(case, *calls));
        }
    }
    cases.into_iter().map(|(case, _, samples)| summary(case.name, samples)).collect()
}

/// Calls that take as long as a sample should.
fn calls(case: &mut Case) -> u32 {
    case.run(1);
    let mut calls = 1;
    loop {
        let start = Instant::now();
        case.run(calls);
        let time = start.elapsed();
        if time >= SAMPLE {
            return calls;
        }
        calls =
            (SAMPLE.as_nanos() as u32).div_ceil(time.as_nanos() as u32 / calls + 1).max(calls + 1);
    }
}

/// Takes a sample. Some calls before it bring back what the case before has driven out: tables,
/// branches, and the clock at which a CPU runs its widest vectors.
fn sample(case: &mut Case, calls: u32) -> Sample {
    case.run(calls.div_ceil(4));
    let before = Speed::now();
    let start = Instant::now();
    case.run(calls);
    let time = start.elapsed();
    let after = Speed::now();
    Sample {
        time: time.as_nanos() as f64 / f64::from(calls),
        gigahertz: before.gigahertz(after),
        steady: before.is_steady(after),
    }
}

/// The medians of the samples with a steady clock; of all, if a quarter of them is not.
fn summary(name: String, samples: Vec<Sample>) -> Measured {
    let steady = samples.iter().filter(|sample| sample.steady).count();
    let unsteady = steady < samples.len().div_ceil(4);
    let used: Vec<_> = samples.into_iter().filter(|sample| sample.steady || unsteady).collect();
    let quantile = |of: &dyn Fn(&Sample) -> Option<f64>, part: f64| {
        let mut values = used.iter().map(of).collect::<Option<Vec<_>>>()?;
        values.sort_by(f64::total_cmp);
        let at = (part * (values.len() - 1) as f64).round() as usize;
        values.get(at).copied()
    };
    let time = |part| quantile(&|sample| Some(sample.time), part).unwrap_or(f64::NAN);
    let cycles = |sample: &Sample| Some(sample.time * sample.gigahertz?);
    Measured {
        name,
        time: time(0.5),
        cycles: if unsteady { None } else { quantile(&cycles, 0.5) },
        spread: (time(0.75) - time(0.25)) / time(0.5),
        gigahertz: quantile(&|sample| sample.gigahertz, 0.5),
        steady,
        unsteady,
    }
}
