//! What a key keeps of its trees can be saved and loaded, and the key goes on as it would have.
#![cfg(feature = "std")]

use hbs::{Options, WalkKind, hss, lms, xmss};
use hmac::{Hmac, KeyInit, Mac};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use sha2::Sha256;
use signer::{Error, PrivateKey as _, Randomness, StatefulSigner};

const WALKS: [WalkKind; 3] = [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute];

/// A key that can be saved with what it keeps.
trait Saved: StatefulSigner + Sized {
    /// Encoded, and its cache.
    fn save(&self) -> (Vec<u8>, Vec<u8>);
    fn load(bytes: &[u8], cache: &[u8], walk: WalkKind) -> Result<(Self, bool), Error>;
}

/// Keys whose parameters follow from their first word.
macro_rules! saved {
    ($key:ty, $params:expr) => {
        impl Saved for $key {
            fn save(&self) -> (Vec<u8>, Vec<u8>) {
                (self.encode().expose().to_vec(), self.cache())
            }

            fn load(bytes: &[u8], cache: &[u8], walk: WalkKind) -> Result<(Self, bool), Error> {
                let word = u32::from_be_bytes(*bytes.first_chunk().expect("a word"));
                Self::decode_with_cache($params(word), bytes, cache, &options(walk))
            }
        }
    };
}

saved!(lms::PrivateKey, |_| lms_params());
saved!(hss::PrivateKey, |levels| hss_params(levels as usize));
saved!(xmss::PrivateKey, xmss_params::<xmss::Xmss>);
saved!(xmss::MtPrivateKey, xmss_params::<xmss::XmssMt>);

fn options(walk: WalkKind) -> Options {
    Options { walk, ..Options::default() }
}

fn lms_params() -> lms::Params {
    lms::Params::from_codes(0x05, 0x01).expect("LMS_SHA256_M32_H5, LMOTS_SHA256_N32_W1")
}

/// Levels of LMS_SHA256_M24_H5 with LMOTS_SHA256_N24_W1 and W2.
fn hss_params(levels: usize) -> hss::Params {
    let level = |i| lms::Params::from_codes(0x0a, 0x05 + i % 2).expect("H5 with W1 or W2");
    hss::Params::new((0..levels as u32).map(level).collect()).expect("levels of one hash")
}

fn lms_key(walk: WalkKind) -> lms::PrivateKey {
    lms::PrivateKey::from_seed(lms_params(), [1; 16], &[2; 32], &options(walk)).expect("a seed")
}

fn hss_key(levels: usize, walk: WalkKind) -> hss::PrivateKey {
    let params = hss_params(levels);
    hss::PrivateKey::from_seed(params, [1; 16], &[2; 24], &options(walk)).expect("a seed")
}

fn xmss_params<F: xmss::Family>(oid: u32) -> xmss::Params {
    F::params(oid).expect("a set")
}

fn xmss_key(walk: WalkKind) -> xmss::PrivateKey {
    let params = xmss_params::<xmss::Xmss>(XMSS_10);
    xmss::PrivateKey::from_secret(params, &[2; 72], &options(walk)).expect("seeds")
}

fn xmss_mt_key(walk: WalkKind) -> xmss::MtPrivateKey {
    let params = xmss_params::<xmss::XmssMt>(XMSS_MT_20_4);
    xmss::MtPrivateKey::from_secret(params, &[2; 72], &options(walk)).expect("seeds")
}

/// The OID of XMSS-SHA2_10_192.
const XMSS_10: u32 = 0x0d;
/// The OID of XMSSMT-SHA2_20/4_192.
const XMSS_MT_20_4: u32 = 0x22;

fn sign(key: &mut impl StatefulSigner) -> Vec<u8> {
    let mut signature = Vec::new();
    key.sign(b"firmware", Randomness::Deterministic, &mut signature).expect("an index is left");
    signature
}

/// Signs `count` times, and from what was saved at each of `indices` once more, `onward` times, with
/// the cache of that index and with those of all others.
fn goes_on<K: Saved>(mut key: K, walk: WalkKind, count: usize, indices: &[usize], onward: usize) {
    let mut signatures = Vec::new();
    let mut saved = Vec::new();
    for index in 0..count {
        if indices.contains(&index) {
            saved.push((index, key.save()));
        }
        signatures.push(sign(&mut key));
    }
    saved.push((count, key.save()));
    for (index, (bytes, _)) in &saved {
        for (from, (_, cache)) in &saved {
            let (mut key, used) = K::load(bytes, cache, walk).expect("a key");
            assert!(used, "{walk:?}: {index} with the cache of {from}");
            for (i, due) in signatures.iter().enumerate().skip(*index).take(onward) {
                assert!(sign(&mut key) == *due, "{walk:?}: {i} with the cache of {from}");
            }
        }
    }
}

/// A cache of this, sealed with a key's seed.
fn sealed(all: &[u8], seed: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("any length");
    mac.update(all);
    [all, &mac.finalize().into_bytes()].concat()
}

#[test]
fn an_lms_key_goes_on_from_any_cache() {
    for walk in WALKS {
        goes_on(lms_key(walk), walk, 32, &[0, 1, 3, 7, 8, 9, 15, 20, 30, 31], 32);
    }
}

#[test]
fn an_hss_key_goes_on_from_any_cache() {
    for walk in [WalkKind::Whole, WalkKind::Subtrees] {
        let indices = [0, 1, 2, 30, 31, 32, 33, 63, 511, 512, 990, 1022, 1023];
        goes_on(hss_key(2, walk), walk, 1024, &indices, 35);
        // The bottom's trees end, and with the last of them one above.
        goes_on(hss_key(3, walk), walk, 1100, &[0, 5, 1000, 1022, 1023, 1024, 1060], 30);
    }
    goes_on(hss_key(2, WalkKind::Recompute), WalkKind::Recompute, 40, &[0, 3, 31, 32], 3);
}

#[test]
fn an_xmss_key_goes_on_from_any_cache() {
    for walk in [WalkKind::Whole, WalkKind::Subtrees] {
        goes_on(xmss_key(walk), walk, 70, &[0, 1, 31, 32, 33, 63], 5);
    }
    goes_on(xmss_key(WalkKind::Recompute), WalkKind::Recompute, 3, &[0, 1], 2);
}

#[test]
fn an_xmss_mt_key_goes_on_from_any_cache() {
    for walk in [WalkKind::Whole, WalkKind::Subtrees] {
        goes_on(xmss_mt_key(walk), walk, 1100, &[0, 1, 30, 31, 32, 33, 1000, 1022, 1023, 1024], 35);
    }
    goes_on(xmss_mt_key(WalkKind::Recompute), WalkKind::Recompute, 40, &[0, 3, 31, 32], 3);
}

#[test]
fn whatever_is_no_cache_of_the_key_changes_nothing() {
    let mut key = lms_key(WalkKind::Whole);
    let (bytes, cache) = key.save();
    let due = sign(&mut key);
    let other = lms::PrivateKey::from_seed(lms_params(), [1; 16], &[3; 32], &Options::default());
    let other = other.expect("a seed").cache();
    let mut changed = cache.clone();
    changed[100] ^= 1;
    let caches = [&[][..], &[0; 99], &cache[1..], &cache[..cache.len() - 1], &changed, &other];
    for cache in caches {
        let (mut key, used) = lms::PrivateKey::load(&bytes, cache, WalkKind::Whole).expect("a key");
        assert!(!used && sign(&mut key) == due);
    }
    // Another walk.
    let loaded = lms::PrivateKey::load(&bytes, &cache, WalkKind::Subtrees);
    let (mut key, used) = loaded.expect("a key");
    assert!(!used && sign(&mut key) == due);

    // Of two levels, for a key of three with the same top.
    let (_, two) = hss_key(2, WalkKind::Whole).save();
    let (bytes, _) = hss_key(3, WalkKind::Whole).save();
    let (_, used) = hss::PrivateKey::load(&bytes, &two, WalkKind::Whole).expect("a key");
    assert!(!used);
}

/// Sealed by somebody who has the seed, and is wrong: the owner, of another version of this library.
#[test]
fn a_sealed_cache_of_anything_panics_nowhere() {
    let mut runner = TestRunner::new(Config { cases: 400, ..Config::default() });
    let edits = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4);
    let keys: Vec<_> = WALKS
        .iter()
        .map(|&walk| {
            let (mut lms, mut hss) = (lms_key(walk), hss_key(3, walk));
            let mut xmss = xmss_mt_key(walk);
            for _ in 0..3 {
                sign(&mut lms);
                sign(&mut hss);
                sign(&mut xmss);
            }
            (walk, lms.save(), hss.save(), xmss.save())
        })
        .collect();
    let strategy = (0..keys.len(), edits, any::<bool>());
    let outcome = runner.run(&strategy, |(i, edits, early)| {
        let (walk, lms, hss, xmss) = &keys[i];
        let edit = |cache: &[u8], seed: &[u8]| {
            let mut cache = cache[..cache.len() - 32].to_vec();
            // Numbers stand at the front, and between nodes.
            let most = if early { 200.min(cache.len()) } else { cache.len() };
            edits.iter().for_each(|(at, byte)| cache[at.index(most)] = *byte);
            sealed(&cache, seed)
        };
        let (mut key, _) = lms::PrivateKey::load(&lms.0, &edit(&lms.1, &[2; 32]), *walk)?;
        for _ in 0..2 {
            sign(&mut key);
        }
        let (mut key, _) = hss::PrivateKey::load(&hss.0, &edit(&hss.1, &[2; 24]), *walk)?;
        for _ in 0..2 {
            sign(&mut key);
        }
        let (mut key, _) = xmss::MtPrivateKey::load(&xmss.0, &edit(&xmss.1, &[2; 24]), *walk)?;
        for _ in 0..2 {
            sign(&mut key);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// Each number before the nodes, the root, and the length. The key has this many type words.
fn is_checked_though_sealed<K: Saved>(mut key: K, seed: &[u8], types: usize, walk: WalkKind) {
    for _ in 0..3 {
        sign(&mut key);
    }
    let (bytes, cache) = key.save();
    let all = &cache[..cache.len() - 32];
    let used = |all: &[u8]| {
        let (mut key, used) = K::load(&bytes, &sealed(all, seed), walk).expect("a key");
        sign(&mut key);
        used
    };
    assert!(sealed(all, seed) == cache && used(all));

    let place = |part: &[u8], from: usize| {
        let found = all[from..].windows(part.len()).position(|bytes| bytes == part);
        from + found.expect("it is there")
    };
    let public_key = key.public_key();
    let head = place(public_key, 0) + public_key.len();
    let words: Vec<_> = (head..).step_by(4).take_while(|&at| all[at..at + 2] == [0, 0]).collect();
    // Types, the index, how many trees there are, and the walk.
    assert!(words.len() >= types + 4, "{words:?}");
    for at in words {
        let mut changed = all.to_vec();
        changed[at..at + 4].fill(0xff);
        assert!(!used(&changed), "{walk:?}: {at}");
    }
    // The root stands behind `I` there, or before `SEED`: 16 and 24 bytes.
    let roots = public_key.windows(seed.len()).skip(4);
    let root = roots.map(|root| all[head..].windows(root.len()).position(|bytes| bytes == root));
    let root = head + root.flatten().next().expect("it is there");
    let mut changed = all.to_vec();
    changed[root] ^= 1;
    assert!(!used(&changed), "{walk:?}: another root");
    assert!(!used(&[all, &[0]].concat()) && !used(&all[..all.len() - 1]), "{walk:?}");
}

#[test]
fn what_is_sealed_is_checked() {
    for walk in WALKS {
        is_checked_though_sealed(lms_key(walk), &[2; 32], 2, walk);
        is_checked_though_sealed(hss_key(1, walk), &[2; 24], 2, walk);
        is_checked_though_sealed(hss_key(2, walk), &[2; 24], 4, walk);
        is_checked_though_sealed(xmss_key(walk), &[2; 24], 1, walk);
        is_checked_though_sealed(xmss_mt_key(walk), &[2; 24], 1, walk);
    }
}

/// Public keys tell how many levels there are, and of which types the top one is.
#[test]
fn a_cache_of_other_levels_below_the_same_top_is_left_alone() {
    let options = options(WalkKind::Whole);
    let [mut key, mut other] = [[0x05, 0x06], [0x05, 0x05]].map(|types| {
        let level = |ots| lms::Params::from_codes(0x0a, ots).expect("H5 with W1 or W2");
        let params = hss::Params::new(types.map(level).to_vec()).expect("levels of one hash");
        hss::PrivateKey::from_seed(params, [1; 16], &[2; 24], &options).expect("a seed")
    });
    assert_eq!(key.public_key(), other.public_key());
    for key in [&mut key, &mut other] {
        sign(key);
    }
    let (bytes, own) = key.save();
    let due = sign(&mut key);
    for (cache, of_this_key) in [(own, true), (other.cache(), false)] {
        let loaded = hss::PrivateKey::load(&bytes, &cache, WalkKind::Whole);
        let (mut key, used) = loaded.expect("a key");
        assert!(used == of_this_key && sign(&mut key) == due);
    }
}

#[test]
fn a_cache_mends_no_key() {
    let key = lms_key(WalkKind::Whole);
    let (mut bytes, cache) = key.save();
    let root = bytes.len() - 1;
    bytes[root] ^= 1;
    let loaded = lms::PrivateKey::load(&bytes, &cache, WalkKind::Whole);
    assert!(matches!(loaded, Err(Error::Corrupt { .. })), "{loaded:?}");
    assert!(lms::PrivateKey::load(&bytes[1..], &cache, WalkKind::Whole).is_err());
}

/// A key whose index is counted elsewhere: of every stateful scheme, with its cache, without, and with another's.
#[test]
fn a_key_is_opened_again_from_what_is_stored() {
    use hbs::{Chapter, Native, Stored};
    use signer::{Backend, Key};
    let cases: [(&'static dyn Chapter, _); 4] = [
        (&lms::LMS, lms::find("LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W1")),
        (&hss::HSS, hss::find("HSS-SHA256-M24-H5-W1-L2")),
        (&xmss::XMSS, xmss::find("XMSS-SHA2_10_192")),
        (&xmss::XMSS, xmss::find("XMSSMT-SHA2_20/4_192")),
    ];
    for (chapter, set) in cases {
        let set = set.expect("a set");
        let native = Native::new("native", Options::default(), chapter);
        let seed = vec![7; set.seed_len];
        let Ok(Key::Stateful(mut key)) = native.generate_from_seed(&set, &seed) else {
            panic!("{}", set.name);
        };
        let public_key = key.public_key().to_vec();
        let stored = |index| Stored { seed: &seed, public_key: Some(&public_key), index };
        let (first, used) = native.reopen(&set, &stored(0), &[]).expect("a key");
        assert!(!used);
        let cache = first.cache();
        for index in [0, 1, 4, 31] {
            key.skip_to(index).expect("it is ahead");
            let mut due = Vec::new();
            key.sign(b"firmware", Randomness::Deterministic, &mut due).expect("signs");
            for (cache, good) in [(&cache[..], true), (&[], false), (&cache[1..], false)] {
                let (mut again, used) = native.reopen(&set, &stored(index), cache).expect("a key");
                assert_eq!((used, again.index()), (good, index), "{}", set.name);
                let mut out = Vec::new();
                again.sign(b"firmware", Randomness::Deterministic, &mut out).expect("signs");
                assert!(out == due, "{}: {index}", set.name);
            }
        }
        let new = Stored { public_key: None, ..stored(3) };
        let (new, used) = native.reopen(&set, &new, &cache).expect("a key");
        assert_eq!((new.public_key(), new.index(), used), (&public_key[..], 3, false));
        let mut other = public_key.clone();
        *other.last_mut().expect("bytes") ^= 1;
        let wrong = Stored { public_key: Some(&other), ..stored(0) };
        let root = Error::Corrupt { what: "root" };
        assert_eq!(native.reopen(&set, &wrong, &cache).map(drop), Err(root), "{}", set.name);
        let short = Stored { seed: &seed[1..], ..stored(0) };
        assert!(matches!(native.reopen(&set, &short, &cache), Err(Error::Length { .. })));
        let past = stored(u64::MAX);
        assert!(matches!(native.reopen(&set, &past, &cache), Err(Error::Index { .. })));
    }
    let stateless = hbs::sphincs::find("SLH-DSA-SHA2-128f").expect("a set");
    let native = Native::new("native", Options::default(), &hbs::sphincs::SPHINCS);
    let stored = Stored { seed: &[0; 48], public_key: None, index: 0 };
    assert!(matches!(native.reopen(&stateless, &stored, &[]), Err(Error::Unsupported { .. })));
}
