//! What follows from the tests.

use super::battery::{Findings, TESTS};
use std::process::ExitCode;

/// |t| above which a difference is a leak: no run of chance comes this far, however many tests there
/// are and however often they are looked at.
pub(super) const LEAK: f64 = 10.0;

/// |t| up to which a difference is chance: with 102 tests fewer than one run in a thousand exceeds it.
pub(super) const CHANCE: f64 = 4.5;

/// Tests that must count before there is no leak. The one of all samples is blinded by the slowest: a
/// toy that takes ten times as long for the right secret has passed it. The upper half of the crops
/// keeps 97 % of the samples, so this asks for few more; it fails where the machine has become slower
/// since the first batch.
const COUNTED: usize = TESTS / 2;

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No test exceeds [`CHANCE`], and at least [`COUNTED`] would have shown it.
    NoLeak,
    /// A test exceeds [`LEAK`].
    Leak,
    /// Between the two.
    Unclear,
    /// No test exceeds [`CHANCE`], but too few have enough samples.
    TooFew,
}

impl Verdict {
    pub(super) fn of(findings: &Findings) -> Self {
        match findings.max_t() {
            Some(t) if t > LEAK => Self::Leak,
            Some(t) if t > CHANCE => Self::Unclear,
            Some(_) if findings.counted >= COUNTED => Self::NoLeak,
            _ => Self::TooFew,
        }
    }

    /// 0 means that enough samples were taken and nothing was found, 1 a leak and nothing else.
    pub(super) fn code(self) -> u8 {
        match self {
            Self::NoLeak => 0,
            Self::Leak => 1,
            Self::Unclear | Self::TooFew => 3,
        }
    }

    /// [`code`](Self::code) as a program ends with it.
    pub(super) fn exit_code(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::super::moments::Welch;
    use super::*;

    /// Findings with these `t`, of all samples, of the best crop and of second order.
    fn findings(t: [Option<f64>; 3]) -> Findings {
        let [raw, cropped, second_order] = t.map(|t| t.map(|t| Welch { t, error: 1.0 }));
        let cropped = cropped.map(|welch| (0.5, welch));
        Findings { raw, cropped, sharpest: None, second_order, counted: COUNTED }
    }

    #[test]
    fn the_largest_t_of_any_test_decides_with_either_sign() {
        for t in [-4.5, 0.0, 4.5] {
            let verdict = Verdict::of(&findings([Some(t), None, Some(1.0)]));
            assert_eq!((verdict, verdict.code()), (Verdict::NoLeak, 0));
        }
        for t in [-10.0, -4.6, 4.6, 10.0] {
            let verdict = Verdict::of(&findings([Some(1.0), Some(t), None]));
            assert_eq!((verdict, verdict.code()), (Verdict::Unclear, 3));
        }
        for t in [-10.1, 11.0, f64::INFINITY] {
            let verdict = Verdict::of(&findings([Some(0.0), Some(-5.0), Some(t)]));
            assert_eq!((verdict, verdict.code()), (Verdict::Leak, 1));
        }
    }

    #[test]
    fn no_test_is_no_verdict() {
        let verdict = Verdict::of(&findings([None; 3]));
        assert_eq!((verdict, verdict.code()), (Verdict::TooFew, 3));
    }

    #[test]
    fn few_tests_can_find_a_leak_but_not_exclude_it() {
        let few = |t| Findings { counted: COUNTED - 1, ..findings([Some(t), None, None]) };
        assert_eq!(Verdict::of(&few(1.0)), Verdict::TooFew);
        assert_eq!(Verdict::of(&few(5.0)), Verdict::Unclear);
        assert_eq!(Verdict::of(&few(11.0)), Verdict::Leak);
    }
}
