//! Wall time and thread CPU time of one piece of work, and what the processor counts beside them.
//!
//! On a shared machine wall time tells as much of the neighbours as of the code. CPU time of the
//! calling thread leaves out the time in which the thread did not run; the ratio of the two tells how
//! much it was disturbed.
//!
//! The reads nest, and the cheaper ones are the inner ones:
//!
//! ```text
//! start: cycles, CPU, wall, ticks | the work | stop: ticks, wall, CPU, cycles
//! ```
//!
//! A read of ticks or of wall time takes some 20 ns (AMD EPYC, family 26 model 2) and no system call; a
//! CPU read is a system call of 100 ns and more. In this order ticks and wall time hold no system call,
//! and CPU time holds one (the way out of the first read and into the second) and the four reads within.
//! The other order would add two system calls to wall time and take no more than the wall reads off CPU
//! time. A read of cycles is a system call too: outermost, it is in no time, and what its count holds of
//! the CPU reads is little, as cycles of the kernel are not counted.

pub(crate) mod told;

use crate::counts::{Counts, cycles, ticks_since};
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// The two clocks of this process, and the counters beside them.
#[derive(Clone, Copy, Debug)]
pub struct Clock;

impl Clock {
    /// Name of the wall clock: what [`Instant`] reads here.
    pub const WALL: &str = if cfg!(windows) {
        "QueryPerformanceCounter"
    } else if cfg!(target_vendor = "apple") {
        "CLOCK_UPTIME_RAW"
    } else {
        "CLOCK_MONOTONIC"
    };

    /// Name of the CPU clock of a thread.
    ///
    /// `GetThreadTimes` advances with the scheduler's ticks, by 15.6 ms as a rule: it is of use for
    /// work that takes many of its [`resolution`](Self::resolution) only.
    pub const CPU: &str = if cfg!(windows) { "GetThreadTimes" } else { "CLOCK_THREAD_CPUTIME_ID" };

    /// Starts both clocks, wall time after CPU time, and the counters around them.
    #[inline]
    #[must_use = "a clock that is not stopped measures nothing"]
    pub fn start() -> Started {
        // What was told before is of something else.
        told::take();
        let cycles = cycles();
        let cpu = thread_time();
        let wall = Instant::now();
        Started { cycles, cpu, wall, ticks: lanes::ticks(), this_thread: PhantomData }
    }

    /// What clocks and counters read around nothing: the medians of 1,001 empty measurements. CPU time
    /// holds a system call and reads 0.4 µs where wall time reads 20 ns: 1 % of 40 µs.
    #[must_use]
    pub fn overhead() -> Elapsed {
        fn median<T: Ord>(empty: &[Elapsed], read: impl Fn(&Elapsed) -> T) -> T {
            let mut reads: Vec<_> = empty.iter().map(read).collect();
            reads.sort_unstable();
            reads.swap_remove(reads.len() / 2)
        }
        let empty: Vec<_> = (0..1001).map(|_| Self::start().stop()).collect();
        let counts = Counts {
            ticks: median(&empty, |elapsed| elapsed.counts.ticks),
            cycles: median(&empty, |elapsed| elapsed.counts.cycles),
        };
        let wall = median(&empty, |elapsed| elapsed.wall);
        Elapsed { wall, cpu: median(&empty, |elapsed| elapsed.cpu), counts, elsewhere: false }
    }

    /// The smallest step that each clock was seen to make; takes 10 ms, up to 200 ms on Windows.
    ///
    /// Where a read takes longer than the clock's tick this is the time of a read: nothing shorter
    /// can be told apart either way.
    #[must_use]
    pub fn resolution() -> Resolution {
        let start = Instant::now();
        Resolution {
            wall: smallest_step(|| Some(start.elapsed())),
            cpu: smallest_step(thread_time),
        }
    }
}

/// Running clocks and counters. They stay on their thread, whose CPU time and cycles they read.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    cycles: Option<u64>,
    cpu: Option<Duration>,
    wall: Instant,
    ticks: u64,
    this_thread: PhantomData<*const ()>,
}

impl Started {
    /// Reads everything, what was started last first. Of work that another process did, and
    /// told what it took, that counts.
    #[inline]
    #[must_use]
    pub fn stop(self) -> Elapsed {
        let ticks = ticks_since(self.ticks);
        let wall = self.wall.elapsed();
        let cpu = thread_time().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        let cycles = cycles().zip(self.cycles).and_then(|(now, then)| now.checked_sub(then));
        match told::take() {
            Some(told) => told.elapsed(),
            None => Elapsed { wall, cpu, counts: Counts { ticks, cycles }, elsewhere: false },
        }
    }
}

/// What a piece of work took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elapsed {
    /// Time that passed.
    pub wall: Duration,
    /// Time that the calling thread ran, in user and kernel mode; threads that it started are not
    /// counted. `None` where the platform cannot tell.
    pub cpu: Option<Duration>,
    /// What the processor counted.
    pub counts: Counts,
    /// Whether another process did the work, and measured it with clocks of its own.
    pub elsewhere: bool,
}

impl Elapsed {
    /// Less what the clocks and counters themselves took. What `overhead` lacks is left out; what
    /// clocks elsewhere take is not known.
    #[must_use]
    pub fn less(self, overhead: Self) -> Self {
        if self.elsewhere {
            return self;
        }
        let cpu = self.cpu.zip(overhead.cpu).map(|(cpu, less)| cpu.saturating_sub(less));
        let counts = self.counts.less(overhead.counts);
        Self { wall: self.wall.saturating_sub(overhead.wall), cpu, counts, elsewhere: false }
    }

    /// Without what is of the calling thread only: it says nothing of work that others do for it.
    #[must_use]
    pub fn of_all_threads(self) -> Self {
        Self { cpu: None, counts: Counts { cycles: None, ..self.counts }, ..self }
    }

    /// Wall time over CPU time: about 1 on a quiet machine, 2 if the thread ran half of the time.
    ///
    /// Work that sleeps, waits or hands its hashing to other threads reads above 1 as well, and work
    /// of a microsecond a little below, as CPU time holds a system call. `None` without CPU time.
    #[must_use]
    pub fn disturbance(&self) -> Option<f64> {
        let cpu = self.cpu.filter(|cpu| !cpu.is_zero())?;
        Some(self.wall.as_secs_f64() / cpu.as_secs_f64())
    }
}

/// Smallest steps of the two clocks. `None`: the clock is not there or was not seen to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// Of the wall clock, [`Clock::WALL`].
    pub wall: Option<Duration>,
    /// Of the thread's CPU clock, [`Clock::CPU`].
    pub cpu: Option<Duration>,
}

/// CPU time of the calling thread since it started.
#[inline]
fn thread_time() -> Option<Duration> {
    #[cfg(any(unix, windows))]
    return cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration());
    #[cfg(not(any(unix, windows)))]
    return None;
}

/// Smallest difference, above zero, of two reads in succession.
fn smallest_step(mut read: impl FnMut() -> Option<Duration>) -> Option<Duration> {
    // Enough for a clock that is read in nanoseconds; the other bound lets one that moves every
    // 15.6 ms make a few steps.
    const READS: u32 = 10_000;
    const PATIENCE: Duration = Duration::from_millis(100);

    let start = Instant::now();
    let mut last = read()?;
    let (mut smallest, mut reads) = (None::<Duration>, 0);
    while (reads < READS || smallest.is_none()) && start.elapsed() < PATIENCE {
        let now = read()?;
        let step = now.saturating_sub(last);
        if !step.is_zero() {
            smallest = Some(smallest.map_or(step, |smallest| smallest.min(step)));
        }
        (last, reads) = (now, reads + 1);
    }
    smallest
}

#[cfg(test)]
mod tests;
