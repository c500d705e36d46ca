//! What benches and reports need to know of this scheme.

use measure::Suite;

/// The suite of HSS: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "hss",
    title: "HSS",
    default_set: "HSS-SHA256-H5-W2-L1",
    message_len: 1024,
    sets: hbs::hss::sets,
    find: hbs::hss::find,
    backends: crate::backends,
    grammar: Some(hbs::hss::params::GRAMMAR),
    divan_sets: &[
        "HSS-SHA256-H5-W2-L1",
        "HSS-SHA256-H5-W2-L2",
        "HSS-SHA256-H5-W4-L1",
        "HSS-SHA256-H5-W4-L2",
        "HSS-SHA256-H5-W8-L1",
        "HSS-SHA256-H10-W4-L1",
    ],
    bench_sets: &[
        "HSS-SHA256-H5-W2-L1",
        "HSS-SHA256-H5-W2-L2",
        "HSS-SHA256-H5-W4-L1",
        "HSS-SHA256-H5-W4-L2",
        "HSS-SHA256-H5-W8-L1",
        "HSS-SHA256-H5-W8-L2",
        "HSS-SHA256-H10-W4-L1",
        "HSS-SHA256-H10-W4-L2",
        "HSS-SHA256-H10-W8-L1",
        "HSS-SHA256-H10-W4+H5-W8",
        "HSS-SHA256-H5-W4-L3",
        "HSS-SHAKE-H5-W2-L1",
    ],
    quick_sets: &[
        "HSS-SHA256-H5-W2-L1",
        "HSS-SHA256-H5-W2-L2",
        "HSS-SHA256-H5-W4-L2",
        "HSS-SHA256-H10-W4-L1",
        "HSS-SHA256-H10-W4+H5-W8",
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
