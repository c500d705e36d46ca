//! Signing times over the life of a key: what a median of a few signatures does not show.
//!
//! A stateful key's signatures do not cost the same: some have nodes to compute that others leave
//! them, some build trees. So a key signs from its first index on, each signature is timed by itself,
//! checked, and counted. As a service would, it prepares before: what key generation left out is a
//! figure of its own, and in no signature, if the backend can prepare. What disturbs a signature of one key seldom disturbs that of another at the
//! same index: of several keys, the median of an index tells what it costs.

use crate::pool::KeyPool;
use crate::record::Operation;
use crate::runner::Progress;
use crate::stats::Summary;
use crate::{Clock, Elapsed, MessageBytes, Turn};
use signer::{Backend, Error, ParameterSet};

/// How many keys are to live, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lives {
    /// Signatures of each key, at most.
    pub signatures: u64,
    /// Keys, at least one.
    pub keys: u64,
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
}

impl Life {
    /// Lets keys of `backend`, one after the other, sign as often as the plan says, or until they are
    /// used up.
    ///
    /// # Errors
    ///
    /// What the backend says; [`Error::Backend`] for an index that was used before.
    pub fn of(
        backend: &'static dyn Backend,
        plan: &LifePlan<'_>,
        progress: &mut dyn Progress,
    ) -> Result<Self, Error> {
        let mut keys = Vec::new();
        for number in 0..plan.lives.keys {
            keys.push(of_one_key(backend, plan, number, progress)?);
        }
        Ok(Self::median(&keys))
    }

    /// Of preparing and of each index, the median of the keys.
    fn median(keys: &[Self]) -> Self {
        let of = |time: &dyn Fn(&Self) -> f64| {
            let times: Vec<_> = keys.iter().map(time).collect();
            Summary::of(&times).map_or(0.0, |summary| summary.p50)
        };
        let count = keys.iter().map(|key| key.times.len()).min().unwrap_or(0);
        let times = (0..count).map(|index| of(&|key| key.times[index])).collect();
        Self { prepared: of(&|key| key.prepared), times }
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
        let times = self.times.iter().copied().enumerate();
        times.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }
}

/// What the key with this number takes.
fn of_one_key(
    backend: &'static dyn Backend,
    plan: &LifePlan<'_>,
    number: u64,
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
    let started = Clock::start();
    let result = key.prepare();
    let prepared = nanos(started.stop());
    result?;
    let mut times = Vec::new();
    let count = key.remaining().unwrap_or(u64::MAX).min(lives.signatures);
    pool.put(key);
    for _ in 0..count {
        progress.at(&name, Operation::Sign);
        let mut turn = pool.turn(&mut messages)?;
        let started = Clock::start();
        let result = turn.sign();
        let elapsed = started.stop();
        result?;
        times.push(nanos(elapsed));
        let Turn { key, message, signature, .. } = turn;
        let public_key = key.private_key().public_key().to_vec();
        backend.verify(set, &public_key, message, &signature)?;
        pool.put_back(key, &signature).map_err(Error::backend)?;
    }
    Ok(Life { prepared, times })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_disturbs_one_key_is_not_seen() {
        let keys = [
            (60.0, vec![1.0, 9.0, 90.0, 3.0]),
            (40.0, vec![1.5, 8.0, 2.0, 3.0, 1.0]),
            (50.0, vec![70.0, 7.0, 2.5, 70.0]),
        ];
        let life = Life::median(&keys.map(|(prepared, times)| Life { prepared, times }));
        assert_eq!(life, Life { prepared: 50.0, times: vec![1.5, 8.0, 2.5, 3.0] });
        assert_eq!((life.first(), life.worst()), (Some(1.5), Some((1, 8.0))));
        let life = Life::median(&[Life { prepared: 2.0, times: vec![5.0] }]);
        assert_eq!((life.first(), life.worst()), (Some(5.0), Some((0, 5.0))));
    }
}
