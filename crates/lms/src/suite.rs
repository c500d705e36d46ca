//! What benches and reports need to know of this scheme.

use measure::Suite;

/// The suite of LMS: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "lms",
    title: "LMS",
    default_set: "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
    message_len: 1024,
    sets: hbs::lms::sets,
    find: hbs::lms::find,
    backends: crate::backends,
    grammar: None,
    divan_sets: &[
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4",
    ],
    bench_sets: &[
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
        "LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4",
    ],
    quick_sets: &[
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W8",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W4",
        "LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8",
        "LMS-SHAKE-M32-H5+LMOTS-SHAKE-N32-W4",
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_that_is_measured_exists() {
        let named = [SUITE.divan_sets, SUITE.bench_sets, SUITE.quick_sets].concat();
        for name in named.into_iter().chain([SUITE.default_set]) {
            assert!((SUITE.find)(name).is_ok_and(|set| set.name == name), "{name}");
        }
    }

    #[test]
    fn backends_have_names_of_their_own() {
        let names: Vec<_> = (SUITE.backends)().iter().map(|backend| backend.about().name).collect();
        let distinct: std::collections::HashSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
    }
}
