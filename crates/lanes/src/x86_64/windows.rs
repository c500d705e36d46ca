//! Bytes of messages into lanes of AVX2, and back, 16 of each row at a time.
//!
//! Rows are read where they are. AVX2 has no masks for bytes: a piece of a row is read in a window of
//! 16 bytes that are all the row's, and a shuffle puts its bytes where they belong, those of a word in
//! order, and zero elsewhere.
#![expect(unsafe_code, reason = "loads and stores, in functions compiled for AVX2")]

use core::arch::x86_64::*;

use super::starts::starts;
use crate::RowsMut;
use crate::bytes::copy;
use crate::function::Words;
use crate::unit::{Lanes, Part, Place};

/// Bytes of a row that are moved at once.
const CHUNK: usize = 16;

/// [`Unit::gather`](crate::unit::Unit::gather), written out where it is used: rows stay in registers.
macro_rules! gather {
    ($(#[$doc:meta])* $name:ident, $word:ty, $lanes:literal, $words:literal, $transpose:path) => {
        $(#[$doc])*
        #[target_feature(enable = "avx2")]
        pub(super) fn $name<F: Words<Bits = $word>, const B: usize>(
            template: &[u8],
            parts: &[Part<'_>],
            lanes: &mut Lanes<$word, $lanes, B>,
        ) {
            let template = &template[..B * F::WIDTH];
            assert!(parts.len() <= PARTS, "more parts than there is room for");
            let mut starts = [[core::ptr::null(); $lanes]; PARTS];
            for (starts, part) in starts.iter_mut().zip(parts).filter(|(_, part)| part.len >= CHUNK) {
                *starts = self::starts::<$lanes>(part, 0);
            }
            for (i, lanes) in lanes.0.chunks_mut($words).enumerate() {
                let from = CHUNK * i;
                let same = &template[from..];
                let same = _mm_shuffle_epi8(bytes(&same[..same.len().min(CHUNK)]), order::<F>());
                let mut pairs = [_mm256_broadcastsi128_si256(same); $words];
                for (part, starts) in parts.iter().zip(&starts) {
                    if part.at.max(from) >= (part.at + part.len).min(from + CHUNK) {
                        continue;
                    }
                    let window = from.saturating_sub(part.at).min(part.len.saturating_sub(CHUNK));
                    let shuffle = into_place::<F>(from.wrapping_sub(part.at + window));
                    for l in 0..$words {
                        let (low, high) = if part.len < CHUNK {
                            let last = part.count - 1;
                            (bytes(part.row(l.min(last))), bytes(part.row(($words + l).min(last))))
                        } else {
                            let low = starts[l].wrapping_add(window).cast();
                            let high = starts[$words + l].wrapping_add(window).cast();
                            // SAFETY: in each row the part has 16 bytes from `window` on.
                            unsafe { (_mm_loadu_si128(low), _mm_loadu_si128(high)) }
                        };
                        let both = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), shuffle);
                        pairs[l] = _mm256_or_si256(pairs[l], both);
                    }
                }
                put($transpose(pairs), lanes);
            }
        }
    };
}

gather!(
    /// Words of eight rows.
    gather_32, u32, 8, 4, four_by_four
);
gather!(
    /// Words of four rows.
    gather_64, u64, 4, 2, two_by_two
);

/// [`Unit::scatter`](crate::unit::Unit::scatter).
macro_rules! scatter {
    ($(#[$doc:meta])* $name:ident, $word:ty, $lanes:literal, $words:literal, $transpose:path) => {
        $(#[$doc])*
        #[target_feature(enable = "avx2")]
        pub(super) fn $name<F: Words<Bits = $word>, const N: usize>(
            lanes: &Lanes<$word, $lanes, N>,
            out: &mut RowsMut<'_>,
            place: Place<'_>,
        ) {
            let order = _mm256_broadcastsi128_si256(order::<F>());
            for (i, lanes) in lanes.0.chunks(2 * $words).enumerate().take(place.len.div_ceil(2 * CHUNK)) {
                let words = get::<_, { 2 * $words }>(lanes);
                let mut rows = [[_mm_setzero_si128(); 2]; $lanes];
                for (half, words) in words.as_chunks::<$words>().0.iter().enumerate() {
                    for (l, pair) in $transpose(*words).into_iter().enumerate() {
                        let pair = _mm256_shuffle_epi8(pair, order);
                        rows[l][half] = _mm256_castsi256_si128(pair);
                        rows[$words + l][half] = _mm256_extracti128_si256::<1>(pair);
                    }
                }
                for (l, row) in rows.into_iter().enumerate().take(place.count) {
                    let out = &mut out.row_mut(place.rows.row(l))[place.at..][..place.len];
                    write(row, &mut out[2 * CHUNK * i..]);
                }
            }
        }
    };
}

scatter!(
    /// The first bytes of the words of eight lanes.
    scatter_32, u32, 8, 4, four_by_four
);
scatter!(
    /// The first bytes of the words of four lanes.
    scatter_64, u64, 4, 2, two_by_two
);

/// Parts of a message at most.
const PARTS: usize = 2;

/// Word `i` of vector `j` becomes word `j` of vector `i`, in each half: four of 32 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn four_by_four([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
    let (ef, gh) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(ab, cd),
        _mm256_unpackhi_epi64(ab, cd),
        _mm256_unpacklo_epi64(ef, gh),
        _mm256_unpackhi_epi64(ef, gh),
    ]
}

/// The same with two of 64 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn two_by_two([a, b]: [__m256i; 2]) -> [__m256i; 2] {
    [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)]
}

/// A shuffle of bytes into words, or of words into bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn order<F: Words>() -> __m128i {
    match (F::BIG_ENDIAN, F::WIDTH) {
        (false, _) => _mm_set_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0),
        (true, 4) => _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3),
        (true, _) => _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
    }
}

/// A shuffle into words, of bytes that stand `by` places too far up: those that come from within the
/// sixteen; others become zero.
#[inline]
#[target_feature(enable = "avx2")]
fn into_place<F: Words>(by: usize) -> __m256i {
    let from = _mm_add_epi8(order::<F>(), _mm_set1_epi8(by.to_le_bytes()[0].cast_signed()));
    // A number below 0 or above 15 gets its highest bit.
    _mm256_broadcastsi128_si256(_mm_adds_epu8(from, _mm_set1_epi8(0x70)))
}

/// At most 16 bytes, then zeros.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes(bytes: &[u8]) -> __m128i {
    // The first bytes, and the last ones that go up to the end, some of them twice.
    let ends = |first: u64, last: u64, at: usize| u128::from(first) | u128::from(last) << (8 * at);
    let len = bytes.len();
    let all = if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk::<8>()) {
        ends(u64::from_le_bytes(*first), u64::from_le_bytes(*last), len - 8)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk::<4>()) {
        let [first, last] = [*first, *last].map(|bytes| u32::from_le_bytes(bytes).into());
        ends(first, last, len - 4)
    } else {
        bytes.iter().rev().fold(0, |all, byte| all << 8 | u128::from(*byte))
    };
    let [low, high] = [all as u64, (all >> 64) as u64].map(u64::cast_signed);
    _mm_set_epi64x(high, low)
}

/// Writes as many bytes as there is room for, at most 32.
#[inline]
#[target_feature(enable = "avx2")]
fn write(row: [__m128i; 2], out: &mut [u8]) {
    for (half, out) in row.into_iter().zip(out.chunks_mut(CHUNK)) {
        if let Some(out) = out.as_mut_array::<CHUNK>() {
            // SAFETY: the reference is to 16 bytes.
            unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), half) }
        } else {
            let mut bytes = [0; CHUNK];
            // SAFETY: the reference is to 16 bytes.
            unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), half) }
            copy(out, &bytes[..out.len()]);
        }
    }
}

/// Stores as many vectors as there are lanes.
///
/// All are counted to, and those that are not there left out: as many turns of a loop as there are lanes
/// would be a copy of memory, for which vectors leave their registers.
#[inline]
#[target_feature(enable = "avx2")]
fn put<T, const N: usize>(words: [__m256i; N], lanes: &mut [T]) {
    const { assert!(size_of::<T>() == 32, "a vector") };
    for i in 0..N {
        if let Some(lane) = lanes.get_mut(i) {
            // SAFETY: a lane is as long as a vector, and any bytes are integers.
            unsafe { _mm256_storeu_si256(core::ptr::from_mut(lane).cast(), words[i]) }
        }
    }
}

/// Loads as many vectors as there are lanes; others are zero.
#[inline]
#[target_feature(enable = "avx2")]
fn get<T, const N: usize>(lanes: &[T]) -> [__m256i; N] {
    const { assert!(size_of::<T>() == 32, "a vector") };
    let mut words = [_mm256_setzero_si256(); N];
    for i in 0..N {
        if let Some(lane) = lanes.get(i) {
            // SAFETY: a lane is as long as a vector, and made of integers.
            words[i] = unsafe { _mm256_loadu_si256(core::ptr::from_ref(lane).cast()) };
        }
    }
    words
}
