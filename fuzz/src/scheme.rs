//! What there is of each scheme to be fuzzed, and keys of it.

use std::fmt;
use std::sync::OnceLock;

use hbs::{Chapter, Options};
use lanes::Engines;
use signer::{
    Backend, Error, Key, ParameterSet, Randomness, Scheme as Kind, StatefulSigner, UnknownSet,
};

use crate::cache::LoadWithCache;
use crate::edit::Triple;

/// A scheme.
pub struct Scheme {
    /// Which.
    pub kind: Kind,
    /// Our implementation.
    pub chapter: &'static dyn Chapter,
    /// Decodes a public key, and encodes it again.
    pub recode: fn(&[u8]) -> Result<Vec<u8>, Error>,
    /// Verifies many at a time; a key that cannot be decoded has that verdict.
    pub verify_many: fn(Engines, &[Triple]) -> Verdicts,
    /// Loads a key with a cache.
    pub load_with_cache: LoadWithCache,
    /// All implementations.
    pub backends: fn() -> &'static [&'static dyn Backend],
    /// The standard written down.
    pub reference: fn(&Triple) -> bool,
    /// Parameter sets of any height.
    pub sets: fn() -> &'static [ParameterSet],
    pub(crate) find: fn(&str) -> Result<ParameterSet, UnknownSet>,
    /// Sets of keys, the fastest first.
    pub(crate) names: &'static [&'static str],
    /// How many of them make keys in no time.
    pub made_fast: u8,
    /// How many of them verify in no time.
    pub verified_fast: u8,
    pub(crate) known: [OnceLock<Known>; MOST],
}

/// A key that is known, and what it signed.
#[derive(Debug)]
pub struct Known {
    /// Its set.
    pub set: ParameterSet,
    /// What it is generated from.
    pub seed: Vec<u8>,
    /// The encoded private key, fresh.
    pub secret: Vec<u8>,
    /// All that it signed.
    pub signed: Vec<Triple>,
}

impl Scheme {
    /// The key with this number, or a smaller one if there are fewer.
    pub fn known(&self, number: u8) -> &Known {
        let number = usize::from(number) % self.names.len();
        self.known[number].get_or_init(|| self.make(number))
    }

    /// Makes all keys beforehand, lest the first input of each be thought to reach new code.
    pub fn warm(&self) {
        (0..self.names.len()).for_each(|number| {
            self.known(number as u8);
        });
    }

    /// A key of `set`, from a seed.
    pub fn generate(&self, set: &ParameterSet, seed: &[u8], options: &Options) -> Stateful {
        stateful(self.chapter.generate_from_seed(set, seed, options).expect("a seed is any bytes"))
    }

    /// A key from its encoding.
    ///
    /// # Errors
    ///
    /// Those of the decoder.
    pub fn load(
        &self,
        set: &ParameterSet,
        secret: &[u8],
        options: &Options,
    ) -> Result<Stateful, Error> {
        self.chapter.load(set, secret, options).map(stateful)
    }

    /// Our verdict on one signature.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn verify(&self, triple: &Triple, options: &Options) -> Result<(), Error> {
        let Triple { key, message, signature } = triple;
        // A chapter of two schemes asks the set which it is of, and no more.
        self.chapter.verify(&(self.sets)()[0], key, message, signature, options)
    }

    fn make(&self, number: usize) -> Known {
        let set = (self.find)(self.names[number]).expect("a set");
        let seed: Vec<u8> = (0..set.seed_len).map(|i| (i * 7 + number) as u8).collect();
        let mut key = self.generate(&set, &seed, &Options::default());
        let secret = key.secret_key().expect("its encoding").expose().to_vec();
        let mut signed = Vec::new();
        for (k, index) in indices(&set).into_iter().enumerate() {
            key.skip_to(index).expect("it is not behind");
            let (message, mut signature) = (vec![k as u8; LENGTHS[k % LENGTHS.len()]], Vec::new());
            key.sign(&message, Randomness::Deterministic, &mut signature).expect("a signature");
            signed.push(Triple { key: key.public_key().to_vec(), message, signature });
        }
        Known { set, seed, secret, signed }
    }
}

/// Indices to sign with: the first, the last, and those around the ends of subtrees.
pub(crate) fn indices(set: &ParameterSet) -> Vec<u64> {
    let end = set.lifetime.count().expect("a tree that ends");
    let mut indices = vec![0, 1, 2, 30, 31, 32, 33, 511, 512, 1022, 1023, 1024];
    indices.extend([32_767, 32_768, end - 2, end - 1]);
    indices.extend(if end == 32 { 0..32 } else { 0..0 });
    indices.retain(|index| *index < end);
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// What each of many signatures has come to.
pub type Verdicts = Vec<Result<(), Error>>;

/// A key of our implementation.
pub type Stateful = Box<dyn StatefulSigner>;

/// The key, of a scheme that is stateful.
pub(crate) fn stateful(key: Key) -> Stateful {
    match key {
        Key::Stateful(key) => key,
        Key::Stateless(_) => panic!("the scheme is stateful"),
    }
}

impl fmt::Debug for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chapter.fmt(f)
    }
}

/// Messages of no bytes, and around the ends of blocks.
const LENGTHS: [usize; 8] = [0, 1, 5, 64, 77, 136, 9, 200];

/// Keys of a scheme, at most.
pub(crate) const MOST: usize = 24;
