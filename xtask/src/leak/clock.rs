//! What samples are timed by, and how long all of it has taken.

use std::time::{Duration, Instant};

/// Reads times.
pub(super) trait Clock {
    /// A counter, for the time of one sample.
    fn ticks(&self) -> u64;

    /// Since the clock was made.
    fn elapsed(&self) -> Duration;
}

/// The machine's tick counter, or nanoseconds by [`Instant`] where it has none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticks {
    began: Instant,
}

/// What [`Ticks`] counts.
pub(super) const UNIT: &str = if lanes::TICKS.is_some() { "ticks" } else { "ns" };

impl Ticks {
    pub(super) fn new() -> Self {
        Self { began: Instant::now() }
    }

    /// Where times come from, as reports say it.
    pub(super) fn source() -> String {
        match lanes::TICKS {
            Some(counter) => format!("ticks of the {counter}"),
            None => "std::time::Instant, in ns: this architecture has no tick counter".into(),
        }
    }
}

impl Clock for Ticks {
    #[inline]
    fn ticks(&self) -> u64 {
        match lanes::TICKS {
            Some(_) => lanes::ticks(),
            None => self.began.elapsed().as_nanos() as u64,
        }
    }

    fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_times_go_on() {
        let clock = Ticks::new();
        let (ticks, elapsed) = (clock.ticks(), clock.elapsed());
        std::thread::sleep(Duration::from_millis(1));
        assert!(clock.ticks() > ticks);
        assert!(clock.elapsed() > elapsed);
    }
}
