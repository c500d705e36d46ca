//! Where values lie, whatever a few of them do.

/// The mean of the middle half of some values, and how sure it is.
///
/// The upper and the lower quarter of the values (rounded down) are left out: of processes that take
/// 1.7 times as long as others, one in eight does not move it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trimmed {
    /// The mean.
    pub mean: f64,
    /// Its standard error: that of the values with those that are left out drawn in to the nearest that
    /// are not (Tukey and McLaughlin 1963; Yuen 1974). 0 if the middle half are all the same.
    pub error: f64,
    /// Degrees of freedom of the error: one less than there are values in the middle half.
    pub degrees: f64,
}

impl Trimmed {
    /// Of values in any order, which are sorted; `None` of fewer than 3, which have no middle that
    /// varies.
    #[must_use]
    pub fn of(values: &mut [f64]) -> Option<Self> {
        let n = values.len();
        let cut = n / 4;
        let kept = n - 2 * cut;
        if n < 3 || kept < 2 {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        let (low, high) = (values[cut], values[n - cut - 1]);
        let mean = values[cut..n - cut].iter().sum::<f64>() / kept as f64;
        let drawn_in = || values.iter().map(|value| value.clamp(low, high));
        let center = drawn_in().sum::<f64>() / n as f64;
        let squares: f64 = drawn_in().map(|value| (value - center).powi(2)).sum();
        let error = (squares / (kept as f64 * (kept as f64 - 1.0))).sqrt();
        Some(Self { mean, error, degrees: kept as f64 - 1.0 })
    }

    /// How much farther `other` lies; the errors add, as those of Welch's test do.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        let (a, b) = (self.error.powi(2), other.error.powi(2));
        let degrees = (a + b).powi(2) / (a * a / self.degrees + b * b / other.degrees);
        let least = self.degrees.min(other.degrees);
        Self {
            mean: other.mean - self.mean,
            error: (a + b).sqrt(),
            // 0 / 0 if neither varies.
            degrees: if degrees.is_finite() { degrees } else { least },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quarters_outside_do_not_move_it() {
        let mut values = [1e9, 3.0, 1.0, 2.0, -5.0, 4.0, 2.5, 1e6];
        let of = Trimmed::of(&mut values).expect("enough");
        // 2, 2.5, 3, 4 remain; the others become 2 and 4.
        assert_eq!((of.mean, of.degrees), (2.875, 3.0));
        let center = (3.0 * 2.0 + 2.5 + 3.0 + 3.0 * 4.0) / 8.0;
        let squares = [2.0, 2.0, 2.0, 2.5, 3.0, 4.0, 4.0, 4.0].map(|v: f64| (v - center).powi(2));
        assert!((of.error - (squares.iter().sum::<f64>() / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn few_values_have_no_middle_and_equal_ones_no_error() {
        assert_eq!(Trimmed::of(&mut [1.0, 2.0]), None);
        let same = Trimmed::of(&mut [7.0; 6]).expect("enough");
        assert_eq!((same.mean, same.error), (7.0, 0.0));
        let apart = same.to(Trimmed { mean: 9.0, ..same });
        assert_eq!((apart.mean, apart.error, apart.degrees), (2.0, 0.0, 3.0));
    }
}
