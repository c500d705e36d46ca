//! What a store keeps of a key.

use crate::Error;

/// Which indices of a key, or of the part of it that a store has, were given out.
///
/// `start ≤ next ≤ limit`, and no more signatures than indices that were given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// One more with each change.
    pub generation: u64,
    /// First index that is the store's.
    pub start: u64,
    /// First index that was never given out.
    pub next: u64,
    /// First index that is not the store's; `u64::MAX` if the key has as many or more.
    pub limit: u64,
    /// Signatures that are known to be made, all with indices below `next`.
    pub issued: u64,
}

impl Counter {
    /// Of the indices from `start` up to, and without, `limit`, none given out.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if `start` lies past `limit`.
    pub const fn new(start: u64, limit: u64) -> Result<Self, Error> {
        if start > limit {
            return Err(Error::Index { asked: start, next: limit });
        }
        Ok(Self { generation: 0, start, next: start, limit, issued: 0 })
    }

    /// Indices that can still be given out.
    #[must_use]
    pub const fn remaining(&self) -> u64 {
        self.limit.saturating_sub(self.next)
    }

    /// Indices that were given out and not signed with, as far as is known: those of reservations that
    /// are still open are among them.
    #[must_use]
    pub const fn burnt(&self) -> u64 {
        self.next.saturating_sub(self.start).saturating_sub(self.issued)
    }

    /// Whether a counter like this can be: what a store reads is asked that.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.start <= self.next
            && self.next <= self.limit
            && self.issued <= self.next.saturating_sub(self.start)
    }

    /// Whether `later` may come after this one: of the same indices, and nothing is taken back.
    #[must_use]
    pub const fn allows(&self, later: &Self) -> bool {
        later.is_sound()
            && later.generation > self.generation
            && later.start == self.start
            && later.limit <= self.limit
            && later.next >= self.next
            && later.issued >= self.issued
    }

    /// This counter when those indices are added to it that come after its own, from `upper`, which
    /// gives them away. Where both have given out indices, those that this one has left are lost: there is
    /// one `next`, and nothing before it is given out again.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if `upper` does not begin where this one ends, [`Error::Storage`] if the
    /// generations are used up.
    pub const fn merged(&self, upper: &Self) -> Result<Self, Error> {
        if upper.start != self.limit {
            return Err(Error::Index { asked: upper.start, next: self.limit });
        }
        let Some(generation) = self.generation.checked_add(1) else {
            return Err(Error::Storage { what: alloc::borrow::Cow::Borrowed(WORN) });
        };
        let next = if upper.next == upper.start { self.next } else { upper.next };
        let issued = self.issued.saturating_add(upper.issued);
        Ok(Self { generation, start: self.start, next, limit: upper.limit, issued })
    }

    /// Whether `later` may come after this one by a [merger](Self::merged).
    #[must_use]
    pub const fn may_grow_to(&self, later: &Self) -> bool {
        later.is_sound()
            && later.limit > self.limit
            && later.generation > self.generation
            && later.start == self.start
            && later.issued >= self.issued
            && later.next >= self.next
    }
}

pub(super) const WORN: &str = "the generations of the counter are used up";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_only_goes_forward() {
        let old = Counter { generation: 3, start: 8, next: 12, limit: 16, issued: 3 };
        assert_eq!((old.remaining(), old.burnt(), old.is_sound()), (4, 1, true));
        let new = Counter { generation: 4, next: 13, issued: 4, ..old };
        assert!(old.allows(&new) && !new.allows(&old) && !old.allows(&old));
        assert!(old.allows(&Counter { limit: 14, ..new }), "a shard was split off");
        for wrong in [
            Counter { next: 11, issued: 3, ..new },
            Counter { issued: 2, ..new },
            Counter { issued: 6, ..new },
            Counter { next: 17, ..new },
            Counter { limit: 17, ..new },
            Counter { start: 7, ..new },
            Counter { generation: 3, ..new },
        ] {
            assert!(!old.allows(&wrong), "{wrong:?}");
        }
        assert_eq!(Counter::new(9, 8), Err(Error::Index { asked: 9, next: 8 }));
    }

    #[test]
    fn what_is_merged_is_not_given_out_again() {
        let lower = Counter { generation: 3, start: 8, next: 12, limit: 16, issued: 3 };
        let fresh = Counter::new(16, 32).expect("a range");
        let merged = lower.merged(&fresh).expect("neighbours");
        assert_eq!(merged, Counter { generation: 4, start: 8, next: 12, limit: 32, issued: 3 });
        let used = Counter { generation: 9, next: 20, issued: 4, ..fresh };
        let both = lower.merged(&used).expect("neighbours");
        assert_eq!(both, Counter { next: 20, issued: 7, ..merged });
        for grown in [merged, both] {
            assert!(lower.may_grow_to(&grown) && !lower.allows(&grown) && grown.is_sound());
        }
        assert!(!lower.may_grow_to(&Counter { next: 11, issued: 3, ..merged }));
        assert!(!lower.may_grow_to(&Counter { issued: 2, ..merged }));
        assert!(!lower.may_grow_to(&Counter { limit: 16, ..merged }));
        let apart = Counter::new(17, 32).expect("a range");
        assert_eq!(lower.merged(&apart), Err(Error::Index { asked: 17, next: 16 }));
        assert!(Counter { generation: u64::MAX, ..lower }.merged(&fresh).is_err());
    }
}
