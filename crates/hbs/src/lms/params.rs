//! RFC 8554 sections 4.1 and 5.1, RFC 9858 and SP 800-208 section 4: LM-OTS and LMS types.

use crate::HashFunction::{self, Sha256, Shake256};
use crate::Winternitz;
use signer::Error;

/// An LM-OTS type: the one-time signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LmotsType {
    /// Name as the standard prints it.
    pub name: &'static str,
    /// Type word.
    pub code: u32,
    /// Hash function.
    pub hash: HashFunction,
    /// Length of a hash value in bytes.
    pub n: usize,
    /// Width in bits of a Winternitz coefficient.
    pub w: u32,
}

/// An LMS type: the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LmsType {
    /// Name as the standard prints it.
    pub name: &'static str,
    /// Type word.
    pub code: u32,
    /// Hash function.
    pub hash: HashFunction,
    /// Length of a node in bytes.
    pub m: usize,
    /// Height of the tree.
    pub h: u32,
}

/// The 16 LM-OTS types, by type word.
pub const LMOTS_TYPES: [LmotsType; 16] = [
    ots("LMOTS_SHA256_N32_W1", 0x01, Sha256, 32, 1),
    ots("LMOTS_SHA256_N32_W2", 0x02, Sha256, 32, 2),
    ots("LMOTS_SHA256_N32_W4", 0x03, Sha256, 32, 4),
    ots("LMOTS_SHA256_N32_W8", 0x04, Sha256, 32, 8),
    ots("LMOTS_SHA256_N24_W1", 0x05, Sha256, 24, 1),
    ots("LMOTS_SHA256_N24_W2", 0x06, Sha256, 24, 2),
    ots("LMOTS_SHA256_N24_W4", 0x07, Sha256, 24, 4),
    ots("LMOTS_SHA256_N24_W8", 0x08, Sha256, 24, 8),
    ots("LMOTS_SHAKE_N32_W1", 0x09, Shake256, 32, 1),
    ots("LMOTS_SHAKE_N32_W2", 0x0a, Shake256, 32, 2),
    ots("LMOTS_SHAKE_N32_W4", 0x0b, Shake256, 32, 4),
    ots("LMOTS_SHAKE_N32_W8", 0x0c, Shake256, 32, 8),
    ots("LMOTS_SHAKE_N24_W1", 0x0d, Shake256, 24, 1),
    ots("LMOTS_SHAKE_N24_W2", 0x0e, Shake256, 24, 2),
    ots("LMOTS_SHAKE_N24_W4", 0x0f, Shake256, 24, 4),
    ots("LMOTS_SHAKE_N24_W8", 0x10, Shake256, 24, 8),
];

/// The 20 LMS types, by type word.
pub const LMS_TYPES: [LmsType; 20] = [
    lms("LMS_SHA256_M32_H5", 0x05, Sha256, 32, 5),
    lms("LMS_SHA256_M32_H10", 0x06, Sha256, 32, 10),
    lms("LMS_SHA256_M32_H15", 0x07, Sha256, 32, 15),
    lms("LMS_SHA256_M32_H20", 0x08, Sha256, 32, 20),
    lms("LMS_SHA256_M32_H25", 0x09, Sha256, 32, 25),
    lms("LMS_SHA256_M24_H5", 0x0a, Sha256, 24, 5),
    lms("LMS_SHA256_M24_H10", 0x0b, Sha256, 24, 10),
    lms("LMS_SHA256_M24_H15", 0x0c, Sha256, 24, 15),
    lms("LMS_SHA256_M24_H20", 0x0d, Sha256, 24, 20),
    lms("LMS_SHA256_M24_H25", 0x0e, Sha256, 24, 25),
    lms("LMS_SHAKE_M32_H5", 0x0f, Shake256, 32, 5),
    lms("LMS_SHAKE_M32_H10", 0x10, Shake256, 32, 10),
    lms("LMS_SHAKE_M32_H15", 0x11, Shake256, 32, 15),
    lms("LMS_SHAKE_M32_H20", 0x12, Shake256, 32, 20),
    lms("LMS_SHAKE_M32_H25", 0x13, Shake256, 32, 25),
    lms("LMS_SHAKE_M24_H5", 0x14, Shake256, 24, 5),
    lms("LMS_SHAKE_M24_H10", 0x15, Shake256, 24, 10),
    lms("LMS_SHAKE_M24_H15", 0x16, Shake256, 24, 15),
    lms("LMS_SHAKE_M24_H20", 0x17, Shake256, 24, 20),
    lms("LMS_SHAKE_M24_H25", 0x18, Shake256, 24, 25),
];

/// Length in bytes of the identifier `I`.
pub const I_LEN: usize = 16;

impl LmotsType {
    /// How a hash value is cut into digits.
    #[must_use]
    pub const fn winternitz(&self) -> Winternitz {
        Winternitz { n: self.n, lg_w: self.w }
    }

    /// Number of `w`-bit coefficients of a message hash (RFC 8554 appendix B, `u`).
    #[must_use]
    pub const fn u(&self) -> usize {
        self.winternitz().len_1()
    }

    /// Number of `w`-bit coefficients of the checksum (RFC 8554 appendix B, `v`).
    #[must_use]
    pub const fn v(&self) -> usize {
        self.winternitz().len_2()
    }

    /// Number of chains (RFC 8554 section 4.1, `p`).
    #[must_use]
    pub const fn p(&self) -> usize {
        self.u() + self.v()
    }

    /// Left shift of the checksum in bits (RFC 8554 section 4.1, `ls`).
    #[must_use]
    pub const fn ls(&self) -> u32 {
        16 - self.v() as u32 * self.w
    }

    /// Length in bytes of a signature, type word and `C` included.
    #[must_use]
    pub const fn signature_len(&self) -> usize {
        4 + self.n * (1 + self.p())
    }
}

/// An LMS type with the LM-OTS type of its leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    /// The tree.
    pub lms: LmsType,
    /// Its leaves.
    pub ots: LmotsType,
}

impl Params {
    /// The pair with these type words. The two must share hash function and length (SP 800-208
    /// section 4).
    #[must_use]
    pub fn from_codes(lms: u32, ots: u32) -> Option<Self> {
        let lms = *LMS_TYPES.iter().find(|row| row.code == lms)?;
        let ots = *LMOTS_TYPES.iter().find(|row| row.code == ots)?;
        ((lms.hash, lms.m) == (ots.hash, ots.n)).then_some(Self { lms, ots })
    }

    /// The pair with these type words, read from bytes.
    pub(crate) fn decode(lms: u32, ots: u32) -> Result<Self, Error> {
        Self::from_codes(lms, ots).ok_or_else(|| {
            let known = LMS_TYPES.iter().any(|row| row.code == lms);
            let (what, found) = if known { ("LM-OTS type", ots) } else { ("LMS type", lms) };
            Error::UnknownType { what, found }
        })
    }

    /// Length of an encoded public key in bytes (RFC 8554 section 5.3).
    #[must_use]
    pub const fn public_key_len(&self) -> usize {
        8 + I_LEN + self.lms.m
    }

    /// Length of an encoded signature in bytes (RFC 8554 section 5.4).
    #[must_use]
    pub const fn signature_len(&self) -> usize {
        8 + self.ots.signature_len() + self.lms.h as usize * self.lms.m
    }
}

const fn ots(name: &'static str, code: u32, hash: HashFunction, n: usize, w: u32) -> LmotsType {
    LmotsType { name, code, hash, n, w }
}

const fn lms(name: &'static str, code: u32, hash: HashFunction, m: usize, h: u32) -> LmsType {
    LmsType { name, code, hash, m, h }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 8554 table 1 and RFC 9858 tables: `p` and `ls` of each type.
    #[test]
    fn derived_numbers_are_those_of_the_tables() {
        let derived = LMOTS_TYPES.map(|row| (row.p(), row.ls()));
        let n32 = [(265, 7), (133, 6), (67, 4), (34, 0)];
        let n24 = [(200, 8), (101, 6), (51, 4), (26, 0)];
        assert_eq!(derived[..], [n32, n24, n32, n24].concat());
    }
}
