//! What a signer keeps in memory.

use hbs::{hss, lms, xmss};
use measure::record::Operation;

use super::candidate::Figure;
use crate::catalog::{SetEntry, TimeEntry};

/// The key in use, with the heap and the stack of signing; `None` if nothing is known of it.
///
/// A stateless key is as long as it was measured. A stateful one of the native backend grows: each level
/// below the top has the tree in use and the one that comes next, whose lengths follow from the
/// parameters ([`hbs::WalkKind::Default`]); what is beside them is taken from the measured sets of the
/// scheme, the largest. Of other backends measured sets have what was measured of a new key.
pub(super) fn of(set: &SetEntry, times: &[&TimeEntry], backend: &str) -> Option<Figure> {
    let measured = |name: &str| {
        let memory = |operation: Operation| {
            let is = |time: &&&TimeEntry| time.set == name && time.operation == operation;
            times.iter().find(is)?.memory
        };
        let (keygen, sign) = (memory(Operation::Keygen)?, memory(Operation::Sign)?);
        Some((keygen.live_key?, sign.heap.unwrap_or(0) + sign.stack.unwrap_or(0)))
    };
    let figure = |bytes: u64, predicted| Figure { value: bytes as f64, predicted, error: None };
    if !set.stateful || backend != "native" {
        return measured(&set.name).map(|(key, sign)| figure(key + sign, false));
    }
    let trees = |set: &str| Some(trees(&heights(set)?));
    let beside = |name: &str| {
        let (key, sign) = measured(name)?;
        Some(key.saturating_sub(trees(name)?.0) + sign)
    };
    let mut alike: Vec<_> =
        times.iter().filter(|time| !time.predicted).map(|time| &*time.set).collect();
    alike.dedup();
    let prefix = set.suite.to_ascii_uppercase();
    let alike = alike.into_iter().filter(|name| name.starts_with(&prefix));
    let (top, below) = trees(&set.name)?;
    let beside = beside(&set.name).or_else(|| alike.filter_map(beside).max())?;
    Some(figure(top + below + beside, below > 0 || measured(&set.name).is_none()))
}

/// Bytes of a node, and the heights of the trees, that at the top first.
struct Heights {
    n: u64,
    heights: Vec<u32>,
}

fn heights(name: &str) -> Option<Heights> {
    if let Some(params) = lms::find(name).ok().as_ref().and_then(lms::Params::of) {
        return Some(Heights { n: params.lms.m as u64, heights: vec![params.lms.h] });
    }
    if let Some(params) = hss::find(name).ok().as_ref().and_then(hss::Params::of) {
        let heights = params.levels().iter().map(|level| level.lms.h).collect();
        return Some(Heights { n: params.levels()[0].lms.m as u64, heights });
    }
    let params = xmss::Params::of(&xmss::find(name).ok()?)?;
    let heights = vec![params.layer_height(); params.d as usize];
    Some(Heights { n: params.n() as u64, heights })
}

/// Bytes of the top tree, and of those below it once the key signs.
fn trees(of: &Heights) -> (u64, u64) {
    const MOST: u64 = 64 << 20;
    let most = MOST / (2 * of.heights.len() as u64 - 1);
    let tree = |height: &u32| match of.n << (height + 1) {
        whole if whole < most => whole,
        _ => 6 * of.n << height.div_ceil(2),
    };
    let below: u64 = of.heights[1..].iter().map(tree).sum();
    (tree(&of.heights[0]), 2 * below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_kept_whole_if_they_are_small() {
        let of = |name| heights(name).map(|heights| trees(&heights));
        assert_eq!(of("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8"), Some((64 << 10, 0)));
        assert_eq!(of("LMS-SHA256-M24-H20+LMOTS-SHA256-N24-W8"), Some((48 << 20, 0)));
        assert_eq!(of("LMS-SHA256-M32-H20+LMOTS-SHA256-N32-W8"), Some((192 << 10, 0)));
        assert_eq!(of("HSS-SHA256-H10-W4+H5-W8"), Some((64 << 10, 4 << 10)));
        assert_eq!(of("XMSSMT-SHA2_20/4_256"), Some((2 << 10, 12 << 10)));
    }
}
