//! Stateful schemes as chapters of this library.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use signer::{Error, Key, ParameterSet};

use super::{CachedSigner, Kept, Levels, PrivateKey, Stateful, Stored, with_keys};
use crate::{Chapter, Options, WalkKind};

/// A scheme whose keys keep `K`, for [`Native`](crate::Native).
pub struct Keys<S, K = Levels<S>>(PhantomData<fn() -> (S, K)>);

impl<S: Stateful, K: Kept<S>> Keys<S, K> {
    pub(crate) const CHAPTER: Self = Self(PhantomData);
}

impl<S: Stateful, K: Kept<S> + 'static> Chapter for Keys<S, K> {
    fn knows(&self, set: &ParameterSet) -> bool {
        S::params(set).is_some()
    }

    fn keeps(&self, walk: WalkKind) -> &'static str {
        K::about(walk)
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        let key = PrivateKey::<S, K>::from_secret(params::<S>(set)?, seed, options)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        let key = PrivateKey::<S, K>::decode(params::<S>(set)?, secret_key, options)?;
        Ok(Key::Stateful(Box::new(key)))
    }

    fn reopen(
        &self,
        set: &ParameterSet,
        stored: &Stored<'_>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Box<dyn CachedSigner>, bool), Error> {
        let params = params::<S>(set)?;
        let (key, used) = PrivateKey::<S, K>::reopen(params, stored, cache, options)?;
        Ok((Box::new(key), used))
    }

    fn verify(
        &self,
        _: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        S::verify(options.engines, &S::decode_public(public_key)?, message, signature)
    }

    fn verify_many(
        &self,
        _: &ParameterSet,
        signed: &[signer::Signed<'_>],
        options: &Options,
    ) -> Vec<Result<(), Error>> {
        with_keys(signed, S::decode_public, |signed| S::verify_many(options.engines, signed))
    }
}

impl<S: Stateful, K> fmt::Debug for Keys<S, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keys").field(&S::SCHEME).finish()
    }
}

fn params<S: Stateful>(set: &ParameterSet) -> Result<S::Params, Error> {
    let unknown = || Error::unsupported(format!("{} is no set of {}", set.name, S::SCHEME));
    S::params(set).ok_or_else(unknown)
}
