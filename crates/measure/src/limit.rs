//! The hash limit: the time that an operation's hashes would take if nothing else did.

use crate::record::{Measurement, Metric};

/// How often an operation calls each function, on average over messages, if it hashes no more than it
/// has to; or how long a call of each takes, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// The compression function of SHA-256.
    pub sha256: f64,
    /// That of SHA-512.
    pub sha512: f64,
    /// Keccak-f\[1600\].
    pub keccakf: f64,
}

impl Work {
    /// Of each function as often, or as long.
    fn each(self) -> [(&'static str, f64); 3] {
        [("ops.sha256", self.sha256), ("ops.sha512", self.sha512), ("ops.keccakf", self.keccakf)]
    }

    /// Calls of all functions.
    #[must_use]
    pub fn calls(self) -> f64 {
        self.each().iter().map(|(_, calls)| calls).sum()
    }

    /// The time of these calls in nanoseconds, if each takes as long as `best` says.
    #[must_use]
    pub fn limit(self, best: Self) -> f64 {
        self.each().iter().zip(best.each()).map(|((_, calls), (_, ns))| calls * ns).sum()
    }

    /// Puts the counts into a row, and what they make of its time: `time.per_hash`, `time.limit`, and
    /// `share.hash_limit`, the limit over the time. With several threads the limit is that of as many.
    pub(crate) fn insert_into(self, row: &mut Measurement, best: Self) {
        for (name, calls) in self.each() {
            if calls > 0.0 {
                insert(row, name, "count", calls);
            }
        }
        let limit = self.limit(best) / f64::from(row.threads.max(1));
        insert(row, "time.limit", "ns", limit);
        if let Some(time) = row.warm().map(|warm| warm.p50).filter(|time| *time > 0.0) {
            insert(row, "time.per_hash", "ns", time / self.calls());
            insert(row, "share.hash_limit", "ratio", limit / time);
        }
    }
}

fn insert(row: &mut Measurement, name: &str, unit: &str, value: f64) {
    if let Some(metric) = Metric::single(unit, value) {
        row.metrics.insert(name.to_owned(), metric);
    }
}

/// Calls of SHA-256, of SHA-512 and of Keccak.
impl From<[f64; 3]> for Work {
    fn from([sha256, sha512, keccakf]: [f64; 3]) -> Self {
        Self { sha256, sha512, keccakf }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_calls_by_their_times() {
        let work = Work { sha256: 100.0, sha512: 10.0, keccakf: 0.0 };
        let best = Work { sha256: 7.0, sha512: 30.0, keccakf: 24.0 };
        assert_eq!((work.calls(), work.limit(best)), (110.0, 1000.0));
        assert_eq!(Work::from([1.0, 2.0, 3.0]).limit(best), 7.0 + 60.0 + 72.0);
    }
}
