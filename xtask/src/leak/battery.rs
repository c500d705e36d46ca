//! The 102 tests: of all samples, of those up to each of 100 limits, and of second order.

use super::classes::Class;
use super::crops::{CROPS, Crop, crops};
use super::moments::{Moments, Welch};

/// Number of tests.
pub(super) const TESTS: usize = CROPS as usize + 2;

/// Samples of both classes, as the tests see them. Indices of arrays are [`Class::index`].
#[derive(Clone, Debug)]
pub(super) struct Battery {
    raw: [Moments; 2],
    cropped: Vec<(Crop, [Moments; 2])>,
}

/// What the tests say. A test counts if it has enough samples of each class: `None` where it has not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Findings {
    /// Of all samples.
    pub(super) raw: Option<Welch>,
    /// Of the crop that differs most, with the share of the samples that it keeps.
    pub(super) cropped: Option<(f64, Welch)>,
    /// Of the crop that could see the smallest delay, with the share of the samples that it keeps.
    pub(super) sharpest: Option<(f64, f64)>,
    /// Of the centred squares of all samples: whether one class varies more than the other.
    pub(super) second_order: Option<Welch>,
    /// How many tests count, of [`TESTS`].
    pub(super) counted: usize,
}

impl Battery {
    /// No samples, and the crops of a first batch. Sorts it.
    pub(super) fn new(batch: &mut [u64]) -> Self {
        let cropped = crops(batch).into_iter().map(|crop| (crop, Default::default())).collect();
        Self { raw: Default::default(), cropped }
    }

    /// Takes in a sample.
    pub(super) fn push(&mut self, class: Class, ticks: u64) {
        let (class, value) = (class.index(), ticks as f64);
        self.raw[class].push(value);
        for (crop, moments) in &mut self.cropped {
            if ticks <= crop.limit {
                moments[class].push(value);
            }
        }
    }

    /// Samples of both classes.
    pub(super) fn samples(&self) -> u64 {
        self.raw.iter().map(Moments::count).sum()
    }

    /// Samples of a class.
    pub(super) fn count(&self, class: Class) -> u64 {
        self.raw[class.index()].count()
    }

    /// Mean of all samples of a class, in ticks.
    pub(super) fn mean(&self, class: Class) -> f64 {
        self.raw[class.index()].mean()
    }

    /// The tests that have `enough` samples of each class.
    pub(super) fn findings(&self, enough: u64) -> Findings {
        let counts = |of: &[Moments; 2]| of.iter().all(|class| class.count() >= enough);
        let first =
            |[fixed, random]: &[Moments; 2]| Welch::of(fixed.first_order(), random.first_order());
        let [fixed, random] = &self.raw;
        let whole = counts(&self.raw);
        let raw = first(&self.raw).filter(|_| whole);
        let second_order = Welch::of(fixed.second_order(), random.second_order()).filter(|_| whole);
        let cropped: Vec<_> = self
            .cropped
            .iter()
            .filter(|(_, moments)| counts(moments))
            .filter_map(|(crop, moments)| Some((crop.share, first(moments)?)))
            .collect();
        let sharpness = |&(share, welch): &(f64, Welch)| Some((share, self.delay(share, welch)?));
        let counted = cropped.len() + usize::from(whole) * 2;
        Findings {
            raw,
            cropped: cropped.iter().copied().max_by(|a, b| a.1.t.abs().total_cmp(&b.1.t.abs())),
            sharpest: cropped.iter().filter_map(sharpness).min_by(|a, b| a.1.total_cmp(&b.1)),
            second_order,
            counted,
        }
    }

    /// The delay of one class, in ticks, that moves its cropped mean by a standard error, about; `None`
    /// if it cannot be told.
    ///
    /// A delay d moves that mean by less: samples near the limit leave. With m(c) the mean of what is
    /// up to c, it becomes d + m(c - d), so it moves by d (1 - m'(c)). The slope m' is taken from here
    /// to the next limit.
    fn delay(&self, share: f64, welch: Welch) -> Option<f64> {
        let pooled = |[fixed, random]: &[Moments; 2]| {
            let (of_fixed, of_random) = (fixed.count() as f64, random.count() as f64);
            (fixed.mean() * of_fixed + random.mean() * of_random) / (of_fixed + of_random)
        };
        let mut from = self.cropped.iter().skip_while(|(crop, _)| crop.share < share);
        let (crop, here) = from.next()?;
        let (next, there) = from.find(|(next, _)| next.limit > crop.limit)?;
        let slope = (pooled(there) - pooled(here)) / (next.limit - crop.limit) as f64;
        // Near 1 what is left says nothing, and may be noise.
        (slope < 0.95).then(|| welch.error / (1.0 - slope.max(0.0)))
    }
}

impl Findings {
    /// The largest |t| of all tests that count.
    pub(super) fn max_t(&self) -> Option<f64> {
        let all = [self.raw, self.cropped.map(|(_, welch)| welch), self.second_order];
        all.into_iter().flatten().map(|welch| welch.t.abs()).max_by(f64::total_cmp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times from 100 up, alike in both classes but for what `change` does to those of the fixed one.
    fn battery(each: u64, change: impl Fn(u64, u64) -> u64) -> Battery {
        let mut battery = Battery::new(&mut (0..1000).map(|i| 100 + i % 50).collect::<Vec<_>>());
        for i in 0..each {
            battery.push(Class::Random, 100 + i % 50);
            battery.push(Class::Fixed, change(i, 100 + i % 50));
        }
        battery
    }

    #[test]
    fn equal_classes_have_no_t_at_all() {
        let findings = battery(20_000, |_, time| time).findings(1000);
        assert_eq!(findings.max_t(), Some(0.0));
        assert_eq!(findings.counted, TESTS);
    }

    #[test]
    fn a_difference_shows_in_all_samples_and_in_the_crops() {
        let battery = battery(20_000, |_, time| time + 2);
        assert!((battery.mean(Class::Fixed) - battery.mean(Class::Random) - 2.0).abs() < 1e-9);
        let findings = battery.findings(1000);
        // 2 ticks in standard errors of 14.43 sqrt(2 / 20,000).
        assert!((findings.raw.unwrap().t - 13.86).abs() < 0.01, "{findings:?}");
        assert!(findings.cropped.unwrap().1.t > 5.0, "{findings:?}");
        assert_eq!(findings.second_order.map(|welch| welch.t.abs() < 1e-9), Some(true));
    }

    #[test]
    fn crops_see_through_slow_samples_that_blind_the_rest() {
        // One sample in ten takes up to a hundred times as long, in both classes alike.
        let slow =
            |i: u64, time: u64| if i.is_multiple_of(10) { time + i * 7919 % 10_000 } else { time };
        let mut battery =
            Battery::new(&mut (0..1000).map(|i| slow(i, 100 + i % 49)).collect::<Vec<_>>());
        for i in 0..20_000 {
            battery.push(Class::Random, slow(i, 100 + i % 49));
            battery.push(Class::Fixed, slow(i, 103 + i % 49));
        }
        let findings = battery.findings(1000);
        assert!(findings.raw.unwrap().t < 2.0, "{findings:?}");
        let (share, welch) = findings.cropped.unwrap();
        assert!(welch.t > 10.0 && share < 0.95, "{findings:?}");
        assert!(findings.sharpest.unwrap().1 < findings.raw.unwrap().error, "{findings:?}");
    }

    #[test]
    fn a_crop_sees_half_of_a_delay_of_even_times() {
        // Each mean lies in the middle between 0 and the limit, so that it follows by half.
        let mut battery = Battery::new(&mut (0..10_000).collect::<Vec<_>>());
        for i in 0..20_000 {
            battery.push(Class::Random, i % 10_000);
            battery.push(Class::Fixed, i % 10_000);
        }
        let error = Welch { t: 0.0, error: 3.0 };
        let delay = battery.delay(0.5, error).unwrap();
        assert!((delay - 6.0).abs() < 1e-9, "{delay}");
        assert_eq!(battery.delay(1.0, error), None, "no such crop");
    }

    #[test]
    fn a_class_that_only_varies_more_shows_in_second_order() {
        let findings =
            battery(20_000, |i, time| if i / 50 % 2 == 0 { time - 10 } else { time + 10 });
        let findings = findings.findings(1000);
        assert!(findings.raw.unwrap().t.abs() < 1e-9);
        assert!(findings.second_order.unwrap().t > 10.0, "{findings:?}");
    }

    #[test]
    fn tests_with_too_few_samples_do_not_count() {
        let all = battery(1000, |_, time| time + 20);
        assert_eq!(all.findings(1001).max_t(), None);
        assert_eq!(all.findings(1001).counted, 0);
        // The tightest crops have 6.7 % of 1,000.
        let findings = all.findings(1000);
        assert!(findings.raw.is_some() && findings.counted < TESTS, "{findings:?}");
    }
}
