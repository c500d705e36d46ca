//! Keys that keep what the reference code's fast keys keep. What a signature computes follows no
//! formula, but from counters alone: here they go the way of a real key's, over trees of nothing.

use core::cell::Cell;
use core::ops::Range;

use super::Layer;
use super::hashes::Hashes;
use crate::WalkKind;
use crate::cost::tally::Tally;
use crate::cost::walk::Work;
use crate::cost::{Cost, Digits};
use crate::tree::Tree;
use crate::workers::Workers;
use crate::xmss::Params;
use crate::xmss::fast::{States, Trees};

/// A [`FastKey`](crate::xmss::FastKey) as far as costs go. It does what a key does, and tells what that
/// costs. An operation that the key refuses costs nothing. Verifying is that of [`Xmss`](super::Xmss).
///
/// Generating and skipping go through whole trees, which takes a millisecond or so for those of height
/// 20; a signature takes some microseconds, so that a key of 2^20 can be summed up.
///
/// Midstates are those of [`Xmss`](super::Xmss), and roots are given as there.
///
/// ```
/// use hbs::{cost, xmss};
///
/// let params = xmss::Params::of(&xmss::find("XMSS-SHA2_10_256")?).expect("a set of XMSS");
/// let mut key = cost::FastXmss::new(params);
/// assert_eq!(key.generate(None).exact(), Some(4_665_341));
/// // On average over all signatures.
/// let all: f64 = (0..1024).map(|_| key.sign(1024, None, None).mean).sum();
/// assert_eq!((all / 1024.0).round(), 20_377.0);
/// # Ok::<(), signer::UnknownSet>(())
/// ```
#[derive(Clone, Debug)]
pub struct FastXmss {
    hashes: Hashes,
    layer: Layer,
    states: States,
    index: u64,
    generated: Work,
}

impl FastXmss {
    /// A key that has just been generated.
    #[must_use]
    pub fn new(params: Params) -> Self {
        let hashes = Hashes::new(params);
        let idle = Idle::default();
        let (states, _) = States::at(&idle, &params, 0, &Workers::one());
        // Paths are in the states: they cost nothing, as those of a whole tree.
        let layer = Layer::new(hashes, WalkKind::Whole);
        Self { hashes, layer, states, index: 0, generated: idle.tally.take() }
    }

    /// Index of the next signature.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// Generating a key, from entropy or seeds: midstates, and a tree of each layer, with signatures
    /// of their roots.
    #[must_use]
    pub fn generate(&self, roots: Option<&[Digits]>) -> Cost {
        let trees = self.hashes.midstates() + self.hashes.work(self.generated);
        Cost::exactly(trees) + self.links(1..self.params().d, roots)
    }

    /// Loading the key as it is, used up or not: midstates, and from the leaf of each layer the way to
    /// its root, with signatures of the roots below.
    #[must_use]
    pub fn load(&self, roots: Option<&[Digits]>) -> Cost {
        let midstates = Cost::exactly(self.hashes.midstates());
        let Params { h, d, .. } = *self.params();
        let ways = self.hashes.work(Work { leaves: d.into(), nodes: h.into() });
        midstates + Cost::exactly(ways) + self.links(1..d, roots)
    }

    /// Skipping to an index: of each layer its tree and, if there is one, the next.
    pub fn skip_to(&mut self, to: u64, roots: Option<&[Digits]>) -> Cost {
        if to <= self.index || to >= self.end() {
            return Cost::default();
        }
        let (idle, params) = (Idle::default(), *self.params());
        (self.states, _) = States::at(&idle, &params, to, &Workers::one());
        self.index = to;
        Cost::exactly(self.hashes.work(idle.tally.take())) + self.links(1..params.d, roots)
    }

    /// Signing a message of `len` bytes, and going on to the next index. The roots are those of trees
    /// that are used from then on.
    pub fn sign(&mut self, len: usize, digits: Option<Digits>, roots: Option<&[Digits]>) -> Cost {
        if self.is_used_up() {
            return Cost::default();
        }
        let hashes = self.hashes.randomiser() + self.hashes.message(len);
        let cost = Cost::exactly(hashes) + self.layer.signature(digits);
        let (index, params) = (self.index, *self.params());
        self.index += 1;
        if self.is_used_up() {
            return cost;
        }
        let idle = Idle::default();
        let advanced = self.states.advance(&idle, &params, index);
        advanced.expect("states that began as such have stacks that are not full");
        let work = Cost::exactly(self.hashes.work(idle.tally.take()));
        // From the bottom up, each layer whose tree has ended has one more root signed.
        cost + work + self.links(1..1 + idle.signed.get(), roots)
    }

    fn params(&self) -> &Params {
        &self.hashes.params
    }

    /// Number of signatures that a key can make.
    fn end(&self) -> u64 {
        1 << self.params().h
    }

    fn is_used_up(&self) -> bool {
        self.index == self.end()
    }

    /// Signatures of roots by these layers, counted from the bottom.
    fn links(&self, layers: Range<u32>, roots: Option<&[Digits]>) -> Cost {
        let level = |layer| (self.params().d - 1 - layer) as usize;
        let digits = |layer| roots.and_then(|roots| roots.get(level(layer)).copied());
        layers.map(|layer| self.layer.signature(digits(layer))).sum()
    }
}

/// Trees of nothing.
#[derive(Default)]
struct Idle {
    tally: Tally,
    /// Roots that have been signed.
    signed: Cell<u32>,
}

impl Trees for Idle {
    fn tree(&self, _: u32, _: u64) -> impl Tree {
        &self.tally
    }

    fn sign(&self, _: u32, _: u64, _: &[u8], _: &mut [u8]) {
        self.signed.set(self.signed.get() + 1);
    }
}
