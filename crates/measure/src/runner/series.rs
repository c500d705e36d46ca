//! The samples of one operation of one backend.

use crate::record::{Checked, Measurement, Metric, Status};
use crate::{Elapsed, Plan, Work};
use signer::{Error, quietly};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Why a series ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Flaw {
    status: Status,
    reason: Cow<'static, str>,
}

impl Flaw {
    pub(super) fn new(status: Status, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { status, reason: reason.into() }
    }

    /// Puts the flaw into a row, whose figures then do not count.
    pub(super) fn tell(&self, row: &mut Measurement) {
        row.status = self.status;
        row.reason = Some(self.reason.clone().into_owned());
    }
}

impl From<Error> for Flaw {
    fn from(error: Error) -> Self {
        let status = match error {
            Error::Exhausted => Status::Exhausted,
            Error::Unsupported { .. } => Status::Unsupported,
            Error::TimedOut { .. } => Status::Timeout,
            _ => Status::Failed,
        };
        Self::new(status, error.to_string())
    }
}

/// Samples: times in nanoseconds, and what the processor counted.
#[derive(Debug)]
pub(super) struct Series {
    /// The first call: cold.
    pub(super) first: Option<Elapsed>,
    cpu: Vec<f64>,
    wall: Vec<f64>,
    ticks: Vec<f64>,
    cycles: Vec<f64>,
    timed: Duration,
    around: Duration,
    verified: u64,
    /// What a sample is divided by, for the figures: the operations in it.
    per: u32,
    /// What a call of each hash function took at its best in the meantime.
    pub(super) best: Work,
    pub(super) flaw: Option<Flaw>,
}

/// How long a backend may go on before it is another one's turn.
const TURN: Duration = Duration::from_millis(20);

/// Wall time over thread CPU time from which a series counts as disturbed.
pub(crate) const DISTURBED: f64 = 1.1;

impl Series {
    /// No samples yet of so many operations each.
    pub(super) fn of(per: u32) -> Self {
        Self {
            first: None,
            cpu: Vec::new(),
            wall: Vec::new(),
            ticks: Vec::new(),
            cycles: Vec::new(),
            timed: Duration::ZERO,
            around: Duration::ZERO,
            verified: 0,
            per,
            best: Work::default(),
            flaw: None,
        }
    }

    pub(super) fn wants_more(&self, plan: &Plan) -> bool {
        let started = self.first.is_some();
        self.flaw.is_none()
            && (!started || plan.wants_more(self.wall.len(), self.timed, self.around))
    }

    /// Takes samples for one turn: first the cold one, then warm ones.
    pub(super) fn turn(&mut self, plan: &Plan, mut sample: impl FnMut() -> Result<Elapsed, Flaw>) {
        let start = Instant::now();
        let before = self.around;
        while self.wants_more(plan) {
            let elapsed = match quietly(|| Ok(sample())).map_err(Flaw::from).and_then(|s| s) {
                Ok(elapsed) => elapsed,
                Err(flaw) => {
                    self.flaw = Some(flaw);
                    return;
                }
            };
            self.verified += u64::from(self.per);
            if self.first.is_none() {
                self.first = Some(elapsed);
            } else {
                self.wall.push(nanos(elapsed.wall));
                self.cpu.extend(elapsed.cpu.map(nanos));
                self.ticks.extend(elapsed.counts.ticks.map(|ticks| ticks as f64));
                self.cycles.extend(elapsed.counts.cycles.map(|cycles| cycles as f64));
                self.timed += elapsed.wall;
            }
            self.around = before + start.elapsed();
            if start.elapsed() > TURN {
                return;
            }
        }
    }

    /// Enters the outcome of one more check.
    pub(super) fn check(&mut self, outcome: Result<Result<(), Flaw>, Error>) {
        match outcome.map_err(Flaw::from).and_then(|outcome| outcome) {
            Ok(()) => self.verified += 1,
            Err(flaw) => self.flaw = self.flaw.take().or(Some(flaw)),
        }
    }

    pub(super) fn insert_into(&self, row: &mut Measurement) {
        if let Some(flaw) = &self.flaw {
            flaw.tell(row);
        }
        let failed = u64::from(self.flaw.is_some());
        row.check = Some(Checked { verified: self.verified, failed });
        let sum = |samples: &[f64]| samples.iter().sum::<f64>();
        row.disturbed = !self.cpu.is_empty() && sum(&self.wall) > DISTURBED * sum(&self.cpu);
        let first = self.first.map(|first| [nanos(first.cpu.unwrap_or(first.wall))]);
        for (name, unit, samples) in [
            ("time.cpu", "ns", &self.cpu[..]),
            ("time.wall", "ns", &self.wall[..]),
            ("time.first", "ns", first.as_ref().map_or(&[][..], |first| &first[..])),
            ("ticks.tsc", "ticks", self.of_all(&self.ticks)),
            ("cycles.core", "cycles", self.of_all(&self.cycles)),
        ] {
            let each: Vec<_> = samples.iter().map(|sample| sample / f64::from(self.per)).collect();
            super::insert(row, name, Metric::of(unit, &each));
        }
    }

    /// The counts, if no call lacks one: where some do, the others are no sample of all.
    fn of_all<'a>(&self, counts: &'a [f64]) -> &'a [f64] {
        if counts.len() == self.wall.len() { counts } else { &[] }
    }
}

fn nanos(duration: Duration) -> f64 {
    duration.as_nanos() as f64
}
