//! How the toy verifies.

use super::{Fault, Toy, start};
use signer::{Error, ParameterSet, check_length, check_word};

impl Toy {
    pub(super) fn checked(
        &self,
        set: &ParameterSet,
        mut public_key: &[u8],
        message: &[u8],
        mut signature: &[u8],
    ) -> Result<(), Error> {
        let (key_len, len) = (set.public_key_len(), set.signature_len());
        let ones = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(|byte| *byte == 0xff);
        match () {
            () if self.has(Fault::VerifyUnsupported) => return Err(Error::unsupported("lazy")),
            () if self.has(Fault::VerifyPanics) => panic!("verify"),
            () if self.has(Fault::PanicsOnShort) => assert!(signature.len() >= len, "short"),
            () if self.has(Fault::PanicsOnShortKey) => {
                assert!(public_key.len() >= key_len, "short")
            }
            () if self.has(Fault::PanicsOnOnes) => assert!(!ones(signature), "ones"),
            () if self.has(Fault::PanicsOnKeyOfOnes) => {
                assert!(!ones(public_key) || ones(signature), "ones");
            }
            () if self.has(Fault::ZerosAccepted) && signature == vec![0; len] => return Ok(()),
            () if self.has(Fault::NothingAccepted) && public_key.is_empty() => return Ok(()),
            () if self.has(Fault::LongAccepted) => signature = start(signature, len),
            () if self.has(Fault::LongKeyAccepted) => public_key = start(public_key, key_len),
            () => (),
        }
        check_length("public key", key_len, public_key)?;
        let hash_at = len - 32;
        if !self.has(Fault::TruncationsAccepted) || !(hash_at..len).contains(&signature.len()) {
            check_length("signature", len, signature)?;
        }
        if !self.has(Fault::KeyTypeIgnored) {
            set.public_key.iter().try_for_each(|field| check_word(field, public_key))?;
        }
        if !self.has(Fault::SignatureTypeIgnored) {
            set.signature.iter().try_for_each(|field| check_word(field, signature))?;
        }
        let (head, found) = signature.split_at(hash_at);
        let expected = self.digest(public_key, head, message);
        let compared = match () {
            () if self.has(Fault::AllVerify) => 0,
            () if self.has(Fault::DigestTailIgnored) => 31,
            () => 32,
        };
        let equal = found.iter().zip(expected).take(compared).all(|(a, b)| *a == b);
        match equal && !self.has(Fault::NoneVerifies) {
            true => Ok(()),
            false if self.has(Fault::RefusalUnsupported) => Err(Error::unsupported("that")),
            false => Err(Error::BadSignature),
        }
    }
}
