//! What benches and reports need to know of this scheme.

use measure::Suite;

/// The suite of SPHINCS+ and SLH-DSA: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "sphincs",
    title: "SPHINCS+ and SLH-DSA",
    default_set: "SLH-DSA-SHAKE-128f",
    message_len: 32,
    sets: hbs::sphincs::sets,
    find: hbs::sphincs::find,
    backends: crate::backends,
    grammar: None,
    divan_sets: &[
        "SLH-DSA-SHA2-128s",
        "SLH-DSA-SHA2-128f",
        "SLH-DSA-SHA2-192f",
        "SLH-DSA-SHA2-256f",
        "SLH-DSA-SHAKE-128f",
        "SLH-DSA-SHAKE-256f",
        "SPHINCS+-SHA2-128f-simple",
        "SPHINCS+-SHAKE-128f-simple",
        "SPHINCS+-SHAKE-128f-robust",
    ],
    bench_sets: &[
        "SLH-DSA-SHA2-128s",
        "SLH-DSA-SHA2-128f",
        "SLH-DSA-SHA2-192s",
        "SLH-DSA-SHA2-192f",
        "SLH-DSA-SHA2-256s",
        "SLH-DSA-SHA2-256f",
        "SLH-DSA-SHAKE-128s",
        "SLH-DSA-SHAKE-128f",
        "SLH-DSA-SHAKE-192s",
        "SLH-DSA-SHAKE-192f",
        "SLH-DSA-SHAKE-256s",
        "SLH-DSA-SHAKE-256f",
        "SPHINCS+-SHA2-128s-simple",
        "SPHINCS+-SHA2-128f-simple",
        "SPHINCS+-SHA2-192s-simple",
        "SPHINCS+-SHA2-192f-simple",
        "SPHINCS+-SHA2-256s-simple",
        "SPHINCS+-SHA2-256f-simple",
        "SPHINCS+-SHAKE-128s-simple",
        "SPHINCS+-SHAKE-128f-simple",
        "SPHINCS+-SHAKE-192s-simple",
        "SPHINCS+-SHAKE-192f-simple",
        "SPHINCS+-SHAKE-256s-simple",
        "SPHINCS+-SHAKE-256f-simple",
        "SPHINCS+-SHA2-128s-robust",
        "SPHINCS+-SHA2-128f-robust",
        "SPHINCS+-SHA2-192s-robust",
        "SPHINCS+-SHA2-192f-robust",
        "SPHINCS+-SHA2-256s-robust",
        "SPHINCS+-SHA2-256f-robust",
        "SPHINCS+-SHAKE-128s-robust",
        "SPHINCS+-SHAKE-128f-robust",
        "SPHINCS+-SHAKE-192s-robust",
        "SPHINCS+-SHAKE-192f-robust",
        "SPHINCS+-SHAKE-256s-robust",
        "SPHINCS+-SHAKE-256f-robust",
    ],
    quick_sets: &[
        "SLH-DSA-SHA2-128s",
        "SLH-DSA-SHA2-128f",
        "SLH-DSA-SHA2-192f",
        "SLH-DSA-SHA2-256f",
        "SLH-DSA-SHAKE-128s",
        "SLH-DSA-SHAKE-128f",
        "SLH-DSA-SHAKE-192f",
        "SLH-DSA-SHAKE-256f",
        "SPHINCS+-SHA2-128f-simple",
        "SPHINCS+-SHAKE-128f-simple",
        "SPHINCS+-SHAKE-128f-robust",
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
