//! Nodes of XMSS in lanes: what comes between their hashes never leaves them (RFC 8391 section 4.1.4).
//!
//! ```text
//! node   = Hash(hash ‖ PRF(0) ‖ (left ‖ right XOR PRF(1) ‖ PRF(2)))
//! PRF(b) = Hash(prf ‖ head, with b in its last byte)
//! ```
//!
//! Messages are put together word by word, so each part has to be whole words. It is in all sets of
//! XMSS but those of SHAKE256 with n = 24; these are left to [`masked`](crate::masked).

use crate::block::Block;
use crate::function::Function;
use crate::midstate::{LONGEST_BLOCK, Midstate};
use crate::serial::ADDRESS;
use crate::unit::{Kernel, Lanes, Part, Place, Set, Unit, Which};
use crate::word::{self, Word};
use crate::{Rows, RowsMut};

/// Nodes to be computed.
pub(crate) struct Nodes<'a> {
    pub(crate) prf: &'a Midstate,
    pub(crate) hash: &'a Midstate,
    /// Addresses of 32 bytes.
    pub(crate) heads: Rows<'a>,
    /// Two values each.
    pub(crate) messages: Rows<'a>,
}

impl Nodes<'_> {
    /// Whether they are made of words, and of few enough.
    pub(crate) fn are_words<F: Function<B, S>, const B: usize, const S: usize>(&self) -> bool {
        let width = self.messages.width();
        let fits = |prefix: &Midstate, len: usize| {
            let whole = prefix.tail_len.is_multiple_of(F::WIDTH);
            whole && F::blocks(prefix.tail_len + len) * B <= WORDS
        };
        width.is_multiple_of(2 * F::WIDTH)
            && width <= VALUES * F::WIDTH
            && fits(self.prf, ADDRESS)
            && fits(self.hash, width / 2 * 3)
    }

    /// Computes the first `count`.
    pub(crate) fn hash<F, U, const B: usize, const S: usize, const L: usize>(
        &self,
        unit: U,
        count: usize,
        out: &mut RowsMut<'_>,
    ) where
        F: Function<B, S>,
        U: Unit<F::Bits, L>,
    {
        let n = self.messages.width() / 2;
        let words = n / F::WIDTH;
        let mut prf = Message::<F::Bits, L, S>::new::<F, B>(self.prf, ADDRESS);
        let mut hash = Message::<F::Bits, L, S>::new::<F, B>(self.hash, 3 * n);
        let mut set = Set::zero();
        let (mut head, mut values) = (Lanes::<_, L, HEAD>::zero(), Lanes::<_, L, VALUES>::zero());
        let mut masks = Lanes::zero();
        let numbers = [0, 1, 2].map(|b| {
            let mut bytes = [0; 8];
            bytes[F::WIDTH - 1] = b;
            Lanes([[F::word(bytes); L]])
        });
        for first in (0..count).step_by(L) {
            let count = L.min(count - first);
            let part =
                |rows, len| [Part { rows, which: Which::From(first), count, from: 0, len, at: 0 }];
            unit.gather::<F, HEAD>(&ZERO.0, &part(self.heads, ADDRESS - 1), &mut head);
            unit.gather::<F, VALUES>(&ZERO.0, &part(self.messages, 2 * n), &mut values);
            let address = prf.at..prf.at + ADDRESS / F::WIDTH;
            prf.words.0[address.clone()].copy_from_slice(&head.0[..address.len()]);
            for b in 0..3 {
                let mut last = Lanes([head.0[address.len() - 1]]);
                unit.iterate(Xor, &numbers[b], &mut Lanes::zero(), &mut last, 1);
                [prf.words.0[address.end - 1]] = last.0;
                prf.absorb::<F, U, B>(unit, &mut set);
                let to = match b {
                    0 => &mut hash.words.0[hash.at..],
                    _ => &mut masks.0[words * (b - 1)..],
                };
                to[..words].copy_from_slice(&set.value.0[..words]);
            }
            unit.iterate(Xor, &values, &mut Lanes::zero(), &mut masks, 1);
            hash.words.0[hash.at + words..][..2 * words].copy_from_slice(&masks.0[..2 * words]);
            hash.absorb::<F, U, B>(unit, &mut set);
            let place = Place { rows: Which::From(first), count, at: 0, len: n };
            unit.scatter::<F, S>(&set.value, out, place);
        }
        set.wipe();
        masks.wipe();
        hash.words.wipe();
    }
}

/// A message in each lane, with its padding, after a prefix.
struct Message<T, const L: usize, const S: usize> {
    /// The state after the whole blocks of the prefix.
    start: [T; S],
    words: Lanes<T, L, WORDS>,
    /// The first word after the prefix.
    at: usize,
    blocks: usize,
}

impl<T: Copy + Default, const L: usize, const S: usize> Message<T, L, S> {
    /// `len` bytes, all zero.
    fn new<F: Function<B, S, Bits = T>, const B: usize>(prefix: &Midstate, len: usize) -> Self {
        let len = prefix.tail_len + len;
        let blocks = F::blocks(len);
        let mut bytes = [0; 8 * WORDS];
        bytes[..prefix.tail_len].copy_from_slice(prefix.tail());
        for (k, block) in bytes.chunks_exact_mut(F::BLOCK).take(blocks).enumerate() {
            let end = (len / F::BLOCK == k).then_some(len % F::BLOCK);
            F::pad(block, end, k + 1 == blocks, prefix.absorbed + len as u64);
        }
        let mut words = Lanes::zero();
        for (i, lanes) in words.0.iter_mut().take(blocks * B).enumerate() {
            *lanes = [F::word_at(&bytes, i); L];
        }
        Self { start: F::start(prefix), words, at: prefix.tail_len / F::WIDTH, blocks }
    }

    /// Hashes it: the digest is the value of `set`.
    fn absorb<F, U, const B: usize>(&self, unit: U, set: &mut Set<T, L, B, S>)
    where
        F: Function<B, S, Bits = T>,
        U: Unit<T, L>,
    {
        for (k, block) in self.words.0.chunks_exact(B).take(self.blocks).enumerate() {
            set.constants.0.copy_from_slice(block);
            F::absorb_lanes(unit, (k == 0).then_some(&self.start), set);
        }
    }
}

/// Words, each `^` that of the constants.
#[derive(Clone, Copy)]
struct Xor;

impl<T: Default, const N: usize> Kernel<T, N, N> for Xor {
    #[inline(always)]
    fn step<W: Word<T>>(self, _: W::Proof, c: &[W; N], _: W, x: [W; N]) -> [W; N] {
        word::xor(&x, c)
    }

    #[inline(always)]
    fn stride(self) -> T {
        T::default()
    }
}

/// Words of a message and its padding at most: three blocks of SHA-2, two of SHAKE.
const WORDS: usize = 48;
/// Words of two values of SHA-256 with n = 32, or SHA-512 with n = 64.
const VALUES: usize = 16;
/// Words of an address, if they have 32 bits; with 64 the others are zero.
const HEAD: usize = 8;
/// What values and addresses stand in.
const ZERO: Block<LONGEST_BLOCK> = Block([0; LONGEST_BLOCK]);
