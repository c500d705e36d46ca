//! Fields of frames.

use std::fmt;

/// A frame that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong, such as `a frame ends within its signature`.
    what: String,
}

impl Malformed {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Malformed {}

/// What is left of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize, what: &str) -> Result<&'a [u8], Malformed> {
        let Some((taken, rest)) = self.0.split_at_checked(len) else {
            return Err(Malformed::new(format!("the frame ends within its {what}")));
        };
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Malformed> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    pub(crate) fn byte(&mut self, what: &str) -> Result<u8, Malformed> {
        self.array(what).map(|[byte]| byte)
    }

    pub(crate) fn word(&mut self, what: &str) -> Result<u32, Malformed> {
        self.array(what).map(u32::from_be_bytes)
    }

    pub(crate) fn long(&mut self, what: &str) -> Result<u64, Malformed> {
        self.array(what).map(u64::from_be_bytes)
    }

    pub(crate) fn bytes(&mut self, what: &str) -> Result<Vec<u8>, Malformed> {
        let len = self.word(what)?;
        self.take(len as usize, what).map(<[u8]>::to_vec)
    }

    pub(crate) fn text(&mut self, what: &str) -> Result<String, Malformed> {
        String::from_utf8(self.bytes(what)?)
            .map_err(|_| Malformed::new(format!("the {what} is not UTF-8")))
    }

    /// `u32(count)`, and that many of something.
    pub(crate) fn many<T>(
        &mut self,
        what: &str,
        mut one: impl FnMut(&mut Self) -> Result<T, Malformed>,
    ) -> Result<Vec<T>, Malformed> {
        let count = self.word(what)?;
        // No room beforehand: the count may be anything.
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(one(self)?);
        }
        Ok(all)
    }

    /// Nothing may be left.
    pub(crate) fn end(self) -> Result<(), Malformed> {
        match self.0.len() {
            0 => Ok(()),
            rest => Err(Malformed::new(format!("the frame has {rest} bytes too many"))),
        }
    }
}

/// A frame that is being put together.
#[derive(Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn byte(&mut self, byte: u8) -> &mut Self {
        self.0.push(byte);
        self
    }

    pub(crate) fn word(&mut self, word: u32) -> &mut Self {
        self.0.extend(word.to_be_bytes());
        self
    }

    pub(crate) fn long(&mut self, long: u64) -> &mut Self {
        self.0.extend(long.to_be_bytes());
        self
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        // What does not fit is longer than any frame, and is not sent.
        self.word(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        self.0.extend(bytes);
        self
    }

    pub(crate) fn many<T>(&mut self, all: &[T], mut one: impl FnMut(&mut Self, &T)) -> &mut Self {
        self.word(u32::try_from(all.len()).unwrap_or(u32::MAX));
        for item in all {
            one(self, item);
        }
        self
    }
}
