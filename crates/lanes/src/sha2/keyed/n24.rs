//! n = 24: PRF is two blocks, of which the second is padding only; F is one.

use crate::sha2::constants::K_256;
use crate::sha2::prepared::Prepared;
use crate::sha2::rounds::{
    round, rounds_from_32, rounds_given, rounds_rolled, rounds_rolled_to_16, rounds_scheduled,
};
use crate::sha2::{Family, Sha256, compress};
use crate::unit::Kernel;
use crate::word::{self, Word};

/// Chains of XMSS-SHA2 with n = 24. Heads are `toByte(3, 4) ‖ SEED ‖ ADRS`, fifteen words.
#[derive(Clone, Copy, Debug)]
pub(in crate::sha2) struct Keyed24;

/// Constants of a row: the state of PRF after thirteen rounds, and its words.
const CONSTANTS: usize = 8 + 15;

impl Prepared<u32, 15, CONSTANTS, 6> for Keyed24 {
    #[inline(always)]
    fn prepare<W: Word<u32>>(self, proof: W::Proof, head: &[W; 15]) -> [W; CONSTANTS] {
        let w = head;
        let mut v: [W; 8] = word::splat(proof, Sha256::INITIAL);
        rounds_given!(Sha256, proof, v, w, 0 1 2 3 4 5 6 7 8 9 10 11 12);
        let mut constants = [v[0]; CONSTANTS];
        constants[..8].copy_from_slice(&v);
        constants[8..].copy_from_slice(head);
        constants
    }
}

impl Kernel<u32, CONSTANTS, 6> for Keyed24 {
    #[inline(always)]
    fn step<W: Word<u32>>(self, proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; 6]) -> [W; 6] {
        if W::ROLLED {
            return rolled(proof, c, j, x);
        }
        let key = prf(proof, c, j, 0);
        let mask = prf(proof, c, j, 1);
        let block = f_block(proof, &key, &word::xor(&x, &mask));
        let state = word::splat(proof, Sha256::INITIAL);
        word::take(&compress::<Sha256, W>(proof, state, block), 0)
    }

    const IN_PAIRS: bool = true;

    /// The step number is the last byte of word 6 of ADRS, word 13 of the block.
    #[inline(always)]
    fn stride(self) -> u32 {
        1
    }
}

/// The step as blocks that share their last rounds: the first ones of PRF for the key and for the mask,
/// and that of F.
#[inline(always)]
fn rolled<W: Word<u32>>(proof: W::Proof, c: &[W; CONSTANTS], j: W, x: [W; 6]) -> [W; 6] {
    let initial: [W; 8] = word::splat(proof, Sha256::INITIAL);
    let (mut key, mut out) = (initial, initial);
    for block in 0..3 {
        let (mut v, mut w);
        if block < 2 {
            v = word::take(c, 0);
            w = prf_block(proof, c, j, block);
            rounds_given!(Sha256, proof, v, w, 13 14 15);
        } else {
            v = initial;
            w = f_block(proof, &key, &word::xor(&x, &out));
            rounds_rolled_to_16::<Sha256, W>(proof, &mut v, &w, 0);
        }
        rounds_rolled::<Sha256, W>(proof, &mut v, &mut w, 16);
        out = word::add(&v, &initial);
        if block < 2 {
            out = padding_only::<W, { 8 * (4 + 24 + 32) }, false>(proof, out);
        }
        if block == 0 {
            key = out;
        }
    }
    word::take(&out, 0)
}

/// The block of F: `toByte(0, 4) ‖ key ‖ value`.
#[inline(always)]
fn f_block<W: Word<u32>>(proof: W::Proof, key: &[W; 8], value: &[W; 6]) -> [W; 16] {
    let mut block = [W::splat(proof, 0); 16];
    block[1..7].copy_from_slice(&key[..6]);
    block[7..13].copy_from_slice(value);
    block[13] = W::splat(proof, 0x8000_0000);
    block[15] = W::splat(proof, 8 * (4 + 24 + 24));
    block
}

/// The first block of PRF of the address with step number `j` and `b` for keyAndMask.
#[inline(always)]
fn prf_block<W: Word<u32>>(proof: W::Proof, c: &[W; CONSTANTS], j: W, b: u32) -> [W; 16] {
    let mut w = [W::splat(proof, 0x8000_0000); 16];
    w[..15].copy_from_slice(&c[8..]);
    w[13] = w[13].add(j);
    w[14] = w[14].add(W::splat(proof, b));
    w
}

/// PRF of the address with step number `j` and `b` for keyAndMask.
#[inline(always)]
fn prf<W: Word<u32>>(proof: W::Proof, c: &[W; CONSTANTS], j: W, b: u32) -> [W; 8] {
    let mut v: [W; 8] = word::take(c, 0);
    let mut w = prf_block(proof, c, j, b);
    // After thirteen rounds the names have moved by thirteen, as the macro expects.
    rounds_given!(Sha256, proof, v, w, 13 14 15);
    rounds_scheduled!(Sha256, proof, v, w, 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    rounds_from_32!(Sha256, proof, v, w);
    let state = word::add(&v, &word::splat::<_, W, 8>(proof, Sha256::INITIAL));
    padding_only::<W, { 8 * (4 + 24 + 32) }, false>(proof, state)
}

/// The compression of a block that is the length of a message, in bits, and else zero: its schedule
/// is a constant.
///
/// Rolled it makes robust chains with n = 32 12 % faster on Zen 5, and those of XMSS with n = 24, where it
/// is in a loop over blocks, 60 % slower.
#[inline(always)]
pub(in crate::sha2) fn padding_only<W: Word<u32>, const BITS: u32, const ROLLED: bool>(
    proof: W::Proof,
    state: [W; 8],
) -> [W; 8] {
    struct Constants<const BITS: u32>;
    impl<const BITS: u32> Constants<BITS> {
        const OF_ROUNDS: [u32; 64] = constants_of_length(BITS);
    }
    let constants = &Constants::<BITS>::OF_ROUNDS;
    let mut v = state;
    macro_rules! rounds {
        ($from:expr; $($i:literal)*) => { $(
            round::<Sha256, W, { $i % 8 }>(
                proof, &mut v, &W::splat(proof, 0), constants[$from + $i],
            );
        )* };
    }
    if (ROLLED || W::SHORT) && W::ROLLED {
        let mut from = 0;
        while from < 64 {
            rounds!(from; 0 1 2 3 4 5 6 7);
            from += 8;
        }
    } else {
        rounds!(0; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
        rounds!(0; 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47);
        rounds!(0; 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);
    }
    word::add(&v, &state)
}

/// The constants of the rounds, each with the schedule word that is added to it.
const fn constants_of_length(bits: u32) -> [u32; 64] {
    let mut constants = schedule_of_length(bits);
    let mut i = 0;
    while i < 64 {
        constants[i] = constants[i].wrapping_add(K_256[i]);
        i += 1;
    }
    constants
}

const fn schedule_of_length(bits: u32) -> [u32; 64] {
    let mut w = [0_u32; 64];
    w[15] = bits;
    let mut i = 16;
    while i < 64 {
        let (x, y) = (w[i - 15], w[i - 2]);
        let lower_0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
        let lower_1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
        w[i] = w[i - 16].wrapping_add(lower_0).wrapping_add(w[i - 7]).wrapping_add(lower_1);
        i += 1;
    }
    w
}
