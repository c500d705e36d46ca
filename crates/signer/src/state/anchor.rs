//! What tells that a store was put back to an older state.

use crate::{Counter, Error, StateStore};
use alloc::format;
use core::fmt::Debug;

/// A number that only goes up, kept where whoever puts back the store cannot put it back too: on another
/// medium or host, or in a chip.
pub trait MonotonicAnchor: Debug + Send {
    /// The number; 0 until it was raised.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be read, or is another key's.
    fn read(&mut self) -> Result<u64, Error>;

    /// Raises it to `to`; one that is as high stays. It is durable once this returns.
    ///
    /// # Errors
    ///
    /// [`Error::Storage`] if it cannot be raised: then nobody knows what it is.
    fn raise(&mut self, to: u64) -> Result<(), Error>;
}

/// None: no older state is ever told.
impl<A: MonotonicAnchor> MonotonicAnchor for Option<A> {
    fn read(&mut self) -> Result<u64, Error> {
        self.as_mut().map_or(Ok(0), A::read)
    }

    fn raise(&mut self, to: u64) -> Result<(), Error> {
        self.as_mut().map_or(Ok(()), |anchor| anchor.raise(to))
    }
}

/// A store whose next index an anchor has too. It refuses a state that has given out fewer indices.
///
/// The anchor is raised after the store, and before anybody has an index: between the two, it may be one
/// reservation behind, of which nothing was signed with.
#[derive(Debug)]
pub struct Anchored<S, A> {
    store: S,
    anchor: A,
}

impl<S: StateStore, A: MonotonicAnchor> Anchored<S, A> {
    /// A store with an anchor.
    #[must_use]
    pub const fn new(store: S, anchor: A) -> Self {
        Self { store, anchor }
    }

    /// Lets something else change the store, and raises the anchor to what it then says.
    ///
    /// # Errors
    ///
    /// Those of `change` and of the anchor.
    pub fn change(
        &mut self,
        change: impl FnOnce(&mut S) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.load()?;
        change(&mut self.store)?;
        self.anchor.raise(self.store.load()?.next)
    }
}

impl<S: StateStore, A: MonotonicAnchor> StateStore for Anchored<S, A> {
    fn load(&mut self) -> Result<Counter, Error> {
        let counter = self.store.load()?;
        let least = self.anchor.read()?;
        if counter.next < least {
            return Err(Error::storage(format!(
                "it went back: {} comes next in it, and the anchor knows that all before {least} were given out. \
                 A copy or an older state was put in its place: whatever signed meanwhile, this must not sign",
                counter.next
            )));
        }
        Ok(counter)
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        self.store.swap(to)?;
        self.anchor.raise(to.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ledger, Volatile};

    #[derive(Debug, Default)]
    struct Number(u64);

    impl MonotonicAnchor for Number {
        fn read(&mut self) -> Result<u64, Error> {
            Ok(self.0)
        }

        fn raise(&mut self, to: u64) -> Result<(), Error> {
            self.0 = self.0.max(to);
            Ok(())
        }
    }

    #[test]
    fn a_state_that_went_back_is_told() {
        let counter = Counter::new(0, 16).expect("from 0 on");
        let anchored = Anchored::new(Volatile::new(counter), Some(Number(0)));
        let mut ledger = Ledger::open(anchored).expect("opens");
        drop(ledger.reserve(5).expect("there are 16"));
        let Anchored { store, anchor } = ledger.into_store();
        assert_eq!(anchor.as_ref().map(|number| number.0), Some(5));
        assert!(Ledger::open(Anchored::new(store, anchor)).is_ok());

        let anchored = Anchored::new(Volatile::new(counter), Some(Number(5)));
        let error = Ledger::open(anchored).map(drop).expect_err("it went back").to_string();
        assert!(
            error.contains("it went back: 0 comes next") && error.contains("before 5"),
            "{error}"
        );
        assert!(Ledger::open(Anchored::new(Volatile::new(counter), None::<Number>)).is_ok());
    }
}
