//! What a command answers.

use serde_json::{Value, json};
use signer::{Error, UnknownSet};
use std::fmt::Display;

/// An answer, in both of its forms.
#[derive(Debug)]
pub(crate) struct Answer {
    /// For programs: an object.
    pub(crate) json: Value,
    /// For people: lines.
    pub(crate) text: String,
    /// Whether all is well: a signature that does not verify is an answer, too.
    pub(crate) good: bool,
}

impl Answer {
    pub(crate) const fn new(json: Value, text: String) -> Self {
        Self { json, text, good: true }
    }

    pub(crate) const fn code(&self) -> u8 {
        if self.good { 0 } else { 1 }
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What to print.
    pub(crate) message: String,
    /// Whether the question made no sense.
    usage: bool,
}

impl Failure {
    /// Something was refused, or failed.
    pub(crate) fn refused(message: impl Display) -> Self {
        Self { message: message.to_string(), usage: false }
    }

    /// A question that makes no sense.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self { message: message.to_string(), usage: true }
    }

    pub(crate) const fn code(&self) -> u8 {
        if self.usage { 2 } else { 1 }
    }

    pub(crate) fn json(&self) -> Value {
        json!({ "error": self.message, "exit": self.code() })
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::refused(match error {
            Error::Exhausted => {
                "the key is used up: all its indices were given out. Generate a new one, and let \
                                 verifiers know its public key"
                    .to_owned()
            }
            error => error.to_string(),
        })
    }
}

impl From<UnknownSet> for Failure {
    fn from(unknown: UnknownSet) -> Self {
        Self::usage(format!("{unknown} (`hbs sets` lists them)"))
    }
}
