//! What follows from the tests.

use super::battery::Findings;
use std::process::ExitCode;

/// |t| above which a difference is a leak: no run of chance comes this far, however many tests there
/// are and however often they are looked at.
pub(super) const LEAK: f64 = 10.0;

/// |t| up to which a difference is chance: with 102 tests fewer than one run in a thousand exceeds it.
pub(super) const CHANCE: f64 = 4.5;

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No test exceeds [`CHANCE`].
    NoLeak,
    /// A test exceeds [`LEAK`].
    Leak,
    /// Between the two.
    Unclear,
    /// No test has enough samples.
    TooFew,
}

impl Verdict {
    pub(super) fn of(findings: &Findings) -> Self {
        match findings.max_t() {
            None => Self::TooFew,
            Some(t) if t > LEAK => Self::Leak,
            Some(t) if t > CHANCE => Self::Unclear,
            Some(_) => Self::NoLeak,
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
        Findings { raw, cropped, sharpest: None, second_order, counted: 3 }
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
}
