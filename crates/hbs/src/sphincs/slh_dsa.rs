//! SLH-DSA by the names of FIPS 205: what private keys and [`Message`] do, with a context.
//!
//! Keys of SPHINCS+ are refused with [`Error::OtherScheme`]: that has no contexts.

#[cfg(feature = "alloc")]
mod sign;

use lanes::Engines;
use signer::{Error, Scheme};

use super::{Message, PreHash, PublicKey, verify_message};

#[cfg(feature = "alloc")]
pub use sign::{hash_slh_sign, slh_sign, slh_sign_internal};

/// Verifies a signature of [`slh_sign`] (Alg. 24).
///
/// # Errors
///
/// [`Error::TooLong`] for a context of more than 255 bytes; those of [`verify_message`].
pub fn slh_verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    context: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    of_slh_dsa(key)?;
    verify_message(engines, key, &Message::pure(message, context)?, signature)
}

/// Verifies a signature of [`hash_slh_sign`] (Alg. 25).
///
/// # Errors
///
/// Those of [`slh_verify`].
pub fn hash_slh_verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    context: &[u8],
    function: PreHash,
    signature: &[u8],
) -> Result<(), Error> {
    of_slh_dsa(key)?;
    verify_message(engines, key, &Message::pre_hash(message, context, function)?, signature)
}

/// Verifies a signature of [`slh_sign_internal`] (Alg. 20).
///
/// # Errors
///
/// Those of [`verify_message`].
pub fn slh_verify_internal(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    of_slh_dsa(key)?;
    verify_message(engines, key, &Message::internal(message), signature)
}

fn of_slh_dsa(key: &PublicKey) -> Result<(), Error> {
    match key.params().scheme {
        Scheme::SlhDsa => Ok(()),
        found => Err(Error::OtherScheme { what: "key", expected: Scheme::SlhDsa, found }),
    }
}

#[cfg(test)]
mod tests {
    use lanes::Cpu;
    use signer::{Given, Randomness};

    use super::*;
    use crate::Options;
    use crate::sphincs::{Params, PrivateKey};

    fn key(name: &str) -> PrivateKey {
        let params = Params::named(name).expect("a row");
        PrivateKey::generate(params, &mut Given(&[7; 48]), &Options::default()).expect("a key")
    }

    #[test]
    fn each_verifies_what_its_own_signs_and_nothing_else() {
        let (key, engines) = (key("SLH-DSA-SHA2-128f"), Cpu::detect().engines());
        let (function, fixed) = (PreHash::Sha3_384, || Randomness::Deterministic);
        let mut signatures = [const { Vec::new() }; 3];
        let [pure, hashed, internal] = &mut signatures;
        slh_sign(&key, b"M", b"ctx", fixed(), pure).expect("signed");
        hash_slh_sign(&key, b"M", b"ctx", function, fixed(), hashed).expect("signed");
        slh_sign_internal(&key, b"M", fixed(), internal).expect("signed");
        for (i, signature) in signatures.iter().enumerate() {
            let public = key.public();
            let verdicts = [
                slh_verify(engines, public, b"M", b"ctx", signature),
                hash_slh_verify(engines, public, b"M", b"ctx", function, signature),
                slh_verify_internal(engines, public, b"M", signature),
            ];
            for (j, verdict) in verdicts.into_iter().enumerate() {
                assert_eq!(verdict, if i == j { Ok(()) } else { Err(Error::BadSignature) });
            }
        }
    }

    #[test]
    fn contexts_that_are_too_long_and_other_schemes_are_refused() {
        let (slh_dsa, other) = (key("SLH-DSA-SHA2-128f"), key("SPHINCS+-SHA2-128f-simple"));
        let mut signature = vec![1];
        let long = slh_sign(&slh_dsa, b"M", &[0; 256], Randomness::Deterministic, &mut signature);
        assert!(matches!(long, Err(Error::TooLong { found: 256, .. })) && signature.is_empty());
        let refused = slh_sign(&other, b"M", b"", Randomness::Deterministic, &mut signature);
        assert!(matches!(refused, Err(Error::OtherScheme { .. })));
        let refused = slh_verify(Cpu::detect().engines(), other.public(), b"M", b"", &[]);
        assert!(matches!(refused, Err(Error::OtherScheme { .. })));
    }
}
