//! Winternitz digits and their checksum (RFC 8554 section 4.4, RFC 8391 section 3.1, FIPS 205
//! section 5).

/// How a hash value is cut into the digits of a Winternitz one-time signature.
///
/// RFC 8554 calls the numbers `n`, `w`, `u`, `v` and `p`; here they have the names of FIPS 205.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winternitz {
    /// Bytes in a hash value.
    pub n: usize,
    /// Bits in a digit: 1, 2, 4 or 8.
    pub lg_w: u32,
}

impl Winternitz {
    /// Digits of the hash value.
    #[must_use]
    pub const fn len_1(&self) -> usize {
        8 * self.n / self.lg_w as usize
    }

    /// Digits of the checksum: as many as the largest checksum needs.
    #[must_use]
    pub const fn len_2(&self) -> usize {
        let largest = self.len_1() * self.last_step() as usize;
        (largest.ilog2() + 1).div_ceil(self.lg_w) as usize
    }

    /// Chains of a one-time key.
    #[must_use]
    pub const fn chains(&self) -> usize {
        self.len_1() + self.len_2()
    }

    /// The largest digit, which is the number of steps of a whole chain.
    #[must_use]
    pub const fn last_step(&self) -> u32 {
        (1 << self.lg_w) - 1
    }

    /// Gives each digit of `hash`, `n` bytes, and of its checksum to `take`, with its number from 0.
    pub(crate) fn digits(&self, hash: &[u8], mut take: impl FnMut(usize, u32)) {
        let mut checksum = 0;
        self.cut(&hash[..self.n], |i, digit| {
            checksum += self.last_step() - digit;
            take(i, digit);
        });
        // At most 16 bits, of which the highest come first.
        let bits = self.len_2() as u32 * self.lg_w;
        let checksum = (checksum << (u16::BITS - bits)).to_be_bytes();
        self.cut(&checksum[2..], |i, digit| {
            if i < self.len_2() {
                take(self.len_1() + i, digit);
            }
        });
    }

    /// Gives the digits of `bytes` to `take`, those in the highest bits of a byte first.
    fn cut(&self, bytes: &[u8], mut take: impl FnMut(usize, u32)) {
        let mut i = 0;
        for byte in bytes {
            let mut shift = 8;
            while shift > 0 {
                shift -= self.lg_w;
                take(i, u32::from(*byte) >> shift & self.last_step());
                i += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(n: usize, lg_w: u32, hash: &[u8]) -> Vec<u32> {
        let mut digits = Vec::new();
        Winternitz { n, lg_w }.digits(hash, |i, digit| {
            assert_eq!(i, digits.len());
            digits.push(digit);
        });
        digits
    }

    #[test]
    fn lengths_are_those_of_the_standards() {
        let len = |n, lg_w| Winternitz { n, lg_w }.chains();
        assert_eq!([1, 2, 4, 8].map(|lg_w| len(32, lg_w)), [265, 133, 67, 34]);
        assert_eq!([1, 2, 4, 8].map(|lg_w| len(24, lg_w)), [200, 101, 51, 26]);
        assert_eq!([16, 24, 32, 64].map(|n| len(n, 4)), [35, 51, 67, 131]);
    }

    #[test]
    fn checksums_worked_out_by_hand() {
        // 32 times 255 is 0x1fe0.
        assert_eq!(digits(32, 8, &[0; 32])[32..], [0x1f, 0xe0]);
        // 64 times 5 is 0x140.
        assert_eq!(digits(32, 4, &[0xaa; 32])[64..], [0x1, 0x4, 0x0]);
        // 256 is 0b1_0000_0000, in nine digits.
        assert_eq!(digits(32, 1, &[0; 32])[256..], [1, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(digits(32, 2, &[0xff; 32])[128..], [0; 5]);
    }

    #[test]
    fn digits_come_from_the_high_bits_first() {
        assert_eq!(digits(16, 4, &[0x1f; 16])[..4], [0x1, 0xf, 0x1, 0xf]);
        assert_eq!(digits(24, 2, &[0b0001_1011; 24])[..4], [0, 1, 2, 3]);
        assert_eq!(digits(24, 8, &[7; 24])[..2], [7, 7]);
    }

    /// Whatever is signed, another message's digits never are all at least as large.
    #[test]
    fn one_digit_less_is_one_checksum_more() {
        let (lower, higher) = ([0x50; 32], [0x51; 32]);
        for lg_w in [1, 2, 4, 8] {
            let (a, b) = (digits(32, lg_w, &lower), digits(32, lg_w, &higher));
            assert!(a.iter().zip(&b).any(|(a, b)| a > b), "w = {lg_w}");
            assert!(a.iter().zip(&b).any(|(a, b)| a < b), "w = {lg_w}");
        }
    }
}
