//! FIPS 205 section 10.2: what is signed of a message.

use hbs::sphincs::PreHash;
use purecrypto::hash::{
    sha3_224, sha3_256, sha3_384, sha3_512, sha224, sha256, sha384, sha512, sha512_224, sha512_256,
    shake128, shake256,
};

/// Algorithms 22 and 24: `M'` of a message with a context, if that is not too long.
#[must_use]
pub fn pure(message: &[u8], context: &[u8]) -> Option<Vec<u8>> {
    let len = u8::try_from(context.len()).ok()?;
    Some([&[0, len], context, message].concat())
}

/// Algorithms 23 and 25: `M'` of a message that is hashed first.
#[must_use]
pub fn hashed(message: &[u8], context: &[u8], function: PreHash) -> Option<Vec<u8>> {
    let len = u8::try_from(context.len()).ok()?;
    let (number, hash) = hash(message, function);
    let oid = [6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, number];
    Some([&[1, len], context, &oid, &hash].concat())
}

/// The hash of a message, after the last number of the function's OID, 2.16.840.1.101.3.4.2.x.
#[must_use]
pub fn hash(message: &[u8], function: PreHash) -> (u8, Vec<u8>) {
    match function {
        PreHash::Sha256 => (1, sha256(message).into()),
        PreHash::Sha384 => (2, sha384(message).into()),
        PreHash::Sha512 => (3, sha512(message).into()),
        PreHash::Sha224 => (4, sha224(message).into()),
        PreHash::Sha512_224 => (5, sha512_224(message).into()),
        PreHash::Sha512_256 => (6, sha512_256(message).into()),
        PreHash::Sha3_224 => (7, sha3_224(message).into()),
        PreHash::Sha3_256 => (8, sha3_256(message).into()),
        PreHash::Sha3_384 => (9, sha3_384(message).into()),
        PreHash::Sha3_512 => (10, sha3_512(message).into()),
        PreHash::Shake128 => {
            let mut out = vec![0; 32];
            shake128(message, &mut out);
            (11, out)
        }
        PreHash::Shake256 => {
            let mut out = vec![0; 64];
            shake256(message, &mut out);
            (12, out)
        }
    }
}
