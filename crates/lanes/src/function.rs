//! What a hash function is to an engine.

use core::fmt;

use crate::block::Bytes;
use crate::bytes::copy;
use crate::hash::Masked;
use crate::midstate::{Midstate, Name};
use crate::schedule::Chain;
use crate::unit::{Set, Unit};
use crate::word::{Integer, Word};

/// What a function's words are, and how they are made of bytes.
pub(crate) trait Words: Copy + fmt::Debug + Send + Sync + 'static {
    /// A word, as an integer.
    type Bits: Integer;
    /// A block of bytes.
    type Block: Bytes;
    /// Bytes in a word.
    const WIDTH: usize = size_of::<Self::Bits>();
    /// Whether the first byte of a word is its highest.
    const BIG_ENDIAN: bool;

    /// A word times a number, modulo the word size.
    fn times(word: Self::Bits, number: u32) -> Self::Bits;
    /// The words that are kept in a midstate.
    fn kept(midstate: &Midstate) -> &[Self::Bits];
    /// The words that are kept in a midstate, to be written.
    fn kept_mut(midstate: &mut Midstate) -> &mut [Self::Bits];

    /// A word from its first `WIDTH` bytes.
    #[inline(always)]
    fn word(bytes: [u8; 8]) -> Self::Bits {
        let word = Self::Bits::from_low_first(bytes);
        if Self::BIG_ENDIAN { word.swapped() } else { word }
    }

    /// A word as its first `WIDTH` bytes.
    #[inline(always)]
    fn bytes(word: Self::Bits) -> [u8; 8] {
        if Self::BIG_ENDIAN { word.swapped().low_first() } else { word.low_first() }
    }

    /// Word `i` of `bytes`.
    #[inline(always)]
    fn word_at(bytes: &[u8], i: usize) -> Self::Bits {
        let mut word = [0; 8];
        word[..Self::WIDTH].copy_from_slice(&bytes[i * Self::WIDTH..][..Self::WIDTH]);
        Self::word(word)
    }

    /// Writes the first `out.len()` bytes of `words`, at most all of them.
    #[inline(always)]
    fn put(mut words: impl Iterator<Item = Self::Bits>, out: &mut [u8]) {
        let mut whole = out.chunks_exact_mut(Self::WIDTH);
        for (out, word) in (&mut whole).zip(&mut words) {
            out.copy_from_slice(&Self::bytes(word)[..Self::WIDTH]);
        }
        let part = whole.into_remainder();
        if let Some(word) = words.next() {
            part.copy_from_slice(&Self::bytes(word)[..part.len()]);
        }
    }
}

/// For which layouts of a chain's message a function has kernels.
pub(crate) trait Layouts: Words {
    /// Runs chains of `n` bytes behind heads of `head` bytes with the kernel for that layout, if
    /// there is one.
    fn chain<V: Visit<Self::Bits>>(
        visit: V,
        prefix: &Midstate,
        head: usize,
        n: usize,
    ) -> Option<V::Output>;

    /// The same for masked chains.
    fn masked_chain<V: Visit<Self::Bits>>(
        visit: V,
        masked: &Masked<'_>,
        head: usize,
        n: usize,
    ) -> Option<V::Output>;
}

/// A hash function that absorbs blocks of `B` words into a state of `S` words.
pub(crate) trait Function<const B: usize, const S: usize>: Layouts {
    /// Which it is.
    const NAME: Name;
    /// Bytes in a block.
    const BLOCK: usize;
    /// Bytes in a digest at most.
    const DIGEST: usize;
    /// Whether more output comes from absorbing a block of zero.
    const SPONGE: bool;
    /// Bytes of output before that.
    const OUTPUT: usize = if Self::SPONGE { Self::BLOCK } else { Self::DIGEST };

    /// The state before the first block.
    fn initial() -> [Self::Bits; S];
    /// The state after one more block.
    fn absorb<W: Word<Self::Bits>>(proof: W::Proof, state: [W; S], block: &[W; B]) -> [W; S];
    /// [`absorb`](Self::absorb) of integers in few instructions.
    fn absorb_small(state: &mut [Self::Bits; S], block: &[Self::Bits; B]);
    /// Absorbs a block, the constants of `set`, into the state in each lane, its value, or into
    /// `start`.
    fn absorb_lanes<U: Unit<Self::Bits, L>, const L: usize>(
        unit: U,
        start: Option<&[Self::Bits; S]>,
        set: &mut Set<Self::Bits, L, B, S>,
    );
    /// The same in two sets.
    #[inline(always)]
    fn absorb_two<U: Unit<Self::Bits, L>, const L: usize>(
        unit: U,
        start: Option<&[Self::Bits; S]>,
        sets: &mut [Set<Self::Bits, L, B, S>; 2],
    ) {
        for set in sets {
            Self::absorb_lanes(unit, start, set);
        }
    }
    /// Number of blocks of `len` bytes and padding.
    fn blocks(len: usize) -> usize;
    /// Pads a block: `end` is where the message ends in it, if it does; `len` are the bytes of the
    /// whole message.
    fn pad(block: &mut [u8], end: Option<usize>, last: bool, len: u64);
    /// The state that a message begins with.
    #[inline(always)]
    fn start(prefix: &Midstate) -> [Self::Bits; S] {
        *Self::kept(prefix).first_chunk().expect("a midstate of this function")
    }

    /// Block `k` of a message of `len` bytes that is these parts, padded. `total` is `len` and the
    /// blocks before the message.
    #[inline(always)]
    fn fill(block: &mut [u8], parts: [&[u8]; 4], k: usize, len: usize, total: u64) {
        let mut skip = k * Self::BLOCK;
        let mut at = 0;
        for part in parts {
            let from = skip.min(part.len());
            skip -= from;
            let more = &part[from..];
            let more = &more[..more.len().min(Self::BLOCK - at)];
            copy(&mut block[at..], more);
            at += more.len();
        }
        let start = k * Self::BLOCK;
        let end = (len >= start && len - start < Self::BLOCK).then(|| len - start);
        Self::pad(block, end, k + 1 == Self::blocks(len), total);
    }

    /// Writes the first `out.len()` bytes of output, at most `OUTPUT`.
    #[inline(always)]
    fn write(state: &[Self::Bits; S], out: &mut [u8]) {
        Self::put(state.iter().copied(), out);
    }
}

/// Runs chains with a kernel that a [`Function`] has chosen.
pub(crate) trait Visit<T: Copy + Default> {
    /// What comes of it.
    type Output;

    /// Runs them.
    fn visit<K, const W: usize, const C: usize, const N: usize>(self, kernel: K) -> Self::Output
    where
        K: Chain<T, W, C, N>;
}
