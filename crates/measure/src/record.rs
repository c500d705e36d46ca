//! The record: one JSON document a machine and scheme, `results/<machine>/<scheme>.json`.
//!
//! The types here are its definition; `schema/run-1.json` is generated from them. A minor version only
//! adds: readers ignore what they do not know, and keep it where they write a record again. A record
//! holds the newest measurement of each row; git keeps the rest.

mod file;
mod layout;
mod merge;
mod metric;
mod noise;
mod pool;
mod strict;

pub use file::{RecordError, check_writable, load, store};
pub use layout::to_json;
pub use merge::merge;
pub use metric::{Interval, Metric};
pub use noise::{LEAST_MARGIN, NOISE_SCHEMA, Noise, NoiseRow};
pub use pool::pool;

use crate::machine::{Build, Loads, Machine};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Name and version of the format: 1.1 added `ticks.tsc`, `cycles.core` and the counters that they are
/// read from; 1.2 the baselines, `ops.*`, `time.limit`, `time.per_hash` and `share.hash_limit`;
/// 1.3 `by_replicate`, `life.*` with `by_index`, and `life`.
pub const SCHEMA: &str = "hbs-bench/run/1.3";

/// Fields that a later minor version has, and this one does not know.
pub type Other = BTreeMap<String, Value>;

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
    /// What a later minor version says, kept as it is.
    #[serde(flatten)]
    pub other: Other,
}

impl Record {
    /// How many ticks of `ticks.tsc` pass in a nanosecond, by the row whose calls took longest.
    #[must_use]
    pub fn ticks_per_ns(&self) -> Option<f64> {
        let medians = |row: &Measurement| row.median("ticks.tsc").zip(row.median("time.wall"));
        let longest = self.results.iter().filter_map(medians).max_by(|a, b| a.1.total_cmp(&b.1));
        longest.filter(|(_, wall)| *wall > 0.0).map(|(ticks, wall)| ticks / wall)
    }
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
    /// What a call of each hash function took, measured between the operations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<Baseline>,
    /// What a later minor version says, kept as it is.
    #[serde(flatten)]
    pub other: Other,
}

/// What a call of a hash function took in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Baseline {
    /// `SHA-256 compression`, `SHA-512 compression` or `Keccak-f[1600]`.
    pub function: String,
    /// How it was called.
    pub form: Form,
    /// Vector unit that it ran on.
    pub unit: String,
    /// Time of a call, all that it takes to make it included.
    pub time: Metric,
}

/// How a hash function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Many at once, in lanes: the best there is.
    Wide,
    /// One message after the other.
    Narrow,
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
    /// What the times of `life.cpu` are of, which a run of their own may have measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<Lived>,
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
    /// What was measured, by name: `time.cpu`, `ticks.tsc`, `heap.peak`, `size.signature`, and others.
    pub metrics: BTreeMap<String, Metric>,
    /// What a later minor version says, kept as it is.
    #[serde(flatten)]
    pub other: Other,
}

impl Measurement {
    /// What tells one row from another.
    #[must_use]
    pub fn key(&self) -> (&str, Operation, Option<u64>, &str, u32) {
        (&self.parameter_set, self.operation, self.message_bytes, &self.backend, self.threads)
    }

    /// Time of the warm calls: thread CPU time, or wall time where that would leave out other threads or
    /// cannot be read.
    #[must_use]
    pub fn warm(&self) -> Option<&Metric> {
        self.metrics.get("time.cpu").or_else(|| self.metrics.get("time.wall"))
    }

    /// Times of the signatures of a key by their index: `life.cpu`, or `life.wall`.
    #[must_use]
    pub fn lived(&self) -> Option<&Metric> {
        self.metrics.get("life.cpu").or_else(|| self.metrics.get("life.wall"))
    }

    /// Whether nothing but the life of a key was measured.
    #[must_use]
    pub fn only_lived(&self) -> bool {
        self.life.is_some() && self.metrics.keys().all(|name| name.starts_with("life."))
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

/// Keys that signed from their first index on, each signature timed: `life.cpu`, or `life.wall` where
/// CPU time cannot be read, has the median of the keys at each index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Lived {
    /// Run that measured it: an `id` in `run` or `earlier_runs`.
    pub run: String,
    /// Keys.
    pub keys: u64,
    /// Signatures that were made and verified, of all keys.
    pub verified: u64,
    /// Why there are no times, if the backend failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
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
