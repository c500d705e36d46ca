//! The text of a file: a field on each line, hex in capitals.

use super::key::Key;
use signer::Error;
use std::fmt::{Display, Write};

/// A file's name and text.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Text that grows by `name = value` lines.
#[derive(Debug, Default)]
pub(super) struct Text(pub(super) String);

impl Text {
    /// A field.
    pub(super) fn field(&mut self, name: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name} = {value}");
    }

    /// A field of bytes.
    pub(super) fn bytes(&mut self, name: &str, value: &[u8]) {
        self.field(name, hex::encode_upper(value));
    }

    /// Fields that a request leaves open, without a space at the end.
    pub(super) fn open(&mut self, names: &[&str]) {
        names.iter().for_each(|name| self.0.extend([name, " =\n"]));
    }

    /// Empty lines.
    pub(super) fn gap(&mut self, lines: usize) {
        self.0.extend(std::iter::repeat_n('\n', lines));
    }

    /// The key pair before its first signature.
    pub(super) fn key(&mut self, key: &Key) -> Result<(), Error> {
        self.bytes("pk", key.public());
        self.bytes("sk", &key.secret()?);
        self.gap(2);
        Ok(())
    }

    /// What is to be signed.
    pub(super) fn request(&mut self, count: usize, seed: &[u8], message: &[u8]) {
        self.field("count", count);
        self.bytes("seed", seed);
        self.field("mlen", message.len());
        self.bytes("msg", message);
    }
}
