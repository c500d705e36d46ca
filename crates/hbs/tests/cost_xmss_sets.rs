//! What the cost model says of all sets of XMSS and XMSS^MT, however tall, against figures that were
//! worked out elsewhere.
#![cfg(feature = "std")]

use hbs::WalkKind;
use hbs::cost::{self, Cost};
use hbs::xmss::{self, Params};

fn params(name: &str) -> Params {
    let set = xmss::find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
    Params::of(&set).expect("a set of XMSS")
}

/// From a program that is no part of this one: midstates of a private key and of a public one; a leaf,
/// a node, `PRF`, `H_msg` of 1 KiB; the mean of a one-time signature and of verifying it up to the leaf.
#[test]
fn figures_worked_out_elsewhere() {
    let mut tried = 0;
    for set in xmss::sets() {
        let (params, name) = (Params::of(set).expect("a set of XMSS"), &set.name);
        let row = xmss::params::HASHES.iter().position(|hash| *hash == params.hash);
        let ([secret, public], [leaf, node, prf, hash], [sign, verify]) =
            ELSEWHERE[row.expect("one of them")];
        let (height, d) = (params.layer_height(), u64::from(params.d));
        let tree = (leaf << height) + ((1 << height) - 1) * node;
        for walk in [WalkKind::Default, WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute] {
            let mut cost = cost::Xmss::new(params, walk);
            assert_eq!(cost.generate(), secret + tree, "{name}");
            assert_eq!(cost.load(0), secret + tree, "{name}");
            let path = if walk == WalkKind::Recompute { tree as f64 } else { 0.0 };
            let near =
                |cost: f64, due: f64| assert!((cost / due - 1.0).abs() < 1e-5, "{name}: {cost}");
            let links = (d - 1) as f64 * (tree as f64 + sign + path);
            assert!(d == 1 || (cost.clone().prepare(None).mean / links - 1.0).abs() < 1e-5);
            cost.prepare(None);
            let fixed = (prf + hash) as f64;
            // The last signature leaves nothing to be built.
            cost.sign_until((1 << params.h) - 1);
            near(cost.sign(1024, None, None).mean, fixed + sign + path);
            assert_eq!(cost.sign(1024, None, None), Cost::default());
            let climb = d as f64 * verify + (params.h as u64 * node) as f64;
            near(cost.verify(1024, None).mean, (public + hash) as f64 + climb);
        }
        tried += 1;
    }
    assert_eq!(tried, 77);
}

type Row = ([u64; 2], [u64; 4], [f64; 2]);

const ELSEWHERE: [Row; 7] = [
    ([3, 1], [4550, 6, 1, 19], [2130.31, 2419.69]),
    ([3, 1], [8771, 6, 1, 11], [4052.42, 4718.58]),
    ([0, 0], [3346, 4, 1, 7], [1564.23, 1781.77]),
    ([1, 0], [9162, 8, 2, 10], [4175.31, 5101.45]),
    ([0, 0], [4327, 8, 2, 18], [1974.69, 2352.31]),
    ([0, 0], [3346, 4, 1, 9], [1564.23, 1781.77]),
    ([0, 0], [2546, 4, 1, 9], [1174.62, 1371.38]),
];

/// Trees of 48 MiB are kept whole if there is only one of them.
#[test]
fn the_default_is_that_of_keys() {
    for (name, means) in [
        ("XMSS-SHA2_20_192", WalkKind::Whole),
        ("XMSS-SHA2_20_256", WalkKind::Subtrees),
        ("XMSSMT-SHAKE256_40/2_192", WalkKind::Subtrees),
        ("XMSSMT-SHAKE_60/6_512", WalkKind::Whole),
    ] {
        let costs = [WalkKind::Default, WalkKind::Whole, WalkKind::Subtrees].map(|walk| {
            let mut key = cost::Xmss::new(params(name), walk);
            key.sign_until(900);
            (walk, key.sign(100, None, None))
        });
        let [(_, default), rest @ ..] = costs;
        for (walk, cost) in rest {
            assert_eq!(cost == default, walk == means, "{name}");
        }
    }
}

/// No signature of a key that only signs costs much more than a leaf for each layer but the top, and
/// one for the walk, whatever its walk keeps.
#[test]
fn signing_is_bounded() {
    for set in xmss::sets() {
        let params = Params::of(set).expect("a set of XMSS");
        let row = xmss::params::HASHES.iter().position(|hash| *hash == params.hash);
        let (_, [leaf, ..], [sign, _]) = ELSEWHERE[row.expect("one of them")];
        for walk in [WalkKind::Whole, WalkKind::Subtrees] {
            let mut key = cost::Xmss::new(params, walk);
            let most = f64::from(2 * params.d) * (leaf as f64 * 1.1 + sign) + 1000.0;
            for layer in 1..params.d {
                key.sign_until((1 << (layer * params.layer_height())) - 3);
                for _ in 0..6 {
                    let (at, cost) = (key.index(), key.sign(100, None, None));
                    assert!(cost.mean < most, "{} {walk:?} at {at}: {cost:?}", set.name);
                }
            }
        }
    }
}
