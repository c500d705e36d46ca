//! This library as a backend among others.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;

use lanes::{Cpu, Engines};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Signed, Support, check_length, check_type,
};
use zeroize::Zeroizing;

use crate::node::TOGETHER;
use crate::stateful::of_those;
use crate::{CachedSigner, Options, Stored, WalkKind, Workers};

/// A scheme of this library, as [`Native`] sees it.
pub trait Chapter: Debug + Sync {
    /// Whether `set` is one of its sets.
    fn knows(&self, set: &ParameterSet) -> bool;

    /// The key of a set that it knows that a seed of its length gives.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::generate_from_seed`].
    fn generate_from_seed(
        &self,
        set: &ParameterSet,
        seed: &[u8],
        options: &Options,
    ) -> Result<Key, Error>;

    /// Loads a key of a set that it knows.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::load`].
    fn load(&self, set: &ParameterSet, secret_key: &[u8], options: &Options) -> Result<Key, Error>;

    /// A stateful key whose index is counted elsewhere, and whether `cache` could be used for it.
    ///
    /// # Errors
    ///
    /// Those of [`Native::reopen`].
    fn reopen(
        &self,
        set: &ParameterSet,
        stored: &Stored<'_>,
        cache: &[u8],
        options: &Options,
    ) -> Result<(Box<dyn CachedSigner>, bool), Error> {
        let _ = (stored, cache, options);
        Err(Error::unsupported(format!("{} counts nothing", set.scheme)))
    }

    /// The ways of keeping keys that are backends of their own, the first of which is the default.
    fn variants(&self) -> &'static [(&'static str, WalkKind)] {
        &[("native", WalkKind::Default), ("native-small", WalkKind::Recompute)]
    }

    /// What a key of it keeps with this walk, as reports say it.
    fn keeps(&self, walk: WalkKind) -> &'static str;

    /// Verifies a signature whose lengths and type words are those of a set that it knows.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::verify`].
    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        options: &Options,
    ) -> Result<(), Error>;

    /// Verifies many signatures whose lengths and type words are those of a set that it knows.
    fn verify_many(
        &self,
        set: &ParameterSet,
        signed: &[Signed<'_>],
        options: &Options,
    ) -> Vec<Result<(), Error>>;
}

/// A scheme of this library on a vector unit, with a walk.
#[derive(Debug)]
pub struct Native {
    name: Cow<'static, str>,
    options: Options,
    chapter: &'static dyn Chapter,
}

impl Native {
    /// A scheme with options of one's own: reports call the backend `name`.
    #[must_use]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        options: Options,
        chapter: &'static dyn Chapter,
    ) -> Self {
        Self { name: name.into(), options, chapter }
    }

    /// `native`, on the best vector unit of the machine; the other [variants](Chapter::variants), such
    /// as `native-small`, whose keys keep nothing, so that each signature takes as long as generating
    /// one; and for each other vector unit of the machine `native@` and its name.
    #[must_use]
    pub fn all(chapter: &'static dyn Chapter) -> Vec<Self> {
        let best = Cpu::detect();
        let others = Cpu::available().filter(|cpu| cpu.name() != best.name());
        let others =
            others.map(|cpu| (format!("native@{}", cpu.name()).into(), cpu, WalkKind::Default));
        let variants = chapter.variants().iter();
        let named = variants.map(|(name, walk)| (Cow::from(*name), best, *walk));
        let native = |(name, cpu, walk): (Cow<'static, str>, Cpu, _)| {
            let options = Options { engines: cpu.engines(), walk, ..Options::default() };
            Self::new(name, options, chapter)
        };
        named.chain(others).map(native).collect()
    }

    /// The stateful key that is stored, with what a [cache](CachedSigner::cache) of it has; its top tree is
    /// computed if that is of another key, walk or version, or empty, and then the public key compared, if there
    /// is one to compare with. Returns
    /// whether the cache could be used.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] for a set that it does not know or that is stateless, [`Error::Length`] for
    /// another seed's, [`Error::Index`] for an index past the last, [`Error::Corrupt`] for a public key that
    /// the seed does not give; those of decoding it.
    pub fn reopen(
        &self,
        set: &ParameterSet,
        stored: &Stored<'_>,
        cache: &[u8],
    ) -> Result<(Box<dyn CachedSigner>, bool), Error> {
        self.check(set)?;
        self.chapter.reopen(set, stored, cache, &self.options)
    }

    fn check(&self, set: &ParameterSet) -> Result<(), Error> {
        if self.chapter.knows(set) {
            Ok(())
        } else {
            Err(Error::unsupported(format!("{} does not know {}", self.name, set.name)))
        }
    }
}

impl Backend for Native {
    fn about(&self) -> About {
        let Engines { sha256, shake256, .. } = self.options.engines;
        About {
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            language: "Rust",
            features: self.chapter.keeps(self.options.walk).into(),
            hash: format!("its own: {}, {}", sha256.name(), shake256.name()).into(),
            heap_visible: true,
            notes: &[],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        if self.chapter.knows(set) { Support::Yes } else { Support::No }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        self.check(set)?;
        let mut seed = Zeroizing::new(vec![0; set.seed_len]);
        entropy.fill(&mut seed)?;
        self.chapter.generate_from_seed(set, &seed, &self.options)
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        self.check(set)?;
        check_length("seed", set.seed_len, seed)?;
        self.chapter.generate_from_seed(set, seed, &self.options)
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        self.check(set)?;
        self.chapter.load(set, secret_key, &self.options)
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        self.check(set)?;
        check_type(set, public_key, signature)?;
        self.chapter.verify(set, public_key, message, signature, &self.options)
    }

    fn verify_many(&self, set: &ParameterSet, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
        let fits = signed.iter().map(|one| {
            self.check(set)?;
            check_type(set, one.public_key, one.signature).map(|()| *one)
        });
        of_those(fits.collect(), |signed: Vec<Signed<'_>>| {
            self.options.workers.share(&signed, TOGETHER, |signed| {
                self.chapter.verify_many(set, signed, &self.options)
            })
        })
    }

    fn threads(&self) -> usize {
        self.options.workers.count()
    }

    fn with_threads(&self, threads: usize) -> Result<Option<Box<dyn Backend>>, Error> {
        let options = Options { workers: Workers::new(threads)?, ..self.options.clone() };
        Ok(Some(Box::new(Self::new(self.name.clone(), options, self.chapter))))
    }
}
