//! Threads of `rayon`.

use std::sync::Arc;

use rayon::prelude::*;
use signer::Error;

/// A pool of threads.
#[derive(Clone)]
pub(super) struct Pool(Arc<rayon::ThreadPool>);

impl Pool {
    /// Of this many threads.
    pub(super) fn new(threads: usize) -> Result<Self, Error> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self(Arc::new(pool.map_err(Error::backend)?)))
    }

    /// How many there are.
    pub(super) fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs `work` on one of them.
    pub(super) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }

    /// What `work` makes of items, in their order, `share` of them at a time.
    pub(super) fn share<T: Sync, R: Send>(
        &self,
        items: &[T],
        share: usize,
        work: impl Fn(&[T]) -> Vec<R> + Sync,
    ) -> Vec<R> {
        self.0.install(|| {
            let shares: Vec<_> = items.par_chunks(share).map(&work).collect();
            shares.into_iter().flatten().collect()
        })
    }

    /// Runs `work` on each piece of `out`, `len` bytes long, with its number and with what `start` makes
    /// for each thread.
    pub(super) fn each<S>(
        &self,
        out: &mut [u8],
        len: usize,
        start: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, usize, &mut [u8]) + Sync + Send,
    ) {
        self.0.install(|| {
            out.par_chunks_mut(len).enumerate().for_each_init(start, |own, (i, piece)| {
                work(own, i, piece);
            });
        });
    }

    /// Runs `work` on pieces of two buffers, each as long as is said beside it, with their number.
    pub(super) fn pairs(
        &self,
        [(out, share), (room, each)]: [(&mut [u8], usize); 2],
        work: impl Fn(usize, &mut [u8], &mut [u8]) + Sync + Send,
    ) {
        self.0.install(|| {
            let pairs = out.par_chunks_mut(share).zip(room.par_chunks_mut(each));
            pairs.enumerate().for_each(|(i, (out, room))| work(i, out, room));
        });
    }
}
