//! Rows of 32 bytes into lanes of AVX-512, and back: layers of shuffles, each twice as coarse as the one
//! before. Rows go two to a vector.

use core::arch::x86_64::*;

/// Vector `i` becomes word `i` of sixteen rows of eight words of 32 bits. Rows come in pairs: 0 and 4,
/// 1 and 5, 2 and 6, 3 and 7, then those eight further on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn eight_of_sixteen(pairs: [__m512i; 8]) -> [__m512i; 8] {
    let [a, b, c, d, e, f, g, h] = pairs;
    let (low, high) = (four_by_four([a, b, c, d]), four_by_four([e, f, g, h]));
    let mut words = pairs;
    for i in 0..4 {
        words[i] = _mm512_shuffle_i32x4::<0x88>(low[i], high[i]);
        words[4 + i] = _mm512_shuffle_i32x4::<0xdd>(low[i], high[i]);
    }
    words
}

/// The inverse of [`eight_of_sixteen`], but for the order of the rows: 0 and 4, 8 and 12, then those
/// one further on, and so forth.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn sixteen_of_eight(words: [__m512i; 8]) -> [__m512i; 8] {
    let [a, b, c, d, e, f, g, h] = words;
    let (first, last) = (four_by_four([a, b, c, d]), four_by_four([e, f, g, h]));
    let mut pairs = words;
    for i in 0..4 {
        [pairs[2 * i], pairs[2 * i + 1]] = halves(first[i], last[i]);
    }
    pairs
}

/// Word `i` of vector `j` becomes word `j` of vector `i`, in each quarter: four of 32 bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn four_by_four([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
    let (ef, gh) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
    [
        _mm512_unpacklo_epi64(ab, cd),
        _mm512_unpackhi_epi64(ab, cd),
        _mm512_unpacklo_epi64(ef, gh),
        _mm512_unpackhi_epi64(ef, gh),
    ]
}

/// Vector `i` becomes word `i` of eight rows of four words of 64 bits. Rows come in pairs: 0 and 2, 1
/// and 3, 4 and 6, 5 and 7.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn four_of_eight([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (even_low, even_high) = (_mm512_unpacklo_epi64(a, b), _mm512_unpacklo_epi64(c, d));
    let (odd_low, odd_high) = (_mm512_unpackhi_epi64(a, b), _mm512_unpackhi_epi64(c, d));
    [
        _mm512_shuffle_i64x2::<0x88>(even_low, even_high),
        _mm512_shuffle_i64x2::<0x88>(odd_low, odd_high),
        _mm512_shuffle_i64x2::<0xdd>(even_low, even_high),
        _mm512_shuffle_i64x2::<0xdd>(odd_low, odd_high),
    ]
}

/// The inverse of [`four_of_eight`], but for the order of the rows: 0 and 2, 4 and 6, then those one
/// further on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn eight_of_four([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let [first, second] = halves(_mm512_unpacklo_epi64(a, b), _mm512_unpacklo_epi64(c, d));
    let [third, fourth] = halves(_mm512_unpackhi_epi64(a, b), _mm512_unpackhi_epi64(c, d));
    [first, second, third, fourth]
}

/// The quarters of two vectors in turns.
#[inline]
#[target_feature(enable = "avx512f")]
fn halves(a: __m512i, b: __m512i) -> [__m512i; 2] {
    let low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    let high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    [_mm512_permutex2var_epi64(a, low, b), _mm512_permutex2var_epi64(a, high, b)]
}
