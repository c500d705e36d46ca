//! What benches and reports need to know of this scheme.

use measure::Suite;

/// The suite of XMSS and XMSS^MT: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "xmss",
    title: "XMSS and XMSS^MT",
    default_set: "XMSS-SHA2_10_256",
    message_len: 1024,
    sets: hbs::xmss::sets,
    find: hbs::xmss::find,
    backends: crate::backends,
    grammar: None,
    divan_sets: &[
        "XMSS-SHA2_10_256",
        "XMSS-SHA2_10_192",
        "XMSS-SHAKE_10_256",
        "XMSSMT-SHA2_20/2_256",
        "XMSSMT-SHA2_20/4_256",
        "XMSSMT-SHA2_40/8_256",
    ],
    bench_sets: &[
        "XMSS-SHA2_10_256",
        "XMSS-SHA2_10_192",
        "XMSS-SHAKE_10_256",
        "XMSS-SHAKE256_10_256",
        "XMSS-SHA2_10_512",
        "XMSSMT-SHA2_20/2_256",
        "XMSSMT-SHA2_20/4_256",
        "XMSSMT-SHA2_40/8_256",
        "XMSSMT-SHA2_60/12_256",
        "XMSSMT-SHAKE_20/4_256",
    ],
    quick_sets: &[
        "XMSS-SHA2_10_256",
        "XMSS-SHA2_10_192",
        "XMSS-SHAKE_10_256",
        "XMSSMT-SHA2_20/2_256",
        "XMSSMT-SHA2_20/4_256",
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
