//! XMSS and XMSS^MT (RFC 8391, SP 800-208): levels of trees, each of whose leaves signs the root of
//! one below. XMSS has one level, XMSS^MT has `d`, that of the top first.

mod fast;
mod hashes;

use alloc::vec::Vec;

use lanes::Engines;
use signer::Error;

use self::hashes::Hashes;
use super::chains;
use super::levels::{Levels, Tree};
use super::walk::{Walk, Work};
use super::{Cost, Digits};
use crate::WalkKind;
use crate::stateful::Stateful;
use crate::walk::MOST;
use crate::xmss::{self, Family, Params, PublicKey};

pub use fast::FastXmss;

/// A key of XMSS or XMSS^MT as far as costs go: where it stands and what is there of its trees. It does
/// what a key does, and tells what that costs. An operation that the key refuses costs nothing.
///
/// Generating and loading begin with midstates: those of `PRF` keyed with `SEED` and with `SK_PRF`, and
/// of `PRF_keygen` keyed with `SK_SEED` and `SEED`. That is a block each with SHA-2 and `n` = 32 or 64,
/// one for the last with SHAKE and `n` = 64, and otherwise none, for no key fills a block. Everything
/// else goes on from them; verifying makes that of `SEED` anew.
///
/// Signatures cost what the digits of hashes say, as [`digits`](Self::digits) gives them; `None` for
/// any hashes. Those of roots are given from the top down: that by which level `i` signs the tree below
/// it at `i`.
///
/// ```
/// use hbs::{WalkKind, cost, xmss};
///
/// let params = xmss::Params::of(&xmss::find("XMSS-SHA2_10_256")?).expect("a set of XMSS");
/// let mut key = cost::Xmss::new(params, WalkKind::Default);
/// // The tree and three midstates.
/// assert_eq!(key.generate(), 4_665_338 + 3);
/// let (sign, verify) = (key.sign(1024, None, None), key.verify(1024, None));
/// assert_eq!((sign.mean.round(), verify.mean.round()), (2150.0, 2500.0));
/// # Ok::<(), signer::UnknownSet>(())
/// ```
#[derive(Clone, Debug)]
pub struct Xmss {
    hashes: Hashes,
    levels: Levels<Layer>,
}

impl Xmss {
    /// A key that has just been generated.
    #[must_use]
    pub fn new(params: Params, walk: WalkKind) -> Self {
        let (hashes, shape) = (Hashes::new(params), <xmss::Xmss as Stateful>::shape(&params));
        let layer = |i| Layer::new(hashes, shape.walk(walk, i));
        let layers = (0..shape.levels()).map(layer).collect();
        Self { hashes, levels: Levels::new(shape, layers) }
    }

    /// Index of the next signature.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.levels.index()
    }

    /// Generating a key, from entropy or seeds: midstates and the top tree.
    #[must_use]
    pub fn generate(&self) -> u64 {
        self.hashes.midstates() + self.levels.generate()
    }

    /// Loading the key at this index, which it then has, without a cache: midstates and the top tree.
    pub fn load(&mut self, index: u64) -> u64 {
        if !self.levels.has(index) {
            return 0;
        }
        self.hashes.midstates() + self.levels.load(index)
    }

    /// Building the trees that the next signature needs, which is part of that one if they are not
    /// there.
    pub fn build(&mut self, roots: Option<&[Digits]>) -> Cost {
        self.levels.build(roots)
    }

    /// Preparing: building the trees that the next signature needs, and what would be there by now of
    /// those that come next, had the key signed with every index before.
    pub fn prepare(&mut self, roots: Option<&[Digits]>) -> Cost {
        self.levels.prepare(roots)
    }

    /// Skipping to an index.
    pub fn skip_to(&mut self, to: u64) -> u64 {
        self.levels.skip_to(to)
    }

    /// Signing a message of `len` bytes, randomiser included, and going on to the next index. The
    /// roots are those of trees that are used from then on; those of trees that are missing are for
    /// [`build`](Self::build), and of any hashes if that has not been called.
    pub fn sign(&mut self, len: usize, digits: Option<Digits>, roots: Option<&[Digits]>) -> Cost {
        let hashes = self.hashes.randomiser() + self.hashes.message(len);
        let signature = Cost::exactly(hashes) + self.levels.bottom().signature(digits);
        self.levels.sign(signature, roots)
    }

    /// Goes where the key stands when all indices before this one have signed, at once.
    pub fn sign_until(&mut self, index: u64) {
        self.levels.sign_until(index);
    }

    /// Verifying a signature of a message of `len` bytes, whether it is found good or bad, alone. The
    /// digits are those of roots, and at last those of the message. A signature that cannot be decoded
    /// costs nothing.
    ///
    /// Among many, up to 32 neighbours of the same key have [`shared`](Self::shared) only once.
    #[must_use]
    pub fn verify(&self, len: usize, digits: Option<&[Digits]>) -> Cost {
        let trees = self.levels.trees().iter().enumerate();
        let digits = |i: usize| digits.and_then(|digits| digits.get(i).copied());
        let layers: Cost = trees.map(|(i, layer)| layer.verifying(digits(i))).sum();
        Cost::exactly(self.shared() + self.hashes.message(len)) + layers
    }

    /// What verifying has of the key alone: the midstate of `SEED`.
    #[must_use]
    pub fn shared(&self) -> u64 {
        self.hashes.public_midstates()
    }

    /// Digits of the hashes that this signature's one-time keys have signed: of roots from the top
    /// down, and at last of the message.
    ///
    /// # Errors
    ///
    /// [`Error::BadSignature`] and [`Error::Length`] for bytes that are no signature of the key's set.
    pub fn digits<F: Family>(
        engines: Engines,
        key: &PublicKey<F>,
        message: &[u8],
        signature: &[u8],
    ) -> Result<Vec<Digits>, Error> {
        let hashes = xmss::verify::signed(engines, key, message, signature)?;
        let winternitz = key.params.winternitz();
        Ok(hashes.iter().rev().map(|hash| chains::digits_of(&winternitz, hash)).collect())
    }
}

/// A tree of some layer, and its leaves.
#[derive(Clone, Debug)]
struct Layer {
    hashes: Hashes,
    walk: Walk,
    /// Chains from their starts to a signature of any hash.
    signing: Cost,
    /// From there to their ends.
    verifying: Cost,
}

impl Layer {
    fn new(hashes: Hashes, walk: WalkKind) -> Self {
        let (params, price) = (hashes.params, hashes.chains());
        let walk = Walk::new(walk, params.n(), params.layer_height(), MOST);
        let winternitz = params.winternitz();
        let (signing, verifying) = (price.signing(&winternitz), price.verifying(&winternitz));
        Self { hashes, walk, signing, verifying }
    }

    /// `sig_ots ‖ auth`: a hash's one-time signature, and a path.
    fn signature(&self, digits: Option<Digits>) -> Cost {
        let fixed = self.hashes.secrets() + self.work(self.walk.path());
        let price = self.hashes.chains();
        let chains = digits.map(|digits| Cost::exactly(price.of(digits.steps, digits.begun)));
        Cost::exactly(fixed) + chains.unwrap_or(self.signing)
    }

    /// From a hash that is signed to the root.
    fn verifying(&self, digits: Option<Digits>) -> Cost {
        let nodes = u64::from(self.walk.height()) * self.hashes.node();
        let (price, whole) = (self.hashes.chains(), self.hashes.whole_steps());
        let chains =
            digits.map(|digits| Cost::exactly(price.of(whole - digits.steps, digits.unfinished)));
        Cost::exactly(self.hashes.ltree() + nodes) + chains.unwrap_or(self.verifying)
    }
}

impl Tree for Layer {
    type Digits = Digits;

    fn walk(&self) -> &Walk {
        &self.walk
    }

    fn work(&self, work: Work) -> u64 {
        self.hashes.work(work)
    }

    /// All trees have the same seeds.
    fn child(&self) -> u64 {
        0
    }

    fn link(&self, _: &Self, digits: Option<Digits>) -> Cost {
        self.signature(digits)
    }
}
