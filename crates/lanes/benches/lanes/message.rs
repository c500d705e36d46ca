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

/// A rival's interface, fed with a prefix and cloned for each message.
pub(crate) struct Api<R: Rival> {
    prefix: R::Api,
    message: Vec<u8>,
}

impl<R: Rival> Message for Api<R> {
    fn new(prefix: &[u8], len: usize) -> Self {
        Self { prefix: R::start(prefix), message: vec![0; len] }
    }

    #[inline(always)]
    fn bytes(&mut self) -> &mut [u8] {
        &mut self.message
    }

    #[inline(always)]
    fn digest<const N: usize>(&self) -> [u8; N] {
        R::finish(&self.prefix, &self.message)
    }
}

impl<R: Rival> Clone for Api<R> {
    fn clone(&self) -> Self {
        Self { prefix: self.prefix.clone(), message: self.message.clone() }
    }
}
