//! The record: one JSON document a machine and scheme, `results/<machine>/<scheme>.json`.
//!
//! The types here are its definition; `schema/run-1.json` is generated from them. Readers ignore what
//! they do not know, so a minor version only adds. A record holds the newest measurement of each row;
//! git keeps the rest.

mod file;
mod merge;

pub use file::{RecordError, check_writable, load, store};
pub use merge::merge;

use crate::machine::{Build, Loads, Machine};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Name and version of the format.
pub const SCHEMA: &str = "hbs-bench/run/1.0";

/// What was measured of one scheme on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// Name and version of the format: `hbs-bench/run/1.N`.
    pub schema: String,
    /// The newest run.
    pub run: Run,
    /// Earlier runs that results of this record come from, newest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_runs: Vec<Run>,
    /// The machine.
    pub machine: Machine,
    /// The backends that the results are of.
    pub backends: Vec<BackendInfo>,
    /// What was measured, by parameter set, operation, message length and backend.
    pub results: Vec<Measurement>,
}

/// One run of a bench.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Run {
    /// Identifies the run among those of this record: its start in nanoseconds, in hex.
    pub id: String,
    /// When it started: RFC 3339, UTC.
    pub start: String,
    /// How thorough it was.
    pub mode: Mode,
    /// Version of this tool.
    pub tool: String,
    /// Commit of the source tree, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether the source tree had changes that the commit does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// Seed of keys and messages.
    pub seed: u64,
    /// How it was called, without paths.
    pub command: String,
    /// What it was built with.
    pub build: Build,
    /// How busy the machine was.
    pub load: Loads,
}

/// How thorough a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// As many samples as the time for each operation allows.
    Full,
    /// A tenth of that: to look at, not to compare by.
    Quick,
    /// One sample each, to see that everything runs.
    Smoke,
}

/// What the record says of a backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BackendInfo {
    /// Name, unique in the scheme.
    pub name: String,
    /// Version of the code behind it.
    pub version: String,
    /// Language of that code.
    pub language: String,
    /// Features and options that it was built or run with.
    pub features: String,
    /// Hash code that it runs.
    pub hash: String,
}

/// An operation that is measured.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Operation {
    /// Generating a key pair.
    Keygen,
    /// Signing, the encoding of the signature included.
    Sign,
    /// Verifying, the decoding of key and signature included.
    Verify,
    /// Verifying 64 signatures of one key, or of few, at a time: times are those of one of them.
    VerifyMany,
    /// Loading an encoded private key.
    Load,
    /// Making a stateful key's new state durable.
    Persist,
}

impl Operation {
    /// Name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keygen => "keygen",
            Self::Sign => "sign",
            Self::Verify => "verify",
            Self::VerifyMany => "verify of 64",
            Self::Load => "load",
            Self::Persist => "persist",
        }
    }
}

/// One row: an operation of a backend on a parameter set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Measurement {
    /// Family of schemes, as the standard prints it.
    pub scheme: String,
    /// Parameter set, as reports print it.
    pub parameter_set: String,
    /// What was measured.
    pub operation: Operation,
    /// Who did it: a name in `backends`.
    pub backend: String,
    /// Length of the message in bytes; absent for operations without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_bytes: Option<u64>,
    /// Threads that the operation could use.
    pub threads: u32,
    /// Run that measured it: an `id` in `run` or `earlier_runs`.
    pub run: String,
    /// Indices used, for the signatures of a stateful scheme.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// What was checked. A result that was not verified is not a result: `ok` requires this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Checked>,
    /// What came of it.
    pub status: Status,
    /// Why it is not `ok`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Whether other load disturbed the samples: they took over 10 % more wall than thread CPU time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disturbed: bool,
    /// What was measured, by name: `time.cpu`, `heap.peak`, `size.signature`, and others.
    pub metrics: BTreeMap<String, Metric>,
}

impl Measurement {
    /// What tells one row from another.
    #[must_use]
    pub fn key(&self) -> (&str, Operation, Option<u64>, &str, u32) {
        (&self.parameter_set, self.operation, self.message_bytes, &self.backend, self.threads)
    }

    /// Median of the metric `name`.
    #[must_use]
    pub fn median(&self, name: &str) -> Option<f64> {
        self.metrics.get(name).map(|metric| metric.p50)
    }
}

/// Indices that the timed signatures used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// Keys that signed.
    pub keys: u64,
    /// Smallest index used.
    pub first_index: u64,
    /// Largest index used.
    pub last_index: u64,
    /// Signatures that a fresh key can make, as a power of two: 5 for 32 signatures.
    pub lifetime_log2: u32,
}

/// How the samples were checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// Results that were checked and right: every signature is verified; of each public key length and
    /// type words are looked at, and the keys that sign are verified by what they sign.
    pub verified: u64,
    /// Results that were wrong.
    pub failed: u64,
}

/// What came of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Measured and checked.
    Ok,
    /// The backend lists this set and cannot run it.
    Unsupported,
    /// The backend failed, or what it made was wrong.
    Failed,
    /// A key ran out.
    Exhausted,
    /// It took too long.
    Timeout,
}

/// The figures of one metric, all but `n` and `replicates` in `unit`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metric {
    /// `ns`, `bytes`, `count`, `ratio`.
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
        })
    }

    /// A single number, such as a size.
    #[must_use]
    pub fn single(unit: &str, value: f64) -> Option<Self> {
        Self::of(unit, &[value])
    }
}
