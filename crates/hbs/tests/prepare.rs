//! A key that is prepared signs for what it costs a key that has been there all the time, from its first
//! signature on.

mod counting;

use std::ops::Range;

use counting::{Counting, WALKS};
use hbs::hss::{self, Hss};
use hbs::lms::params::I_LEN;
use hbs::xmss::{self, Family, Xmss, XmssMt};
use hbs::{Options, PrivateKey, WalkKind};
use signer::{Error, Randomness, StatefulSigner};

/// Keys of one set and seed: generated, or loaded with an index.
trait Keys {
    type Key: StatefulSigner;

    fn generate(&self, options: &Options) -> Self::Key;

    fn load(&self, encoded: &[u8], options: &Options) -> Self::Key;
}

struct OfXmss<F>(xmss::Params, F);

impl<F: Family> Keys for OfXmss<F> {
    type Key = PrivateKey<F>;

    fn generate(&self, options: &Options) -> PrivateKey<F> {
        PrivateKey::from_secret(self.0, &vec![5; 3 * self.0.n()], options).expect("a key")
    }

    fn load(&self, encoded: &[u8], options: &Options) -> PrivateKey<F> {
        PrivateKey::decode(self.0, encoded, options).expect("a key")
    }
}

struct OfHss(hss::Params);

impl Keys for OfHss {
    type Key = PrivateKey<Hss>;

    fn generate(&self, options: &Options) -> hss::PrivateKey {
        let seed = vec![5; self.0.levels()[0].ots.n];
        hss::PrivateKey::from_seed(self.0.clone(), [7; I_LEN], &seed, options).expect("a key")
    }

    fn load(&self, encoded: &[u8], options: &Options) -> hss::PrivateKey {
        PrivateKey::decode(self.0.clone(), encoded, options).expect("a key")
    }
}

fn xmss<F: Family>(name: &str, family: F) -> OfXmss<F> {
    let set = xmss::find(name).expect("a set");
    OfXmss(xmss::Params::of(&set).expect("a set of XMSS"), family)
}

fn hss(name: &str) -> OfHss {
    OfHss(hss::Params::of(&hss::find(name).expect("a set")).expect("a set of HSS"))
}

/// A signature, and what was hashed for it.
fn sign(key: &mut impl StatefulSigner, counting: &Counting) -> (Vec<u8>, u64) {
    let mut signature = Vec::new();
    counting.take();
    key.sign(b"firmware", Randomness::Deterministic, &mut signature).expect("an index is left");
    (signature, counting.take())
}

/// Prepares a key, which takes so much hashing: a second time there is nothing left to do.
fn prepare(key: &mut impl StatefulSigner, counting: &Counting) -> u64 {
    let before = (key.index(), key.remaining(), encoded(key));
    counting.take();
    assert_eq!(key.prepare(), Ok(()));
    let counted = counting.take();
    assert_eq!(key.prepare(), Ok(()));
    assert_eq!((counting.take(), (key.index(), key.remaining(), encoded(key))), (0, before));
    counted
}

fn encoded(key: &impl StatefulSigner) -> Vec<u8> {
    key.secret_key().expect("it is sound").expose().to_vec()
}

/// Lets a key sign with these indices. At each of `at` it is loaded anew, and by another key skipped to,
/// and both are prepared: then they sign as it does, for the same.
fn as_if_always_there(keys: &impl Keys, walk: WalkKind, indices: Range<u64>, at: &[u64]) {
    let counting = Counting::new();
    let options = counting.options(walk);
    let mut key = keys.generate(&options);
    if indices.start > 0 {
        key.skip_to(indices.start).expect("an index");
    }
    prepare(&mut key, &counting);
    let mut made = Vec::new();
    let mut stored = Vec::new();
    for index in indices.clone() {
        if at.contains(&index) {
            stored.push((index, encoded(&key)));
        }
        made.push(sign(&mut key, &counting));
    }
    assert_eq!(stored.len(), at.len());
    let since = |index: u64| &made[(index - indices.start) as usize..];
    let most = made.iter().map(|(_, counted)| counted).max();
    // The first index costs no more than any other.
    assert!(made.len() < 40 || made[1..].iter().map(|(_, counted)| counted).max() == most);
    for (index, stored) in stored {
        let mut loaded = keys.load(&stored, &options);
        let mut skipped = keys.generate(&options);
        skipped.skip_to(index).expect("an index");
        for key in [&mut loaded, &mut skipped] {
            prepare(key, &counting);
            for (i, due) in since(index).iter().take(70).enumerate() {
                assert_eq!(sign(key, &counting), *due, "{walk:?} at {index}, {i} later");
            }
        }
    }
}

/// Leaves at the edges of trees of height 5, and about.
const EDGES: [u64; 8] = [0, 1, 15, 30, 31, 32, 33, 63];

#[test]
fn trees_above_trees_of_xmss() {
    for walk in WALKS {
        let keys = xmss("XMSSMT-SHA2_20/4_256", XmssMt);
        as_if_always_there(&keys, walk, 0..134, &EDGES);
        // Where a tree of the second level from below ends, and one of the third.
        as_if_always_there(&keys, walk, 1000..1100, &[1000, 1021, 1022, 1023, 1024, 1026]);
        as_if_always_there(&keys, walk, 32_760..32_840, &[32_766, 32_767, 32_768]);
        as_if_always_there(&keys, walk, (1 << 20) - 40..1 << 20, &[(1 << 20) - 33, (1 << 20) - 1]);
    }
    as_if_always_there(&xmss("XMSSMT-SHAKE256_40/8_192", XmssMt), WalkKind::Default, 0..80, &[31]);
}

#[test]
fn one_tree_of_xmss() {
    let keys = xmss("XMSS-SHA2_10_256", Xmss);
    for walk in [WalkKind::Whole, WalkKind::Subtrees] {
        as_if_always_there(&keys, walk, 0..1024, &[0, 31, 32, 500, 991, 1023]);
    }
}

#[test]
fn trees_above_trees_of_hss() {
    for walk in WALKS {
        as_if_always_there(&hss("HSS-SHA256-M24-H5-W2-L2"), walk, 0..134, &EDGES);
        as_if_always_there(&hss("HSS-SHA256-M24-H5-W2-L2"), walk, 960..1024, &[960, 991, 1023]);
        as_if_always_there(&hss("HSS-SHA256-M24-H5-W2-L3"), walk, 1000..1100, &[1023, 1024, 1030]);
    }
    let mixed = hss("HSS-SHA256-M24-H5-W2+H10-W2+H5-W1");
    as_if_always_there(&mixed, WalkKind::Subtrees, 0..1200, &[0, 77, 500, 1022, 1023, 1024]);
}

/// What has not been prepared builds with its first signature: that is what the others are spared.
#[test]
fn without_preparing_the_first_signature_builds_trees() {
    let counting = Counting::new();
    let options = counting.options(WalkKind::Default);
    let keys = xmss("XMSSMT-SHA2_20/4_256", XmssMt);
    let [mut prepared, mut other] = [0, 1].map(|_| keys.generate(&options));
    let building = prepare(&mut prepared, &counting);
    let ((signature, warm), (same, cold)) =
        (sign(&mut prepared, &counting), sign(&mut other, &counting));
    assert_eq!((same, cold), (signature, building + warm));
    assert!(building > 20 * warm, "{building} and {warm}");
}

#[test]
fn a_key_that_is_used_up_has_nothing_to_prepare() {
    let counting = Counting::new();
    let options = counting.options(WalkKind::Default);
    let mut key = xmss("XMSSMT-SHA2_20/4_256", XmssMt).generate(&options);
    key.skip_to((1 << 20) - 1).expect("the last");
    assert!(prepare(&mut key, &counting) > 0);
    sign(&mut key, &counting);
    assert_eq!((prepare(&mut key, &counting), key.remaining()), (0, 0));
    let sign = key.sign(b"firmware", Randomness::Deterministic, &mut Vec::new());
    assert_eq!(sign, Err(Error::Exhausted));
}
