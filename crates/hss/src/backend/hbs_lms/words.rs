//! Type words that `hbs-lms` gets wrong: it knows those of SHA-256 with n = 32 only.
//!
//! RFC 8554 hashes no type word, so that with one level a word can be changed after signing and before
//! verifying. With more, the child keys that parents sign contain them.

use super::calls::type_words;
use super::root;
use signer::{Field, ParameterSet, Part};

/// A type word that the crate gives another value than the standard.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    offset: usize,
    pub(super) standard: u32,
    pub(super) theirs: u32,
}

impl Word {
    /// Writes `value` in its place, if `bytes` reaches that far.
    pub(super) fn write(self, bytes: &mut [u8], value: u32) {
        if let Some(word) = bytes.get_mut(self.offset..self.offset + 4) {
            word.copy_from_slice(&value.to_be_bytes());
        }
    }
}

/// The words among `fields` of a set with one level that the crate emits wrongly.
pub(super) fn foreign_words<'a>(
    set: &ParameterSet,
    fields: &'a [Field],
) -> impl Iterator<Item = Word> + use<'a> {
    let theirs = root(set).and_then(type_words);
    fields.iter().filter_map(move |field| {
        let Part::Fixed { value: standard } = field.part else { return None };
        let theirs = match field.name {
            "LMS type" => theirs?.0,
            "LM-OTS type" => theirs?.1,
            _ => return None,
        };
        (standard != theirs).then_some(Word { offset: field.offset, standard, theirs })
    })
}
