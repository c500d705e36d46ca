//! Wall time and thread CPU time of one piece of work.
//!
//! On a shared machine wall time tells as much of the neighbours as of the code. CPU time of the
//! calling thread leaves out the time in which the thread did not run; the ratio of the two tells how
//! much it was disturbed.
//!
//! The reads nest, and wall time is the inner one:
//!
//! ```text
//! start: CPU, wall | the work | stop: wall, CPU
//! ```
//!
//! A wall read takes some 20 ns and no system call, a CPU read is a system call of 100 ns and more.
//! In this order wall time holds no system call, and CPU time holds one (the way out of the first read
//! and into the second) and both wall reads. The other order would add two system calls to wall time
//! and take no more than the wall reads off CPU time.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// The two clocks of this process.
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

    /// Starts both clocks, wall time last.
    #[inline]
    #[must_use = "a clock that is not stopped measures nothing"]
    pub fn start() -> Started {
        let cpu = thread_time();
        Started { cpu, wall: Instant::now(), this_thread: PhantomData }
    }

    /// What the two clocks read around nothing: the medians of 1,001 empty measurements. CPU time holds
    /// a system call and reads 0.4 µs where wall time reads 20 ns: 1 % of 40 µs.
    #[must_use]
    pub fn overhead() -> Elapsed {
        let mut empty: Vec<_> = (0..1001).map(|_| Self::start().stop()).collect();
        let middle = empty.len() / 2;
        empty.sort_by_key(|elapsed| elapsed.wall);
        let wall = empty[middle].wall;
        empty.sort_by_key(|elapsed| elapsed.cpu);
        Elapsed { wall, cpu: empty[middle].cpu }
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

/// Two running clocks. They stay on their thread, whose CPU time they read.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    cpu: Option<Duration>,
    wall: Instant,
    this_thread: PhantomData<*const ()>,
}

impl Started {
    /// Reads both clocks, wall time first.
    #[inline]
    #[must_use]
    pub fn stop(self) -> Elapsed {
        let wall = self.wall.elapsed();
        let cpu = thread_time().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        Elapsed { wall, cpu }
    }
}

/// How long a piece of work took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elapsed {
    /// Time that passed.
    pub wall: Duration,
    /// Time that the calling thread ran, in user and kernel mode; threads that it started are not
    /// counted. `None` where the platform cannot tell.
    pub cpu: Option<Duration>,
}

impl Elapsed {
    /// Less what the clocks themselves took.
    #[must_use]
    pub fn less(self, overhead: Self) -> Self {
        let cpu = self.cpu.zip(overhead.cpu).map(|(cpu, less)| cpu.saturating_sub(less));
        Self { wall: self.wall.saturating_sub(overhead.wall), cpu }
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
mod tests {
    use super::*;
    use std::thread::sleep;

    #[test]
    fn overhead_is_small_and_taken_off() {
        let overhead = Clock::overhead();
        assert!(overhead.wall < Duration::from_micros(100), "{overhead:?}");
        let ns = Duration::from_nanos;
        let some = Elapsed { wall: ns(500), cpu: Some(ns(700)) };
        let less = some.less(Elapsed { wall: ns(20), cpu: Some(ns(400)) });
        assert_eq!(less, Elapsed { wall: ns(480), cpu: Some(ns(300)) });
        let none = some.less(Elapsed { wall: ns(501), cpu: Some(ns(701)) });
        assert_eq!(none, Elapsed { wall: ns(0), cpu: Some(ns(0)) }, "never below nothing");
    }

    #[cfg(unix)]
    fn spin(wall: Duration) {
        let start = Instant::now();
        while start.elapsed() < wall {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn sleep_is_wall_time_and_no_cpu_time() {
        let started = Clock::start();
        sleep(Duration::from_millis(60));
        let elapsed = started.stop();
        assert!(elapsed.wall >= Duration::from_millis(60), "{elapsed:?}");
        if let Some(cpu) = elapsed.cpu {
            assert!(cpu < Duration::from_millis(30), "{elapsed:?}");
        }
        assert!(elapsed.disturbance().is_none_or(|ratio| ratio > 2.0), "{elapsed:?}");
    }

    #[test]
    #[cfg(unix)]
    fn work_is_both() {
        // The best of a few: others may take the processor away, and do.
        let ratio = (0..20)
            .filter_map(|_| {
                let started = Clock::start();
                spin(Duration::from_millis(2));
                let elapsed = started.stop();
                assert!(elapsed.wall >= Duration::from_millis(2), "{elapsed:?}");
                assert!(elapsed.cpu.is_some_and(|cpu| !cpu.is_zero()), "{elapsed:?}");
                elapsed.disturbance()
            })
            .fold(f64::INFINITY, f64::min);
        assert!((0.9..1.2).contains(&ratio), "{ratio}");
    }

    #[test]
    #[cfg(unix)]
    fn other_threads_are_not_counted() {
        let started = Clock::start();
        std::thread::scope(|scope| {
            scope.spawn(|| spin(Duration::from_millis(40)));
        });
        let elapsed = started.stop();
        assert!(elapsed.wall >= Duration::from_millis(40), "{elapsed:?}");
        assert!(elapsed.cpu.is_some_and(|cpu| cpu < Duration::from_millis(20)), "{elapsed:?}");
    }

    #[test]
    fn disturbance_is_a_ratio() {
        let wall = Duration::from_millis(3);
        let ratio = |cpu| Elapsed { wall, cpu }.disturbance();
        assert_eq!(ratio(Some(Duration::from_millis(2))), Some(1.5));
        assert_eq!(ratio(Some(Duration::ZERO)), None);
        assert_eq!(ratio(None), None);
    }

    #[test]
    fn steps_are_the_clocks() {
        // A clock that moves by 700 ns at every third read.
        let mut reads = 0u64;
        let step = smallest_step(|| {
            reads += 1;
            Some(Duration::from_nanos(reads / 3 * 700))
        });
        assert_eq!(step, Some(Duration::from_nanos(700)));
        assert_eq!(smallest_step(|| None), None);
        assert_eq!(smallest_step(|| Some(Duration::from_secs(1))), None);
    }

    #[test]
    #[cfg(unix)]
    fn clocks_are_fine_enough() {
        let resolution = Clock::resolution();
        assert!(resolution.wall.is_some_and(|step| step < Duration::from_micros(10)));
        assert!(resolution.cpu.is_some_and(|step| step < Duration::from_micros(100)));
    }
}
