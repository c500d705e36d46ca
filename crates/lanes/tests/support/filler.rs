//! Bytes and numbers that look random and are the same each time.

use lanes::Run;

/// Marsaglia's xorshift64*.
#[derive(Debug)]
pub(crate) struct Filler(u64);

impl Filler {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 24
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next().to_le_bytes()[0]).collect()
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (self.next() % u64::from(end)) as u32
    }

    /// `rows` runs, of at most `longest` steps and anywhere before 256; a fourth of them are empty.
    pub(crate) fn runs(&mut self, rows: usize, longest: u32) -> Vec<Run> {
        self.runs_before(256, rows, longest)
    }

    /// `rows` runs, each one of `kinds`: of some there are enough to fill lanes with nothing else.
    pub(crate) fn runs_of(&mut self, rows: usize, kinds: &[Run]) -> Vec<Run> {
        (0..rows).map(|_| kinds[self.below(kinds.len() as u32) as usize]).collect()
    }

    /// The same as `runs`, anywhere before `end`.
    pub(crate) fn runs_before(&mut self, end: u32, rows: usize, longest: u32) -> Vec<Run> {
        let mut run = || {
            let len = if self.below(4) == 0 { 0 } else { self.below(longest + 1) };
            let start = self.below(end + 1 - len);
            Run { start, end: start + len }
        };
        (0..rows).map(|_| run()).collect()
    }
}
