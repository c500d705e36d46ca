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
use crate::function::{Function, Words};
use crate::midstate::{LONGEST_BLOCK, Midstate};
use crate::serial::ADDRESS;
use crate::unit::{Kernel, Lanes, Part, Place, Set, Unit, Which};
use crate::word::{self, Word};
use crate::{Rows, RowsMut, wide};

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
        let address = Message::<F::Bits, L, S>::new::<F, B>(self.prf, ADDRESS);
        let keyed = Message::<F::Bits, L, S>::new::<F, B>(self.hash, 3 * n);
        // Two sets at a time, as in `wide`.
        let (mut prf, mut hash) = ([address.clone(), address], [keyed.clone(), keyed]);
        let mut sets = [Set::zero(), Set::zero()];
        let mut values = [Lanes::<_, L, VALUES>::zero(), Lanes::zero()];
        let mut masks = values;
        let mut first = 0;
        while first < count {
            let counts = [L.min(count - first), L.min((count - first).saturating_sub(L))];
            let used = if counts[1] > 0 { 2 } else { 1 };
            for i in 0..used {
                let (first, count) = (first + i * L, counts[i]);
                let part = |rows, len| {
                    [Part { rows, which: Which::From(first), count, from: 0, len, at: 0 }]
                };
                let mut head = Lanes::<_, L, HEAD>::zero();
                unit.gather::<F, HEAD>(&ZERO.0, &part(self.heads, ADDRESS - 1), &mut head);
                let at = prf[i].at;
                let len = ADDRESS / F::WIDTH;
                prf[i].words.0[at..at + len].copy_from_slice(&head.0[..len]);
                unit.gather::<F, VALUES>(&ZERO.0, &part(self.messages, 2 * n), &mut values[i]);
            }
            for b in 0..3 {
                for prf in &mut prf[..used] {
                    let last = prf.at + ADDRESS / F::WIDTH - 1;
                    number::<F, L>(&mut prf.words.0[last], b);
                }
                absorb::<F, U, B, S, L>(unit, &prf, &mut sets, used);
                for i in 0..used {
                    let to = match usize::from(b) {
                        0 => &mut hash[i].words.0[hash[i].at..],
                        b => &mut masks[i].0[words * (b - 1)..],
                    };
                    to[..words].copy_from_slice(&sets[i].value.0[..words]);
                }
            }
            for i in 0..used {
                unit.iterate(Xor, &values[i], &mut Lanes::zero(), &mut masks[i], 1);
                let at = hash[i].at + words;
                hash[i].words.0[at..at + 2 * words].copy_from_slice(&masks[i].0[..2 * words]);
            }
            absorb::<F, U, B, S, L>(unit, &hash, &mut sets, used);
            for i in 0..used {
                let rows = Which::From(first + i * L);
                let place = Place { rows, count: counts[i], at: 0, len: n };
                unit.scatter::<F, S>(&sets[i].value, out, place);
            }
            first += used * L;
        }
        sets.iter_mut().for_each(Set::wipe);
        masks.iter_mut().for_each(Lanes::wipe);
        hash.iter_mut().for_each(|hash| hash.words.wipe());
    }
}

/// A message in each lane, with its padding, after a prefix.
#[derive(Clone)]
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
}

/// Hashes the first `used` messages: the digests are the values of the sets.
fn absorb<F, U, const B: usize, const S: usize, const L: usize>(
    unit: U,
    messages: &[Message<F::Bits, L, S>; 2],
    sets: &mut [Set<F::Bits, L, B, S>; 2],
    used: usize,
) where
    F: Function<B, S>,
    U: Unit<F::Bits, L>,
{
    let Message { start, blocks, .. } = &messages[0];
    for k in 0..*blocks {
        for (set, message) in sets.iter_mut().zip(messages).take(used) {
            set.constants.0.copy_from_slice(&message.words.0[k * B..(k + 1) * B]);
        }
        wide::absorb::<F, U, B, S, L>(unit, (k == 0).then_some(start), sets, used);
    }
}

/// Makes `b` the last byte of words that end an address; it was `b - 1`, or 0.
fn number<F: Words, const L: usize>(words: &mut [F::Bits; L], b: u8) {
    let number = |b: u8| {
        let mut bytes = [0; 8];
        bytes[F::WIDTH - 1] = b;
        F::word(bytes)
    };
    for word in words {
        *word = word.xor(number(b.saturating_sub(1))).xor(number(b));
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
