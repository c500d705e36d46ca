//! What the cost model says of XMSS and XMSS^MT is what is hashed, to the last block, wherever a key
//! goes.
#![cfg(feature = "std")]

mod counting;

use std::collections::HashMap;

use counting::{Counting, WALKS, message};
use hbs::cost::{self, Cost, Digits};
use hbs::xmss::{self, Family, Params, Xmss, XmssMt};
use hbs::{PrivateKey, WalkKind};
use lanes::Cpu;
use signer::{Error, Randomness, Scheme, StatefulSigner};

/// What is done to a key.
#[derive(Clone, Copy, Debug)]
enum Step {
    Sign,
    Skip(u64),
    Prepare,
    Load(u64),
}

/// A step with what was hashed by it. Of a signature that was made, the message's length and digits.
struct Done {
    step: Step,
    counted: u64,
    signed: Option<(usize, Digits)>,
}

/// A key, and everything that was done to it.
struct Life<F: Family> {
    name: String,
    params: Params,
    walk: WalkKind,
    counting: Counting,
    key: PrivateKey<F>,
    generated: u64,
    done: Vec<Done>,
    /// Of each tree at the bottom that has signed, digits of the roots down to it.
    roots: HashMap<u64, Vec<Digits>>,
}

impl<F: Family> Life<F> {
    fn new(name: &str, walk: WalkKind) -> Self {
        let (params, counting) = (params(name), Counting::new());
        assert_eq!(params.scheme, F::SCHEME);
        let key = PrivateKey::from_secret(params, &seeds(&params), &counting.options(walk));
        let (key, generated) = (key.expect("a key"), counting.take());
        let (name, done, roots) = (format!("{name} {walk:?}"), Vec::new(), HashMap::new());
        Self { name, params, walk, counting, key, generated, done, roots }
    }

    /// The number of the tree at the bottom that signs at this index.
    fn tree(&self, index: u64) -> u64 {
        index >> self.params.layer_height()
    }

    fn step(&mut self, step: Step) {
        let mut signature = Vec::new();
        let index = self.key.index();
        let bytes = message(index);
        self.counting.take();
        match step {
            Step::Sign => {
                let left = self.key.remaining() > 0;
                let signed = self.key.sign(&bytes, Randomness::Deterministic, &mut signature);
                assert_eq!(signed.is_ok(), left, "{}", self.name);
            }
            Step::Skip(index) => drop(self.key.skip_to(index)),
            Step::Prepare => assert_eq!(self.key.prepare(), Ok(()), "{}", self.name),
            Step::Load(index) => {
                let mut encoded = self.key.encode().expose().to_vec();
                let len = self.params.index_len();
                encoded[4..4 + len].copy_from_slice(&index.to_be_bytes()[8 - len..]);
                let options = self.counting.options(self.walk);
                let key = PrivateKey::decode(self.params, &encoded, &options);
                if index > 1 << self.params.h {
                    assert!(matches!(key, Err(Error::Index { .. })), "{}", self.name);
                } else {
                    self.key = key.expect("a key");
                }
            }
        }
        let counted = self.counting.take();
        let signed = (!signature.is_empty()).then(|| {
            let digits = self.verify(index, &bytes, &mut signature);
            let of_message = *digits.last().expect("the message's");
            self.roots.insert(self.tree(index), digits);
            (bytes.len(), of_message)
        });
        self.done.push(Done { step, counted, signed });
    }

    /// Digits of a signature. Compares what verifying costs, now and then of a bad one, too.
    fn verify(&self, index: u64, message: &[u8], signature: &mut [u8]) -> Vec<Digits> {
        let (engines, public) = (Cpu::detect().engines(), self.key.public());
        let digits = cost::Xmss::digits(engines, public, message, signature).expect("a signature");
        if index % 4 < 3 {
            xmss::verify(self.counting.engines, public, message, signature).expect("good");
            self.verified(message, &digits);
        }
        if index % 16 == 1 {
            signature[self.params.index_len()] ^= 1;
            let other = cost::Xmss::digits(engines, public, message, signature);
            assert!(xmss::verify(self.counting.engines, public, message, signature).is_err());
            self.verified(message, &other.expect("a signature, but not of this"));
        }
        digits
    }

    /// Compares what has been counted with verifying a message.
    fn verified(&self, message: &[u8], digits: &[Digits]) {
        let (cost, counted) = (cost::Xmss::new(self.params, self.walk), self.counting.take());
        let verify = cost.verify(message.len(), Some(digits));
        assert_eq!(verify.exact(), Some(counted), "{}, verifying", self.name);
        within(cost.verify(message.len(), None), counted, &self.name);
        // Digits of the roots alone.
        let some = cost.verify(message.len(), Some(&digits[..digits.len() - 1]));
        assert!(some.exact().is_none());
        within(some, counted, &self.name);
    }

    /// Does everything again with the model.
    fn check(&self) {
        let mut cost = cost::Xmss::new(self.params, self.walk);
        assert_eq!(cost.generate(), self.generated, "{}, generating", self.name);
        let roots = |index| self.roots.get(&self.tree(index)).map(|digits| &digits[..]);
        for &Done { step, counted, signed } in &self.done {
            let at = cost.index();
            let (len, digits) = signed.map_or((0, None), |(len, digits)| (len, Some(digits)));
            let mut unprepared = cost.clone();
            let (costs, any) = match step {
                Step::Load(index) => (Cost::exactly(cost.load(index)), None),
                Step::Skip(index) => (Cost::exactly(cost.skip_to(index)), None),
                Step::Prepare => (cost.prepare(roots(at)), Some(unprepared.prepare(None))),
                Step::Sign => {
                    let costs = cost.build(roots(at)) + cost.sign(len, digits, roots(at + 1));
                    (costs, Some(unprepared.sign(len, None, None)))
                }
            };
            let what = format!("{}, {step:?} at {at}", self.name);
            if let Some(any) = any {
                within(any, counted, &what);
            }
            match costs.exact() {
                Some(exact) => assert_eq!(exact, counted, "{what}"),
                // Roots of a tree that has not signed.
                None => {
                    within(costs, counted, &what);
                    let next = matches!(step, Step::Sign) && roots(at + 1).is_none();
                    assert!(next || matches!(step, Step::Prepare), "{what}: {costs:?}");
                }
            }
        }
        assert_eq!(cost.index(), self.key.index());
    }
}

fn within(cost: Cost, counted: u64, what: &str) {
    assert!((cost.least..=cost.most).contains(&counted), "{what}: {counted}, {cost:?}");
    assert!((cost.least as f64..=cost.most as f64).contains(&cost.mean), "{what}: {cost:?}");
}

fn params(name: &str) -> Params {
    let set = xmss::find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
    Params::of(&set).expect("a set of XMSS")
}

fn seeds(params: &Params) -> Vec<u8> {
    (0..3 * params.n()).map(|i| ((i * i) >> 2) as u8).collect()
}

/// Prepares, signs, and signs again about the first rollover of each layer, and at the end.
fn rollovers(name: &str, walk: WalkKind) {
    let mut life = Life::<XmssMt>::new(name, walk);
    let Params { h, d, .. } = life.params;
    life.step(Step::Prepare);
    (0..3).for_each(|_| life.step(Step::Sign));
    for layer in 1..d {
        life.step(Step::Skip((1 << (layer * h / d)) - 2));
        (0..4).for_each(|_| life.step(Step::Sign));
    }
    life.step(Step::Skip((1 << h) - 2));
    (0..3).for_each(|_| life.step(Step::Sign));
    [Step::Prepare, Step::Skip(3), Step::Skip(1 << h)].into_iter().for_each(|step| life.step(step));
    life.check();
}

/// Goes about as a generator of random numbers wants.
fn wander(name: &str, walk: WalkKind, seed: u64, steps: usize) {
    let mut life = Life::<XmssMt>::new(name, walk);
    let mut state = seed;
    let mut random = move |below: u64| {
        // Knuth's generator, whose high bits are good.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let end = 1 << life.params.h;
    for _ in 0..steps {
        let index = life.key.index();
        match random(24) {
            0 => life.step(Step::Load(random(end + 1))),
            1 => life.step(Step::Load(end - random(70))),
            2 => life.step(Step::Load(index)),
            3 => life.step(Step::Load(end + random(2))),
            4 | 5 => life.step(Step::Skip(index + random(40))),
            6 => life.step(Step::Skip(index + random(1200))),
            // Just before trees of several layers end.
            7 => life.step(Step::Skip((index | 1023) - random(5))),
            8 => life.step(Step::Skip((index | 32767) - random(5))),
            9 => life.step(Step::Prepare),
            _ => (0..1 + random(24)).for_each(|_| life.step(Step::Sign)),
        }
    }
    life.check();
}

/// Generates a key of one tree, signs, skips to the edges of a walk's subtrees, and loads.
fn one_tree(name: &str, walk: WalkKind, indices: &[u64]) {
    let mut life = Life::<Xmss>::new(name, walk);
    for &index in indices {
        life.step(Step::Skip(index));
        life.step(Step::Sign);
    }
    let end = 1 << life.params.h;
    life.step(Step::Load(*indices.last().expect("some")));
    life.step(Step::Sign);
    life.step(Step::Load(end));
    life.step(Step::Sign);
    life.step(Step::Load(end + 1));
    life.check();
}

/// All hash functions, with layers of height 5.
#[test]
fn rollovers_of_all_hash_functions() {
    for hash in ["SHA2_", "SHAKE_", "SHAKE256_"] {
        for bits in ["192", "256", "512"] {
            for shape in ["20/4", "40/8"] {
                let name = format!("XMSSMT-{hash}{shape}_{bits}");
                if xmss::find(&name).is_ok() {
                    rollovers(&name, WalkKind::Default);
                }
            }
        }
    }
    rollovers("XMSSMT-SHA2_60/12_256", WalkKind::Default);
}

#[test]
fn rollovers_of_all_walks() {
    for walk in WALKS {
        rollovers("XMSSMT-SHA2_20/4_256", walk);
        rollovers("XMSSMT-SHAKE256_60/12_192", walk);
    }
    rollovers("XMSSMT-SHAKE_20/4_512", WalkKind::Subtrees);
    rollovers("XMSSMT-SHA2_20/4_512", WalkKind::Subtrees);
}

#[test]
fn keys_that_are_loaded_and_skip() {
    for (seed, walk) in (1..).zip(WALKS) {
        wander("XMSSMT-SHAKE256_20/4_192", walk, seed, 25);
    }
    for seed in 10..12 {
        wander("XMSSMT-SHAKE256_20/4_192", WalkKind::Subtrees, seed, 40);
        wander("XMSSMT-SHA2_20/4_256", WalkKind::Default, seed, 40);
    }
    wander("XMSSMT-SHAKE_20/4_512", WalkKind::Subtrees, 20, 12);
}

#[test]
fn one_tree_of_height_10() {
    let edges = [0, 1, 2, 31, 32, 35, 63, 64, 66, 500, 991, 992, 1022, 1023];
    one_tree("XMSS-SHA2_10_256", WalkKind::Subtrees, &edges);
    one_tree("XMSS-SHAKE256_10_192", WalkKind::Subtrees, &edges);
    one_tree("XMSS-SHAKE256_10_192", WalkKind::Default, &edges);
    one_tree("XMSS-SHAKE_10_256", WalkKind::Whole, &edges);
    one_tree("XMSS-SHA2_10_192", WalkKind::Recompute, &[0, 32, 1023]);
}

/// Whatever stands in a signature that can be decoded, verifying it hashes as much: no tree is
/// needed for the tallest.
#[test]
fn verifying_of_all_sets() {
    for set in xmss::sets() {
        let params = Params::of(set).expect("a set of XMSS");
        match params.scheme {
            Scheme::Xmss => verifying::<Xmss>(params),
            _ => verifying::<XmssMt>(params),
        }
    }
}

fn verifying<F: Family>(params: Params) {
    let (counting, name) = (Counting::new(), params.name());
    let cost = cost::Xmss::new(params, WalkKind::Default);
    let mut key = params.oid.to_be_bytes().to_vec();
    key.resize(4 + 2 * params.n(), 5);
    let key = xmss::PublicKey::<F>::decode(&key).expect("a public key");
    let mut all = Vec::new();
    for i in 0..3 {
        let mut signature: Vec<_> =
            (0..params.signature_len()).map(|k| ((k * (k + 17 + i)) >> 3) as u8).collect();
        let len = params.index_len();
        let index = (1_u64 << params.h) - 1 - i as u64;
        signature[..len].copy_from_slice(&index.to_be_bytes()[8 - len..]);
        all.push((message(i as u64 + 3), signature));
    }
    let mut sum = 0;
    for (message, signature) in &all {
        let digits = cost::Xmss::digits(Cpu::detect().engines(), &key, message, signature);
        let digits = digits.expect("a signature");
        counting.take();
        assert!(xmss::verify(counting.engines, &key, message, signature).is_err());
        let counted = counting.take();
        let verify = cost.verify(message.len(), Some(&digits));
        assert_eq!(verify.exact(), Some(counted), "{name}");
        within(cost.verify(message.len(), None), counted, &name);
        sum += counted;
    }
    let signed = all.iter().map(|(message, signature)| {
        // Shorter by a byte, it costs nothing.
        let short = &signature[1..];
        [signature, short].map(|signature| xmss::Signed { key: &key, message, signature })
    });
    let signed: Vec<_> = signed.flatten().collect();
    assert!(xmss::verify_many(counting.engines, &signed).iter().all(|verdict| verdict.is_err()));
    // What signatures share is there only once.
    assert_eq!(counting.take(), sum - (all.len() as u64 - 1) * cost.shared(), "{name}");
}
