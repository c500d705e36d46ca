//! Stateful schemes as chapters of this library.

use signer::{Error, Key, ParameterSet};

use super::{PrivateKey, Stateful};
use crate::{Chapter, Options};

impl<S: Stateful> Chapter for S {
    fn knows(&self, set: &ParameterSet) -> bool {
        S::params(set).is_some()
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        let key = PrivateKey::<S>::from_secret(params::<S>(set)?, seed, options)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        let key = PrivateKey::<S>::decode(params::<S>(set)?, secret_key, options)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn verify(
        &self,
        _: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        S::verify(options.engines, public_key, message, signature)
    }
}

fn params<S: Stateful>(set: &ParameterSet) -> Result<S::Params, Error> {
    let unknown = || Error::unsupported(format!("{} is no set of {}", set.name, S::SCHEME));
    S::params(set).ok_or_else(unknown)
}
