//! What the cost model says of HSS is what is hashed, to the last block, wherever a key goes.
#![cfg(feature = "std")]

mod counting;

use std::collections::HashMap;

use counting::{Counting, WALKS, message};
use hbs::WalkKind;
use hbs::cost::{self, Message};
use hbs::hss::{self, Params, PrivateKey};
use hbs::lms::params::I_LEN;
use lanes::Cpu;
use signer::{Randomness, StatefulSigner};

/// What is done to a key.
#[derive(Clone, Copy, Debug)]
enum Step {
    Sign,
    Skip(u64),
    Prepare,
    Load(u64),
}

/// A step with what was hashed by it. Of a signature that was made, what of its message matters.
struct Done {
    step: Step,
    counted: u64,
    signed: Option<Message>,
}

/// A key, and everything that was done to it.
struct Life {
    name: String,
    params: Params,
    walk: WalkKind,
    counting: Counting,
    key: PrivateKey,
    generated: u64,
    done: Vec<Done>,
    /// Of each tree at the bottom that has signed, steps by which the keys down to it were signed.
    keys: HashMap<u64, Vec<u64>>,
}

impl Life {
    fn new(name: &str, walk: WalkKind) -> Self {
        let set = hss::find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
        let (params, counting) = (Params::of(&set).expect("a set of HSS"), Counting::new());
        let options = counting.options(walk);
        let key = PrivateKey::from_seed(params.clone(), [9; I_LEN], &vec![7; set.n], &options);
        let (key, generated) = (key.expect("a key"), counting.take());
        let (name, done, keys) = (format!("{name} {walk:?}"), Vec::new(), HashMap::new());
        Self { name, params, walk, counting, key, generated, done, keys }
    }

    /// The number of the tree at the bottom that signs at this index.
    fn tree(&self, index: u64) -> u64 {
        index >> self.params.levels().last().expect("a level").lms.h
    }

    fn step(&mut self, step: Step) {
        let mut signature = Vec::new();
        let (index, n) = (self.key.index(), self.params.levels()[0].ots.n);
        let (bytes, derived, c) = (message(index), index % 3 == 0, vec![index as u8; n]);
        self.counting.take();
        match step {
            Step::Sign => {
                let given = Randomness::Given(&c);
                let randomness = if derived { Randomness::Deterministic } else { given };
                let left = self.key.remaining() > 0;
                let signed = self.key.sign(&bytes, randomness, &mut signature);
                assert_eq!(signed.is_ok(), left, "{}", self.name);
            }
            Step::Skip(index) => drop(self.key.skip_to(index)),
            Step::Prepare => assert_eq!(self.key.prepare(), Ok(()), "{}", self.name),
            Step::Load(index) => {
                let mut encoded = self.key.encode().expose().to_vec();
                let at = 4 + 8 * self.params.levels().len();
                encoded[at..at + 8].copy_from_slice(&index.to_be_bytes());
                let options = self.counting.options(self.walk);
                let key = PrivateKey::decode(self.params.clone(), &encoded, &options);
                self.key = key.expect("a key");
            }
        }
        let counted = self.counting.take();
        let signed = (!signature.is_empty()).then(|| {
            let steps = self.verify(&bytes, &signature);
            let signed = Message { len: bytes.len(), derived, steps: steps.last().copied() };
            self.keys.insert(self.tree(index), steps);
            signed
        });
        self.done.push(Done { step, counted, signed });
    }

    /// Steps of a signature's levels. Compares now and then what verifying costs.
    fn verify(&self, message: &[u8], signature: &[u8]) -> Vec<u64> {
        let (engines, public) = (Cpu::detect().engines(), self.key.public());
        let steps = cost::Hss::steps(engines, public, message, signature).expect("a signature");
        if self.key.index() % 32 < 2 {
            hss::verify(self.counting.engines, public, message, signature).expect("good");
            let cost = cost::Hss::new(self.params.clone(), self.walk);
            let any = Message::new(message.len());
            let message = Message { steps: steps.last().copied(), ..any };
            let (verify, counted) = (cost.verify(&message, Some(&steps)), self.counting.take());
            assert_eq!(verify.exact(), Some(counted), "{}", self.name);
            let any = cost.verify(&any, None);
            assert!((any.least..=any.most).contains(&counted), "{}", self.name);
        }
        steps
    }

    /// Does everything again with the model.
    fn check(&self) {
        let mut cost = cost::Hss::new(self.params.clone(), self.walk);
        assert_eq!(cost.generate(), self.generated, "{}, generating", self.name);
        let keys = |index| self.keys.get(&self.tree(index)).map(|steps| &steps[..]);
        for &Done { step, counted, signed } in &self.done {
            let at = cost.index();
            let message = signed.unwrap_or(Message::new(0));
            let mut unprepared = cost.clone();
            let (costs, any) = match step {
                Step::Load(index) => (cost::Cost::exactly(cost.load(index)), None),
                Step::Skip(index) => (cost::Cost::exactly(cost.skip_to(index)), None),
                Step::Prepare => (cost.prepare(keys(at)), Some(unprepared.prepare(None))),
                Step::Sign => {
                    let any = Message { steps: None, ..message };
                    let costs = cost.build(keys(at)) + cost.sign(&message, keys(at + 1));
                    (costs, Some(unprepared.sign(&any, None)))
                }
            };
            let what = || format!("{}, {step:?} at {at}", self.name);
            if let Some(any) = any {
                assert!((any.least..=any.most).contains(&counted), "{}: {any:?}", what());
            }
            match costs.exact() {
                Some(exact) => assert_eq!(exact, counted, "{}", what()),
                // Keys of a tree that has not signed.
                None => {
                    assert!((costs.least..=costs.most).contains(&counted), "{}", what());
                    let next = matches!(step, Step::Sign) && keys(at + 1).is_none();
                    assert!(next || matches!(step, Step::Prepare), "{}: {costs:?}", what());
                }
            }
        }
        assert_eq!(cost.index(), self.key.index());
    }
}

/// Signs with all indices, and once more.
fn whole_life(name: &str, walk: WalkKind) {
    let mut life = Life::new(name, walk);
    while life.key.remaining() > 0 {
        life.step(Step::Sign);
    }
    life.step(Step::Sign);
    life.step(Step::Prepare);
    life.check();
}

/// Prepares, signs, and signs again about the first rollover of each level.
fn rollovers(name: &str, walk: WalkKind) {
    let mut life = Life::new(name, walk);
    life.step(Step::Prepare);
    (0..3).for_each(|_| life.step(Step::Sign));
    let mut leaves = 0;
    for level in life.params.levels().to_vec().iter().rev() {
        leaves += level.lms.h;
        if leaves < u64::BITS {
            life.step(Step::Skip((1 << leaves) - 2));
        }
        (0..4).for_each(|_| life.step(Step::Sign));
    }
    life.check();
}

/// Goes about as a generator of random numbers wants.
fn wander(name: &str, walk: WalkKind, seed: u64, steps: usize) {
    let mut life = Life::new(name, walk);
    let mut state = seed;
    let mut random = move |below: u64| {
        // Knuth's generator, whose high bits are good.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let end = life.params.end().expect("few levels");
    for _ in 0..steps {
        let index = life.key.index();
        match random(24) {
            0 => life.step(Step::Load(random(end + 1))),
            1 => life.step(Step::Load(end - random(70))),
            2 => life.step(Step::Load(index)),
            3 | 4 => life.step(Step::Skip(index + random(5))),
            5 | 6 => life.step(Step::Skip(index + random(40))),
            7 => life.step(Step::Skip(index + random(1200))),
            8 | 9 => life.step(Step::Prepare),
            _ => (0..1 + random(24)).for_each(|_| life.step(Step::Sign)),
        }
    }
    life.check();
}

#[test]
fn lives_of_one_and_two_levels() {
    for walk in WALKS {
        whole_life("HSS-SHA256-M24-H5-W2-L1", walk);
        whole_life("HSS-SHA256-M24-H5-W2-L2", walk);
    }
    whole_life("HSS-SHAKE-M24-H5-W1+H5-W4", WalkKind::Default);
    whole_life("HSS-SHA256-H5-W4+H5-W1", WalkKind::Subtrees);
}

#[test]
fn a_life_of_three_levels() {
    whole_life("HSS-SHA256-M24-H5-W2-L3", WalkKind::Subtrees);
}

/// The sets that are tested everywhere.
#[test]
fn rollovers_of_all_sets() {
    let families = ["SHA256", "SHA256-M24", "SHAKE", "SHAKE-M24"];
    for family in families {
        for w in [1, 2, 4, 8] {
            for levels in 1..=2 {
                rollovers(&format!("HSS-{family}-H5-W{w}-L{levels}"), WalkKind::Default);
            }
        }
    }
    for walk in WALKS {
        for name in ["HSS-SHA256-H5-W2-L3", "HSS-SHA256-H5-W4-L7"] {
            rollovers(name, walk);
        }
    }
    for name in [
        "HSS-SHA256-H5-W1-L3",
        "HSS-SHA256-H5-W4-L3",
        "HSS-SHA256-H5-W8-L3",
        "HSS-SHA256-H10-W4+H5-W8",
        "HSS-SHAKE-M24-H5-W1+H5-W4",
        "HSS-SHA256-M24-H10-W4+H5-W1+H5-W2",
        "HSS-SHA256-M24-H5-W1-L8",
        "HSS-SHA256-H10-W1-L8",
        // More leaves below the second level than 64 bits count.
        "HSS-SHA256-M24-H5-W1+H5-W1+H15-W2+H10-W2+H10-W2+H10-W2+H10-W2+H10-W2",
    ] {
        rollovers(name, WalkKind::Subtrees);
    }
}

#[test]
fn keys_that_are_loaded_and_skip() {
    for (seed, walk) in (1..).zip(WALKS) {
        wander("HSS-SHA256-M24-H5-W2-L2", walk, seed, 80);
        wander("HSS-SHA256-M24-H5-W2-L3", walk, seed + 100, 60);
    }
    for seed in 10..14 {
        wander("HSS-SHA256-M24-H5-W2-L3", WalkKind::Subtrees, seed, 100);
        wander("HSS-SHA256-M24-H5-W2+H5-W1+H5-W4", WalkKind::Default, seed, 100);
    }
    wander("HSS-SHA256-M24-H5-W1+H10-W2+H5-W1", WalkKind::Subtrees, 20, 100);
}

/// Trees of 48 MiB are kept whole if there is only one of them.
#[test]
fn the_default_is_that_of_keys() {
    let message = Message::new(100);
    for (name, means) in [
        ("HSS-SHA256-M24-H20-W8-L1", WalkKind::Whole),
        ("HSS-SHA256-M24-H20-W8-L2", WalkKind::Subtrees),
        ("HSS-SHA256-M24-H15-W8-L8", WalkKind::Whole),
    ] {
        let params = Params::of(&hss::find(name).expect("a set")).expect("a set of HSS");
        let costs = [WalkKind::Default, WalkKind::Whole, WalkKind::Subtrees].map(|walk| {
            let mut key = cost::Hss::new(params.clone(), walk);
            key.sign_until(1000);
            (walk, key.sign(&message, None))
        });
        let [(_, default), rest @ ..] = costs;
        for (walk, cost) in rest {
            assert_eq!(cost == default, walk == means, "{name}");
        }
    }
}

/// Signing until an index at once is as signing one by one.
#[test]
fn far_ahead_at_once() {
    let message = Message::new(100);
    for name in ["HSS-SHA256-M24-H5-W2-L2", "HSS-SHA256-M24-H5-W2-L3", "HSS-SHA256-H10-W1+H5-W2"] {
        let set = hss::find(name).expect("a set");
        let params = Params::of(&set).expect("a set of HSS");
        let end = params.end().expect("few levels");
        for walk in WALKS {
            for start in [0, 1, 2, 3, 17, 30, 31, 33, 90, 1000, 1023] {
                let mut key = cost::Hss::new(params.clone(), walk);
                key.load(start);
                for skip in [0, 1, 2, 3, 33] {
                    for ahead in [1, 2, 3, 10, 31, 32, 33, 64, 70, 1023, 1024, 1030, 1100, 3000] {
                        let mut at_once = key.clone();
                        at_once.sign_until(key.index() + ahead);
                        let mut one_by_one = key.clone();
                        for _ in 0..ahead {
                            one_by_one.sign(&message, None);
                        }
                        let what = || format!("{name} {walk:?} {start} {skip} {ahead}");
                        assert_eq!(at_once.index(), one_by_one.index(), "{}", what());
                        let costs: Vec<_> = [&mut at_once, &mut one_by_one]
                            .into_iter()
                            .map(|key| {
                                (0..70).map(|_| key.sign(&message, None)).collect::<Vec<_>>()
                            })
                            .collect();
                        assert_eq!(costs[0], costs[1], "{}", what());
                    }
                    for _ in 0..3 {
                        key.sign(&message, None);
                    }
                    key.skip_to((key.index() + skip).min(end - 1));
                }
            }
        }
    }
}
