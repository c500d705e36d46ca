//! How a rival is fed: a message behind a prefix, of which some bytes change from hash to hash.

use crate::rival::Rival;

/// A message of a fixed length behind a prefix that was hashed once.
pub(crate) trait Message: Clone + 'static {
    /// `len` bytes behind `prefix`, all zero.
    fn new(prefix: &[u8], len: usize) -> Self;
    /// The bytes behind the prefix.
    fn bytes(&mut self) -> &mut [u8];
    /// The first bytes of the hash.
    fn digest<const N: usize>(&self) -> [u8; N];

    /// Changes one byte.
    #[inline(always)]
    fn set(&mut self, at: usize, byte: u8) {
        self.bytes()[at] = byte;
    }

    /// Changes `N` bytes from `at` on.
    #[inline(always)]
    fn put<const N: usize>(&mut self, at: usize, bytes: &[u8; N]) {
        self.bytes()[at..][..N].copy_from_slice(bytes);
    }
}

/// Blocks with the padding in place, for a rival's compression function or permutation.
pub(crate) struct Raw<R: Rival> {
    start: R::State,
    blocks: Vec<u8>,
    /// Where the message is, behind the end of the prefix.
    from: usize,
    to: usize,
}

impl<R: Rival> Raw<R> {
    /// Number of blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len() / R::BLOCK
    }
}

/// Messages of `LEN` bytes as blocks, with their padding.
pub(crate) fn padded<R: Rival, const LEN: usize>(messages: &[u8]) -> Vec<u8> {
    let mut message = Raw::<R>::new(&[], LEN);
    let mut blocks = Vec::new();
    for row in messages.as_chunks().0 {
        message.put::<LEN>(0, row);
        blocks.extend_from_slice(&message.blocks);
    }
    blocks
}

impl<R: Rival> Message for Raw<R> {
    fn new(prefix: &[u8], len: usize) -> Self {
        let whole = prefix.len() / R::BLOCK * R::BLOCK;
        let mut start = R::INITIAL;
        R::absorb(&mut start, &prefix[..whole]);
        let tail = &prefix[whole..];
        let (from, to) = (tail.len(), tail.len() + len);
        let mut blocks = vec![0; R::padded(to)];
        blocks[..from].copy_from_slice(tail);
        R::pad(&mut blocks, to, whole);
        Self { start, blocks, from, to }
    }

    #[inline(always)]
    fn bytes(&mut self) -> &mut [u8] {
        &mut self.blocks[self.from..self.to]
    }

    #[inline(always)]
    fn digest<const N: usize>(&self) -> [u8; N] {
        let mut state = self.start;
        R::absorb(&mut state, &self.blocks);
        R::output(&state)
    }
}

impl<R: Rival> Clone for Raw<R> {
    fn clone(&self) -> Self {
        Self { start: self.start, blocks: self.blocks.clone(), from: self.from, to: self.to }
    }
}

/// A rival's interface, fed with the whole blocks of a prefix and cloned for each message; what is
/// left of the prefix is hashed with the message. Without a whole block there is nothing to clone, which
/// would take `sha2` half as long again.
pub(crate) struct Api<R: Rival> {
    prefix: Option<R::Api>,
    message: Vec<u8>,
    /// Where the bytes behind the prefix begin.
    from: usize,
}

impl<R: Rival> Message for Api<R> {
    fn new(prefix: &[u8], len: usize) -> Self {
        let (whole, tail) = prefix.split_at(prefix.len() / R::BLOCK * R::BLOCK);
        let mut message = tail.to_vec();
        message.resize(tail.len() + len, 0);
        let prefix = (!whole.is_empty()).then(|| R::start(whole));
        Self { prefix, message, from: tail.len() }
    }

    #[inline(always)]
    fn bytes(&mut self) -> &mut [u8] {
        &mut self.message[self.from..]
    }

    #[inline(always)]
    fn digest<const N: usize>(&self) -> [u8; N] {
        let Some(prefix) = &self.prefix else {
            // Those of LM-OTS: their lengths are known to who compiles an implementation.
            return match (self.message.first_chunk::<55>(), self.message.first_chunk::<47>()) {
                (Some(message), _) if self.message.len() == 55 => R::hash(message),
                (_, Some(message)) if self.message.len() == 47 => R::hash(message),
                _ => R::hash(&self.message),
            };
        };
        R::finish(prefix, &self.message)
    }
}

impl<R: Rival> Clone for Api<R> {
    fn clone(&self) -> Self {
        Self { prefix: self.prefix.clone(), message: self.message.clone(), from: self.from }
    }
}
