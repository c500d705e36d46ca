//! Bytes and digits that look random and are the same in each run.

/// The generator SplitMix64.
#[derive(Debug)]
pub(crate) struct Generator(u64);

impl Generator {
    /// The generator with number `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// The next `len` bytes.
    pub(crate) fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next().to_be_bytes()[0]).collect()
    }

    /// A number from 0 to `most`, which is below 256.
    pub(crate) fn digit(&mut self, most: u32) -> u32 {
        ((self.next() >> 32) % u64::from(most + 1)) as u32
    }
}

/// `len` bytes of the generator with number `seed`.
pub(crate) fn bytes(seed: u64, len: usize) -> Vec<u8> {
    Generator::new(seed).bytes(len)
}
