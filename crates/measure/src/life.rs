//! Signing times over the life of a key: what a median of a few signatures does not show.
//!
//! A stateful key's signatures do not cost the same: some have nodes to compute that others leave
//! them, some build trees. So a key signs from its first index on, each signature is timed by itself,
//! checked, and counted. As a service would, it prepares before: what key generation left out is a
//! figure of its own, and in no signature, if the backend can prepare. What disturbs a signature of one
//! key seldom disturbs that of another at the same index: of several keys, the median of an index tells
//! what it costs.

use crate::pool::KeyPool;
use crate::record::{Metric, Operation};
use crate::runner::Progress;
use crate::stats::Summary;
use crate::{Clock, Elapsed, MessageBytes, Turn};
use signer::{Backend, Error, ParameterSet};
use std::time::{Duration, Instant};

/// How many keys are to live, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lives {
    /// Signatures of each key, at most.
    pub signatures: u64,
    /// Keys, at most; at least one.
    pub keys: u64,
    /// Time for the keys of one backend: a key that takes longer is cut short, and another one is not
    /// begun unless there is as much time left as one took.
    pub patience: Duration,
}

impl Lives {
    /// For a record: a whole key, or its first 4,096 signatures, and the median of three.
    pub const FULL: Self = Self { signatures: 4096, keys: 3, patience: Duration::from_secs(45) };

    /// To look at: a few hundred signatures of one key.
    pub const QUICK: Self = Self { signatures: 256, keys: 1, patience: Duration::from_secs(1) };
}

/// What keys are to do.
#[derive(Clone, Copy, Debug)]
pub struct LifePlan<'a> {
    /// Parameter set.
    pub set: &'a ParameterSet,
    /// Messages.
    pub messages: &'a MessageBytes,
    /// How many keys and signatures.
    pub lives: Lives,
    /// Seed of keys and randomisers.
    pub seed: u64,
    /// What the clocks read around nothing, taken off each time.
    pub overhead: Elapsed,
}

/// Signing times of a key in order, from its first signature on.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    /// What preparing took, before the first signature, as `times` has it.
    pub prepared: f64,
    /// In nanoseconds, median of the keys: thread CPU time, or wall time where there is no such clock
    /// or the backend uses several threads.
    pub times: Vec<f64>,
    /// Whether they are wall times.
    pub wall: bool,
    /// Keys that lived.
    pub keys: u64,
    /// Signatures that were made and verified, of all keys.
    pub verified: u64,
}

impl Life {
    /// Lets keys of `backend`, one after the other, sign as often as the plan says, or until they are
    /// used up, or the time is.
    ///
    /// # Errors
    ///
    /// What the backend says; [`Error::Backend`] for an index that was used before.
    pub fn of(
        backend: &'static dyn Backend,
        plan: &LifePlan<'_>,
        progress: &mut dyn Progress,
    ) -> Result<Self, Error> {
        let patience = plan.lives.patience;
        let started = Instant::now();
        let mut keys = vec![of_one_key(backend, plan, 0, started, progress)?];
        let one = started.elapsed();
        for number in 1..plan.lives.keys {
            if started.elapsed().saturating_add(one) > patience {
                break;
            }
            keys.push(of_one_key(backend, plan, number, started, progress)?);
        }
        Ok(Self::median(&keys))
    }

    /// Of preparing and of each index, the median of the keys, of which there is at least one.
    fn median(keys: &[Self]) -> Self {
        let of = |time: &dyn Fn(&Self) -> f64| {
            let times: Vec<_> = keys.iter().map(time).collect();
            Summary::of(&times).map_or(0.0, |summary| summary.p50)
        };
        let count = keys.iter().map(|key| key.times.len()).min().unwrap_or(0);
        Self {
            prepared: of(&|key| key.prepared),
            times: (0..count).map(|index| of(&|key| key.times[index])).collect(),
            wall: keys.iter().any(|key| key.wall),
            keys: keys.iter().map(|key| key.keys).sum(),
            verified: keys.iter().map(|key| key.verified).sum(),
        }
    }

    /// The metrics of a record: `life.cpu` or `life.wall` with the time at each index, in whole
    /// nanoseconds, and `life.prepare`. None if there are no times.
    pub fn metrics(&self) -> impl Iterator<Item = (&'static str, Metric)> {
        let times: Vec<_> = self.times.iter().map(|time| time.round()).collect();
        let name = if self.wall { "life.wall" } else { "life.cpu" };
        let life = Metric::of("ns", &times);
        let prepare = life.as_ref().and_then(|_| Metric::single("ns", self.prepared.round()));
        let life = life.map(|life| Metric { by_index: Some(times), ..life });
        [(name, life), ("life.prepare", prepare)]
            .into_iter()
            .filter_map(|(name, metric)| Some((name, metric?)))
    }

    /// The figures over all of them; `None` if there are none.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        Summary::of(&self.times)
    }

    /// Median of the first eight, as the seed document of XMSS has it.
    #[must_use]
    pub fn first_eight(&self) -> Option<f64> {
        Summary::of(&self.times[..self.times.len().min(8)]).map(|summary| summary.p50)
    }

    /// The first signature, which builds what key generation left out if preparing did not.
    #[must_use]
    pub fn first(&self) -> Option<f64> {
        self.times.first().copied()
    }

    /// The index whose signature took longest, and how long.
    #[must_use]
    pub fn worst(&self) -> Option<(usize, f64)> {
        worst(&self.times, 0)
    }
}

/// The index from `from` on whose signature took longest, the first of several, and how long.
#[must_use]
pub fn worst(times: &[f64], from: usize) -> Option<(usize, f64)> {
    let times = times.iter().copied().enumerate().skip(from);
    times.reduce(|worst, next| if next.1 > worst.1 { next } else { worst })
}

/// What the key with this number takes, until as long after `started` as the plan allows.
fn of_one_key(
    backend: &'static dyn Backend,
    plan: &LifePlan<'_>,
    number: u64,
    started: Instant,
    progress: &mut dyn Progress,
) -> Result<Life, Error> {
    let LifePlan { set, messages, lives, seed, overhead } = *plan;
    let name = backend.about().name.into_owned();
    let mut messages = messages.messages();
    // No two keys are the same: an index signs once.
    let mut pool = KeyPool::new(backend, set, seed.wrapping_add(number));
    let nanos = |elapsed: Elapsed| {
        let elapsed = elapsed.less(overhead);
        let cpu = elapsed.cpu.filter(|_| backend.threads() == 1);
        cpu.unwrap_or(elapsed.wall).as_nanos() as f64
    };
    progress.at(&name, Operation::Keygen);
    let mut key = pool.generate()?;
    let clock = Clock::start();
    let result = key.prepare();
    let prepared = nanos(clock.stop());
    result?;
    let mut times = Vec::new();
    let count = key.remaining().unwrap_or(u64::MAX).min(lives.signatures);
    pool.put(key);
    for _ in 0..count {
        progress.at(&name, Operation::Sign);
        let mut turn = pool.turn(&mut messages)?;
        let clock = Clock::start();
        let result = turn.sign();
        let elapsed = clock.stop();
        result?;
        times.push(nanos(elapsed));
        let Turn { key, message, signature, .. } = turn;
        let public_key = key.private_key().public_key().to_vec();
        backend.verify(set, &public_key, message, &signature)?;
        pool.put_back(key, &signature).map_err(Error::backend)?;
        if started.elapsed() > lives.patience {
            break;
        }
    }
    let wall = overhead.cpu.is_none() || backend.threads() > 1;
    let verified = times.len() as u64;
    Ok(Life { prepared, times, wall, keys: 1, verified })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn life(prepared: f64, times: &[f64]) -> Life {
        let (times, verified) = (times.to_vec(), times.len() as u64);
        Life { prepared, times, wall: false, keys: 1, verified }
    }

    #[test]
    fn metrics_have_every_index_in_whole_nanoseconds() {
        let life = Life::median(&[life(7.0, &[9.0, 2.0, 4.0]), life(8.0, &[8.0, 3.0, 4.0])]);
        let metrics: Vec<_> = life.metrics().collect();
        let [("life.cpu", times), ("life.prepare", prepare)] = &metrics[..] else {
            panic!("{metrics:?}")
        };
        assert_eq!((times.n, times.max, prepare.p50), (3, 9.0, 8.0));
        assert_eq!(times.by_index, Some(vec![9.0, 3.0, 4.0]), "8.5 and 2.5 are no whole numbers");
        let wall = Life { wall: true, ..life.clone() };
        assert_eq!(wall.metrics().next().map(|(name, _)| name), Some("life.wall"));
        assert_eq!(Life { times: Vec::new(), ..life }.metrics().count(), 0);
    }

    #[test]
    fn the_worst_is_the_first_of_its_kind() {
        assert_eq!(worst(&[9.0, 2.0, 4.0, 4.0], 0), Some((0, 9.0)));
        assert_eq!(worst(&[9.0, 2.0, 4.0, 4.0], 1), Some((2, 4.0)));
        assert_eq!(worst(&[9.0], 1), None);
    }

    #[test]
    fn what_disturbs_one_key_is_not_seen() {
        let keys = [
            life(60.0, &[1.0, 9.0, 90.0, 3.0]),
            life(40.0, &[1.5, 8.0, 2.0, 3.0, 1.0]),
            life(50.0, &[70.0, 7.0, 2.5, 70.0]),
        ];
        let median = Life::median(&keys);
        assert_eq!((median.prepared, &median.times[..]), (50.0, &[1.5, 8.0, 2.5, 3.0][..]));
        assert_eq!((median.keys, median.verified), (3, 13));
        assert_eq!((median.first(), median.worst()), (Some(1.5), Some((1, 8.0))));
        let one = Life::median(&[life(2.0, &[5.0])]);
        assert_eq!((one.first(), one.worst()), (Some(5.0), Some((0, 5.0))));
    }
}
