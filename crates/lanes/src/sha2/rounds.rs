//! Rounds and message schedule of SHA-2 (FIPS 180-4 section 6.2.2), for kernels to be put together of.

use core::marker::PhantomData;
use core::mem;

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

/// Rounds 24 to the last, rolled or not.
macro_rules! rounds_from_24 {
    ($F:ty, $proof:expr, $v:expr, $w:expr) => {
        if W::ROLLED {
            $crate::sha2::rounds::rounds_rolled::<$F, W>($proof, &mut $v, &mut $w, 24);
        } else {
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 24 25 26 27 28 29 30 31);
            $crate::sha2::rounds::rounds_from_32!($F, $proof, $v, $w);
        }
    };
}

/// Rounds 32 to the last.
macro_rules! rounds_from_32 {
    ($F:ty, $proof:expr, $v:expr, $w:expr) => {
        $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 32 33 34 35 36 37 38 39);
        $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 40 41 42 43 44 45 46 47);
        $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 48 49 50 51 52 53 54 55);
        $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 56 57 58 59 60 61 62 63);
        if <$F>::ROUNDS > 64 {
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 64 65 66 67 68 69 70 71);
            $crate::sha2::rounds::rounds_scheduled!($F, $proof, $v, $w, 72 73 74 75 76 77 78 79);
        }
    };
}

pub(super) use {rounds_from_24, rounds_from_32, rounds_given, rounds_scheduled};

/// Rounds `from ..`, a multiple of 8 and at least 16, to the last, as a loop over eight of them.
///
/// `w` has the sixteen words before them, each at its number modulo 16, and in the end the last ones.
/// They stay in memory: eight rounds are a third of the code that sixteen with all words in registers
/// take, or rather in spill slots, and what runs a few times only comes from the decoder the first time.
#[inline(always)]
pub(super) fn rounds_rolled<F: Family, W: Word<F::Bits>>(
    proof: W::Proof,
    v: &mut [W; 8],
    w: &mut [W; 16],
    mut from: usize,
) {
    let ([low, high], []) = w.as_chunks_mut::<8>() else { return };
    let (mut older, mut newer) = (low, high);
    if from % 16 == 8 {
        mem::swap(&mut older, &mut newer);
    }
    while from < F::ROUNDS {
        eight_scheduled::<F, W>(proof, v, older, newer, from);
        mem::swap(&mut older, &mut newer);
        from += 8;
    }
}

/// Rounds `from ..`, 0 or 8, to 15, with the words `w`, as a loop over eight of them.
#[inline(always)]
pub(super) fn rounds_rolled_to_16<F: Family, W: Word<F::Bits>>(
    proof: W::Proof,
    v: &mut [W; 8],
    w: &[W; 16],
    mut from: usize,
) {
    for w in w[from..].as_chunks::<8>().0 {
        macro_rules! rounds {
            ($($i:literal)*) => { $( round::<F, W, $i>(proof, v, &w[$i], F::k(from + $i)); )* };
        }
        rounds!(0 1 2 3 4 5 6 7);
        from += 8;
    }
}

/// Rounds `from ..` to the next multiple of 8. `w` has the oldest eight of the sixteen words before
/// them, which become those of these rounds; `newer` has the others.
#[inline(always)]
fn eight_scheduled<F: Family, W: Word<F::Bits>>(
    proof: W::Proof,
    v: &mut [W; 8],
    w: &mut [W; 8],
    newer: &[W; 8],
    from: usize,
) {
    macro_rules! rounds {
        ($($i:literal: $one:expr, $nine:expr, $fourteen:expr;)*) => { $(
            w[$i] = next::<F, W>(proof, w[$i], $one, $nine, $fourteen);
            round::<F, W, $i>(proof, v, &w[$i], F::k(from + $i));
        )* };
    }
    rounds! {
        0: w[1], newer[1], newer[6];
        1: w[2], newer[2], newer[7];
        2: w[3], newer[3], w[0];
        3: w[4], newer[4], w[1];
        4: w[5], newer[5], w[2];
        5: w[6], newer[6], w[3];
        6: w[7], newer[7], w[4];
        7: newer[0], w[0], w[5];
    }
}

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
            v[h].add(W::splat(proof, k)).add(*w).add(v[e].ch(v[f], v[g])).add(F::upper_1(v[e]));
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
    let [one, nine, fourteen] = [(I + 1) % 16, (I + 9) % 16, (I + 14) % 16];
    ring[I] = next::<F, W>(proof, ring[I], ring[one], ring[nine], ring[fourteen]);
}

/// The schedule word after sixteen others, from the first of them and those 1, 9 and 14 later.
#[inline(always)]
fn next<F: Family, W: Word<F::Bits>>(
    proof: W::Proof,
    mut first: W,
    one: W,
    nine: W,
    fourteen: W,
) -> W {
    let family = PhantomData::<F>;
    W::piece(proof, Schedule { word: &mut first, one, nine, fourteen, family });
    first
}

struct Schedule<'a, F, W> {
    word: &'a mut W,
    one: W,
    nine: W,
    fourteen: W,
    family: PhantomData<F>,
}

impl<F: Family, W: Word<F::Bits>> Job for Schedule<'_, F, W> {
    #[inline(always)]
    fn run(self) {
        let Self { word, one, nine, fourteen, .. } = self;
        *word = word.add(F::lower_0(one)).add(nine.add(F::lower_1(fourteen)));
    }
}
