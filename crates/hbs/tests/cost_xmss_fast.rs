//! What the cost model says of fast keys of XMSS is what is hashed, to the last block.
#![cfg(feature = "std")]

mod counting;

use counting::{Counting, message};
use hbs::WalkKind;
use hbs::cost::{self, Cost, Digits, FastXmss};
use hbs::xmss::{self, Family, FastKey, Params, Xmss, XmssMt};
use lanes::Cpu;
use signer::{Randomness, StatefulSigner};

/// A key, and the model of it.
struct Pair<F: Family> {
    name: String,
    counting: Counting,
    key: FastKey<F>,
    cost: FastXmss,
    /// Digits of the roots in the last signature.
    last: Vec<Digits>,
}

impl<F: Family> Pair<F> {
    fn new(name: &str) -> Self {
        let set = xmss::find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
        let params = Params::of(&set).expect("a set of XMSS");
        let (counting, cost) = (Counting::new(), FastXmss::new(params));
        let seeds: Vec<_> = (0..3 * params.n()).map(|i| ((i * i) >> 2) as u8).collect();
        let key = FastKey::from_secret(params, &seeds, &counting.options(WalkKind::Default));
        let (key, counted) = (key.expect("a key"), counting.take());
        let pair = Self { name: name.to_owned(), counting, key, cost, last: Vec::new() };
        pair.compare("generating", counted, pair.cost.generate(Some(&pair.ahead())));
        pair
    }

    /// Digits of the roots that the next signature has, from a key that makes it. A key that is used up
    /// keeps those of its last signature.
    fn ahead(&self) -> Vec<Digits> {
        let (params, encoded) = (self.key.public().params, self.key.encode());
        if self.key.remaining() == 0 {
            return self.last.clone();
        }
        let options = hbs::Options::default();
        let mut key = FastKey::<F>::decode(params, encoded.expose(), &options).expect("a key");
        let mut signature = Vec::new();
        key.sign(b"", Randomness::Deterministic, &mut signature).expect("a signature");
        let engines = Cpu::detect().engines();
        let digits = cost::Xmss::digits(engines, key.public(), b"", &signature);
        digits.expect("a signature")
    }

    fn sign(&mut self, near_the_end: bool) {
        let (index, mut signature) = (self.key.index(), Vec::new());
        let bytes = message(index);
        self.counting.take();
        self.key.sign(&bytes, Randomness::Deterministic, &mut signature).expect("a signature");
        let (counted, public) = (self.counting.take(), self.key.public());
        let digits = cost::Xmss::digits(Cpu::detect().engines(), public, &bytes, &signature);
        self.last = digits.expect("a signature");
        let digits = self.last.pop();
        let any = self.cost.clone().sign(bytes.len(), None, None);
        assert!((any.least..=any.most).contains(&counted), "{}, {index}", self.name);
        let ahead = if near_the_end { self.ahead() } else { Vec::new() };
        let cost = self.cost.sign(bytes.len(), digits, Some(&ahead));
        self.compare(&format!("signature {index}"), counted, cost);
    }

    fn skip(&mut self, index: u64) {
        self.counting.take();
        let skipped = self.key.skip_to(index).is_ok();
        let counted = self.counting.take();
        let ahead = if skipped { self.ahead() } else { Vec::new() };
        let cost = self.cost.skip_to(index, Some(&ahead));
        self.compare(&format!("skipping to {index}"), counted, cost);
    }

    fn load(&mut self) {
        let (params, encoded) = (self.key.public().params, self.key.encode());
        let options = self.counting.options(WalkKind::Default);
        self.counting.take();
        self.key = FastKey::decode(params, encoded.expose(), &options).expect("a key");
        let counted = self.counting.take();
        self.compare("loading", counted, self.cost.load(Some(&self.ahead())));
    }

    fn compare(&self, what: &str, counted: u64, cost: Cost) {
        let at = self.key.index();
        assert_eq!(cost.exact(), Some(counted), "{}, {what}, now at {at}", self.name);
        assert_eq!(self.cost.index(), at);
    }
}

/// Signs so often, and about the ends of trees of each layer.
fn follow(name: &str, count: u64) {
    let mut pair = Pair::<XmssMt>::new(name);
    let Params { h, d, .. } = pair.key.public().params;
    let of_tree = 1 << (h / d);
    (0..count).for_each(|index| pair.sign(index % of_tree == of_tree - 1));
    for layer in 1..d {
        pair.skip((1 << (layer * h / d)) - 3);
        pair.load();
        (0..5).for_each(|_| pair.sign(true));
    }
    pair.skip((1 << h) - 4);
    (0..4).for_each(|_| pair.sign(true));
    pair.skip(1 << h);
    pair.load();
    assert_eq!(pair.cost.sign(0, None, None), Cost::default());
}

#[test]
fn all_hash_functions() {
    for hash in ["SHA2_", "SHAKE_", "SHAKE256_"] {
        for bits in ["192", "256", "512"] {
            let name = format!("XMSSMT-{hash}20/4_{bits}");
            if xmss::find(&name).is_ok() {
                follow(&name, 40);
            }
        }
    }
}

#[test]
fn trees_of_many_layers() {
    follow("XMSSMT-SHAKE256_20/4_192", 1100);
    follow("XMSSMT-SHAKE256_40/8_192", 200);
    follow("XMSSMT-SHAKE256_60/12_192", 100);
}

/// All signatures of a key; and their mean.
#[test]
fn one_tree() {
    let mut pair = Pair::<Xmss>::new("XMSS-SHAKE256_10_192");
    while pair.key.remaining() > 0 {
        pair.sign(false);
    }
    pair.load();
    let mut pair = Pair::<Xmss>::new("XMSS-SHA2_10_256");
    for index in [0, 500, 511, 512, 1023] {
        pair.skip(index);
        pair.load();
        pair.sign(false);
    }
}
