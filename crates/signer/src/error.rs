//! Errors, common to all schemes and backends.

use crate::Scheme;
#[cfg(feature = "alloc")]
use alloc::{
    borrow::Cow,
    string::{String, ToString},
};
use core::fmt;

/// What can go wrong outside the program's control.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The backend's code failed with an error of its own.
    #[cfg(feature = "alloc")]
    Backend {
        /// What it said.
        message: String,
    },
    /// The signature does not verify. Deliberately says no more.
    BadSignature,
    /// Another process has changed the state of the key: nothing was changed here.
    Conflict {
        /// Generation that should have been stored.
        expected: u64,
        /// Generation that was.
        found: u64,
    },
    /// Something in a private key that does not follow from the rest of it.
    Corrupt {
        /// What, such as `root`.
        what: &'static str,
    },
    /// The random source failed.
    Entropy,
    /// The key has no one-time key left, and never will have.
    Exhausted,
    /// This process is a child of the one that opened the key: both would use the same indices.
    Forked,
    /// An index that a key cannot move to: behind its next one, or past its last.
    Index {
        /// Index asked for.
        asked: u64,
        /// First index that the key has not used.
        next: u64,
    },
    /// An operation on the key did not come to its end: it panicked, and somebody caught that.
    Interrupted,
    /// Bytes of the wrong length.
    Length {
        /// What was decoded, such as `public key`.
        what: &'static str,
        /// Length in bytes that the parameter set calls for.
        expected: usize,
        /// Length in bytes given.
        found: usize,
    },
    /// Bytes of the same length and type as those of another scheme.
    OtherScheme {
        /// What was decoded, such as `signature`.
        what: &'static str,
        /// The scheme that it should be of.
        expected: Scheme,
        /// The scheme that it looks like.
        found: Scheme,
    },
    /// A ticket that another key's ledger has given out.
    OtherTicket,
    /// The backend's code panicked. The panic was caught; the key it happened on is not usable.
    #[cfg(feature = "alloc")]
    Panicked {
        /// What the panic said.
        message: String,
    },
    /// The state of the key is not known since an earlier error. It has to be opened again.
    #[cfg(feature = "alloc")]
    Poisoned {
        /// That error.
        by: String,
    },
    /// The place where the state of a key is kept failed, or what is there cannot be.
    #[cfg(feature = "alloc")]
    Storage {
        /// What failed, and what to do about it.
        what: Cow<'static, str>,
    },
    /// A program did not answer in time. It is not waited for any more.
    #[cfg(feature = "alloc")]
    TimedOut {
        /// Seconds that it had.
        seconds: u64,
        /// What it said last.
        told: String,
    },
    /// More bytes than there may be.
    TooLong {
        /// Of what, such as `context`.
        what: &'static str,
        /// Bytes that there may be.
        most: usize,
        /// Bytes given.
        found: usize,
    },
    /// A type word (RFC 8554), OID (RFC 8391) or level count that the parameter set does not have.
    Type {
        /// Which field, such as `LMS type`.
        what: &'static str,
        /// Value that the parameter set calls for.
        expected: u32,
        /// Value found.
        found: u32,
    },
    /// A type word or OID that no parameter set has, or not together with what stands before it.
    UnknownType {
        /// Which field, such as `LMS type`.
        what: &'static str,
        /// Value found.
        found: u32,
    },
    /// This backend cannot do this.
    #[cfg(feature = "alloc")]
    Unsupported {
        /// What it cannot do, and why.
        what: Cow<'static, str>,
    },
}

#[cfg(feature = "alloc")]
impl Error {
    /// An [`Error::Unsupported`] that says `what` cannot be done.
    pub fn unsupported(what: impl Into<Cow<'static, str>>) -> Self {
        Self::Unsupported { what: what.into() }
    }

    /// An [`Error::Storage`] that says `what` failed.
    pub fn storage(what: impl Into<Cow<'static, str>>) -> Self {
        Self::Storage { what: what.into() }
    }

    /// An [`Error::Backend`] that repeats what a third-party error said.
    pub fn backend(error: impl fmt::Display) -> Self {
        Self::Backend { message: error.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "alloc")]
            Self::Backend { message } => write!(f, "the backend failed: {message}"),
            Self::BadSignature => write!(f, "the signature does not verify"),
            Self::Conflict { expected, found } => {
                write!(
                    f,
                    "generation {found} of the state is stored, and not the one before {expected}"
                )
            }
            Self::Corrupt { what } => {
                write!(f, "the key is corrupt: its {what} does not follow from the rest")
            }
            Self::Entropy => write!(f, "the random source failed"),
            Self::Exhausted => write!(f, "the key has no one-time key left"),
            Self::Forked => {
                write!(f, "the key was opened before this process was forked: open it anew")
            }
            Self::Index { asked, next } => {
                write!(f, "the key cannot move to index {asked}: its next index is {next}")
            }
            Self::Interrupted => {
                write!(f, "an earlier operation on the key was cut short: its state is not known")
            }
            Self::Length { what, expected, found } => {
                write!(f, "the {what} must have {expected} bytes, not {found}")
            }
            Self::OtherScheme { what, expected, found } => {
                write!(f, "the {what} looks like one of {found}, not of {expected}")
            }
            Self::OtherTicket => write!(f, "the index was given out for another key"),
            #[cfg(feature = "alloc")]
            Self::Panicked { message } => write!(f, "the backend panicked: {message}"),
            #[cfg(feature = "alloc")]
            Self::Poisoned { by } => {
                write!(f, "the state of the key is not known since an error: open it again ({by})")
            }
            #[cfg(feature = "alloc")]
            Self::Storage { what } => write!(f, "the state of the key: {what}"),
            #[cfg(feature = "alloc")]
            Self::TimedOut { seconds, told } => {
                write!(f, "no answer in {seconds} s{told}")
            }
            Self::TooLong { what, most, found } => {
                write!(f, "the {what} must have {most} bytes at most, not {found}")
            }
            Self::Type { what, expected, found } => {
                write!(f, "the {what} must be {expected:#010x}, not {found:#010x}")
            }
            Self::UnknownType { what, found } => write!(f, "{found:#010x} is no {what} here"),
            #[cfg(feature = "alloc")]
            Self::Unsupported { what } => write!(f, "not supported: {what}"),
        }
    }
}

impl core::error::Error for Error {}
