//! The noise of a machine: how far the same code is from itself.

use super::{Operation, RecordError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Name and version of the format.
pub const NOISE_SCHEMA: &str = "hbs-bench/noise/1.0";

/// What an A/A run found: everything measured twice, by turns, with the same code. In
/// `results/<machine>/noise.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Noise {
    /// Name and version of the format: `hbs-bench/noise/1.N`.
    pub schema: String,
    /// Fingerprint of the machine.
    pub machine: String,
    /// When the run started: RFC 3339, UTC.
    pub start: String,
    /// Commit of the source tree, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// How it was called, without paths.
    pub command: String,
    /// Processes of each of the two.
    pub replicates: u32,
    /// What two times of the same code may differ by, such as 0.012 for 1.2 %: what 95 % of the rows
    /// stay within, at least [`LEAST_MARGIN`].
    pub margin: f64,
    /// How far each row was from itself.
    pub rows: Vec<NoiseRow>,
}

/// How far a row was from itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NoiseRow {
    /// Parameter set.
    pub parameter_set: String,
    /// What was measured.
    pub operation: Operation,
    /// Who did it.
    pub backend: String,
    /// Threads that the operation could use.
    pub threads: u32,
    /// The second time over the first.
    pub ratio: f64,
}

/// Differences below this are the same on every machine: nobody chooses a scheme by 1 %.
pub const LEAST_MARGIN: f64 = 0.01;

impl Noise {
    /// What 95 % of rows with these ratios stay within, at least [`LEAST_MARGIN`].
    #[must_use]
    pub fn margin_of(ratios: &[f64]) -> f64 {
        let apart: Vec<_> = ratios.iter().map(|ratio| ratio.ln().abs().exp() - 1.0).collect();
        let summary = crate::stats::Summary::of(&apart);
        summary.map_or(0.0, |apart| apart.p95).max(LEAST_MARGIN)
    }

    /// Reads the noise at `path`; `None` if there is no such file.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if it cannot be read or is something else.
    pub fn load(path: &Path) -> Result<Option<Self>, RecordError> {
        let error = |what: String| RecordError { path: path.to_owned(), what };
        let text = match std::fs::read_to_string(path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|e| error(e.to_string()))?,
        };
        let noise: Self = serde_json::from_str(&text).map_err(|e| error(e.to_string()))?;
        if !noise.schema.starts_with("hbs-bench/noise/1.") {
            return Err(error(format!("its schema is {}, not {NOISE_SCHEMA}", noise.schema)));
        }
        if !(noise.margin > 0.0 && noise.margin < 1.0) {
            return Err(error(format!("a margin of {} makes no sense", noise.margin)));
        }
        Ok(Some(noise))
    }

    /// Writes it to `path`, whole or not at all.
    ///
    /// # Errors
    ///
    /// [`RecordError`] if the file or its directory cannot be written.
    pub fn store(&self, path: &Path) -> Result<(), RecordError> {
        super::file::write(path, self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_what_most_rows_stay_within() {
        assert_eq!(Noise::margin_of(&[]), LEAST_MARGIN);
        assert_eq!(Noise::margin_of(&[1.001, 0.999, 1.0]), LEAST_MARGIN);
        let mut ratios = vec![1.0; 95];
        ratios.extend([0.5; 5]);
        assert_eq!(Noise::margin_of(&ratios), LEAST_MARGIN, "one in twenty may be anything");
        ratios.extend([0.5; 5]);
        assert!((Noise::margin_of(&ratios) - 1.0).abs() < 1e-9, "half is as far as twice");
    }
}
