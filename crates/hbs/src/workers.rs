//! Threads that work is shared out to.

use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;
use signer::Error;

/// The threads that work: the caller's own, or a pool.
///
/// They share out the leaves and nodes of trees, also of those that a stateless key builds for each
/// signature, and signatures that are verified together. A stateful key signs, and one signature is
/// verified, on the caller's thread.
#[derive(Clone, Default)]
pub struct Workers(Option<Arc<rayon::ThreadPool>>);

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
    /// [`Error::Backend`] if the system has no more threads to give.
    pub fn new(threads: usize) -> Result<Self, Error> {
        if threads < 2 {
            return Ok(Self::one());
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self(Some(Arc::new(pool.map_err(Error::backend)?))))
    }

    /// How many threads work.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(1, |pool| pool.current_num_threads())
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
            Some(pool) if items.len() > share => pool.install(|| {
                let shares: Vec<_> = items.par_chunks(share).map(&work).collect();
                shares.into_iter().flatten().collect()
            }),
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
            Some(pool) if out.len() > len => pool.install(|| {
                out.par_chunks_mut(len).enumerate().for_each_init(start, |own, (i, piece)| {
                    work(own, i, piece);
                });
            }),
            _ => {
                let mut own = start();
                for (i, piece) in out.chunks_mut(len).enumerate() {
                    work(&mut own, i, piece);
                }
            }
        }
    }

    /// The same in memory of the caller's: each thread has its own `each` bytes of `room`, which has as
    /// many for [`count`](Self::count) threads. Pieces are shared out evenly beforehand.
    pub(crate) fn each_in(
        &self,
        out: &mut [u8],
        len: usize,
        room: &mut [u8],
        each: usize,
        work: impl Fn(&mut [u8], usize, &mut [u8]) + Sync + Send,
    ) {
        let pieces = out.len().div_ceil(len);
        let share = pieces.div_ceil(self.count()).max(1);
        let run = |(thread, (out, room)): (usize, (&mut [u8], &mut [u8]))| {
            for (i, piece) in out.chunks_mut(len).enumerate() {
                work(room, thread * share + i, piece);
            }
        };
        match &self.0 {
            Some(pool) if pieces > 1 => pool.install(|| {
                let rooms = room.par_chunks_mut(each);
                out.par_chunks_mut(share * len).zip(rooms).enumerate().for_each(run);
            }),
            _ => {
                for (i, piece) in out.chunks_mut(len).enumerate() {
                    work(room, i, piece);
                }
            }
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workers({})", self.count())
    }
}

#[cfg(test)]
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
    fn each_piece_is_written_once_in_room_of_its_own() {
        for (bytes, len) in [(0, 3), (1, 3), (3, 3), (4, 3), (6, 3), (100, 3), (100, 1)] {
            for threads in 0..4 {
                let workers = Workers::new(threads).expect("threads");
                let (mut out, mut room) = (vec![0xff; bytes], vec![0; workers.count() * 2]);
                workers.each_in(&mut out, len, &mut room, 2, |room, i, piece| {
                    assert!(piece.len() == len || i == bytes / len);
                    piece.fill(i as u8);
                    room[0] += 1;
                });
                let due: Vec<u8> = (0..bytes).map(|at| (at / len) as u8).collect();
                assert_eq!(out, due);
                let calls: usize = room.iter().map(|calls| usize::from(*calls)).sum();
                assert_eq!(calls, bytes.div_ceil(len));
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
