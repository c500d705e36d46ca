//! LMS as a chapter of this library.

use signer::{Error, Key, ParameterSet};

use super::{Params, PrivateKey, PublicKey, verify};
use crate::lms::params::I_LEN;
use crate::{Chapter, Options};

/// LMS, for [`Native`](crate::Native).
#[derive(Clone, Copy, Debug)]
pub struct Lms;

impl Chapter for Lms {
    fn knows(&self, set: &ParameterSet) -> bool {
        Params::of(set).is_some()
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        // `SEED` and `I`.
        let (seed, id) = seed.split_at(set.n);
        let mut array = [0; I_LEN];
        array.copy_from_slice(id);
        let key = PrivateKey::from_seed(params(set)?, array, seed, options)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        let key = PrivateKey::decode(params(set)?, secret_key, options)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn verify(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        let key = PublicKey::decode(public_key)?;
        verify(options.engines, &key, message, signature)
    }
}

fn params(set: &ParameterSet) -> Result<Params, Error> {
    Params::of(set).ok_or_else(|| Error::unsupported(format!("{} is no set of LMS", set.name)))
}
