//! Cycles of the core, which the processor counts for the kernel and the kernel for each thread.
//!
//! Work in cycles does not depend on the clock that the core happened to run at. But the counters are
//! the kernel's: a read is a system call, many kernels do not give them to everybody, and most virtual
//! machines have none.

use std::cell::RefCell;
use std::io;
use std::sync::LazyLock;

/// The kernel's name for what [`cycles`] reads.
pub(crate) const CYCLES: &str = "PERF_COUNT_HW_CPU_CYCLES";

/// Cycles in user mode of the calling thread, since it first asked.
///
/// The first read of a thread opens its counter, which takes longer.
#[inline]
pub(crate) fn cycles() -> Option<u64> {
    COUNTER.with_borrow_mut(|counter| counter.as_mut()?.read().ok())
}

/// Why [`cycles`] has none here, as the end of a sentence; `None` if it has.
pub(crate) fn no_cycles() -> Option<&'static str> {
    PROBED.as_ref().err().map(String::as_str)
}

/// Whether they are counted: asked once, as the answer is that of the machine and its kernel.
static PROBED: LazyLock<Result<(), String>> = LazyLock::new(|| {
    let probe = || {
        let mut counter = Counter::of_cycles()?;
        // Some hypervisors let a counter be opened that never moves.
        let first = counter.read()?;
        Ok(counter.read()? > first)
    };
    match probe() {
        Ok(true) => Ok(()),
        Ok(false) => Err("the counter stands still".to_owned()),
        Err(error) => Err(why(&error)),
    }
});

thread_local! {
    static COUNTER: RefCell<Option<Counter>> =
        RefCell::new(PROBED.is_ok().then(Counter::of_cycles).and_then(Result::ok));
}

/// What an error of the kernel's says of cycles.
fn why(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => {
            "the kernel does not permit it (kernel.perf_event_paranoid, or a container's rules)"
                .into()
        }
        // Of such an event; the kernel has no perf events; or none on this system.
        io::ErrorKind::NotFound | io::ErrorKind::Unsupported => {
            "there is no counter for it, as in most virtual machines".into()
        }
        _ => error.to_string(),
    }
}

use counter::Counter;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod counter {
    use perf_event::Builder;
    use perf_event::events::{Event, Hardware};
    use std::io;

    /// A counter of one event of the thread that opened it. Threads that it starts are not counted,
    /// nor is the kernel.
    #[derive(Debug)]
    pub(super) struct Counter(perf_event::Counter);

    impl Counter {
        pub(super) fn of_cycles() -> io::Result<Self> {
            Self::of(Hardware::CPU_CYCLES)
        }

        pub(super) fn of(event: impl Event) -> io::Result<Self> {
            // Pinned: on the processor as long as the thread is, or an error when it is read. Others
            // take turns, and their counts are estimates.
            Builder::new(event).inherit(false).pinned(true).enabled(true).build().map(Self)
        }

        pub(super) fn read(&mut self) -> io::Result<u64> {
            self.0.read()
        }
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
mod counter {
    use std::io;

    /// None: other systems do not give counters to programs.
    #[derive(Debug)]
    pub(super) enum Counter {}

    impl Counter {
        pub(super) fn of_cycles() -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(super) fn read(&mut self) -> io::Result<u64> {
            match *self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(rounds: u64) {
        std::hint::black_box((0..rounds).fold(1u64, |a, b| std::hint::black_box(a ^ b) | 1));
    }

    #[test]
    fn cycles_are_there_or_it_is_said_why_not() {
        let counted = |rounds| {
            let before = cycles();
            work(rounds);
            cycles().zip(before).map(|(after, before)| after - before)
        };
        let (little, much) = (counted(1_000), counted(1_000_000));
        match no_cycles() {
            None => assert!(much > little && little > Some(0), "{little:?} {much:?}"),
            Some(why) => assert!((little, much) == (None, None) && !why.is_empty(), "{why}"),
        }
    }

    #[test]
    fn errors_of_the_kernel_are_told_in_words() {
        let of = |kind: io::ErrorKind| why(&kind.into());
        assert!(of(io::ErrorKind::PermissionDenied).contains("does not permit it"));
        assert!(of(io::ErrorKind::NotFound).contains("no counter for it"));
        assert!(of(io::ErrorKind::Unsupported).contains("no counter for it"));
        assert_eq!(of(io::ErrorKind::OutOfMemory), "out of memory");
    }

    /// A counter of the kernel's own, which is there where the processor's are not: the nanoseconds
    /// that a thread ran.
    #[test]
    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn a_counter_counts_one_thread() {
        use perf_event::events::Software;
        // A container may forbid it, as it may forbid that of cycles.
        let Ok(mut counter) = Counter::of(Software::TASK_CLOCK) else { return };
        let first = counter.read().expect("open");
        work(1_000_000);
        let second = counter.read().expect("open");
        std::thread::scope(|scope| {
            scope.spawn(|| work(20_000_000));
        });
        let third = counter.read().expect("open");
        assert!(second > first && third >= second, "{first} {second} {third}");
        assert!(third - second < 10 * (second - first), "{first} {second} {third}");
    }
}
