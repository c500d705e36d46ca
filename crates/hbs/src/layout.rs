//! Encodings described as a list of fields, one behind the other.

use alloc::vec::Vec;

use signer::{Field, Part};

/// Fields laid out so far.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    level: u32,
}

impl Layout {
    /// The fields that follow belong to this level or layer.
    pub(crate) fn at_level(mut self, level: u32) -> Self {
        self.level = level;
        self
    }

    /// `len` bytes of hash values, seeds or identifiers.
    pub(crate) fn bytes(self, name: &'static str, len: usize) -> Self {
        self.push(name, len, Part::Bytes)
    }

    /// A 4-byte type word, OID or count that the parameter set fixes.
    pub(crate) fn fixed(self, name: &'static str, value: u32) -> Self {
        self.push(name, 4, Part::Fixed { value })
    }

    /// A leaf index of `len` bytes in a tree of height `bits`.
    pub(crate) fn index(self, name: &'static str, len: usize, bits: u32) -> Self {
        self.push(name, len, Part::Index { bits })
    }

    pub(crate) fn end(self) -> Vec<Field> {
        self.fields
    }

    fn push(mut self, name: &'static str, len: usize, part: Part) -> Self {
        let offset = self.fields.last().map_or(0, |last| last.offset + last.len);
        self.fields.push(Field { name, level: self.level, offset, len, part });
        self
    }
}
