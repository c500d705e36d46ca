//! Two vectors, worked on in turns: while one waits for its last result, the other goes on.

use crate::unit::Job;
use crate::word::Word;

/// Two vectors as one that is twice as long.
#[derive(Clone, Copy)]
pub(super) struct Pair<W>(pub(super) W, pub(super) W);

macro_rules! both {
    ($(fn $name:ident $(<const $N:ident>)? (self $(, $other:ident)*);)*) => { $(
        #[inline(always)]
        fn $name $(<const $N: u32>)? (self $(, $other: Self)*) -> Self {
            Self(self.0.$name$(::<$N>)?($($other.0),*), self.1.$name$(::<$N>)?($($other.1),*))
        }
    )* };
}

impl<T: Copy, W: Word<T>> Word<T> for Pair<W> {
    type Proof = W::Proof;
    const ROLLED: bool = W::ROLLED;
    const SHORT: bool = W::SHORT;

    #[inline(always)]
    fn splat(proof: W::Proof, x: T) -> Self {
        let both = W::splat(proof, x);
        Self(both, both)
    }

    both! {
        fn add(self, b);
        fn xor(self, b);
        fn or(self, b);
        fn xor3(self, b, c);
        fn rotr<const N>(self);
        fn rotl<const N>(self);
        fn shr<const N>(self);
        fn shl<const N>(self);
        fn ch(self, f, g);
        fn maj(self, b, c);
        fn chi(self, b, c);
    }

    #[inline(always)]
    fn piece<J: Job>(proof: W::Proof, job: J) {
        W::piece(proof, job);
    }
}
