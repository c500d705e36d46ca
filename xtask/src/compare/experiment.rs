//! Whether verdicts hold what they promise: of the same code, and of code that is known to be slower.
//!
//! Each round is what somebody would do who compares two commits: two runs of the default length of
//! some sets that take little time, and the verdicts on their operations. The two runs take turns
//! process by process, so that a machine whose speed drifts does not decide.

use super::judge::{Judged, Judgement, Verdict, judge};
use super::margin::percent;
use super::rows::{Figure, Matched};
use crate::bench::aa::{by_turns, noise_rows, rows};
use crate::bench::replicates::Records;
use crate::say;
use measure::record::Noise;
use measure::{Bar, SEED};
use std::process::ExitCode;
use std::time::Instant;

/// What is to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Experiment {
    /// The same code twice: at most 5 % of the comparisons may say faster or slower
    Aa,
    /// A backend that takes 5 % longer: at least 95 % of the comparisons must say slower
    Injection,
}

/// Sets that take little time, of two hash trees and of one that signs in milliseconds.
const SETS: [&str; 3] = [
    "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
    "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
    "SLH-DSA-SHA2-128f",
];

/// Their suites.
const SUITES: [&str; 2] = ["lms", "sphincs"];

const BACKEND: &str = "native";

/// How many times as long the backend takes.
const SLOWER: f64 = 1.05;

/// Share of the comparisons that may be wrong.
const WRONG: f64 = 0.05;

/// Runs it, says what came of it, and exits with 1 if it was not as it must be.
pub(super) fn run(
    experiment: Experiment,
    rounds: u32,
    replicates: u32,
    margin: Option<f64>,
) -> ExitCode {
    match tried(experiment, rounds, replicates, margin) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask compare: {error}");
            ExitCode::FAILURE
        }
    }
}

fn tried(
    experiment: Experiment,
    rounds: u32,
    replicates: u32,
    margin: Option<f64>,
) -> Result<bool, String> {
    let started = Instant::now();
    let margin = match margin {
        Some(margin) => margin,
        // With keys that no round has.
        None => {
            let [first, second] = round(Experiment::Aa, replicates, SEED + u64::from(rounds))?;
            let rows = noise_rows(&first, &second);
            Noise::margin_of(&rows.iter().map(|row| row.ratio).collect::<Vec<_>>())
        }
    };
    say(format_args!("margin {}, {replicates} processes a run", percent(margin)));
    let (mut right, mut same, mut count) = (0, 0, 0);
    for number in 0..rounds {
        let sides = round(experiment, replicates, SEED + u64::from(number))?;
        let [first, second] = sides.each_ref().map(rows);
        let matched = Matched::records(&first, &second);
        if let Some(row) = matched.refused.first() {
            return Err(format!("{} failed: {:?}", row.name(), row.row.reason));
        }
        let judgement = judge(matched.pairs, Figure::Time, margin);
        count += judgement.rows.len();
        right += judgement.rows.iter().filter(|row| experiment.is_right(row.verdict)).count();
        same += judgement.count(Verdict::Same);
        tell(experiment, number + 1, &judgement);
    }
    if count == 0 {
        return Err("nothing was compared".into());
    }
    let share = right as f64 / count as f64;
    say(format_args!(
        "{}: {right} of {count} comparisons ({:.1} %) are {}, at least {:.0} % must be; {same} are same; \
         {:.1} minutes",
        experiment.name(),
        100.0 * share,
        experiment.due(),
        100.0 * (1.0 - WRONG),
        started.elapsed().as_secs_f64() / 60.0
    ));
    Ok(share >= 1.0 - WRONG)
}

/// Two runs of one round.
fn round(experiment: Experiment, replicates: u32, seed: u64) -> Result<[Records; 2], String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: &str| options.extend([format!("--{name}"), value.to_owned()]);
    SUITES.iter().for_each(|suite| add("scheme", suite));
    SETS.iter().for_each(|set| add("params", set));
    add("backend", BACKEND);
    add("replicates", &replicates.to_string());
    add("seed", &seed.to_string());
    let mut other = options.clone();
    if experiment == Experiment::Injection {
        other.extend(["--inject".to_owned(), format!("{BACKEND}={SLOWER}")]);
    }
    let mut bar = Bar::new();
    let sides = by_turns([&options, &other], &SUITES, replicates, &mut bar);
    bar.finish();
    sides
}

/// A line of the round, and one of each comparison that is not as it must be.
fn tell(experiment: Experiment, number: u32, judgement: &Judgement<'_>) {
    let counts = Verdict::ALL.map(|v| format!("{} {}", judgement.count(v), v.name())).join(", ");
    say(format_args!("round {number}: {counts}"));
    for Judged { pair, ratio, interval, verdict, .. } in &judgement.rows {
        if let (false, Some(ratio), Some((low, high))) =
            (experiment.is_right(*verdict), ratio, interval)
        {
            let (name, verdict) = (pair.first.name(), verdict.name());
            say(format_args!("   {name}: {ratio:.4} ({low:.4} to {high:.4}), {verdict}"));
        }
    }
}

impl Experiment {
    fn name(self) -> &'static str {
        match self {
            Self::Aa => "the same code",
            Self::Injection => "5 % injected",
        }
    }

    /// What comparisons must be.
    fn due(self) -> &'static str {
        match self {
            Self::Aa => "neither faster nor slower",
            Self::Injection => "slower",
        }
    }

    fn is_right(self, verdict: Verdict) -> bool {
        match self {
            Self::Aa => !matches!(verdict, Verdict::Faster | Verdict::Slower),
            Self::Injection => verdict == Verdict::Slower,
        }
    }
}
