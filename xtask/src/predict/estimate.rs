//! What an operation takes beside its hash limit, by the parameters: hashes that nothing runs beside,
//! lanes without work, and what is no hashing.
//!
//! Half of the truth is enough: what is wrong in all sets alike cancels out. So the counts here leave out
//! what is small, where [`hbs::cost`] is exact.

mod parts;

use measure::Work;
use measure::record::Operation;
use signer::ParameterSet;

use super::prices::Prices;
use parts::Parts;

/// Nanoseconds beside the hash limit; `None` of a set that this program does not know.
pub(super) fn estimate(
    set: &ParameterSet,
    operation: Operation,
    message_len: usize,
    prices: &Prices,
) -> Option<f64> {
    let parts = Parts::of(set, message_len)?;
    let block = prices.narrow.sha256;
    let chains = |count: usize| count as f64 * block * CHAIN;
    let whole = |tree: &parts::Tree| tree.chains << tree.height;
    let top = parts.trees.first()?;
    let all: usize = parts.trees.iter().map(|tree| tree.chains).sum();
    Some(match operation {
        Operation::Keygen => chains(whole(top)),
        Operation::Sign if parts.stateless => chains(parts.trees.iter().map(whole).sum()),
        Operation::Sign => {
            let bottom = &parts.trees[parts.trees.len() - 1..];
            // Of a tree below the top, a leaf of the one that comes next is computed as well.
            let leaves = if parts.trees.len() > 1 { 2 } else { 1 };
            block * CALL
                + alone(parts.message, prices)
                + idle(bottom, parts.step, prices)
                + chains(leaves * bottom[0].chains)
        }
        Operation::Verify => {
            let idle = |trees: &[parts::Tree]| idle(trees, parts.step, prices);
            let lanes: f64 = match parts.together {
                true => idle(&parts.trees),
                false => parts.trees.chunks(1).map(idle).sum(),
            };
            block * CALL + alone(parts.verify, prices) + lanes + chains(all)
        }
        // All hashes of one kind run beside each other.
        Operation::VerifyMany => chains(all),
        _ => return None,
    })
}

/// What a call of signing or verifying takes that is no hashing, in SHA-256 compressions one after the
/// other: 2 us on the machine of the first records.
const CALL: f64 = 60.0;

/// What a chain takes that is no hashing, such as moving it into a lane and back: 11 ns there.
const CHAIN: f64 = 1.0 / 3.0;

/// What hashes take more than at their best if nothing runs beside them.
fn alone(calls: Work, prices: &Prices) -> f64 {
    calls.limit(prices.narrow) - calls.limit(prices.wide)
}

/// What lanes without work take if the chains of these trees, the longest first, are run as many at a
/// time as there are lanes, until the longest of those ends. Lengths are as they come out on average.
fn idle(trees: &[parts::Tree], step: Work, prices: &Prices) -> f64 {
    let lanes = if step.sha256 > 0.0 { prices.lanes } else { prices.lanes.div_ceil(2) };
    let mut lengths = Vec::new();
    for tree in trees {
        let one = f64::from(tree.last_step) / (tree.chains + 1) as f64;
        lengths.extend((1..=tree.chains).map(|i| one * i as f64));
    }
    lengths.sort_by(|a, b| b.total_cmp(a));
    let longest: f64 = lengths.iter().step_by(lanes).sum();
    let steps: f64 = lengths.iter().sum();
    (longest * lanes as f64 - steps).max(0.0) * step.limit(prices.wide)
}
