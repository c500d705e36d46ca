//! Mean and variance of samples as they come, and Welch's t of two classes.

/// Count, mean and sums of powers of the distance to it, of samples of which none is kept.
///
/// Updated as by Welford, and by Pébay (Sandia report SAND2008-6212) for the third and fourth power:
/// sums of plain powers would lose all digits to cancellation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    n: u64,
    mean: f64,
    squares: f64,
    cubes: f64,
    fourths: f64,
}

/// What a test compares: the mean of some values, and how sure it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    n: u64,
    mean: f64,
    variance: f64,
}

/// Welch's test of two means whose variances may differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Welch {
    /// Difference of the means, first minus second, in standard errors. Infinite if neither class
    /// varies and they differ.
    pub(super) t: f64,
    /// Standard error of the difference, in the unit of the values.
    pub(super) error: f64,
}

impl Moments {
    pub(super) fn push(&mut self, value: f64) {
        let before = self.n as f64;
        self.n += 1;
        let n = self.n as f64;
        let delta = value - self.mean;
        let step = delta / n;
        let square = delta * step * before;
        self.mean += step;
        self.fourths += square * step * step * (n * n - 3.0 * n + 3.0)
            + 6.0 * step * step * self.squares
            - 4.0 * step * self.cubes;
        self.cubes += square * step * (n - 2.0) - 3.0 * step * self.squares;
        self.squares += square;
    }

    /// Number of values.
    pub(super) fn count(&self) -> u64 {
        self.n
    }

    pub(super) fn mean(&self) -> f64 {
        self.mean
    }

    /// Of the values themselves.
    pub(super) fn first_order(&self) -> Estimate {
        self.estimate(self.mean, self.squares)
    }

    /// Of the squares of their distances to their mean.
    pub(super) fn second_order(&self) -> Estimate {
        let n = self.n.max(1) as f64;
        self.estimate(self.squares / n, self.fourths - self.squares * self.squares / n)
    }

    /// `squares`: the sum of squares of the distances to `mean`, never below 0 but for rounding.
    fn estimate(&self, mean: f64, squares: f64) -> Estimate {
        let degrees = self.n.saturating_sub(1) as f64;
        Estimate { n: self.n, mean, variance: squares.max(0.0) / degrees }
    }
}

impl Welch {
    /// `None` with fewer than 2 values of a class, which have no variance.
    pub(super) fn of(first: Estimate, second: Estimate) -> Option<Self> {
        if first.n.min(second.n) < 2 {
            return None;
        }
        let share = |of: Estimate| of.variance / of.n as f64;
        let error = (share(first) + share(second)).sqrt();
        let difference = first.mean - second.mean;
        // 0 / 0 is no number, but two classes of the same constant time do not differ.
        let t = if difference == 0.0 { 0.0 } else { difference / error };
        Some(Self { t, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[f64]) -> Moments {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        moments
    }

    #[track_caller]
    fn close(found: f64, due: f64) {
        assert!((found - due).abs() <= 1e-12 * due.abs().max(1.0), "{found} is not {due}");
    }

    #[test]
    fn the_moments_are_those_worked_by_hand() {
        // Distances to the mean 5: -3 -1 -1 -1 0 0 2 4.
        let of = moments(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert_eq!(of.count(), 8);
        close(of.mean(), 5.0);
        close(of.first_order().variance, 32.0 / 7.0);
        close(of.cubes, -27.0 - 3.0 + 8.0 + 64.0);
        close(of.fourths, 81.0 + 3.0 + 16.0 + 256.0);
        // Squares 9 1 1 1 0 0 4 16: mean 4, distances 5 -3 -3 -3 -4 -4 0 12.
        close(of.second_order().mean, 4.0);
        close(of.second_order().variance, (25.0 + 27.0 + 32.0 + 144.0) / 7.0);
    }

    #[test]
    fn welch_is_what_it_is_by_hand() {
        // Means 3 and 6, variances 2.5 and 4, so the error is sqrt(2.5 / 5 + 4 / 3).
        let fixed = moments(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        let random = moments(&[4.0, 6.0, 8.0]);
        let error = (0.5f64 + 4.0 / 3.0).sqrt();
        let welch = Welch::of(fixed.first_order(), random.first_order()).expect("enough");
        close(welch.error, error);
        close(welch.t, -3.0 / error);
        // Squares 4 1 0 1 4, mean 2, variance 3.5, and 4 0 4, mean 8/3, variance 16/3.
        let error = (3.5f64 / 5.0 + 16.0 / 9.0).sqrt();
        let welch = Welch::of(fixed.second_order(), random.second_order()).expect("enough");
        close(welch.error, error);
        close(welch.t, (2.0 - 8.0 / 3.0) / error);
    }

    #[test]
    fn moments_far_from_zero_keep_their_digits() {
        let (near, far): (Vec<_>, Vec<_>) =
            (0..1000).map(|i| f64::from(i * i % 17)).map(|value| (value, value + 1e9)).unzip();
        let (near, far) = (moments(&near).second_order(), moments(&far).second_order());
        assert!((near.mean - far.mean).abs() < 1e-5, "{near:?} {far:?}");
        assert!((near.variance - far.variance).abs() < 1e-3, "{near:?} {far:?}");
    }

    #[test]
    fn constant_times_differ_infinitely_or_not_at_all() {
        let (three, four) = (moments(&[3.0; 4]).first_order(), moments(&[4.0; 4]).first_order());
        assert_eq!(Welch::of(three, three), Some(Welch { t: 0.0, error: 0.0 }));
        assert_eq!(Welch::of(four, three).map(|welch| welch.t), Some(f64::INFINITY));
        assert_eq!(Welch::of(moments(&[3.0]).first_order(), three), None);
        assert_eq!(Welch::of(three, moments(&[]).second_order()), None);
    }
}
