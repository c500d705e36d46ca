//! Bytes of messages into lanes of AVX-512, and back.
//!
//! A row of bytes is a vector; words are wanted in lanes. Layers of shuffles do it, each twice as
//! coarse as the one before. Rows are read and written where they are, under a mask, so that a head
//! of 22 bytes and a message of 32 need no buffer where they meet.
#![expect(unsafe_code, reason = "masked loads and stores, in functions compiled for AVX-512")]

use core::arch::x86_64::*;

use crate::RowsMut;
use crate::function::Words;
use crate::unit::{Lanes, Part, Place};

/// Words of sixteen rows, at most sixteen: see [`Unit::gather`](crate::unit::Unit::gather).
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn gather_32<F: Words<Bits = u32>, const B: usize>(
    template: &[u8],
    parts: &[Part<'_>],
    lanes: &mut Lanes<u32, 16, B>,
) {
    const { assert!(B <= 16, "one vector") };
    let words = transpose_16(rows(template, 4 * B, parts, 0).map(|row| swap::<F>(row)));
    for (lane, words) in lanes.0.iter_mut().zip(words) {
        // SAFETY: a lane is 16 words of 4 bytes.
        unsafe { _mm512_storeu_si512(lane.as_mut_ptr().cast(), words) }
    }
}

/// Words of eight rows.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn gather_64<F: Words<Bits = u64>, const B: usize>(
    template: &[u8],
    parts: &[Part<'_>],
    lanes: &mut Lanes<u64, 8, B>,
) {
    for (i, lanes) in lanes.0.chunks_mut(8).enumerate() {
        let words = transpose_8(rows(template, 8 * B, parts, 64 * i).map(|row| swap::<F>(row)));
        for (lane, words) in lanes.iter_mut().zip(words) {
            // SAFETY: a lane is 8 words of 8 bytes.
            unsafe { _mm512_storeu_si512(lane.as_mut_ptr().cast(), words) }
        }
    }
}

/// The first bytes of the words of sixteen lanes: see
/// [`Unit::scatter`](crate::unit::Unit::scatter).
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn scatter_32<F: Words<Bits = u32>, const N: usize>(
    lanes: &Lanes<u32, 16, N>,
    out: &mut RowsMut<'_>,
    place: Place,
) {
    let mut words = [_mm512_setzero_si512(); 16];
    for (words, lane) in words.iter_mut().zip(&lanes.0) {
        // SAFETY: a lane is 16 words of 4 bytes.
        *words = unsafe { _mm512_loadu_si512(lane.as_ptr().cast()) };
    }
    for (l, row) in transpose_16(words).into_iter().enumerate().take(place.count) {
        store(&mut out.row_mut(place.first + l)[place.at..][..place.len], swap::<F>(row));
    }
}

/// The first bytes of the words of eight lanes.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn scatter_64<F: Words<Bits = u64>, const N: usize>(
    lanes: &Lanes<u64, 8, N>,
    out: &mut RowsMut<'_>,
    place: Place,
) {
    for (i, lanes) in lanes.0.chunks(8).enumerate().take(place.len.div_ceil(64)) {
        let mut words = [_mm512_setzero_si512(); 8];
        for (words, lane) in words.iter_mut().zip(lanes) {
            // SAFETY: a lane is 8 words of 8 bytes.
            *words = unsafe { _mm512_loadu_si512(lane.as_ptr().cast()) };
        }
        let (at, len) = (place.at + 64 * i, (place.len - 64 * i).min(64));
        for (l, row) in transpose_8(words).into_iter().enumerate().take(place.count) {
            store(&mut out.row_mut(place.first + l)[at..][..len], swap::<F>(row));
        }
    }
}

/// Bytes `from ..` of each row, a vector of them, up to byte `end`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn rows<const L: usize>(
    template: &[u8],
    end: usize,
    parts: &[Part<'_>],
    from: usize,
) -> [__m512i; L] {
    let template = load(&template[..end], select(0, end, from), from.cast_signed());
    let mut rows = [template; L];
    for part in parts {
        let mask = select(part.at, part.len.min(end - part.at), from);
        if mask == 0 {
            continue;
        }
        let offset = from.cast_signed() - part.at.cast_signed();
        for (l, row) in rows.iter_mut().enumerate().take(part.count) {
            *row = _mm512_or_si512(*row, load(part.row(l), mask, offset));
        }
    }
    rows
}

/// A bit for each of the bytes `from .. from + 64` that is one of the `len` bytes from `at` on.
#[inline(always)]
fn select(at: usize, len: usize, from: usize) -> u64 {
    let below = |end: usize| match end.saturating_sub(from) {
        bits @ 0..64 => (1_u64 << bits) - 1,
        _ => u64::MAX,
    };
    below(at + len) & !below(at)
}

/// The vector that begins `offset` bytes after the start of `bytes`; only what `mask` selects is read,
/// and the rest is zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(bytes: &[u8], mask: u64, offset: isize) -> __m512i {
    let first = offset + mask.trailing_zeros() as isize;
    let last = offset + 64 - mask.leading_zeros() as isize;
    assert!(mask == 0 || (first >= 0 && last <= bytes.len().cast_signed()), "beyond the row");
    // SAFETY: all bytes that the mask selects are in `bytes`; no other is accessed.
    unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().wrapping_offset(offset).cast()) }
}

/// Writes as many bytes as `out` has, at most 64.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(out: &mut [u8], row: __m512i) {
    let mask = select(0, out.len(), 0);
    // SAFETY: all bytes that the mask selects are in `out`; no other is accessed.
    unsafe { _mm512_mask_storeu_epi8(out.as_mut_ptr().cast(), mask, row) }
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

/// Word `i` of vector `j` becomes word `j` of vector `i`: sixteen of 32 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_16(rows: [__m512i; 16]) -> [__m512i; 16] {
    let mut pairs = rows;
    for i in 0..8 {
        pairs[2 * i] = _mm512_unpacklo_epi32(rows[2 * i], rows[2 * i + 1]);
        pairs[2 * i + 1] = _mm512_unpackhi_epi32(rows[2 * i], rows[2 * i + 1]);
    }
    let mut fours = pairs;
    for i in 0..4 {
        fours[4 * i] = _mm512_unpacklo_epi64(pairs[4 * i], pairs[4 * i + 2]);
        fours[4 * i + 1] = _mm512_unpackhi_epi64(pairs[4 * i], pairs[4 * i + 2]);
        fours[4 * i + 2] = _mm512_unpacklo_epi64(pairs[4 * i + 1], pairs[4 * i + 3]);
        fours[4 * i + 3] = _mm512_unpackhi_epi64(pairs[4 * i + 1], pairs[4 * i + 3]);
    }
    let mut words = fours;
    for i in 0..4 {
        let even_low = _mm512_shuffle_i32x4::<0x88>(fours[i], fours[4 + i]);
        let odd_low = _mm512_shuffle_i32x4::<0xdd>(fours[i], fours[4 + i]);
        let even_high = _mm512_shuffle_i32x4::<0x88>(fours[8 + i], fours[12 + i]);
        let odd_high = _mm512_shuffle_i32x4::<0xdd>(fours[8 + i], fours[12 + i]);
        words[i] = _mm512_shuffle_i32x4::<0x88>(even_low, even_high);
        words[8 + i] = _mm512_shuffle_i32x4::<0xdd>(even_low, even_high);
        words[4 + i] = _mm512_shuffle_i32x4::<0x88>(odd_low, odd_high);
        words[12 + i] = _mm512_shuffle_i32x4::<0xdd>(odd_low, odd_high);
    }
    words
}

/// Word `i` of vector `j` becomes word `j` of vector `i`: eight of 64 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_8(rows: [__m512i; 8]) -> [__m512i; 8] {
    let mut pairs = rows;
    for i in 0..4 {
        pairs[2 * i] = _mm512_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]);
        pairs[2 * i + 1] = _mm512_unpackhi_epi64(rows[2 * i], rows[2 * i + 1]);
    }
    let mut words = pairs;
    for i in 0..2 {
        let even_low = _mm512_shuffle_i64x2::<0x88>(pairs[i], pairs[2 + i]);
        let odd_low = _mm512_shuffle_i64x2::<0xdd>(pairs[i], pairs[2 + i]);
        let even_high = _mm512_shuffle_i64x2::<0x88>(pairs[4 + i], pairs[6 + i]);
        let odd_high = _mm512_shuffle_i64x2::<0xdd>(pairs[4 + i], pairs[6 + i]);
        words[i] = _mm512_shuffle_i64x2::<0x88>(even_low, even_high);
        words[4 + i] = _mm512_shuffle_i64x2::<0xdd>(even_low, even_high);
        words[2 + i] = _mm512_shuffle_i64x2::<0x88>(odd_low, odd_high);
        words[6 + i] = _mm512_shuffle_i64x2::<0xdd>(odd_low, odd_high);
    }
    words
}
