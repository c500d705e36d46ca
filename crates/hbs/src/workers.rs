//! Threads that trees are built with.

use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;
use signer::Error;

/// The threads that build trees: the caller's own, or a pool.
///
/// Signing and verifying one message never leave the caller's thread.
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
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workers({})", self.count())
    }
}
