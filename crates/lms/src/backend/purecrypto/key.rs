//! A key of `purecrypto`.

use crate::backend::{indices, randomiser};
use ::purecrypto::lms::LmsPrivateKey;
use ::purecrypto::rng::RngCore;
use hbs::lms::{Params, params::I_LEN};
use signer::{
    Entropy, Error, Given, Indices, Key, PrivateKey, Randomness, SecretBytes, StatefulSigner,
    check_length, fence,
};
use std::array;
use std::fmt;
use zeroize::Zeroizing;

const PUBLIC_KEY_LEN: usize = 8 + I_LEN + 32;

/// First byte of `q` in a record `type ‖ otstype ‖ I ‖ SEED ‖ q ‖ T[1]`.
const Q: usize = 8 + I_LEN + 32;

pub(super) struct PurecryptoKey {
    signing: LmsPrivateKey,
    public_key: [u8; PUBLIC_KEY_LEN],
    indices: Indices,
    fenced: bool,
}

impl PurecryptoKey {
    pub(super) fn boxed(
        fenced: bool,
        params: &Params,
        signing: LmsPrivateKey,
    ) -> Result<Key, Error> {
        let used = (1u64 << params.lms.h).saturating_sub(signing.remaining());
        let indices = indices(used, params)?;
        let public_key = signing.public_key();
        check_length("public key", PUBLIC_KEY_LEN, public_key.to_bytes())?;
        let public_key = array::from_fn(|i| public_key.to_bytes()[i]);
        Ok(Key::Stateful(Box::new(Self { signing, public_key, indices, fenced })))
    }
}

impl PrivateKey for PurecryptoKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(SecretBytes::new(Zeroizing::new(self.signing.to_bytes_array()).to_vec()))
    }
}

impl StatefulSigner for PurecryptoKey {
    fn index(&self) -> u64 {
        self.indices.next()
    }

    fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        self.indices.check_left()?;
        let c = randomiser(randomness)?;
        let Self { signing, indices, fenced, .. } = self;
        indices.spend(signature, |signature| {
            fence(*fenced, || {
                signature.resize(signing.signature_len(), 0);
                let mut drawn = Drawn { left: Given(&c), failed: false };
                signing.sign_into(&mut drawn, message, signature).map_err(failure)?;
                if drawn.failed {
                    return Err(Error::backend("more than 32 random bytes were drawn for C"));
                }
                Ok(())
            })
        })
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { signing, indices, fenced, .. } = self;
        indices.skip_to(index, || {
            let mut record = Zeroizing::new(signing.to_bytes_array());
            // A `q` is at most 2^25.
            record[Q..Q + 4].copy_from_slice(&(index as u32).to_be_bytes());
            *signing = fence(*fenced, || from_record(&*record))?;
            Ok(())
        })
    }
}

impl fmt::Debug for PurecryptoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PurecryptoKey").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// The bytes of `C`, as a generator that has no others.
struct Drawn<'a> {
    left: Given<'a>,
    failed: bool,
}

impl RngCore for Drawn<'_> {
    fn fill_bytes(&mut self, out: &mut [u8]) {
        self.failed |= self.left.fill(out).is_err();
    }
}

/// Lets the crate decode a record, and build the tree, which checks the root.
pub(super) fn from_record(record: &[u8]) -> Result<LmsPrivateKey, Error> {
    let mut signing = LmsPrivateKey::from_bytes(record).map_err(failure)?;
    signing.warm_cache().map_err(failure)?;
    Ok(signing)
}

fn failure(error: ::purecrypto::lms::Error) -> Error {
    Error::backend(format!("{error:?}"))
}
