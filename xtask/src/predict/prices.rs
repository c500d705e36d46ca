//! What a call of each hash function takes: the baselines of a run.

use measure::Work;
use measure::record::{Baseline, Form, Measurement, Run};

/// The baselines of a run, in nanoseconds a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Prices {
    /// Many calls at once.
    pub(super) wide: Work,
    /// One after the other.
    pub(super) narrow: Work,
    /// Lanes of 32-bit words of the vector unit: those of SHA-256. The other functions have half.
    pub(super) lanes: usize,
}

impl Prices {
    /// Those of a run; `None` if it has not all.
    pub(super) fn of(run: &Run) -> Option<Self> {
        let all = |form| {
            let of = |function: &str| {
                let is = |one: &&Baseline| one.form == form && one.function.starts_with(function);
                Some(run.baselines.iter().find(is)?.time.p50)
            };
            Some(Work { sha256: of("SHA-256")?, sha512: of("SHA-512")?, keccakf: of("Keccak")? })
        };
        let lanes = match &*run.baselines.first()?.unit {
            "avx512" => 16,
            "avx2" => 8,
            "portable" => 1,
            _ => 4,
        };
        Some(Self { wide: all(Form::Wide)?, narrow: all(Form::Narrow)?, lanes })
    }

    /// Those of the minutes in which a row was measured, by the limit that it has.
    pub(super) fn when(&self, row: &Measurement) -> Option<Self> {
        let calls = |name| row.median(name).unwrap_or(0.0);
        let work = Work {
            sha256: calls("ops.sha256"),
            sha512: calls("ops.sha512"),
            keccakf: calls("ops.keccakf"),
        };
        let by = row.median("time.limit")? / work.limit(self.wide);
        let times = |work: Work| Work {
            sha256: by * work.sha256,
            sha512: by * work.sha512,
            keccakf: by * work.keccakf,
        };
        by.is_finite().then(|| Self { wide: times(self.wide), narrow: times(self.narrow), ..*self })
    }
}
