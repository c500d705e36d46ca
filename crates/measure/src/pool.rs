//! Keys that cannot run out inside a measurement, and indices that are used once.
//!
//! Everything here happens outside the timed region. A [`KeyPool`] hands out keys that have an index
//! left and generates fresh ones when they run short; a [`Ledger`] remembers each index of each public
//! key that a signature carried, read from the signature itself, and refuses a second use, whoever is
//! at fault: backend, runner or bench.

use crate::Messages;
use rand::SeedableRng;
use rand::rngs::StdRng;
use sha2::{Digest, Sha256};
use signer::{Backend, Error, Key, ParameterSet, RandCore, Randomness};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Every index that was used, by public key.
#[derive(Debug, Default)]
pub struct Ledger {
    used: HashMap<Vec<u8>, HashSet<u64>>,
    first: Option<u64>,
    last: Option<u64>,
}

/// An index that a signature carries for the second time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reused {
    /// The index.
    pub index: u64,
}

impl fmt::Display for Reused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "index {} of one key was used twice", self.index)
    }
}

impl std::error::Error for Reused {}

impl Ledger {
    /// Enters the index that `signature` carries. A stateless signature has none.
    ///
    /// # Errors
    ///
    /// [`Reused`] if this public key used it before.
    pub fn enter(
        &mut self,
        set: &ParameterSet,
        public_key: &[u8],
        signature: &[u8],
    ) -> Result<(), Reused> {
        let Some(index) = set.signature_index(signature) else { return Ok(()) };
        if !self.used.entry(public_key.to_vec()).or_default().insert(index) {
            return Err(Reused { index });
        }
        self.first = Some(self.first.map_or(index, |first| first.min(index)));
        self.last = Some(self.last.map_or(index, |last| last.max(index)));
        Ok(())
    }

    /// Smallest and largest index entered, over all keys.
    #[must_use]
    pub fn range(&self) -> Option<(u64, u64)> {
        self.first.zip(self.last)
    }

    /// Number of keys that signed.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.used.len()
    }
}

/// Keys of one backend and set that can still sign.
#[derive(Debug)]
pub struct KeyPool {
    backend: &'static dyn Backend,
    set: ParameterSet,
    entropy: RandCore<StdRng>,
    keys: Vec<Key>,
    ledger: Ledger,
}

impl KeyPool {
    /// An empty pool. The same seed, backend and set give the same keys, in order; no two backends get
    /// the same, or their signatures would share one-time keys.
    #[must_use]
    pub fn new(backend: &'static dyn Backend, set: &ParameterSet, seed: u64) -> Self {
        let own = format!("{seed} {} {}", backend.about().name, set.name);
        let entropy = RandCore(StdRng::from_seed(Sha256::digest(own).into()));
        Self { backend, set: set.clone(), entropy, keys: Vec::new(), ledger: Ledger::default() }
    }

    /// Generates a key that nobody has, not even the pool.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::generate`].
    pub fn generate(&mut self) -> Result<Key, Error> {
        self.backend.generate(&self.set, &mut self.entropy)
    }

    /// A key with an index left; taken out of the pool, or generated if it has none.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::generate`].
    pub fn take(&mut self) -> Result<Key, Error> {
        while let Some(key) = self.keys.pop() {
            if key.remaining() != Some(0) {
                return Ok(key);
            }
        }
        self.generate()
    }

    /// Puts `key` into the pool, unless the pool is full: a few keys are enough, and some are large.
    pub fn put(&mut self, key: Key) {
        if self.keys.len() < MOST_KEYS && key.remaining() != Some(0) {
            self.keys.push(key);
        }
    }

    /// Puts back a key that has just made `signature`.
    ///
    /// # Errors
    ///
    /// [`Reused`] if the signature's index was used before; the key is dropped then.
    pub fn put_back(&mut self, key: Key, signature: &[u8]) -> Result<(), Reused> {
        self.ledger.enter(&self.set, key.private_key().public_key(), signature)?;
        self.put(key);
        Ok(())
    }

    /// What was used so far.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// A key, a message and room for a signature: one signature that can be timed.
    ///
    /// # Errors
    ///
    /// Those of [`Backend::generate`].
    pub fn turn<'m>(&mut self, messages: &mut Messages<'m>) -> Result<Turn<'m>, Error> {
        let key = self.take()?;
        let entropy = RandCore(StdRng::from_rng(&mut self.entropy.0));
        let signature = Vec::with_capacity(self.set.signature_len());
        Ok(Turn { key, message: messages.rotate(), entropy, signature })
    }
}

/// Keys that a pool keeps at most.
const MOST_KEYS: usize = 8;

/// One signature to be made: everything but [`sign`](Self::sign) happens outside the timed region.
#[derive(Debug)]
pub struct Turn<'m> {
    /// The key.
    pub key: Key,
    /// What it signs.
    pub message: &'m [u8],
    /// The signature, empty before.
    pub signature: Vec<u8>,
    entropy: RandCore<StdRng>,
}

impl Turn<'_> {
    /// Signs, with fresh randomness where the scheme takes some. The timed part.
    ///
    /// # Errors
    ///
    /// Those of [`Key::sign`].
    #[inline]
    pub fn sign(&mut self) -> Result<(), Error> {
        self.key.sign(self.message, Randomness::Fresh(&mut self.entropy), &mut self.signature)
    }
}
