//! XMSS and XMSS^MT as one chapter of this library: a set says which it is of.

use alloc::boxed::Box;
use alloc::vec::Vec;

use signer::{Error, Key, ParameterSet, Scheme, Signed};

use super::family::{Xmss, XmssMt};
use super::fast::BdsStates;
use crate::stateful::Keys;
use crate::{CachedSigner, Chapter, Options, Stored, WalkKind};

/// XMSS and XMSS^MT, for [`Native`](crate::Native).
pub static XMSS: Both = Both { xmss: &Keys::<Xmss>::CHAPTER, xmss_mt: &Keys::<XmssMt>::CHAPTER };

/// The same with the reference code's [fast keys](super::FastKey).
pub static XMSS_FAST: Both = Both {
    xmss: &Keys::<Xmss, BdsStates<Xmss>>::CHAPTER,
    xmss_mt: &Keys::<XmssMt, BdsStates<XmssMt>>::CHAPTER,
};

/// A chapter for either.
#[derive(Debug)]
pub struct Both {
    xmss: &'static dyn Chapter,
    xmss_mt: &'static dyn Chapter,
}

impl Both {
    fn of(&self, set: &ParameterSet) -> &'static dyn Chapter {
        if set.scheme == Scheme::Xmss { self.xmss } else { self.xmss_mt }
    }
}

impl Chapter for Both {
    fn knows(&self, set: &ParameterSet) -> bool {
        self.of(set).knows(set)
    }

    fn keeps(&self, walk: WalkKind) -> &'static str {
        self.xmss.keeps(walk)
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        self.of(set).generate_from_seed(set, seed, options)
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        self.of(set).load(set, secret_key, options)
    }

    fn reopen(
        &self,
        set: &ParameterSet,
        stored: &Stored<'_>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Box<dyn CachedSigner>, bool), Error> {
        self.of(set).reopen(set, stored, cache, options)
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        self.of(set).verify(set, public_key, message, signature, options)
    }

    fn verify_many(
        &self,
        set: &ParameterSet,
        signed: &[Signed<'_>],
        options: &Options,
    ) -> Vec<Result<(), Error>> {
        self.of(set).verify_many(set, signed, options)
    }
}
