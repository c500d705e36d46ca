//! Threads that work is shared out to.

#[cfg(not(feature = "std"))]
mod none;
#[cfg(feature = "std")]
mod pool;

use alloc::vec::Vec;
use core::fmt;

use signer::Error;

#[cfg(not(feature = "std"))]
use none::Pool;
#[cfg(feature = "std")]
use pool::Pool;

/// The threads that work: the caller's own, or a pool.
///
/// They share out the leaves and nodes of trees, also of those that a stateless key builds for each
/// signature, and signatures that are verified together. A stateful key signs, and one signature is
/// verified, on the caller's thread.
#[derive(Clone, Default)]
pub struct Workers(Option<Pool>);

impl Workers {
    /// The caller's thread alone, without any pool.
    #[must_use]
    pub const fn one() -> Self {
        Self(None)
    }

    /// A pool of this many threads; none for 0 and 1.
    ///
    /// # Errors
    ///
    /// [`Error::Backend`] if the system has no more threads to give, [`Error::Unsupported`] without the
    /// feature `std`.
    pub fn new(threads: usize) -> Result<Self, Error> {
        if threads < 2 {
            return Ok(Self::one());
        }
        Ok(Self(Some(Pool::new(threads)?)))
    }

    /// How many threads work.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, Pool::threads)
    }

    /// Runs `work` on one of the threads. Shares of what it does are then taken up at once, where from
    /// elsewhere each time threads have to be woken and waited for, tens of microseconds.
    pub(crate) fn within<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.0 {
            Some(pool) => pool.run(work),
            None => work(),
        }
    }

    /// What `work` makes of `items`, in their order: of all of them, or of as many shares as there are
    /// threads, each a multiple of `together` items but the last.
    pub(crate) fn share<T: Sync, R: Send>(
        &self,
        items: &[T],
        together: usize,
        work: impl Fn(&[T]) -> Vec<R> + Sync,
    ) -> Vec<R> {
        let share = items.len().div_ceil(self.count()).next_multiple_of(together);
        match &self.0 {
            Some(pool) if items.len() > share => pool.share(items, share, work),
            _ => work(items),
        }
    }

    /// Runs `work` on each piece of `out`, `len` bytes long (the last may be shorter), with its number
    /// and with something of its own for each thread, which `start` makes.
    pub(crate) fn each<S>(
        &self,
        out: &mut [u8],
        len: usize,
        start: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, usize, &mut [u8]) + Sync + Send,
    ) {
        match &self.0 {
            Some(pool) if out.len() > len => pool.each(out, len, start, work),
            _ => {
                let mut own = start();
                for (i, piece) in out.chunks_mut(len).enumerate() {
                    work(&mut own, i, piece);
                }
            }
        }
    }

    /// The same in memory of the caller's: each thread has its own `each` bytes of `room`, which has as
    /// many for [`count`](Self::count) threads. `out` is shared out evenly beforehand, in whole units of
    /// `unit` bytes; `work` has at most `most` of them at a time, and the number of the first.
    pub(crate) fn each_in(
        &self,
        out: &mut [u8],
        [unit, most]: [usize; 2],
        room: &mut [u8],
        each: usize,
        work: impl Fn(&mut [u8], usize, &mut [u8]) + Sync + Send,
    ) {
        let units = out.len().div_ceil(unit);
        let share = units.div_ceil(self.count()).max(1);
        let run = |thread: usize, out: &mut [u8], room: &mut [u8]| {
            for (i, piece) in out.chunks_mut(most * unit).enumerate() {
                work(room, thread * share + i * most, piece);
            }
        };
        match &self.0 {
            Some(pool) if units > most => pool.pairs([(out, share * unit), (room, each)], run),
            _ => run(0, out, room),
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workers({})", self.count())
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::thread;

    use super::*;

    /// The numbers of pieces, and whether another thread than the caller's wrote them.
    fn written(workers: &Workers, bytes: usize, len: usize) -> (Vec<u8>, bool) {
        let home = thread::current().id();
        let mut out = vec![0xff; bytes + 1];
        let start = || thread::current().id();
        workers.each(&mut out[..bytes], len, start, |thread, i, piece| {
            assert!(*thread == thread::current().id(), "another thread's own");
            assert!(piece.len() == len || i == bytes / len);
            piece.fill(i as u8 | if *thread == home { 0 } else { 0x80 });
        });
        let elsewhere = out[..bytes].iter().any(|byte| byte & 0x80 != 0);
        assert!(!elsewhere || out.iter().all(|byte| byte & 0x80 != 0), "both");
        assert_eq!(out.pop(), Some(0xff));
        (out.iter().map(|byte| byte & 0x7f).collect(), elsewhere)
    }

    #[test]
    fn shares_come_back_in_order() {
        for threads in 0..4 {
            let workers = Workers::new(threads).expect("threads");
            for len in [0, 1, 3, 4, 5, 16, 100] {
                let items: Vec<u32> = (0..len).collect();
                let made = workers.share(&items, 4, |some| {
                    let first = some.first().copied().unwrap_or_default();
                    assert!(first % 4 == 0 && (some.len() % 4 == 0 || some.ends_with(&[len - 1])));
                    some.iter().map(|item| item * 2).collect()
                });
                assert_eq!(made, items.iter().map(|item| item * 2).collect::<Vec<_>>());
            }
        }
    }

    /// The same for pieces with memory of the caller's, which no two threads share.
    #[test]
    fn each_unit_is_written_once_in_room_of_its_own() {
        for (units, most) in [(0, 2), (1, 3), (2, 1), (3, 3), (7, 3), (33, 8), (100, 1)] {
            for threads in 0..4 {
                let workers = Workers::new(threads).expect("threads");
                let (mut out, mut room) = (vec![0xff; units * 2], vec![0; workers.count() * 3]);
                workers.each_in(&mut out, [2, most], &mut room, 3, |room, first, some| {
                    assert!(some.len() <= 2 * most);
                    for (i, unit) in some.chunks_mut(2).enumerate() {
                        unit.fill((first + i) as u8);
                        room[0] += 1;
                    }
                });
                let due: Vec<u8> = (0..2 * units).map(|at| (at / 2) as u8).collect();
                assert_eq!(out, due);
                let made: Vec<_> = room.chunks(3).map(|room| usize::from(room[0])).collect();
                assert_eq!(made.iter().sum::<usize>(), units);
                let even = units.div_ceil(workers.count()).max(most);
                assert!(made.iter().all(|made| *made <= even), "{made:?} of {units}");
            }
        }
    }

    #[test]
    fn each_piece_is_written_once_with_its_number() {
        for (bytes, len) in [(0, 3), (1, 3), (3, 3), (4, 3), (6, 3), (100, 3), (100, 1)] {
            let due: Vec<u8> = (0..bytes).map(|at| (at / len) as u8).collect();
            for threads in 0..4 {
                let workers = Workers::new(threads).expect("threads");
                assert_eq!(workers.count(), threads.max(1));
                // One piece is not worth a thread.
                let elsewhere = threads > 1 && bytes > len;
                assert_eq!(written(&workers, bytes, len), (due.clone(), elsewhere));
            }
        }
    }
}
