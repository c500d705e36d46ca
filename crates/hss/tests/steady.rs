//! No signature stalls: where a tree ends, the next one is there.

use hbs::{Options, WalkKind, hss};
use measure::Clock;
use signer::{Randomness, StatefulSigner};
use std::time::Duration;

/// Passes over a key, of which the shortest time of each index counts: what else the machine does
/// seldom hits the same index again.
const PASSES: usize = 5;

#[test]
#[ignore = "measures time: cargo test -p hss --release --test steady -- --ignored --nocapture"]
fn no_signature_of_a_whole_key_takes_much_more_than_the_median() {
    // How many times the median the longest signature may take. Where trees of several levels end at
    // once, each of the next ones has its public key signed.
    for (name, walk, most) in [
        ("HSS-SHA256-H5-W2-L2", WalkKind::Whole, 3.0),
        ("HSS-SHA256-H5-W2-L2", WalkKind::Subtrees, 3.0),
        ("HSS-SHA256-H5-W8-L2", WalkKind::Whole, 3.0),
        ("HSS-SHA256-H10-W4+H5-W4", WalkKind::Whole, 3.0),
        ("HSS-SHA256-H5-W1-L3", WalkKind::Whole, 6.0),
    ] {
        let params = hss::Params::of(&hss::find(name).expect("a set")).expect("a set of HSS");
        let mut times = times(&params, walk);
        let first = times[0];
        times.sort_unstable();
        let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
        let ratio = longest.as_secs_f64() / median.as_secs_f64();
        println!(
            "{name} {walk:?}: {} signatures, index 0 {first:?}, median {median:?}, 99 % {:?}, longest \
             {longest:?}: {ratio:.2} times the median",
            times.len(),
            times[times.len() * 99 / 100],
        );
        assert!(ratio <= most, "{name} {walk:?}: {longest:?} is {ratio:.2} times {median:?}");
    }
}

/// Thread CPU time of each signature of a key, the first with its trees built before.
fn times(params: &hss::Params, walk: WalkKind) -> Vec<Duration> {
    let seed = vec![7; params.levels()[0].ots.n];
    let options = Options { walk, ..Options::default() };
    let message = [0x55; 1024];
    let mut least = Vec::new();
    for _ in 0..PASSES {
        let key = hss::PrivateKey::from_seed(params.clone(), [1; 16], &seed, &options);
        let mut key = key.expect("a seed");
        key.prepare().expect("a sound key");
        let mut signature = Vec::with_capacity(params.signature_len());
        let mut index = 0;
        while key.remaining() > 0 {
            let started = Clock::start();
            let result = key.sign(&message, Randomness::Deterministic, &mut signature);
            let elapsed = started.stop();
            result.expect("an index is left");
            let time = elapsed.cpu.unwrap_or(elapsed.wall);
            match least.get_mut(index) {
                None => least.push(time),
                Some(least) => *least = time.min(*least),
            }
            index += 1;
        }
    }
    least
}
