//! Rounds and message schedule of SHA-2 (FIPS 180-4 section 6.2.2), for kernels to be put together of.

use core::marker::PhantomData;

use crate::sha2::Family;
use crate::unit::Job;
use crate::word::Word;

/// Rounds `$i ..` whose words are in the ring already.
macro_rules! rounds_given {
    ($F:ty, $proof:expr, $v:expr, $w:expr, $($i:literal)*) => {
        $( $crate::sha2::rounds::round::<$F, W, { $i % 8 }>(
            $proof, &mut $v, &($w)[$i % 16], <$F>::k($i),
        ); )*
    };
}

/// Rounds `$i ..`, 16 or more, whose words are computed first.
macro_rules! rounds_scheduled {
    ($F:ty, $proof:expr, $v:expr, $w:expr, $($i:literal)*) => { $(
        $crate::sha2::rounds::schedule::<$F, W, { $i % 16 }>($proof, &mut $w);
        $crate::sha2::rounds::rounds_given!($F, $proof, $v, $w, $i);
    )* };
}

/// Rounds 32 to the last.
macro_rules! rounds_from_32 {
    ($F:ty, $proof:expr, $v:expr, $w:expr) => {
        if W::ROLLED {
            $crate::sha2::rounds::rounds_rolled!($F, $proof, $v, $w, 32);
        } else {
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 32 33 34 35 36 37 38 39);
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 40 41 42 43 44 45 46 47);
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 48 49 50 51 52 53 54 55);
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 56 57 58 59 60 61 62 63);
            if <$F>::ROUNDS > 64 {
                $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 64 65 66 67 68 69 70 71);
                $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 72 73 74 75 76 77 78 79);
            }
        }
    };
}

/// Rounds `$first`, a multiple of 16, to the last, as a loop over sixteen of them.
macro_rules! rounds_rolled {
    ($F:ty, $proof:expr, $v:expr, $w:expr, $first:literal) => {
        let mut from = $first;
        while from < <$F>::ROUNDS {
            $crate::sha2::rounds::rounds_scheduled_from!(
                $F, $proof, $v, $w, from, 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
            );
            from += 16;
        }
    };
}

/// Rounds `$from + $i ..`, where `$from` is a multiple of 16, whose words are computed first.
macro_rules! rounds_scheduled_from {
    ($F:ty, $proof:expr, $v:expr, $w:expr, $from:expr, $($i:literal)*) => { $(
        $crate::sha2::rounds::schedule::<$F, W, $i>($proof, &mut $w);
        $crate::sha2::rounds::round::<$F, W, { $i % 8 }>(
            $proof, &mut $v, &($w)[$i], <$F>::k($from + $i),
        );
    )* };
}

pub(super) use {
    rounds_from_32, rounds_given, rounds_rolled, rounds_scheduled, rounds_scheduled_from,
};

/// A round whose number is `I` modulo 8, with schedule word `w` and constant `k`. The working variables
/// `a` to `h` do not move: what is called `a` goes down by one with each round, so that `v[0..8]` are
/// `a` to `h` again after every eight.
#[inline(always)]
pub(super) fn round<F: Family, W: Word<F::Bits>, const I: usize>(
    proof: W::Proof,
    v: &mut [W; 8],
    w: &W,
    k: F::Bits,
) {
    W::piece(proof, Round::<F, W, I> { proof, v, w, k });
}

struct Round<'a, F: Family, W: Word<F::Bits>, const I: usize> {
    proof: W::Proof,
    v: &'a mut [W; 8],
    w: &'a W,
    k: F::Bits,
}

impl<F: Family, W: Word<F::Bits>, const I: usize> Job for Round<'_, F, W, I> {
    #[inline(always)]
    fn run(self) {
        let Self { proof, v, w, k } = self;
        let [a, b, c, d] = [(8 - I) % 8, (9 - I) % 8, (10 - I) % 8, (11 - I) % 8];
        let [e, f, g, h] = [(12 - I) % 8, (13 - I) % 8, (14 - I) % 8, (15 - I) % 8];
        let t1 =
            v[h].add(W::splat(proof, k)).add(*w).add(F::upper_1(v[e]).add(v[e].ch(v[f], v[g])));
        v[d] = v[d].add(t1);
        v[h] = t1.add(F::upper_0(v[a]).add(v[a].maj(v[b], v[c])));
    }
}

/// The next schedule word, whose number is `I` modulo 16, in the place of the one sixteen before it.
#[inline(always)]
pub(super) fn schedule<F: Family, W: Word<F::Bits>, const I: usize>(
    proof: W::Proof,
    ring: &mut [W; 16],
) {
    W::piece(proof, Schedule::<F, W, I> { ring, family: PhantomData });
}

struct Schedule<'a, F, W, const I: usize> {
    ring: &'a mut [W; 16],
    family: PhantomData<F>,
}

impl<F: Family, W: Word<F::Bits>, const I: usize> Job for Schedule<'_, F, W, I> {
    #[inline(always)]
    fn run(self) {
        let w = self.ring;
        let (before, after) = (w[(I + 1) % 16], w[(I + 14) % 16]);
        w[I] = w[I].add(F::lower_0(before)).add(w[(I + 9) % 16].add(F::lower_1(after)));
    }
}
