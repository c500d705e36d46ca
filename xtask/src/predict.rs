//! Times of what was not run, from what was: the same backend, on the same machine, in the same
//! operation.
//!
//! An [estimate](mod@estimate) says from the parameters and the baselines of a record what an operation
//! should take. What it does not know, such as how well a kernel fits a hash function, is alike in sets
//! that are alike: so a prediction is the estimate of the set times the ratio of measured time to
//! estimate, averaged over the measured sets, of which the nearest weigh most ([`Kind::distance`]).
//!
//! Backends that do not hash in lanes are nearer to their hash limit times a constant than to such an
//! estimate; of the two [forms](Form) the one is taken that tells the measured sets from one another
//! better. How far off predictions are is known: each measured set is also predicted from the others,
//! as if neither it nor a set that computes the same had been run ([`Model::error`]).

mod estimate;
mod kind;
mod prices;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::registry::SUITES;
use estimate::estimate;
use kind::Kind;
use measure::record::{Measurement, Operation, Record, Run, Status};
use measure::{Suite, Work};
use prices::Prices;
use signer::ParameterSet;

/// What is predicted.
pub(crate) const OPERATIONS: [Operation; 4] =
    [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];

/// What the records of one machine say of one backend in one operation.
#[derive(Debug)]
pub(crate) struct Model {
    operation: Operation,
    form: Form,
    /// What hashes take, by scheme: as its newest run says.
    prices: BTreeMap<&'static str, Prices>,
    points: Vec<Point>,
    /// The error that nine of ten measured sets do not exceed, by scheme.
    usual: BTreeMap<&'static str, f64>,
}

/// What times are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// The [estimate](mod@estimate) of a backend that hashes in lanes.
    Lanes,
    /// The hash limit.
    Limit,
}

/// A measured set.
#[derive(Debug)]
struct Point {
    suite: &'static str,
    set: String,
    kind: Kind,
    ns: f64,
    /// What it should take by the baselines of its own minutes.
    due: Due,
}

/// What an operation should take, in nanoseconds.
#[derive(Clone, Copy, Debug)]
struct Due {
    lanes: f64,
    limit: f64,
}

/// A time that was not measured.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Prediction {
    /// Nanoseconds of one call.
    pub(crate) ns: f64,
    /// The measured set that weighs most in it.
    pub(crate) from: String,
}

impl Model {
    /// Of the rows of `backend` on one thread; `None` if there are fewer than two, or if the records
    /// have no baselines, as those of old have not.
    pub(crate) fn of(
        records: &BTreeMap<&str, &Record>,
        backend: &str,
        operation: Operation,
    ) -> Option<Self> {
        let (mut points, mut prices) = (Vec::new(), BTreeMap::new());
        for suite in SUITES {
            let Some(record) = records.get(suite.name) else { continue };
            let runs: Vec<_> = [&record.run].into_iter().chain(&record.earlier_runs).collect();
            // Of the newest run that rows are of: one of lives alone may be of another hour.
            let told = |run: &&&Run| record.results.iter().any(|row| row.run == run.id);
            let Some(now) = runs.iter().filter(told).find_map(|run| Prices::of(run)) else {
                continue;
            };
            prices.insert(suite.name, now);
            let rows = record.results.iter().filter(|row| {
                (&*row.backend, row.operation, row.threads, row.status)
                    == (backend, operation, 1, Status::Ok)
                    && row.message_bytes.is_none_or(|bytes| bytes == suite.message_len as u64)
            });
            points.extend(rows.filter_map(|row| Point::of(suite, row, &runs)));
        }
        let (form, usual) = (Form::Lanes, BTreeMap::new());
        let mut model = Self { operation, form, prices, points, usual };
        let lanes = model.off();
        model.form = Form::Limit;
        if lanes <= model.off() {
            model.form = Form::Lanes;
        }
        for suite in SUITES {
            let usual = model.find_usual_error(suite.name);
            model.usual.extend(usual.map(|usual| (suite.name, usual)));
        }
        (model.points.len() > 1).then_some(model)
    }

    /// The time of the set, which need not have been run; `None` if nothing like it was, or if nobody
    /// knows what it hashes.
    pub(crate) fn predict(&self, suite: &Suite, set: &ParameterSet) -> Option<Prediction> {
        let due = Due::of(suite, set, self.operation, self.prices.get(suite.name)?)?;
        self.prediction(&Kind::of(set)?, due, |point| point.set != set.name)
    }

    /// What the hashes of the operation take at their best, in nanoseconds.
    pub(crate) fn limit(&self, suite: &Suite, set: &ParameterSet) -> Option<f64> {
        Some(work(suite, set, self.operation)?.limit(self.prices.get(suite.name)?.wide))
    }

    /// How far off the prediction of a measured set is if neither it nor one that computes the same was
    /// run: 0.1 for 10 % too much.
    pub(crate) fn error(&self, set: &str) -> Option<f64> {
        self.points.iter().find(|point| point.set == set).and_then(|point| self.miss(point))
    }

    /// The error that nine of ten measured sets of a scheme do not exceed, without its sign.
    pub(crate) fn usual_error(&self, suite: &Suite) -> Option<f64> {
        self.usual.get(suite.name).copied()
    }

    fn find_usual_error(&self, suite: &str) -> Option<f64> {
        let of = self.points.iter().filter(|point| point.suite == suite);
        let mut errors: Vec<_> = of.filter_map(|point| Some(self.miss(point)?.abs())).collect();
        errors.sort_by(f64::total_cmp);
        errors.get((errors.len() * 9).div_ceil(10).checked_sub(1)?).copied()
    }

    /// How far off the predictions of all measured sets are together.
    fn off(&self) -> f64 {
        self.points.iter().filter_map(|point| Some(self.miss(point)?.ln_1p().abs())).sum()
    }

    fn miss(&self, point: &Point) -> Option<f64> {
        let apart = |other: &Point| point.kind.distance(&other.kind, self.operation) > 0.0;
        Some(self.prediction(&point.kind, point.due, apart)?.ns / point.ns - 1.0)
    }

    /// The time of a set of this kind, from those points that may be used.
    fn prediction(
        &self,
        kind: &Kind,
        due: Due,
        may: impl Fn(&Point) -> bool,
    ) -> Option<Prediction> {
        let (mut sum, mut weights, mut nearest) = (0.0, 0.0, None);
        for point in self.points.iter().filter(|point| may(point)) {
            let weight = (NEAR + kind.distance(&point.kind, self.operation)).powi(-4);
            sum += weight * (point.ns / point.due.by(self.form)).ln();
            weights += weight;
            if nearest.is_none_or(|(most, _)| weight > most) {
                nearest = Some((weight, point));
            }
        }
        let (_, nearest) = nearest?;
        let ns = due.by(self.form) * (sum / weights).exp();
        Some(Prediction { ns, from: nearest.set.clone() })
    }
}

/// The distance within which sets weigh about alike.
const NEAR: f64 = 8.0;

impl Point {
    /// Of a row that a run of the record measured; `None` of rows of runs without baselines.
    fn of(suite: &Suite, row: &Measurement, runs: &[&Run]) -> Option<Self> {
        let set = (suite.find)(&row.parameter_set).ok()?;
        let prices = Prices::of(runs.iter().find(|run| run.id == row.run)?)?.when(row)?;
        Some(Self {
            suite: suite.name,
            kind: Kind::of(&set)?,
            ns: row.warm()?.p50,
            due: Due::of(suite, &set, row.operation, &prices)?,
            set: set.name,
        })
    }
}

impl Due {
    fn of(
        suite: &Suite,
        set: &ParameterSet,
        operation: Operation,
        prices: &Prices,
    ) -> Option<Self> {
        let limit = work(suite, set, operation)?.limit(prices.wide);
        let lanes = limit + estimate(set, operation, suite.message_len, prices)?;
        Some(Self { lanes, limit })
    }

    const fn by(self, form: Form) -> f64 {
        match form {
            Form::Lanes => self.lanes,
            Form::Limit => self.limit,
        }
    }
}

/// [`Suite::work`] of the suite's messages, computed once: every backend needs it.
fn work(suite: &Suite, set: &ParameterSet, operation: Operation) -> Option<Work> {
    static KNOWN: Mutex<BTreeMap<(String, Operation), Option<Work>>> = Mutex::new(BTreeMap::new());
    // What a panic left behind is whole.
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || (suite.work)(set, operation, suite.message_len);
    *known.entry((set.name.clone(), operation)).or_insert_with(new)
}

#[cfg(test)]
mod tests;
