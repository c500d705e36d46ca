//! What a signer keeps in memory.

use std::collections::BTreeMap;

use hbs::{hss, lms, xmss};
use measure::record::Operation;

use super::candidate::Figure;
use crate::catalog::{Catalog, Memory, SetEntry, TimeEntry};
use crate::registry;

/// The memory of signers with one backend on one machine.
///
/// It is that of the key in use, with the heap and the stack of signing. A stateless key is as long as
/// it was measured. A stateful one of the native backend grows: each level below the top has the tree in
/// use and the one that comes next, whose lengths follow from the parameters
/// ([`hbs::WalkKind::Default`]); what is beside the trees is taken from the set itself or, if that was
/// not measured, is the most that any set of the scheme has. Of other backends there is what was measured
/// of a new key.
#[derive(Debug)]
pub(super) struct Signers<'a> {
    native: bool,
    measured: BTreeMap<(&'a str, Operation), Memory>,
    /// The most that is beside the trees, by suite.
    beside: BTreeMap<&'static str, u64>,
}

impl<'a> Signers<'a> {
    pub(super) fn of(catalog: &'a Catalog, times: &[&'a TimeEntry], backend: &str) -> Self {
        let memory = |time: &&'a TimeEntry| Some(((&*time.set, time.operation), time.memory?));
        let measured = times.iter().filter_map(memory).collect();
        let mut signers = Self { native: backend == "native", measured, beside: BTreeMap::new() };
        for set in catalog.sets.iter().filter(|set| set.stateful) {
            let Some(beside) = signers.beside(set) else { continue };
            let most = signers.beside.entry(set.suite).or_default();
            *most = beside.max(*most);
        }
        signers
    }

    /// The memory of a signer; `None` if nothing is known of it.
    pub(super) fn memory(&self, set: &SetEntry) -> Option<Figure> {
        let figure = |bytes: u64, predicted| Figure { value: bytes as f64, predicted, error: None };
        if !set.stateful || !self.native {
            return self.measured(set).map(|(key, sign)| figure(key + sign, false));
        }
        let (top, below) = trees(&Heights::of(set)?);
        let own = self.beside(set);
        let beside = own.or_else(|| self.beside.get(set.suite).copied())?;
        Some(figure(top + below + beside, below > 0 || own.is_none()))
    }

    /// A new key, and the heap and stack of signing.
    fn measured(&self, set: &SetEntry) -> Option<(u64, u64)> {
        let of = |operation| self.measured.get(&(&*set.name, operation));
        let (keygen, sign) = (of(Operation::Keygen)?, of(Operation::Sign)?);
        Some((keygen.live_key?, sign.heap.unwrap_or(0) + sign.stack.unwrap_or(0)))
    }

    /// What a measured set needs beside its trees.
    fn beside(&self, set: &SetEntry) -> Option<u64> {
        let (key, sign) = self.measured(set)?;
        Some(key.saturating_sub(trees(&Heights::of(set)?).0) + sign)
    }
}

/// Bytes of a node, and the heights of the trees, that at the top first.
struct Heights {
    n: u64,
    heights: Vec<u32>,
}

impl Heights {
    fn of(set: &SetEntry) -> Option<Self> {
        let suite = registry::suite(set.suite).ok()?;
        let of = (suite.find)(&set.name).ok()?;
        let heights = if let Some(params) = lms::Params::of(&of) {
            vec![params.lms.h]
        } else if let Some(params) = hss::Params::of(&of) {
            params.levels().iter().map(|level| level.lms.h).collect()
        } else {
            let params = xmss::Params::of(&of)?;
            vec![params.layer_height(); params.d as usize]
        };
        Some(Self { n: set.n as u64, heights })
    }
}

/// Bytes of the top tree, and of those below it once the key signs.
fn trees(of: &Heights) -> (u64, u64) {
    const MOST: u64 = 64 << 20;
    let most = MOST / (2 * of.heights.len() as u64 - 1);
    let tree = |height: &u32| match of.n << (height + 1) {
        whole if whole < most => whole,
        _ => (6 * of.n) << height.div_ceil(2),
    };
    let below: u64 = of.heights[1..].iter().map(tree).sum();
    (tree(&of.heights[0]), 2 * below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_kept_whole_if_they_are_small() {
        let catalog = Catalog::of(&Default::default());
        let of = |name| Some(trees(&Heights::of(catalog.set(name)?)?));
        assert_eq!(of("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8"), Some((64 << 10, 0)));
        assert_eq!(of("LMS-SHA256-M24-H20+LMOTS-SHA256-N24-W8"), Some((48 << 20, 0)));
        assert_eq!(of("LMS-SHA256-M32-H20+LMOTS-SHA256-N32-W8"), Some((192 << 10, 0)));
        assert_eq!(of("HSS-SHA256-H10-W4+H5-W8"), Some((64 << 10, 4 << 10)));
        assert_eq!(of("XMSSMT-SHA2_20/4_256"), Some((2 << 10, 12 << 10)));
    }
}
