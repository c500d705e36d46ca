//! SPHINCS+ and SLH-DSA as one chapter of this library.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use signer::{Error, Key, ParameterSet};

use super::codec::PublicKey;
use super::key::PrivateKey;
use super::params::Params;
use super::verify;
use crate::stateful::with_keys;
use crate::{Chapter, Options, WalkKind};

/// SPHINCS+ and SLH-DSA, for [`Native`](crate::Native).
pub static SPHINCS: Sphincs = Sphincs(());

/// The chapter.
#[derive(Debug)]
pub struct Sphincs(());

impl Chapter for Sphincs {
    fn knows(&self, set: &ParameterSet) -> bool {
        Params::of(set).is_some()
    }

    fn variants(&self) -> &'static [(&'static str, WalkKind)] {
        &[("native", WalkKind::Default), ("native-top", WalkKind::Whole)]
    }

    fn keeps(&self, walk: WalkKind) -> &'static str {
        if walk == WalkKind::Whole { "seeds and top tree kept" } else { "seeds kept" }
    }

    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error> {
        Ok(Key::Stateless(Box::new(PrivateKey::from_seeds(params(set)?, seed, options)?)))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error> {
        Ok(Key::Stateless(Box::new(PrivateKey::decode(params(set)?, secret_key, options)?)))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error> {
        let key = PublicKey::decode(params(set)?, public_key)?;
        verify::verify(options.engines, &key, message, signature)
    }

    fn verify_many(
        &self,
        set: &ParameterSet,
        signed: &[signer::Signed<'_>],
        options: &Options,
    ) -> Vec<Result<(), Error>> {
        let key = |bytes: &[u8]| PublicKey::decode(params(set)?, bytes);
        with_keys(signed, key, |signed| verify::verify_many(options.engines, signed))
    }
}

fn params(set: &ParameterSet) -> Result<Params, Error> {
    let unknown = || Error::unsupported(format!("{} is no set of SPHINCS+ or SLH-DSA", set.name));
    Params::of(set).ok_or_else(unknown)
}
