//! HSS (RFC 8554 section 6): levels of LMS trees, each of which signs the public key of the next.

use alloc::vec::Vec;

use lanes::Engines;
use signer::Error;

use super::levels::Levels;
use super::{Cost, Lms, Message};
use crate::WalkKind;
use crate::hss::codec::links;
use crate::hss::{Params, PublicKey};

/// An HSS key as far as costs go: where it stands and what is there of its trees. It does what a key
/// does, and tells what that costs. An operation that the key refuses costs nothing.
///
/// Signatures of the public keys of trees cost what their hashes say: steps of chains as
/// [`steps`](Self::steps) gives them, that by which level `i` signs the key below it at `i`; `None` for
/// any hashes.
///
/// ```
/// use hbs::{WalkKind, cost, hss};
///
/// let set = hss::find("HSS-SHA256-H25-W8-L8")?;
/// let params = hss::Params::of(&set).expect("a set of HSS");
/// let message = cost::Message::new(1024);
/// let mut key = cost::Hss::new(params, WalkKind::Default);
/// // The first signature has seven trees built.
/// assert!(key.sign(&message, None).least > 7 * key.generate());
/// key.sign_until(1 << 40);
/// assert!(key.sign(&message, None).most < 50_000);
/// # Ok::<(), signer::UnknownSet>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hss {
    levels: Levels<Lms>,
}

impl Hss {
    /// A key that has just been generated.
    #[must_use]
    pub fn new(params: Params, walk: WalkKind) -> Self {
        let shape = params.shape();
        let level = |(i, &level)| Lms::new(level, shape.walk(walk, i));
        let levels = params.levels().iter().enumerate().map(level).collect();
        Self { levels: Levels::new(shape, levels) }
    }

    /// Index of the next signature.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.levels.index()
    }

    /// Generating a key, from entropy or a seed: the top tree.
    #[must_use]
    pub fn generate(&self) -> u64 {
        self.levels.generate()
    }

    /// Loading the key at this index, which it then has.
    pub fn load(&mut self, index: u64) -> u64 {
        if self.levels.has(index) { self.levels.load(index) } else { 0 }
    }

    /// Building the trees that the next signature needs, which is part of that one if they are not
    /// there.
    pub fn build(&mut self, keys: Option<&[u64]>) -> Cost {
        self.levels.build(keys)
    }

    /// Preparing: building the trees that the next signature needs, and what would be there by now of
    /// those that come next, had the key signed with every index before.
    pub fn prepare(&mut self, keys: Option<&[u64]>) -> Cost {
        self.levels.prepare(keys)
    }

    /// Skipping to an index.
    pub fn skip_to(&mut self, to: u64) -> u64 {
        self.levels.skip_to(to)
    }

    /// Signing a message, and going on to the next index. The keys are those of trees that are used
    /// from then on; those of trees that are missing are for [`build`](Self::build), and of any
    /// hashes if that has not been called.
    pub fn sign(&mut self, message: &Message, keys: Option<&[u64]>) -> Cost {
        let signature = self.levels.bottom().signature(message);
        self.levels.sign(signature, keys)
    }

    /// Goes where the key stands when all indices before this one have signed, at once.
    pub fn sign_until(&mut self, index: u64) {
        self.levels.sign_until(index);
    }

    /// Verifying a signature of a message, whether it is found good or bad, alone or among many. One
    /// that cannot be decoded costs nothing.
    #[must_use]
    pub fn verify(&self, message: &Message, keys: Option<&[u64]>) -> Cost {
        let trees = self.levels.trees();
        let key = |i: usize| trees[i + 1].key(keys.and_then(|keys| keys.get(i).copied()));
        let keys = (0..trees.len() - 1).map(|i| trees[i].verify(&key(i)));
        keys.sum::<Cost>() + self.levels.bottom().verify(message)
    }

    /// Steps of chains that the signer of this signature took at each level, from the top down: those
    /// of keys, and at last that of the message, for [`Message::steps`].
    ///
    /// # Errors
    ///
    /// [`Error::BadSignature`], [`Error::Length`], [`Error::Type`] and [`Error::UnknownType`] for bytes
    /// that are no signature of as many levels as the key has.
    pub fn steps(
        engines: Engines,
        key: &PublicKey,
        message: &[u8],
        signature: &[u8],
    ) -> Result<Vec<u64>, Error> {
        let links = links(key, message, signature)?;
        let steps = links.iter().map(|link| link.signed());
        steps.map(|link| Lms::steps(engines, link.key, link.message, link.signature)).collect()
    }
}
