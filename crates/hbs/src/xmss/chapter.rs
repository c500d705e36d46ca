//! XMSS and XMSS^MT as one chapter of this library: a set says which it is of.

use signer::{Error, Key, ParameterSet, Scheme};

use super::family::{Xmss, XmssMt};
use super::fast::FastKey;
use super::params::Params;
use crate::{Chapter, Options, WalkKind};

/// XMSS and XMSS^MT, for [`Native`](crate::Native).
#[derive(Clone, Copy, Debug)]
pub struct Both;

impl Chapter for Both {
    fn knows(&self, set: &ParameterSet) -> bool {
        of(set).knows(set)
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        of(set).generate_from_seed(set, seed, options)
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        of(set).load(set, secret_key, options)
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        of(set).verify(set, public_key, message, signature, options)
    }
}

fn of(set: &ParameterSet) -> &'static dyn Chapter {
    if set.scheme == Scheme::Xmss { &Xmss } else { &XmssMt }
}

/// XMSS and XMSS^MT with the reference code's fast keys, for [`Native`](crate::Native).
#[derive(Clone, Copy, Debug)]
pub struct Fast;

impl Chapter for Fast {
    fn knows(&self, set: &ParameterSet) -> bool {
        Both.knows(set)
    }

    fn keeps(&self, _: WalkKind) -> &'static str {
        "keeps the reference code's BDS state"
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        let params = params(set)?;
        Ok(Key::Stateful(match params.scheme {
            Scheme::Xmss => Box::new(FastKey::<Xmss>::from_secret(params, seed, options)?),
            _ => Box::new(FastKey::<XmssMt>::from_secret(params, seed, options)?),
        }))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        let params = params(set)?;
        Ok(Key::Stateful(match params.scheme {
            Scheme::Xmss => Box::new(FastKey::<Xmss>::decode(params, secret_key, options)?),
            _ => Box::new(FastKey::<XmssMt>::decode(params, secret_key, options)?),
        }))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        Both.verify(set, public_key, message, signature, options)
    }
}

fn params(set: &ParameterSet) -> Result<Params, Error> {
    Params::of(set).ok_or_else(|| Error::unsupported(format!("{} is no set of XMSS", set.name)))
}
