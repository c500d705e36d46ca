//! What benches and reports need to know of this scheme.

use hbs::WalkKind;
use hbs::cost::{self, Cost, Costs};
use hbs::xmss::Params;
use measure::record::Operation;
use measure::{Suite, Work};
use signer::ParameterSet;

/// The suite of XMSS and XMSS^MT: its sets and its backends.
pub static SUITE: Suite = Suite {
    name: "xmss",
    title: "XMSS and XMSS^MT",
    default_set: "XMSS-SHA2_10_256",
    message_len: 1024,
    sets: hbs::xmss::sets,
    find: hbs::xmss::find,
    backends: crate::backends,
    work,
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
    rival_sets: &["XMSS-SHA2_10_256"],
    life_sets: &["XMSS-SHA2_10_256", "XMSSMT-SHA2_20/4_256"],
};

/// What an operation has to hash, if as much of the trees is kept as by default; signing, with all trees
/// there.
fn work(set: &ParameterSet, operation: Operation, message_len: usize) -> Option<Work> {
    let params = Params::of(set)?;
    let mut key = cost::Xmss::new(params, WalkKind::Default);
    let cost = match operation {
        Operation::Keygen => Cost::exactly(key.generate()),
        Operation::Sign => {
            // The first one builds what key generation left out. After it most are alike; those that
            // begin a tree, or let one above the bottom grow, cost more. Times are medians too.
            key.sign_until(1);
            let mut some: Vec<_> = (0..SOME).map(|_| key.sign(message_len, None, None)).collect();
            some.sort_by(|a, b| a.mean.total_cmp(&b.mean));
            some[some.len() / 2]
        }
        Operation::Verify | Operation::VerifyMany => key.verify(message_len, None),
        _ => return None,
    };
    Some(Costs::of(params.hash.function, cost).means().into())
}

/// Signatures that the work of one is the median of: all of the smallest key but the first.
const SOME: usize = 31;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_is_sound() {
        assert_eq!(SUITE.flaws(), Vec::<String>::new());
    }
}
