//! Spoiling bytes that are right, and putting right bytes that are not.

use signer::{Field, ParameterSet, Part};

use crate::input::Input;

/// A public key, a message and a signature, as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triple {
    /// The encoded public key.
    pub key: Vec<u8>,
    /// The message.
    pub message: Vec<u8>,
    /// The encoded signature.
    pub signature: Vec<u8>,
}

impl Triple {
    /// Changes the signature, mostly, or the key or the message. `other` is a signature to take
    /// parts from.
    pub fn edit(&mut self, set: &ParameterSet, input: &mut Input<'_>, other: &[u8]) {
        match input.byte() % 8 {
            0 => edit(&mut self.key, input, other),
            1 => edit(&mut self.message, input, other),
            // Words are few bytes among many, which would seldom be hit.
            2 => word(&mut self.key, &set.public_key, input),
            3 => word(&mut self.signature, &set.signature, input),
            _ => edit(&mut self.signature, input, other),
        }
    }
}

/// Changes `bytes`, or not, by 4 bytes of input. `other` is something of the kind to take parts from.
pub fn edit(bytes: &mut Vec<u8>, input: &mut Input<'_>, other: &[u8]) {
    let (how, at, value) = (input.byte(), input.number(), input.byte());
    let len = bytes.len();
    let (start, end) = (at.min(len), (at + usize::from(value)).min(len));
    match how % 8 {
        0 => bytes.truncate(at),
        1 => bytes.extend(std::iter::repeat_n(at as u8, value.into())),
        2 => drop(bytes.drain(start..end)),
        3 => {
            // A word.
            let word = u32::from(value).to_be_bytes();
            bytes.iter_mut().skip(at).zip(word).for_each(|(byte, new)| *byte = new);
        }
        4 => {
            let part = other.get(start..end).unwrap_or_default();
            bytes[start..][..part.len()].copy_from_slice(part);
        }
        5 if start < end => bytes[start..end].rotate_left(1),
        _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= value),
    }
}

/// Changes a byte of a type word, a number of levels or an index.
fn word(bytes: &mut [u8], fields: &[Field], input: &mut Input<'_>) {
    let words: Vec<_> = fields.iter().filter(|field| field.part != Part::Bytes).collect();
    let word = input.pick(&words);
    let at = word.offset + usize::from(input.byte()) % word.len;
    let value = input.byte();
    bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= value);
}

/// Gives the fields of these kinds the values that a decoder asks for.
pub fn repair(fields: &[Field], bytes: &mut [u8], words: bool, indices: bool) {
    for field in fields {
        let Some(place) = bytes.get_mut(field.offset..field.offset + field.len) else { return };
        match field.part {
            Part::Fixed { value } if words => write(place, value.into()),
            Part::Index { bits } if indices => write(place, read(place) & ((1 << bits) - 1)),
            _ => {}
        }
    }
}

/// Changes an integer of at most 8 bytes, or not.
pub fn count(place: &mut [u8], input: &mut Input<'_>) {
    let (how, value) = (input.byte(), u64::from(input.byte()));
    let count = read(place);
    let count = match how % 4 {
        0 => value,
        1 => count.wrapping_add(value),
        2 => count.wrapping_sub(value),
        _ => count ^ 1 << (value as usize % (8 * place.len())),
    };
    write(place, count);
}

/// A big-endian integer of at most 8 bytes.
#[must_use]
pub fn read(place: &[u8]) -> u64 {
    place.iter().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// Writes the low bytes of an integer, as many as there is room for, at most 8.
pub fn write(place: &mut [u8], value: u64) {
    place.copy_from_slice(&value.to_be_bytes()[8 - place.len()..]);
}
