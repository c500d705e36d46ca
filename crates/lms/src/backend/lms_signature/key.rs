//! A key of `lms-signature`, and the record that stands for it.

use crate::backend::{indices, randomiser};
use ::lms_signature::lms::{LmsMode, Signature, SigningKey};
use hbs::lms::{Params, params::I_LEN};
use signature::RandomizedSignerMut;
use signer::{
    Entropy, Error, Given, Indices, Key, PrivateKey, Randomness, SecretBytes, StatefulSigner,
    check_length, fence,
};
use std::array;
use std::fmt;
use zeroize::Zeroizing;

/// Length in bytes of `SEED`.
pub(super) const SEED_LEN: usize = 32;

/// Length in bytes of a record: `type ‖ otstype ‖ q ‖ I ‖ SEED`.
pub(super) const RECORD_LEN: usize = 12 + I_LEN + SEED_LEN;

const PUBLIC_KEY_LEN: usize = 8 + I_LEN + 32;

pub(super) struct LmsKey<M: LmsMode> {
    signing: SigningKey<M>,
    /// The crate gives out neither this nor, without being used up, a record that holds it.
    seed: Zeroizing<[u8; SEED_LEN]>,
    public_key: [u8; PUBLIC_KEY_LEN],
    indices: Indices,
    fenced: bool,
}

impl<M> LmsKey<M>
where
    M: LmsMode + 'static,
    Signature<M>: Into<Vec<u8>>,
    SigningKey<M>: Send,
{
    /// The key that RFC 8554 appendix A derives from `I` and `SEED`.
    pub(super) fn generate(
        fenced: bool,
        params: &Params,
        id: &[u8],
        seed: &[u8],
    ) -> Result<Key, Error> {
        check_length("I", I_LEN, id)?;
        let id = array::from_fn(|i| id[i]);
        let signing = SigningKey::<M>::new_from_seed(id, seed).map_err(Error::backend)?;
        Self::boxed(fenced, params, signing, seed)
    }

    /// The key that a record stands for, at its index.
    pub(super) fn load(fenced: bool, params: &Params, record: &[u8]) -> Result<Key, Error> {
        let signing = from_record::<M>(record)?;
        Self::boxed(fenced, params, signing, &record[RECORD_LEN - SEED_LEN..])
    }

    fn boxed(
        fenced: bool,
        params: &Params,
        signing: SigningKey<M>,
        seed: &[u8],
    ) -> Result<Key, Error> {
        check_length("SEED", SEED_LEN, seed)?;
        let indices = indices(signing.q().into(), params)?;
        let root = signing.public();
        let mut public_key = [0; PUBLIC_KEY_LEN];
        public_key[..4].copy_from_slice(&params.lms.code.to_be_bytes());
        public_key[4..8].copy_from_slice(&params.ots.code.to_be_bytes());
        public_key[8..8 + I_LEN].copy_from_slice(root.id());
        public_key[8 + I_LEN..].copy_from_slice(root.k());
        let seed = Zeroizing::new(array::from_fn(|i| seed[i]));
        Ok(Key::Stateful(Box::new(Self { signing, seed, public_key, indices, fenced })))
    }
}

impl<M: LmsMode> LmsKey<M> {
    /// The record of this key, as if `q` were its next index.
    fn record(&self, q: u64) -> Zeroizing<[u8; RECORD_LEN]> {
        let mut record = Zeroizing::new([0; RECORD_LEN]);
        record[..8].copy_from_slice(&self.public_key[..8]);
        // A `q` is at most 2^10.
        record[8..12].copy_from_slice(&(q as u32).to_be_bytes());
        record[12..12 + I_LEN].copy_from_slice(self.signing.id());
        record[12 + I_LEN..].copy_from_slice(&*self.seed);
        record
    }
}

impl<M> PrivateKey for LmsKey<M>
where
    M: LmsMode,
    SigningKey<M>: Send,
{
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(SecretBytes::new(self.record(self.indices.next()).to_vec()))
    }
}

impl<M> StatefulSigner for LmsKey<M>
where
    M: LmsMode,
    Signature<M>: Into<Vec<u8>>,
    SigningKey<M>: Send,
{
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
                let mut drawn = Given(&c);
                let drawn: &mut dyn Entropy = &mut drawn;
                // The crate's encoder makes a vector of its own.
                *signature =
                    signing.try_sign_with_rng(drawn, message).map_err(Error::backend)?.into();
                Ok(())
            })
        })
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let record = self.record(index);
        let Self { signing, indices, fenced, .. } = self;
        indices.skip_to(index, || {
            *signing = fence(*fenced, || from_record(&*record))?;
            Ok(())
        })
    }
}

impl<M: LmsMode> fmt::Debug for LmsKey<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LmsKey").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// Lets the crate decode a record, which builds the tree.
fn from_record<M: LmsMode>(record: &[u8]) -> Result<SigningKey<M>, Error> {
    SigningKey::<M>::try_from(record)
        .map_err(|error| Error::backend(format!("no key of this set: {error:?}")))
}
