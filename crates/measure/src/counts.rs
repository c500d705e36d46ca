//! What the processor counts while work is done, beside what the clocks read.

mod cycles;

pub(crate) use cycles::{CYCLES, cycles, no_cycles};

use lanes::TICKS;

/// What the processor counted from one moment to another. What it cannot count here is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Ticks of [`lanes::TICKS`]: they pass at one rate whatever the core's clock does, also while the
    /// thread does not run. Wall time in a finer unit, and no cycles.
    pub ticks: Option<u64>,
    /// Cycles that the core spent on the calling thread in user mode; threads that it started are not
    /// counted.
    pub cycles: Option<u64>,
}

impl Counts {
    /// Less what the reading of the counters itself took.
    #[must_use]
    pub fn less(self, overhead: Self) -> Self {
        let less = |counted: Option<u64>, overhead: Option<u64>| {
            counted.zip(overhead).map(|(counted, overhead)| counted.saturating_sub(overhead))
        };
        Self { ticks: less(self.ticks, overhead.ticks), cycles: less(self.cycles, overhead.cycles) }
    }
}

/// Ticks since `then`. None where there are none, or where a thread has come to a core whose counter
/// lags behind.
#[inline]
pub(crate) fn ticks_since(then: u64) -> Option<u64> {
    TICKS.and_then(|_| lanes::ticks().checked_sub(then))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overhead_is_taken_off_and_nothing_comes_of_nothing() {
        let counted = |ticks, cycles| Counts { ticks, cycles };
        let all = counted(Some(500), Some(700));
        assert_eq!(all.less(counted(Some(20), Some(300))), counted(Some(480), Some(400)));
        assert_eq!(all.less(counted(Some(501), Some(701))), counted(Some(0), Some(0)));
        assert_eq!(all.less(counted(Some(20), None)), counted(Some(480), None));
        assert_eq!(counted(None, None).less(all), Counts::default());
    }

    #[test]
    fn ticks_are_since_a_moment() {
        let then = lanes::ticks();
        assert_eq!(ticks_since(then).is_some(), TICKS.is_some());
        assert_eq!(ticks_since(u64::MAX), None, "not yet");
    }
}
