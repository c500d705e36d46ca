//! What benches and reports need to know of this scheme.

use hbs::cost;
use hbs::sphincs::Params;
use measure::record::Operation;
use measure::{Suite, Work};
use signer::ParameterSet;

/// The suite of SPHINCS+ and SLH-DSA: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "sphincs",
    title: "SPHINCS+ and SLH-DSA",
    default_set: "SLH-DSA-SHAKE-128f",
    message_len: 32,
    sets: hbs::sphincs::sets,
    find: hbs::sphincs::find,
    backends: crate::backends,
    work,
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
    rival_sets: &[
        "SLH-DSA-SHA2-128f",
        "SLH-DSA-SHA2-128s",
        "SLH-DSA-SHAKE-128f",
        "SLH-DSA-SHAKE-128s",
    ],
    life_sets: &[],
};

/// What an operation has to hash.
fn work(set: &ParameterSet, operation: Operation, message_len: usize) -> Option<Work> {
    let key = cost::Sphincs::new(Params::of(set)?);
    let costs = match operation {
        Operation::Keygen => key.generate(),
        Operation::Sign => key.sign(message_len, None),
        Operation::Verify | Operation::VerifyMany => key.verify(message_len, None),
        _ => return None,
    };
    Some(costs.means().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_sound() {
        assert_eq!(SUITE.flaws(), Vec::<String>::new());
    }
}
