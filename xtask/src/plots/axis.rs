//! Logarithmic axes: where a value lies, and which values have a tick.

/// A logarithmic axis from a low value to a high one, over a stretch of the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Log {
    /// An axis that has room for all `values` and a little more; `from` is where the low end lies.
    /// `None` without positive values.
    pub(crate) fn around(
        values: impl Iterator<Item = f64>,
        (from, to): (f64, f64),
    ) -> Option<Self> {
        let mut ends = None;
        for value in values.filter(|value| *value > 0.0) {
            let (low, high) = ends.unwrap_or((value, value));
            ends = Some((value.min(low), value.max(high)));
        }
        // A tenth of a decade at each end.
        ends.map(|(low, high)| Self { low: low / 1.26, high: high * 1.26, from, to })
    }

    /// An axis between two positive values.
    pub(crate) const fn between((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self { low, high, from, to }
    }

    /// Where `value` lies; at an end if it is beyond.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = (value.max(self.low) / self.low).ln() / (self.high / self.low).ln();
        self.from + share.min(1.0) * (self.to - self.from)
    }

    /// Values with a tick: 1, 2 and 5 of each decade over up to two decades, 1 and 3 over up to three
    /// and a half, else 1 alone.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = match decades {
            d if d <= 2.0 => &[1.0, 2.0, 5.0],
            d if d <= 3.5 => &[1.0, 3.0],
            _ => &[1.0],
        };
        let mut ticks = Vec::new();
        let mut decade = 1.0;
        while decade > self.low {
            decade /= 10.0;
        }
        while decade <= self.high {
            let inside = |tick: &f64| (self.low..=self.high).contains(tick);
            ticks.extend(steps.iter().map(|step| step * decade).filter(inside));
            decade *= 10.0;
        }
        ticks
    }
}

/// Nanoseconds as a tick has them: `50 µs`.
pub(crate) fn time_tick(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 999.5 => (ns, "ns"),
        ns if ns < 999_500.0 => (ns / 1e3, "µs"),
        ns if ns < 999_500_000.0 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{value:.0} {unit}")
}

/// The step of an axis from 0 to `most` that gives it 4 to 8 ticks: a power of two, as trees are.
pub(crate) fn power_of_two_step(most: usize) -> usize {
    1 << (most / 4).max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_by_their_logarithm() {
        let axis = Log::between((1.0, 100.0), (0.0, 200.0));
        assert_eq!([1.0, 10.0, 100.0].map(|value| axis.at(value).round()), [0.0, 100.0, 200.0]);
        assert_eq!([0.5, 1000.0].map(|value| axis.at(value)), [0.0, 200.0], "at the ends");
        assert_eq!(axis.ticks(), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
        assert!(Log::around([0.0].into_iter(), (0.0, 1.0)).is_none());
        let wide = Log::around([30.0, 4e6].into_iter(), (0.0, 1.0)).expect("values");
        assert_eq!(
            wide.ticks().iter().map(|tick| time_tick(*tick)).collect::<Vec<_>>(),
            ["100 ns", "1 µs", "10 µs", "100 µs", "1 ms"]
        );
    }

    #[test]
    fn steps_are_powers_of_two() {
        assert_eq!([0, 3, 32, 277, 1024, 4096].map(power_of_two_step), [1, 1, 8, 64, 256, 1024]);
    }
}
