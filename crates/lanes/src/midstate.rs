//! What a hash function has absorbed before a call.

use core::fmt;

use zeroize::{Zeroize, ZeroizeOnDrop};

/// A hash function after a prefix that all messages of a call have in common.
///
/// Whole blocks of the prefix are hashed when the midstate is made and never again; the bytes after
/// the last whole block are kept, and go in front of each message. Made by
/// [`LaneHash::midstate`](crate::LaneHash::midstate), for engines of the same hash function, on
/// whichever CPU. Wiped when dropped: a prefix may be a secret seed.
#[derive(Clone, Zeroize, ZeroizeOnDrop)]
pub struct Midstate {
    /// The state after the whole blocks, in words of 32 or of 64 bits, as the function has them.
    pub(crate) words_32: [u32; 8],
    pub(crate) words_64: [u64; 25],
    /// Bytes of the whole blocks.
    pub(crate) absorbed: u64,
    /// The bytes after them, `tail_len` of them.
    pub(crate) tail: [u8; LONGEST_BLOCK],
    pub(crate) tail_len: usize,
    /// The function it belongs to.
    #[zeroize(skip)]
    pub(crate) function: Name,
}

/// A hash function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Sha256,
    Sha512,
    Shake128,
    Shake256,
}

impl Name {
    /// As its standard writes it.
    pub(crate) const fn written(self) -> &'static str {
        match self {
            Self::Sha256 => "SHA-256",
            Self::Sha512 => "SHA-512",
            Self::Shake128 => "SHAKE128",
            Self::Shake256 => "SHAKE256",
        }
    }
}

/// Bytes of the longest block of any function here, SHAKE128's.
pub(crate) const LONGEST_BLOCK: usize = 168;

impl Midstate {
    /// Bytes of the prefix.
    #[expect(clippy::len_without_is_empty, reason = "it is no container")]
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.absorbed + self.tail_len as u64
    }

    /// Whether the prefix is `toByte(0, len)` (RFC 8391 section 2.4).
    pub(crate) fn is_to_byte_0(&self, len: usize) -> bool {
        self.absorbed == 0 && self.tail_len == len && self.tail().iter().all(|&byte| byte == 0)
    }

    /// The bytes after the last whole block.
    #[inline(always)]
    pub(crate) fn tail(&self) -> &[u8] {
        &self.tail[..self.tail_len]
    }
}

/// Lengths only.
impl fmt::Debug for Midstate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Midstate")
            .field("function", &self.function.written())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
