//! Sets whose keys take from seconds to hours to generate. Each test takes the set that the
//! environment variable `PARAM_SET` names, or all of its own.

use hbs::xmss::{Params, sets};
use rand::SeedableRng;
use rand::rngs::StdRng;
use signer::conformance::{Check, Effort, cross, run};
use signer::{ParameterSet, RandCore};

/// The sets with trees of one of `heights`, or the one that is asked for.
fn chosen(heights: &[u32]) -> Vec<&'static ParameterSet> {
    let asked = std::env::var("PARAM_SET").ok();
    let chosen = sets().iter().filter(|set| match &asked {
        Some(asked) => set.name == *asked,
        None => Params::of(set).is_some_and(|params| heights.contains(&params.layer_height())),
    });
    chosen.collect()
}

fn crosswise(heights: &[u32]) {
    let chosen = chosen(heights);
    assert!(!chosen.is_empty(), "PARAM_SET names no set");
    for set in chosen {
        let entropy = &mut RandCore(StdRng::seed_from_u64(7));
        let cells = cross(xmss::backends(), set, entropy);
        for cell in cells.unwrap_or_else(|error| panic!("{}: {error}", set.name)) {
            assert!(cell.holds(), "{}: {cell:?}", set.name);
        }
    }
}

#[test]
#[ignore = "4 minutes: cargo test -p xmss --release --test expensive height_10 -- --ignored"]
fn height_10() {
    crosswise(&[10]);
}

#[test]
#[ignore = "half an hour: cargo test -p xmss --release --test expensive height_16 -- --ignored"]
fn height_16() {
    crosswise(&[16]);
}

#[test]
#[ignore = "over a day, 15 minutes with PARAM_SET=XMSS-SHA2_20_256: cargo test -p xmss --release \
            --test expensive height_20 -- --ignored"]
fn height_20() {
    crosswise(&[20]);
}

#[test]
#[ignore = "hours; to be run with PARAM_SET: cargo test -p xmss --release --test expensive \
            everything -- --ignored"]
fn everything() {
    for set in chosen(&[5, 10]) {
        for backend in xmss::backends().iter().filter(|backend| backend.support(set).runs()) {
            let entropy = &mut RandCore(StdRng::seed_from_u64(7));
            let report = run(*backend, set, entropy, Effort::FULL);
            let short = backend.about().name == "purecrypto" && set.name.contains("_40/");
            let due: &[Check] = if short { &[Check::Indices, Check::LastIndex] } else { &[] };
            assert_eq!(report.failed(), due, "{report}");
        }
    }
}
