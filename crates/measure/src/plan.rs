//! How much to measure.

use crate::record::Mode;
use std::time::Duration;

/// How many samples of each operation of each backend are taken, and when enough is enough.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// What the record calls it.
    pub mode: Mode,
    /// Most warm samples.
    pub most: usize,
    /// Warm samples that are taken however long they last.
    pub least: usize,
    /// Time for the timed part of the samples; what goes on around them may take twice as long again.
    pub budget: Duration,
    /// Whether heap and stack are measured, in a pass of their own.
    pub memory: bool,
}

impl Plan {
    /// For a record: up to 200 samples in 2 seconds.
    pub const FULL: Self = Self {
        mode: Mode::Full,
        most: 200,
        least: 3,
        budget: Duration::from_secs(2),
        memory: true,
    };

    /// For somebody who waits: up to 100 samples in 0.4 seconds.
    pub const REPORT: Self =
        Self { most: 100, least: 2, budget: Duration::from_millis(400), ..Self::FULL };

    /// To look at, not to compare by: up to 20 samples in 0.1 seconds.
    pub const QUICK: Self = Self {
        mode: Mode::Quick,
        most: 20,
        least: 1,
        budget: Duration::from_millis(100),
        memory: true,
    };

    /// To see that everything runs.
    pub const SMOKE: Self =
        Self { mode: Mode::Smoke, most: 1, least: 1, budget: Duration::ZERO, memory: false };

    /// Exactly `samples` warm samples, however long they take.
    #[must_use]
    pub fn with_samples(self, samples: usize) -> Self {
        Self { most: samples, least: samples, ..self }
    }

    /// For each of so many processes that take their samples one after the other: they share the time,
    /// as far as there is enough of it for a turn of each backend. The number of samples they do not
    /// share, as what counts of each process is its median.
    #[must_use]
    pub fn shared_by(self, replicates: u32) -> Self {
        const LEAST: Duration = Duration::from_millis(25);
        if replicates <= 1 {
            return self;
        }
        let budget = (self.budget / replicates).max(LEAST.min(self.budget));
        Self { least: self.least.min(1), budget, ..self }
    }

    /// Whether a series wants another warm sample after `taken`, with `timed` spent in the timed part
    /// and `around` in all.
    #[must_use]
    pub fn wants_more(&self, taken: usize, timed: Duration, around: Duration) -> bool {
        taken < self.least || taken < self.most && timed < self.budget && around < 3 * self.budget
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_end_with_the_number_or_the_time() {
        let (short, long) = (Duration::from_millis(1), Duration::from_secs(60));
        assert!(Plan::FULL.wants_more(199, short, short));
        assert!(!Plan::FULL.wants_more(200, short, short));
        assert!(!Plan::FULL.wants_more(3, long, long));
        assert!(!Plan::FULL.wants_more(3, short, long), "time around the samples counts too");
        assert!(Plan::FULL.wants_more(2, long, long));
        let shared = Plan::FULL.shared_by(16);
        assert_eq!((shared.budget, shared.most, shared.least), (Plan::FULL.budget / 16, 200, 1));
        assert_eq!(Plan::QUICK.shared_by(16).budget, Duration::from_millis(25));
        assert_eq!(Plan::SMOKE.shared_by(16).budget, Duration::ZERO);
        assert_eq!(Plan::FULL.shared_by(1).least, 3);
        assert!(Plan::QUICK.with_samples(50).wants_more(49, long, long));
        assert!(!Plan::QUICK.with_samples(50).wants_more(50, short, short));
    }
}
