//! Messages to sign, in rotation.

/// Number of messages in a rotation. How long a Winternitz signature takes to verify depends on the
/// message, by up to 20 %: one message is not a benchmark.
pub const ROTATION: usize = 32;

/// Bytes from one message to the next, so that all are aligned alike.
const STEP: usize = 64;

/// The bytes behind a rotation of messages of one length.
///
/// The messages overlap: each begins 64 bytes after the one before, so that 32 messages of a gibibyte
/// take one gibibyte.
#[derive(Clone, Debug)]
pub struct MessageBytes {
    bytes: Vec<u8>,
    len: usize,
}

impl MessageBytes {
    /// Messages of `len` bytes, the same for the same `seed`.
    #[must_use]
    pub fn new(len: usize, seed: u64) -> Self {
        // Weyl sequence through a 64-bit mixer: the bytes need to differ, not to be secret.
        let mut state = seed;
        let mut word = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb)
        };
        let words = (len + ROTATION * STEP).div_ceil(8);
        let bytes = (0..words).flat_map(|_| word().to_le_bytes()).collect();
        Self { bytes, len }
    }

    /// Length of each message in bytes.
    #[must_use]
    pub fn message_len(&self) -> usize {
        self.len
    }

    /// The rotation, from its beginning.
    #[must_use]
    pub fn messages(&self) -> Messages<'_> {
        Messages { of: self, next: 0 }
    }
}

/// A rotation of [`ROTATION`] different messages of one length.
#[derive(Clone, Debug)]
pub struct Messages<'a> {
    of: &'a MessageBytes,
    next: usize,
}

impl<'a> Messages<'a> {
    /// The next message.
    pub fn rotate(&mut self) -> &'a [u8] {
        let at = self.next % ROTATION * STEP;
        self.next += 1;
        &self.of.bytes[at..at + self.of.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_rotation_has_32_different_messages() {
        let bytes = MessageBytes::new(32, 7);
        let mut messages = bytes.messages();
        let first: HashSet<_> = (0..ROTATION).map(|_| messages.rotate()).collect();
        assert_eq!(first.len(), ROTATION);
        assert!(first.iter().all(|message| message.len() == 32));
        assert_eq!(messages.rotate(), bytes.messages().rotate());
        assert_eq!(MessageBytes::new(0, 7).messages().rotate(), &[0u8; 0][..]);
    }
}
