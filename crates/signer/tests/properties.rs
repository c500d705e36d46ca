//! Properties of what is read from bytes that anybody may have written.
#![cfg(feature = "std")]

use proptest::prelude::*;
use signer::{
    Error, Field, Lifetime, ParameterSet, Part, Scheme, check_type, check_word, find, normalised,
};

/// Fields one behind the other.
fn lay_out(parts: &[(usize, Part)]) -> Vec<Field> {
    let mut offset = 0;
    let mut field = |&(len, part)| {
        let field = Field { name: "field", level: 0, offset, len, part };
        offset += len;
        field
    };
    parts.iter().map(&mut field).collect()
}

fn set(signature: &[(usize, Part)]) -> ParameterSet {
    ParameterSet {
        scheme: Scheme::Hss,
        name: "EXAMPLE".into(),
        codes: vec![],
        n: 32,
        seed_len: 48,
        randomness_len: None,
        public_key: lay_out(&[(4, Part::Fixed { value: 7 }), (8, Part::Bytes)]),
        signature: lay_out(signature),
        lifetime: Lifetime::Signatures { log2: 5 },
    }
}

/// A part of either kind with its length, heights past 64 bits among them.
fn part() -> impl Strategy<Value = (usize, Part)> {
    prop_oneof![
        (0usize..40).prop_map(|len| (len, Part::Bytes)),
        (0usize..12, 0u32..100).prop_map(|(len, bits)| (len, Part::Index { bits })),
        (0usize..8, any::<u32>()).prop_map(|(len, value)| (len, Part::Fixed { value })),
    ]
}

fn big_endian(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |value, byte| value << 8 | u128::from(*byte))
}

/// The index in arithmetic that is wide enough for every value that fits the answer.
fn index(set: &ParameterSet, signature: &[u8]) -> Option<u64> {
    let mut found = None;
    for field in &set.signature {
        if let Part::Index { bits } = field.part {
            let value = big_endian(&signature[field.offset..][..field.len]);
            let above: u128 = found.unwrap_or(0);
            let scale = 2f64.powi(bits as i32);
            if value as f64 >= scale || above as f64 * scale >= 2f64.powi(64) {
                return None;
            }
            found = Some(if above == 0 { value } else { (above << bits) + value });
        }
    }
    found.and_then(|index| u64::try_from(index).ok())
}

proptest! {
    #[test]
    fn an_index_is_what_wide_arithmetic_says(
        parts in prop::collection::vec(part(), 0..6),
        bytes in prop::collection::vec(prop_oneof![3 => Just(0u8), 1 => any::<u8>()], 300),
    ) {
        let set = set(&parts);
        let signature = &bytes[..set.signature_len()];
        prop_assert_eq!(set.signature_index(signature), index(&set, signature));
        prop_assert_eq!(set.signature_index(&bytes), None);
        if let Some((_, short)) = signature.split_last() {
            prop_assert_eq!(set.signature_index(short), None);
        }
    }

    #[test]
    fn an_index_comes_back_from_its_digits(
        heights in prop::collection::vec(1u32..=25, 1..=8),
        index in any::<u64>(),
    ) {
        let total: u32 = heights.iter().sum();
        let index = if total < 64 { index & ((1 << total) - 1) } else { index };
        let parts: Vec<_> = heights.iter().map(|&bits| (4, Part::Index { bits })).collect();
        let mut rest = index;
        let mut words: Vec<u32> = heights
            .iter()
            .rev()
            .map(|bits| {
                let digit = rest & ((1 << bits) - 1);
                rest >>= bits;
                digit as u32
            })
            .collect();
        words.reverse();
        let signature: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        prop_assert_eq!(set(&parts).signature_index(&signature), Some(index));
    }

    #[test]
    fn a_word_passes_if_it_is_the_number(
        offset in prop_oneof![9 => 0usize..8, 1 => Just(usize::MAX)],
        len in prop_oneof![9 => 0usize..8, 1 => Just(usize::MAX)],
        value in prop_oneof![Just(0), Just(u32::MAX), 0u32..4, any::<u32>()],
        bytes in prop::collection::vec(prop_oneof![Just(0u8), Just(0xff), 0u8..4, any::<u8>()], 0..16),
    ) {
        let field = Field { name: "word", level: 0, offset, len, part: Part::Fixed { value } };
        let result = check_word(&field, &bytes);
        if offset.checked_add(len).is_none_or(|end| end > bytes.len()) {
            let cut_off = matches!(result, Err(Error::Length { what: "word", .. }));
            prop_assert!(cut_off, "{result:?}");
        } else if big_endian(&bytes[offset..][..len]) == u128::from(value) {
            prop_assert_eq!(result, Ok(()));
        } else {
            let other = matches!(result, Err(Error::Type { expected, .. }) if expected == value);
            prop_assert!(other, "{result:?}");
        }
    }

    #[test]
    fn a_word_that_was_written_passes(value in any::<u32>(), before in 0usize..9) {
        let mut bytes = vec![0xab; before];
        bytes.extend(value.to_be_bytes());
        let part = Part::Fixed { value };
        let field = Field { name: "word", level: 0, offset: before, len: 4, part };
        prop_assert_eq!(check_word(&field, &bytes), Ok(()));
    }

    #[test]
    fn nothing_but_the_right_type_passes(
        key in prop::collection::vec(0u8..8, 0..16),
        signature in prop::collection::vec(0u8..4, 0..12),
    ) {
        let set = set(&[(4, Part::Index { bits: 5 }), (2, Part::Fixed { value: 0x0102 })]);
        let right = key.len() == 12
            && key.starts_with(&[0, 0, 0, 7])
            && signature.len() == 6
            && signature.ends_with(&[1, 2]);
        prop_assert_eq!(check_type(&set, &key, &signature).is_ok(), right);
    }

    #[test]
    fn names_are_normalised_once(name in "[ \\^_/+a-cß\n]{0,6}|.*") {
        let once = normalised(&name);
        prop_assert_eq!(&normalised(&once), &once);
        let mut set = set(&[]);
        set.name.clone_from(&name);
        let sets = [set];
        prop_assert!(find(&sets, &name).is_ok());
        prop_assert!(find(&sets, &once).is_ok());
    }
}
