//! Signing times over the life of a key: what a median of a few signatures does not show.
//!
//! A stateful key's signatures do not cost the same: some have nodes to compute that others leave
//! them, some build trees. So one key signs from its first index on, each signature is timed by
//! itself, checked, and counted.

use crate::pool::KeyPool;
use crate::record::Operation;
use crate::runner::Progress;
use crate::stats::Summary;
use crate::{Clock, Elapsed, MessageBytes, Turn};
use signer::{Backend, Error, ParameterSet};

/// What keys are to do.
#[derive(Clone, Copy, Debug)]
pub struct LifePlan<'a> {
    /// Parameter set.
    pub set: &'a ParameterSet,
    /// Messages.
    pub messages: &'a MessageBytes,
    /// Signatures, at most.
    pub count: u64,
    /// Seed of keys and randomisers.
    pub seed: u64,
    /// What the clocks read around nothing, taken off each time.
    pub overhead: Elapsed,
}

/// Signing times of one key in order, from its first signature on.
#[derive(Clone, Debug, PartialEq)]
pub struct Life {
    /// In nanoseconds: thread CPU time, or wall time where there is no such clock or the backend uses
    /// several threads.
    pub times: Vec<f64>,
}

impl Life {
    /// Lets a key of `backend` sign as often as the plan says, or until it is used up.
    ///
    /// # Errors
    ///
    /// What the backend says; [`Error::Backend`] for an index that was used before.
    pub fn of(
        backend: &'static dyn Backend,
        plan: &LifePlan<'_>,
        progress: &mut dyn Progress,
    ) -> Result<Self, Error> {
        let LifePlan { set, messages, count, seed, overhead } = *plan;
        let name = backend.about().name.into_owned();
        let mut messages = messages.messages();
        let mut pool = KeyPool::new(backend, set, seed);
        let mut times = Vec::new();
        progress.at(&name, Operation::Keygen);
        let key = pool.generate()?;
        let count = key.remaining().map_or(count, |remaining| count.min(remaining));
        pool.put(key);
        for _ in 0..count {
            progress.at(&name, Operation::Sign);
            let mut turn = pool.turn(&mut messages)?;
            let started = Clock::start();
            let result = turn.sign();
            let elapsed = started.stop().less(overhead);
            result?;
            let cpu = elapsed.cpu.filter(|_| backend.threads() == 1);
            times.push(cpu.unwrap_or(elapsed.wall).as_nanos() as f64);
            let Turn { key, message, signature, .. } = turn;
            let public_key = key.private_key().public_key().to_vec();
            backend.verify(set, &public_key, message, &signature)?;
            pool.put_back(key, &signature).map_err(Error::backend)?;
        }
        Ok(Self { times })
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

    /// The index whose signature took longest.
    #[must_use]
    pub fn worst(&self) -> Option<usize> {
        let times = self.times.iter().enumerate();
        times.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(index, _)| index)
    }
}
