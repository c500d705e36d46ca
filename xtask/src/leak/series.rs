//! Taking samples: a rehearsal, a first batch that only fixes the crops, and what is judged.

use super::battery::Battery;
use super::classes::{Class, Classes};
use super::clock::Clock;
use super::target::Target;
use super::verdict::Verdict;
use signer::Error;
use std::time::Duration;

/// When to stop, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Samples of both classes that are judged.
    pub(super) samples: u64,
    /// Since the clock was made.
    pub(super) time: Duration,
}

/// What is judged, and what it took.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) battery: Battery,
    /// Samples of the first batch.
    pub(super) left_out: usize,
    /// Samples of each class that a test must have.
    pub(super) enough: u64,
    pub(super) elapsed: Duration,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage<'a> {
    /// Samples of the first batch so far.
    Batch(usize),
    /// What is judged so far, and how many samples a test must have.
    Judged(&'a Battery, u64),
}

/// Calls before the first batch, of which each is checked: no time is taken of something that does not
/// work, nor in a process that is still warming up.
const REHEARSAL: u32 = 16;

/// Samples of the first batch, or more: the last crop keeps all but one in 1,024.
const BATCH: usize = 1000;

/// What a first batch takes at least. A thousand quick calls may all fall into a millisecond in which
/// the neighbours do nothing: whatever comes after is slower than their limits, and no crop has samples.
const BATCH_SPAN: Duration = Duration::from_millis(200);

/// Samples that are enough for a first batch when it takes long: as many as there are crops.
const SMALL_BATCH: usize = 100;

/// The part of the time that a first batch may take once it has [`SMALL_BATCH`].
const BATCH_TIME: u32 = 10;

/// Up to this, a sample with its preparation is quick, and [`ENOUGH`] of each class take a minute.
const QUICK: Duration = Duration::from_millis(3);

/// Samples of each class that a test must have: as many as dudect asks for.
const ENOUGH: u64 = 10_000;

/// The same for what is not quick. Means of this many times are close enough to normal for a verdict
/// at |t| = 10; the smaller differences that more samples would show are said in the report.
const ENOUGH_OF_SLOW: u64 = 1000;

/// How often to look whether a leak has been found.
const LOOK: u64 = 64;

/// Times `target` until a limit is reached or a leak is found.
///
/// # Errors
///
/// The first of the target's.
pub(super) fn run(
    target: &mut dyn Target,
    classes: &mut Classes,
    clock: &impl Clock,
    limits: Limits,
    progress: &mut dyn FnMut(Stage<'_>),
) -> Result<Outcome, Error> {
    for _ in 0..REHEARSAL {
        sample(target, classes, clock)?;
        target.check()?;
    }
    let began = clock.elapsed();
    let mut batch = Vec::with_capacity(BATCH);
    while !is_full(batch.len(), clock.elapsed(), began, limits.time) {
        batch.push(sample(target, classes, clock)?.1);
        progress(Stage::Batch(batch.len()));
    }
    let slow = clock.elapsed() - began > QUICK * batch.len() as u32;
    let enough = if slow { ENOUGH_OF_SLOW } else { ENOUGH };
    let mut battery = Battery::new(&mut batch);
    while battery.samples() < limits.samples && clock.elapsed() < limits.time {
        let (class, ticks) = sample(target, classes, clock)?;
        battery.push(class, ticks);
        progress(Stage::Judged(&battery, enough));
        if battery.samples().is_multiple_of(LOOK)
            && Verdict::of(&battery.findings(enough)) == Verdict::Leak
        {
            break;
        }
    }
    Ok(Outcome { battery, left_out: batch.len(), enough, elapsed: clock.elapsed() })
}

/// A class and its time.
fn sample(
    target: &mut dyn Target,
    classes: &mut Classes,
    clock: &impl Clock,
) -> Result<(Class, u64), Error> {
    let (class, secret, rng) = classes.next();
    target.prepare(secret, rng)?;
    let before = clock.ticks();
    let result = target.call();
    let after = clock.ticks();
    result.map(|()| (class, after.wrapping_sub(before)))
}

/// Whether a first batch of `len` samples that began then will do.
fn is_full(len: usize, now: Duration, began: Duration, limit: Duration) -> bool {
    let enough = len >= BATCH && now - began >= BATCH_SPAN;
    enough || (len >= SMALL_BATCH && now >= limit / BATCH_TIME) || now >= limit
}

#[cfg(test)]
mod tests;
