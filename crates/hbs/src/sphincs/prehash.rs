//! Functions that hash a message before it is signed (FIPS 205 section 10.2).

use sha2::Digest;
use sha2::{Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256};
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use shake::digest::{ExtendableOutput, Update, XofReader};

/// An approved hash function or extendable-output function, as NIST's vectors have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreHash {
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
    /// SHA-224.
    Sha224,
    /// SHA-512/224.
    Sha512_224,
    /// SHA-512/256.
    Sha512_256,
    /// SHA3-224.
    Sha3_224,
    /// SHA3-256.
    Sha3_256,
    /// SHA3-384.
    Sha3_384,
    /// SHA3-512.
    Sha3_512,
    /// SHAKE128, of which 32 bytes are signed.
    Shake128,
    /// SHAKE256, of which 64 bytes are signed.
    Shake256,
}

impl PreHash {
    /// All twelve, in the order of the last number of their OIDs.
    pub const ALL: [Self; 12] = [
        Self::Sha256,
        Self::Sha384,
        Self::Sha512,
        Self::Sha224,
        Self::Sha512_224,
        Self::Sha512_256,
        Self::Sha3_224,
        Self::Sha3_256,
        Self::Sha3_384,
        Self::Sha3_512,
        Self::Shake128,
        Self::Shake256,
    ];

    /// Bytes of the longest hash.
    pub(crate) const LONGEST: usize = 64;
    /// Bytes of an OID with its tag and length.
    pub(crate) const OID_LEN: usize = 11;

    /// Name as the standards print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha256 => "SHA-256",
            Self::Sha384 => "SHA-384",
            Self::Sha512 => "SHA-512",
            Self::Sha224 => "SHA-224",
            Self::Sha512_224 => "SHA-512/224",
            Self::Sha512_256 => "SHA-512/256",
            Self::Sha3_224 => "SHA3-224",
            Self::Sha3_256 => "SHA3-256",
            Self::Sha3_384 => "SHA3-384",
            Self::Sha3_512 => "SHA3-512",
            Self::Shake128 => "SHAKE128",
            Self::Shake256 => "SHAKE256",
        }
    }

    /// Bytes of a hash.
    #[expect(clippy::len_without_is_empty, reason = "it is no container")]
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Self::Sha224 | Self::Sha512_224 | Self::Sha3_224 => 28,
            Self::Sha256 | Self::Sha512_256 | Self::Sha3_256 | Self::Shake128 => 32,
            Self::Sha384 | Self::Sha3_384 => 48,
            Self::Sha512 | Self::Sha3_512 | Self::Shake256 => 64,
        }
    }

    /// Its OID in DER, with tag and length: 2.16.840.1.101.3.4.2 and a number from 1 to 12.
    #[must_use]
    pub const fn oid(self) -> [u8; Self::OID_LEN] {
        [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, self as u8 + 1]
    }

    /// The hash of `message`, at the beginning of `out`.
    pub(crate) fn digest<'a>(self, message: &[u8], out: &'a mut [u8; Self::LONGEST]) -> &'a [u8] {
        fn fixed<D: Digest>(message: &[u8], out: &mut [u8]) {
            out.copy_from_slice(&D::digest(message));
        }
        fn extendable<D: Default + Update + ExtendableOutput>(message: &[u8], out: &mut [u8]) {
            let mut state = D::default();
            state.update(message);
            state.finalize_xof().read(out);
        }
        let out = &mut out[..self.len()];
        match self {
            Self::Sha224 => fixed::<Sha224>(message, out),
            Self::Sha256 => fixed::<Sha256>(message, out),
            Self::Sha384 => fixed::<Sha384>(message, out),
            Self::Sha512 => fixed::<Sha512>(message, out),
            Self::Sha512_224 => fixed::<Sha512_224>(message, out),
            Self::Sha512_256 => fixed::<Sha512_256>(message, out),
            Self::Sha3_224 => fixed::<Sha3_224>(message, out),
            Self::Sha3_256 => fixed::<Sha3_256>(message, out),
            Self::Sha3_384 => fixed::<Sha3_384>(message, out),
            Self::Sha3_512 => fixed::<Sha3_512>(message, out),
            Self::Shake128 => extendable::<shake::Shake128>(message, out),
            Self::Shake256 => extendable::<shake::Shake256>(message, out),
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FIPS 180-4 and FIPS 202: the first bytes of the hashes of nothing.
    #[test]
    fn hashes_of_nothing() {
        let begin = [
            0xe3b0_c442,
            0x38b0_60a7,
            0xcf83_e135,
            0xd14a_028c,
            0x6ed0_dd02,
            0xc672_b8d1,
            0x6b4e_0342,
            0xa7ff_c6f8,
            0x0c63_a75b,
            0xa69f_73cc,
            0x7f9c_2ba4,
            0x46b9_dd2b,
        ];
        for (function, begin) in PreHash::ALL.into_iter().zip(begin) {
            let mut out = [0; PreHash::LONGEST];
            let digest = function.digest(&[], &mut out);
            assert_eq!(digest.len(), function.len());
            let first = u32::from_be_bytes(*digest.first_chunk().expect("28 and more"));
            assert_eq!(first, begin, "{}", function.name());
        }
    }

    #[test]
    fn numbers_of_their_oids() {
        let last = PreHash::ALL.map(|function| function.oid()[10]);
        assert_eq!(last, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    }
}
