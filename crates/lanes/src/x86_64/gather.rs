//! Bytes of messages into lanes of AVX-512, and back, 32 of each row at a time.
//!
//! Rows are read and written where they are, under a mask, so that a head of 22 bytes and a message of
//! 32 need no buffer where they meet.
#![expect(unsafe_code, reason = "masked loads and stores, in functions compiled for AVX-512")]

use core::arch::x86_64::*;

use super::starts::starts;
use super::transpose::{eight_of_four, eight_of_sixteen, four_of_eight, sixteen_of_eight};
use crate::RowsMut;
use crate::function::Words;
use crate::unit::{Lanes, Part, Place};

/// Bytes of a row that are moved at once.
const CHUNK: usize = 32;

/// [`Unit::gather`](crate::unit::Unit::gather), written out where it is used: rows stay in registers,
/// and do not when a function returns them.
macro_rules! gather {
    ($(#[$doc:meta])* $name:ident, $word:ty, $lanes:literal, $words:literal, $transpose:path) => {
        $(#[$doc])*
        #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
        pub(super) fn $name<F: Words<Bits = $word>, const B: usize>(
            template: &[u8],
            parts: &[Part<'_>],
            lanes: &mut Lanes<$word, $lanes, B>,
        ) {
            let template = &template[..B * F::WIDTH];
            for (i, lanes) in lanes.0.chunks_mut($words).enumerate() {
                let from = CHUNK * i;
                if !touched(parts, from) {
                    repeat::<F, $lanes>(template, $words * i, lanes);
                    continue;
                }
                let whole = select(0, template.len(), from);
                let mut rows = [bytes(whole, template, from); $lanes];
                for part in parts {
                    let mask = whole & select(part.at, part.len, from);
                    if mask != 0 {
                        // Where byte `from` of a message would be, if all of it were like this part.
                        let starts = starts::<$lanes>(part, from.wrapping_sub(part.at));
                        for l in 0..$lanes {
                            // SAFETY: all bytes that the mask selects are in a row; no other is accessed.
                            rows[l] = unsafe { _mm256_mask_loadu_epi8(rows[l], mask, starts[l].cast()) };
                        }
                    }
                }
                let mut pairs = [_mm512_setzero_si512(); $words];
                for i in 0..$words / 2 {
                    let next = i + $words / 2;
                    pairs[i] = swap::<F>(join(rows[i], rows[next]));
                    pairs[next] = swap::<F>(join(rows[$words + i], rows[$words + next]));
                }
                put($transpose(pairs), lanes);
            }
        }
    };
}

gather!(
    /// Words of sixteen rows.
    gather_32, u32, 16, 8, eight_of_sixteen
);
gather!(
    /// Words of eight rows.
    gather_64, u64, 8, 4, four_of_eight
);

/// The first bytes of the words of sixteen lanes: see
/// [`Unit::scatter`](crate::unit::Unit::scatter).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn scatter_32<F: Words<Bits = u32>, const N: usize>(
    lanes: &Lanes<u32, 16, N>,
    out: &mut RowsMut<'_>,
    place: Place<'_>,
) {
    for (i, lanes) in lanes.0.chunks(8).enumerate().take(place.len.div_ceil(CHUNK)) {
        let pairs = sixteen_of_eight(get::<F, _, 8>(lanes));
        let mut rows = [_mm256_setzero_si256(); 16];
        for i in 0..4 {
            [rows[i], rows[4 + i]] = split(pairs[2 * i]);
            [rows[8 + i], rows[12 + i]] = split(pairs[2 * i + 1]);
        }
        write(&rows, out, place, CHUNK * i);
    }
}

/// The first bytes of the words of eight lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn scatter_64<F: Words<Bits = u64>, const N: usize>(
    lanes: &Lanes<u64, 8, N>,
    out: &mut RowsMut<'_>,
    place: Place<'_>,
) {
    for (i, lanes) in lanes.0.chunks(4).enumerate().take(place.len.div_ceil(CHUNK)) {
        let pairs = eight_of_four(get::<F, _, 4>(lanes));
        let mut rows = [_mm256_setzero_si256(); 8];
        for i in 0..2 {
            [rows[i], rows[2 + i]] = split(pairs[2 * i]);
            [rows[4 + i], rows[6 + i]] = split(pairs[2 * i + 1]);
        }
        write(&rows, out, place, CHUNK * i);
    }
}

/// Whether any of the bytes `from .. from + 32` are not the template's.
#[inline(always)]
fn touched(parts: &[Part<'_>], from: usize) -> bool {
    parts.iter().any(|part| select(part.at, part.len, from) != 0)
}

/// Bytes `from .. from + 32` of `all`, as far as they are in the mask.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn bytes(mask: u32, all: &[u8], from: usize) -> __m256i {
    assert!(mask & !select(0, all.len(), from) == 0, "bytes beyond the end");
    // SAFETY: all bytes that the mask selects are in `all`; no other is accessed.
    unsafe { _mm256_maskz_loadu_epi8(mask, all.as_ptr().wrapping_add(from).cast()) }
}

/// Writes the bytes `from .. from + 32` of each row, as far as they are wanted.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn write<const L: usize>(
    rows: &[__m256i; L],
    out: &mut RowsMut<'_>,
    place: Place<'_>,
    from: usize,
) {
    let mask = select(0, place.len, from);
    for (l, row) in rows.iter().enumerate().take(place.count) {
        let out = &mut out.row_mut(place.rows.row(l))[place.at..][..place.len][from..];
        let at: *mut u8 = out.as_mut_ptr();
        if mask == u32::MAX {
            // SAFETY: the mask selects 32 bytes, and all of them are in `out`.
            unsafe { _mm256_storeu_si256(at.cast(), *row) }
        } else {
            // SAFETY: all bytes that the mask selects are in `out`; no other is accessed.
            unsafe { _mm256_mask_storeu_epi8(at.cast(), mask, *row) }
        }
    }
}

/// A bit for each of the bytes `from .. from + 32` that is one of the `len` bytes from `at` on.
#[inline(always)]
fn select(at: usize, len: usize, from: usize) -> u32 {
    let below = |end: usize| match end.saturating_sub(from) {
        bits @ 0..CHUNK => (1_u32 << bits) - 1,
        _ => u32::MAX,
    };
    below(at + len) & !below(at)
}

/// The words of the template from word `first` on, the same in all lanes.
#[inline(always)]
fn repeat<F: Words, const L: usize>(template: &[u8], first: usize, lanes: &mut [[F::Bits; L]]) {
    for (k, lane) in lanes.iter_mut().enumerate() {
        *lane = [F::word_at(template, first + k); L];
    }
}

/// Stores as many vectors as there are lanes.
///
/// All are counted to, and those that are not there left out: as many turns of a loop as there are lanes
/// would be a copy of memory, for which vectors leave their registers.
#[inline]
#[target_feature(enable = "avx512f")]
fn put<T, const N: usize>(words: [__m512i; N], lanes: &mut [T]) {
    const { assert!(size_of::<T>() == 64, "a vector") };
    for i in 0..N {
        if let Some(lane) = lanes.get_mut(i) {
            // SAFETY: a lane is as long as a vector, and any bytes are integers.
            unsafe { _mm512_storeu_si512(core::ptr::from_mut(lane).cast(), words[i]) }
        }
    }
}

/// Loads as many vectors as there are lanes, bytes in the order of rows; others are zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn get<F: Words, T, const N: usize>(lanes: &[T]) -> [__m512i; N] {
    const { assert!(size_of::<T>() == 64, "a vector") };
    let mut words = [_mm512_setzero_si512(); N];
    for i in 0..N {
        if let Some(lane) = lanes.get(i) {
            // SAFETY: a lane is as long as a vector, and made of integers.
            words[i] = swap::<F>(unsafe { _mm512_loadu_si512(core::ptr::from_ref(lane).cast()) });
        }
    }
    words
}

/// Words from bytes, or bytes from words.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn swap<F: Words>(row: __m512i) -> __m512i {
    let order = match (F::BIG_ENDIAN, F::WIDTH) {
        (false, _) => return row,
        (true, 4) => _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3),
        (true, _) => _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
    };
    _mm512_shuffle_epi8(row, _mm512_broadcast_i32x4(order))
}

/// Two halves as one.
#[inline]
#[target_feature(enable = "avx512f")]
fn join(low: __m256i, high: __m256i) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
}

/// The two halves.
#[inline]
#[target_feature(enable = "avx512f")]
fn split(row: __m512i) -> [__m256i; 2] {
    [_mm512_castsi512_si256(row), _mm512_extracti64x4_epi64::<1>(row)]
}
