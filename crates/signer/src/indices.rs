//! Counting one-time keys, whatever the code behind a key counts: no index is used twice.

use crate::Error;
use alloc::vec::Vec;

/// The one-time keys that a stateful key has left. Every wrapper of third-party code keeps one.
///
/// An index is used up before the code that signs with it runs, and stays so whatever comes of it.
/// After a failure, or a panic that somebody caught, nobody knows how far that code's own state got:
/// the key is not used again.
#[derive(Clone, Debug)]
pub struct Indices {
    next: u64,
    /// First index that does not exist; `None` if it does not fit.
    end: Option<u64>,
    failure: Option<Error>,
}

impl Indices {
    /// Indices from `next` up to, and without, `end`, which is `None` if it does not fit 64 bits.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if `next` lies past the end.
    pub fn new(next: u64, end: Option<u64>) -> Result<Self, Error> {
        match end {
            Some(end) if next > end => Err(Error::Index { asked: next, next: end }),
            _ => Ok(Self { next, end, failure: None }),
        }
    }

    /// Index of the next signature; the end if there is none left.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// How many signatures are left, as [`StatefulSigner::remaining`](crate::StatefulSigner::remaining)
    /// has it; 0 after a failure.
    #[must_use]
    pub fn remaining(&self) -> u64 {
        match (&self.failure, self.end) {
            (Some(_), _) => 0,
            (None, Some(end)) => end - self.next,
            // More than can be counted, until the counter ends.
            (None, None) if self.next < u64::MAX => u64::MAX,
            (None, None) => 0,
        }
    }

    /// Checks that the key's state is known.
    ///
    /// # Errors
    ///
    /// The failure after which it is not.
    pub fn check_sound(&self) -> Result<(), Error> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Checks that there is an index to sign with.
    ///
    /// # Errors
    ///
    /// An earlier failure, or [`Error::Exhausted`].
    pub fn check_left(&self) -> Result<(), Error> {
        self.check_sound()?;
        if self.remaining() == 0 { Err(Error::Exhausted) } else { Ok(()) }
    }

    /// Uses up the next index for what `sign` does, whatever becomes of it.
    ///
    /// # Errors
    ///
    /// Those of `sign`; `signature` is empty then, and the key is not used again.
    pub fn spend(
        &mut self,
        signature: &mut Vec<u8>,
        sign: impl FnOnce(&mut Vec<u8>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let end = self.end.unwrap_or(u64::MAX);
        self.next = self.next.saturating_add(1).min(end);
        self.whole(|| sign(signature)).inspect_err(|_| signature.clear())
    }

    /// Gives up the indices before `index`, which `moving` tells the code behind. It is not called if
    /// `index` is the next one anyway.
    ///
    /// # Errors
    ///
    /// An earlier failure; [`Error::Index`] if `index` lies behind the next one, or at the end or past
    /// it; or those of `moving`, after which the key is not used again.
    pub fn skip_to(
        &mut self,
        index: u64,
        moving: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.check_sound()?;
        if index == self.next {
            return Ok(());
        }
        if index < self.next || self.end.is_some_and(|end| index >= end) {
            return Err(Error::Index { asked: index, next: self.next });
        }
        self.whole(moving)?;
        self.next = index;
        Ok(())
    }

    /// Does what changes the state of the code behind. If that fails or panics, the state is unknown.
    fn whole(&mut self, change: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        self.failure = Some(Error::Interrupted);
        let result = change();
        self.failure = result.clone().err();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn at(next: u64) -> Indices {
        Indices::new(next, Some(8)).expect("not past the end")
    }

    #[test]
    fn indices_run_out() {
        let (mut indices, mut out) = (at(6), Vec::new());
        assert_eq!((indices.next(), indices.remaining()), (6, 2));
        assert_eq!(indices.spend(&mut out, |_| Ok(())), Ok(()));
        assert_eq!((indices.next(), indices.remaining(), indices.check_left()), (7, 1, Ok(())));
        for _ in 0..2 {
            assert_eq!(indices.spend(&mut out, |_| Ok(())), Ok(()));
            assert_eq!((indices.next(), indices.remaining()), (8, 0));
            assert_eq!(indices.check_left(), Err(Error::Exhausted));
        }
        assert!(Indices::new(9, Some(8)).is_err());
        assert_eq!(at(8).remaining(), 0);
    }

    #[test]
    fn a_failure_uses_the_index_and_ends_the_key() {
        let mut indices = at(0);
        let mut out = Vec::new();
        let result = indices.spend(&mut out, |out| {
            out.push(1);
            Err(Error::BadSignature)
        });
        assert_eq!((result, out.len(), indices.next()), (Err(Error::BadSignature), 0, 1));
        assert_eq!(indices.remaining(), 0);
        assert_eq!(indices.check_left(), Err(Error::BadSignature));
        assert_eq!(indices.skip_to(5, || Ok(())), Err(Error::BadSignature));

        let mut indices = at(0);
        assert_eq!(indices.skip_to(5, || Err(Error::Entropy)), Err(Error::Entropy));
        assert_eq!((indices.next(), indices.check_sound()), (0, Err(Error::Entropy)));
    }

    #[test]
    fn a_panic_that_is_caught_ends_the_key() {
        let (mut signing, mut moving) = (at(0), at(0));
        let panics = [
            catch_unwind(AssertUnwindSafe(|| {
                signing.spend(&mut Vec::new(), |_| panic!("signing"))
            })),
            catch_unwind(AssertUnwindSafe(|| moving.skip_to(5, || panic!("moving")))),
        ];
        assert!(panics.iter().all(Result::is_err));
        for (mut indices, next) in [(signing, 1), (moving, 0)] {
            assert_eq!((indices.next(), indices.remaining()), (next, 0));
            assert_eq!(indices.check_left(), Err(Error::Interrupted));
            assert_eq!(indices.skip_to(7, || Ok(())), Err(Error::Interrupted));
        }
    }

    #[test]
    fn moves_go_forward_and_stay_inside() {
        for (to, result, next) in [
            (5, Ok(()), 5),
            (7, Ok(()), 7),
            (4, Err(Error::Index { asked: 4, next: 5 }), 5),
            (8, Err(Error::Index { asked: 8, next: 5 }), 5),
        ] {
            let mut indices = at(5);
            assert_eq!((indices.skip_to(to, || Ok(())), indices.next()), (result, next));
        }
        assert_eq!(at(5).skip_to(5, || Err(Error::Entropy)), Ok(()), "nothing to move");
    }

    #[test]
    fn more_than_can_be_counted_is_the_largest_number() {
        let mut indices = Indices::new(0, None).expect("no end");
        assert_eq!(indices.remaining(), u64::MAX);
        assert_eq!(indices.skip_to(u64::MAX - 1, || Ok(())), Ok(()));
        assert_eq!(indices.remaining(), u64::MAX);
        assert_eq!(indices.spend(&mut Vec::new(), |_| Ok(())), Ok(()));
        assert_eq!((indices.next(), indices.remaining()), (u64::MAX, 0));
    }
}
