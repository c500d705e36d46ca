//! What fits, or what stands in the way.

use serde::Serialize;

use super::candidate::Candidate;
use super::wish::{Limit, Wish};
use crate::catalog::{Catalog, MachineEntry};

/// The answer to a wish.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Answer {
    pub(super) wish: Wish,
    /// The machine that the times are of.
    pub(super) machine: MachineEntry,
    /// Whether that is the one that asks.
    pub(super) here: bool,
    /// The backend that the times are of.
    pub(super) backend: String,
    /// Sets that were considered.
    pub(super) considered: usize,
    /// Those that fit: by length of signature, then by time of verifying, then by name.
    pub(super) fits: Vec<Candidate>,
    /// What each limit does, if nothing fits.
    pub(super) obstacles: Vec<Obstacle>,
}

/// What one limit does to a wish that nothing fits.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Obstacle {
    /// The limit.
    pub(super) limit: Limit,
    /// In words.
    pub(super) text: String,
    /// Sets that keep to it, whatever else they do.
    pub(super) alone: usize,
    /// Sets that keep to all the others.
    pub(super) without: usize,
    /// What comes nearest to it of all sets, if none keeps to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) nearest: Option<Relaxed>,
    /// What the limit would have to be, the others being as they are: the least that admits a set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relaxed: Option<Relaxed>,
}

/// The set that the least change of one limit admits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Relaxed {
    /// What it has, in words.
    pub(super) text: String,
    /// Its name.
    pub(super) set: String,
}

impl Answer {
    pub(super) fn of(
        wish: Wish,
        catalog: &Catalog,
        machine: &MachineEntry,
        here: bool,
        backend: &str,
    ) -> Self {
        // Without a time there is nothing of this backend to plan with.
        let mut all = Candidate::all(catalog, &machine.id, backend);
        all.retain(|one| one.keygen.is_some() || one.sign.is_some() || one.verify.is_some());
        let considered = all.len();
        sort(&mut all);
        let admitted = |one: &&Candidate| wish.limits.iter().all(|limit| limit.admits(one));
        let fits: Vec<_> = all.iter().filter(admitted).cloned().collect();
        let obstacles = match fits.is_empty() {
            true => (0..wish.limits.len()).map(|i| Obstacle::of(&wish.limits, i, &all)).collect(),
            false => Vec::new(),
        };
        let (machine, backend) = (machine.clone(), backend.to_owned());
        Self { wish, machine, here, backend, considered, fits, obstacles }
    }
}

impl Obstacle {
    fn of(limits: &[Limit], i: usize, all: &[Candidate]) -> Self {
        let limit = &limits[i];
        let others = |one: &&Candidate| {
            limits.iter().enumerate().all(|(j, other)| i == j || other.admits(one))
        };
        let free: Vec<_> = all.iter().filter(others).collect();
        let value = |one: &Candidate| limit.value(one).unwrap_or(f64::MAX);
        let best = |of: &[&Candidate]| {
            let best = of.iter().min_by(|a, b| value(a).total_cmp(&value(b)))?;
            Some(Relaxed { text: limit.best(value(best)), set: best.set.name.clone() })
        };
        let alone = all.iter().filter(|one| limit.admits(one)).count();
        let nearest = if alone == 0 { best(&all.iter().collect::<Vec<_>>()) } else { None };
        Self {
            limit: limit.clone(),
            text: limit.text(),
            alone,
            without: free.len(),
            nearest,
            relaxed: best(&free),
        }
    }
}

fn sort(all: &mut [Candidate]) {
    let verify = |one: &Candidate| one.verify.map_or(f64::MAX, |figure| figure.value);
    all.sort_by(|a, b| {
        let by_size = a.set.signature.cmp(&b.set.signature);
        by_size.then(verify(a).total_cmp(&verify(b))).then_with(|| a.set.name.cmp(&b.set.name))
    });
}
