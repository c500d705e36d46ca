//! What work took that another process did: it says so itself.

use super::Elapsed;
use crate::counts::Counts;
use std::cell::Cell;
use std::time::Duration;

/// What a piece of work took elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// Wall time.
    pub(crate) wall: Duration,
    /// CPU time of the thread that did it.
    pub(crate) cpu: Option<Duration>,
    /// Bytes that it allocated.
    pub(crate) bytes: Option<u64>,
    /// Its allocations.
    pub(crate) allocations: Option<u64>,
    /// Bytes that it had at once, at most, above those that there were before.
    pub(crate) peak: Option<u64>,
}

thread_local! {
    static TOLD: Cell<Option<Told>> = const { Cell::new(None) };
}

/// Tells what work took that was done for this thread. The clock that runs on this thread stops with that
/// instead of what it reads; told several times, with all of it.
pub(crate) fn tell(told: Told) {
    TOLD.set(Some(TOLD.get().map_or(told, |before| before.and(told))));
}

/// What was told since this was called last.
pub(crate) fn take() -> Option<Told> {
    TOLD.take()
}

impl Told {
    /// This, and that after it. What one of them does not know is not known.
    fn and(self, next: Self) -> Self {
        // Figures come from outside: they may be anything.
        let count = |one: Option<u64>, other: Option<u64>| Some(one?.saturating_add(other?));
        Self {
            wall: self.wall.saturating_add(next.wall),
            cpu: self.cpu.zip(next.cpu).map(|(one, other)| one.saturating_add(other)),
            bytes: count(self.bytes, next.bytes),
            allocations: count(self.allocations, next.allocations),
            // What is told of several times is verifying, which leaves nothing behind.
            peak: self.peak.zip(next.peak).map(|(one, other)| one.max(other)),
        }
    }

    /// As a clock would have it.
    pub(super) fn elapsed(self) -> Elapsed {
        let Self { wall, cpu, .. } = self;
        Elapsed { wall, cpu, counts: Counts::default(), elsewhere: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    #[test]
    fn a_clock_stops_with_what_it_is_told() {
        let ns = Duration::from_nanos;
        let told = |wall, cpu| Told {
            wall: ns(wall),
            cpu,
            bytes: Some(5),
            allocations: None,
            peak: Some(wall),
        };
        tell(told(9, None));
        let clock = Clock::start();
        tell(told(70, Some(ns(60))));
        tell(told(7, Some(ns(6))));
        let elapsed = clock.stop();
        assert_eq!((elapsed.wall, elapsed.cpu, elapsed.elsewhere), (ns(77), Some(ns(66)), true));
        assert_eq!(elapsed.less(Clock::overhead()), elapsed);
        assert!(!Clock::start().stop().elsewhere);
        tell(told(1, Some(ns(1))));
        tell(told(1, None));
        let both = take().expect("told");
        assert_eq!((both.cpu, both.bytes, both.allocations), (None, Some(10), None));
        assert_eq!(take(), None);
        let most = Told { bytes: Some(u64::MAX), ..told(1, None) };
        tell(most);
        tell(most);
        assert_eq!(take().and_then(|told| told.bytes), Some(u64::MAX), "and no overflow");
    }

    #[test]
    fn of_peaks_the_highest_counts_if_all_are_known() {
        let told = |peak| Told { peak, ..Told::default() };
        let both = |one, other| told(one).and(told(other)).peak;
        assert_eq!((both(Some(7), Some(5)), both(Some(5), Some(7))), (Some(7), Some(7)));
        assert_eq!(
            (both(Some(7), None), both(None, Some(7)), both(None, None)),
            (None, None, None)
        );
        assert_eq!(both(Some(0), Some(0)), Some(0));
        assert_eq!(both(Some(u64::MAX), Some(u64::MAX)), Some(u64::MAX));
    }
}
