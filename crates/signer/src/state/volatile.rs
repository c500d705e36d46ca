//! A counter that is forgotten.

use crate::{Counter, Error, StateStore};

/// A counter in memory, **for tests and benches alone**: after a restart every index would be used
/// again.
#[derive(Debug)]
pub struct Volatile(Counter);

impl Volatile {
    /// That keeps this counter while it lives.
    #[must_use]
    pub const fn new(counter: Counter) -> Self {
        Self(counter)
    }
}

impl StateStore for Volatile {
    fn load(&mut self) -> Result<Counter, Error> {
        Ok(self.0)
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        if self.0.generation.checked_add(1) != Some(to.generation) {
            return Err(Error::Conflict { expected: to.generation, found: self.0.generation });
        }
        if !self.0.allows(to) {
            return Err(Error::storage("a counter that goes back is not stored"));
        }
        self.0 = *to;
        Ok(())
    }
}
