//! HSS (RFC 8554 section 6). What a signature costs depends on what went before it: the trees that
//! come next grow while those in use are used up, and catch up when a key has been loaded or skipped.

use lanes::Engines;
use signer::Error;

use super::{Cost, Lms, Message};
use crate::WalkKind;
use crate::hss::codec::links;
use crate::hss::{Params, PublicKey};
use crate::stateful::Shape;

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
    params: Params,
    shape: Shape,
    costs: Vec<Lms>,
    index: u64,
    /// Of each level that is there, the leaves of the tree that comes next, when it has been begun.
    next: Vec<Option<u32>>,
}

impl Hss {
    /// A key that has just been generated.
    #[must_use]
    pub fn new(params: Params, walk: WalkKind) -> Self {
        let shape = params.shape();
        let level = |(i, &level)| Lms::new(level, shape.walk(walk, i));
        let costs = params.levels().iter().enumerate().map(level).collect();
        Self { params, shape, costs, index: 0, next: vec![None] }
    }

    /// Index of the next signature.
    #[must_use]
    pub const fn index(&self) -> u64 {
        self.index
    }

    /// Generating a key, from entropy or a seed: the top tree.
    #[must_use]
    pub fn generate(&self) -> u64 {
        self.costs[0].build(0)
    }

    /// Loading the key at this index, which it then has.
    pub fn load(&mut self, index: u64) -> u64 {
        if self.shape.end().is_some_and(|end| index > end) {
            return 0;
        }
        (self.index, self.next) = (index, vec![None]);
        self.costs[0].build(self.shape.leaf(0, self.shape.standing(index)))
    }

    /// Building the trees that the next signature needs.
    pub fn prepare(&mut self, keys: Option<&[u64]>) -> Cost {
        let mut cost = Cost::default();
        if self.is_used_up() {
            return cost;
        }
        for i in self.next.len()..self.costs.len() {
            let tree = self.costs[i].build(self.shape.leaf(i, self.index));
            cost += Cost::exactly(self.costs[i - 1].child() + tree) + self.push(i, keys);
        }
        cost
    }

    /// Skipping to an index.
    pub fn skip_to(&mut self, to: u64) -> u64 {
        let from = self.index;
        if to <= from || self.shape.end().is_some_and(|end| to >= end) {
            return 0;
        }
        self.index = to;
        let mut cost = 0;
        for i in 0..self.next.len() {
            if i > 0 && self.shape.tree(i, from) != self.shape.tree(i, to) {
                self.next.truncate(i);
                break;
            }
            cost += self.costs[i].seek(self.shape.leaf(i, from), self.shape.leaf(i, to));
        }
        cost
    }

    /// Signing a message, and going on to the next index. The keys are those of trees that are used
    /// from then on; those of trees that are missing are for [`prepare`](Self::prepare), and of any
    /// hashes if that has not been called.
    pub fn sign(&mut self, message: &Message, keys: Option<&[u64]>) -> Cost {
        if self.is_used_up() {
            return Cost::default();
        }
        let prepare = self.prepare(None);
        let last = self.costs.len() - 1;
        let cost = prepare + self.costs[last].signature(message);
        let index = self.index;
        self.index += 1;
        if self.is_used_up() { cost } else { cost + self.advance(index, keys) }
    }

    /// Goes where the key stands when all indices before this one have signed, at once.
    pub fn sign_until(&mut self, index: u64) {
        let (from, to) = (self.index, self.shape.end().map_or(index, |end| index.min(end)));
        if to <= from {
            return;
        }
        self.next.resize(self.costs.len(), None);
        for i in 1..self.costs.len() {
            let leaves = 1 << self.costs[i].walk().height();
            // When the tree began, or was found as it is.
            let same = self.shape.tree(i, from) == self.shape.tree(i, to);
            let since = if same { from } else { to - self.shape.leaf_and_below(i, to) };
            let next = if same { self.next[i] } else { None };
            let turns = self.turns(i, to) - self.turns(i, since);
            self.next[i] = match self.children(i, to) {
                Some(_) if turns > 0 => {
                    let grown = next.unwrap_or(self.costs[i].walk().begun());
                    // Each turn takes what is missing through the turns that are left, rounded up:
                    // the remainder goes to the first ones.
                    let missing = leaves - grown;
                    let left = leaves - (self.turns(i, since) % u64::from(leaves)) as u32;
                    // Fewer than there are leaves.
                    let turns = turns as u32;
                    Some(grown + turns * (missing / left) + turns.min(missing % left))
                }
                _ => next,
            };
        }
        self.index = to;
    }

    /// Verifying a signature of a message, whether it is found good or bad, alone or among many. One
    /// that cannot be decoded costs nothing.
    #[must_use]
    pub fn verify(&self, message: &Message, keys: Option<&[u64]>) -> Cost {
        let keys = (1..self.costs.len()).map(|i| self.costs[i - 1].verify(&self.key(i, keys)));
        keys.sum::<Cost>() + self.costs[self.costs.len() - 1].verify(message)
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

    fn is_used_up(&self) -> bool {
        self.index == self.shape.end().unwrap_or(u64::MAX)
    }

    /// Going on from `index`, which is not the last.
    fn advance(&mut self, index: u64, keys: Option<&[u64]>) -> Cost {
        let last = self.costs.len() - 1;
        let mut cost: u64 = (1..=last).map(|i| self.grow(i, index)).sum();
        let step = |i: usize| self.costs[i].step(self.shape.leaf(i, index));
        // The trees from here on are used up.
        let ended = (1..=last).find(|&i| self.shape.leaf_and_below(i, index + 1) == 0);
        let Some(ended) = ended else { return Cost::exactly(cost + step(last)) };
        cost += step(ended - 1);
        for i in ended..=last {
            let grown = self.next[i].unwrap_or_else(|| {
                cost += self.children(i, index).unwrap_or(0);
                self.costs[i].walk().begun()
            });
            cost += self.costs[i].work(self.costs[i].walk().finish(grown));
        }
        self.next.truncate(ended);
        Cost::exactly(cost) + (ended..=last).map(|i| self.push(i, keys)).sum()
    }

    /// Lets the next tree of level `i` grow at the signature with this index.
    fn grow(&mut self, i: usize, index: u64) -> u64 {
        if self.turns(i, index) == self.turns(i, index + 1) {
            return 0;
        }
        // None comes after the last tree.
        let Some(children) = self.children(i, index) else { return 0 };
        let (begin, grown) = match self.next[i] {
            Some(grown) => (0, grown),
            None => (children, self.costs[i].walk().begun()),
        };
        let leaves = 1 << self.costs[i].walk().height();
        let left = leaves - self.shape.leaf(i, index);
        let to = grown + (leaves - grown).div_ceil(left);
        self.next[i] = Some(to);
        begin + self.costs[i].work(self.costs[i].walk().grow(grown, to))
    }

    /// How many of the indices before this one let the next tree of level `i` grow: at the bottom
    /// each one, above it the second one of each leaf.
    fn turns(&self, i: usize, index: u64) -> u64 {
        match self.shape.below(i) {
            0 => index,
            below if below >= u64::BITS => 0,
            // No more than there are indices.
            below => ((u128::from(index) + (1 << below) - 2) >> below) as u64,
        }
    }

    /// Deriving the next tree of level `i`, from the highest level down that goes on to another
    /// leaf for it; `None` if there is no next tree.
    fn children(&self, i: usize, index: u64) -> Option<u64> {
        let mut cost = 0;
        for above in (0..i).rev() {
            cost += self.costs[above].child();
            let leaf = self.shape.leaf(above, index);
            if leaf + 1 < 1 << self.costs[above].walk().height() {
                return Some(cost);
            }
        }
        None
    }

    /// Adding level `i`, whose public key the leaf above signs.
    fn push(&mut self, i: usize, keys: Option<&[u64]>) -> Cost {
        self.next.push(None);
        self.costs[i - 1].signature(&self.key(i, keys))
    }

    /// The public key of level `i` as a message.
    fn key(&self, i: usize, keys: Option<&[u64]>) -> Message {
        let len = self.params.levels()[i].public_key_len();
        let steps = keys.and_then(|keys| keys.get(i - 1).copied());
        Message { len, derived: true, steps }
    }
}
