//! What the cost model says of LMS is what is hashed, to the last block.
#![cfg(feature = "std")]

mod counting;

use counting::{Counting, WALKS, message};
use hbs::cost::{self, Message};
use hbs::lms::params::{I_LEN, LMOTS_TYPES, LMS_TYPES};
use hbs::lms::{self, Params, PrivateKey};
use hbs::{Options, WalkKind};
use lanes::Cpu;
use signer::{Randomness, StatefulSigner};

fn params(name: &str) -> Params {
    let set = lms::find(name).unwrap_or_else(|unknown| panic!("{unknown}"));
    Params::of(&set).expect("a set of LMS")
}

fn generate(params: Params, options: &Options) -> PrivateKey {
    PrivateKey::from_seed(params, [9; I_LEN], &vec![7; params.ots.n], options).expect("a key")
}

/// Signs as the next signature, derives `C` every other time, verifies, and compares both.
fn sign(what: &str, key: &mut PrivateKey, cost: &cost::Lms, counting: &Counting) {
    let (index, mut signature) = (key.index(), Vec::new());
    let (bytes, c) = (message(index), vec![index as u8; key.public().params.ots.n]);
    let derived = index % 2 == 0;
    let randomness = if derived { Randomness::Deterministic } else { Randomness::Given(&c) };
    counting.take();
    key.sign(&bytes, randomness, &mut signature).expect("a signature");
    let counted = counting.take();
    let any = Message { derived, ..Message::new(bytes.len()) };
    let engines = Cpu::detect().engines();
    let steps = cost::Lms::steps(engines, key.public(), &bytes, &signature).expect("a signature");
    let message = Message { steps: Some(steps), ..any };
    assert_eq!(cost.sign(index, &message).exact(), Some(counted), "{what}, signature {index}");
    let range = cost.sign(index, &any);
    assert!((range.least..=range.most).contains(&counted), "{what}, signature {index}");
    assert!((range.least as f64..=range.most as f64).contains(&range.mean));

    lms::verify(counting.engines, key.public(), &bytes, &signature).expect("good");
    let counted = counting.take();
    assert_eq!(cost.verify(&message).exact(), Some(counted), "{what}, verifying {index}");
    assert!((cost.verify(&any).least..=cost.verify(&any).most).contains(&counted));
}

/// Generates, signs, loads and skips, about each edge of a walk's subtrees or with all leaves.
fn live(name: &str, walk: WalkKind, all: bool) {
    let what = &format!("{name} {walk:?}");
    let (params, counting) = (params(name), Counting::new());
    let (cost, options) = (cost::Lms::new(params, walk), counting.options(walk));
    let mut key = generate(params, &options);
    assert_eq!(counting.take(), cost.generate(), "{what}, generating");
    let (end, low) = (key.remaining(), 1 << params.lms.h.div_ceil(2));
    if all {
        while key.remaining() > 0 {
            sign(what, &mut key, &cost, &counting);
        }
        counting.take();
        assert!(key.sign(&[], Randomness::Deterministic, &mut Vec::new()).is_err());
        assert_eq!(counting.take(), cost.sign(end, &Message::new(0)).least);
        key = generate(params, &options);
    }
    let edges = [0, 1, 2, low - 1, low, low + 3, 2 * low - 1, end - low - 1, end - low, end - 1];
    // Each signature of keys that keep nothing is a tree, all alike.
    let some = [0, low, end - 1];
    for &index in if walk == WalkKind::Recompute { &some[..] } else { &edges } {
        let from = key.index();
        counting.take();
        if index >= from {
            key.skip_to(index).expect("further on");
            assert_eq!(counting.take(), cost.skip(from, index), "{what}, {from} to {index}");
            sign(what, &mut key, &cost, &counting);
        }
    }
    let from = key.index();
    assert!(key.skip_to(3).is_err() && key.skip_to(end + 1).is_err());
    assert_eq!(counting.take(), cost.skip(from, 3) + cost.skip(from, end + 1), "{what}, refused");
}

/// Loads keys that stand anywhere.
fn load(name: &str, walk: WalkKind, indices: &[u32]) {
    let (params, counting) = (params(name), Counting::new());
    let (cost, options) = (cost::Lms::new(params, walk), counting.options(walk));
    let mut encoded = generate(params, &options).encode().expose().to_vec();
    for &index in indices {
        encoded[8..12].copy_from_slice(&index.to_be_bytes());
        counting.take();
        let key = PrivateKey::decode(params, &encoded, &options);
        let counted = counting.take();
        assert_eq!(counted, cost.load(index.into()), "{name} {walk:?}, loading {index}");
        assert_eq!(key.is_ok(), index <= 1 << params.lms.h);
    }
}

/// Those of H5 are all that there is of one-time signatures.
#[test]
fn sets_of_height_5() {
    for set in lms::sets().iter().filter(|set| set.lifetime.count() == Some(32)) {
        for walk in WALKS {
            live(&set.name, walk, walk != WalkKind::Recompute);
            load(&set.name, walk, &[1, 32, 33]);
        }
    }
    live("LMS-SHA256-M24-H5+LMOTS-SHA256-N24-W4", WalkKind::Default, true);
    load("LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W1", WalkKind::Subtrees, &[0, 7, 8, 23, 24, 31]);
}

/// With the three of H5 those that are tested everywhere; W8 is of the same kind.
#[test]
fn sets_of_height_10() {
    for w in [1, 2, 4] {
        let name = format!("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W{w}");
        for walk in [WalkKind::Whole, WalkKind::Subtrees] {
            live(&name, walk, true);
        }
        load(&name, WalkKind::Subtrees, &[0, 31, 32, 991, 992, 1024, 1025]);
    }
    live("LMS-SHAKE-M24-H10+LMOTS-SHAKE-N24-W2", WalkKind::Subtrees, true);
}

#[test]
fn a_set_of_height_15() {
    live("LMS-SHA256-M24-H15+LMOTS-SHA256-N24-W2", WalkKind::Subtrees, false);
}

/// Whatever stands in a signature that can be decoded, verifying it hashes as much: no tree is
/// needed for the tallest.
#[test]
fn verifying_of_all_sets() {
    let (counting, mut tried) = (Counting::new(), 0);
    for set in lms::sets() {
        let params = Params::of(set).expect("a set of LMS");
        let cost = cost::Lms::new(params, WalkKind::Default);
        let mut key = [&params.lms.code.to_be_bytes()[..], &params.ots.code.to_be_bytes()].concat();
        key.resize(params.public_key_len(), 5);
        let key = lms::PublicKey::decode(&key).expect("a public key");
        let mut all = Vec::new();
        for i in 0..10 {
            let mut signature: Vec<_> = (0..params.signature_len())
                .map(|k| ((k * (k + 17 + i as usize)) >> 3) as u8)
                .collect();
            let q = (1_u32 << params.lms.h) - 1 - i;
            signature[..4].copy_from_slice(&q.to_be_bytes());
            signature[4..8].copy_from_slice(&params.ots.code.to_be_bytes());
            let types = 4 + params.ots.signature_len();
            signature[types..types + 4].copy_from_slice(&params.lms.code.to_be_bytes());
            all.push((message(i.into()), signature));
        }
        let mut sum = 0;
        for (bytes, signature) in &all {
            let steps = cost::Lms::steps(Cpu::detect().engines(), &key, bytes, signature);
            let steps = Some(steps.expect("a signature"));
            let message = Message { steps, ..Message::new(bytes.len()) };
            counting.take();
            assert!(lms::verify(counting.engines, &key, bytes, signature).is_err());
            let counted = counting.take();
            assert_eq!(cost.verify(&message).exact(), Some(counted), "{}", set.name);
            (sum, tried) = (sum + counted, tried + 1);
        }
        let signed = all.iter().map(|(message, signature)| {
            // Shorter by a byte, it costs nothing.
            let short = &signature[1..];
            [signature, short].map(|signature| lms::Signed { key: &key, message, signature })
        });
        let signed: Vec<_> = signed.flatten().collect();
        assert!(lms::verify_many(counting.engines, &signed).iter().all(|verdict| verdict.is_err()));
        assert_eq!(counting.take(), sum, "{}", set.name);
    }
    assert_eq!(tried, 80 * 10);
}

/// Trees of all types, then verifying with W1, W2, W4 and W8 on average: from a program that is no
/// part of this one.
#[test]
fn figures_worked_out_elsewhere() {
    let mut row = 0;
    for lms in LMS_TYPES {
        let alike = LMOTS_TYPES.iter().filter(|ots| (ots.hash, ots.n) == (lms.hash, lms.m));
        for (i, &ots) in alike.enumerate() {
            let cost = cost::Lms::new(Params { lms, ots }, WalkKind::Default);
            let message = Message::new(1024);
            let (trees, verifying) = ELSEWHERE[row];
            assert_eq!(cost.generate(), trees[i], "{} {}", lms.name, ots.name);
            let mean = cost.verify(&message).mean;
            assert!((mean - verifying[i]).abs() < 0.51, "{} {}: {mean}", lms.name, ots.name);
            // With all nodes there, signing depends on the one-time signature alone.
            let mean = cost::Lms::new(Params { lms, ots }, WalkKind::Whole).sign(0, &message).mean;
            assert!((mean - SIGNING[row / 5][i]).abs() < 0.51, "{}: {mean}", ots.name);
        }
        row += 1;
    }
    assert_eq!(row, ELSEWHERE.len());
}

const ELSEWHERE: [([u64; 4], [f64; 4]); 20] = [
    ([21_310, 19_262, 35_486, 279_198], [294.0, 295.0, 568.0, 4493.0]),
    ([681_982, 616_446, 1_135_614, 8_934_398], [304.0, 305.0, 578.0, 4503.0]),
    ([21_823_486, 19_726_334, 36_339_710, 285_900_798], [314.0, 315.0, 588.0, 4513.0]),
    ([698_351_614, 631_242_750, 1_162_870_782, 9_148_825_598], [324.0, 325.0, 598.0, 4523.0]),
    (
        [22_347_251_710, 20_199_768_062, 37_211_865_086, 292_762_419_198],
        [334.0, 335.0, 608.0, 4533.0],
    ),
    ([15_326, 14_270, 26_846, 213_438], [204.0, 220.0, 438.0, 3470.0]),
    ([490_494, 456_702, 859_134, 6_830_078], [214.0, 230.0, 448.0, 3480.0]),
    ([15_695_870, 14_614_526, 27_492_350, 218_562_558], [224.0, 240.0, 458.0, 3490.0]),
    ([502_267_902, 467_664_894, 879_755_262, 6_994_001_918], [234.0, 250.0, 468.0, 3500.0]),
    (
        [16_072_572_926, 14_965_276_670, 28_152_168_446, 223_808_061_438],
        [244.0, 260.0, 478.0, 3510.0],
    ),
    ([19_039, 18_111, 34_879, 278_879], [210.0, 246.0, 536.0, 4470.0]),
    ([609_279, 579_583, 1_116_159, 8_924_159], [215.0, 251.0, 541.0, 4475.0]),
    ([19_496_959, 18_546_687, 35_717_119, 285_573_119], [220.0, 256.0, 546.0, 4480.0]),
    ([623_902_719, 593_494_015, 1_142_947_839, 9_138_339_839], [225.0, 261.0, 551.0, 4485.0]),
    (
        [19_964_887_039, 18_991_808_511, 36_574_330_879, 292_426_874_879],
        [230.0, 266.0, 556.0, 4490.0],
    ),
    ([14_015, 13_567, 26_495, 213_215], [150.0, 185.0, 414.0, 3450.0]),
    ([448_511, 434_175, 847_871, 6_822_911], [155.0, 190.0, 419.0, 3455.0]),
    ([14_352_383, 13_893_631, 27_131_903, 218_333_183], [160.0, 195.0, 424.0, 3460.0]),
    ([459_276_287, 444_596_223, 868_220_927, 6_986_661_887], [165.0, 200.0, 429.0, 3465.0]),
    (
        [14_696_841_215, 14_227_079_167, 27_783_069_695, 223_573_180_415],
        [170.0, 205.0, 434.0, 3470.0],
    ),
];

/// Signing a message of 1 KiB with SHA-256 and SHAKE256, n = 32 and then 24 for each.
const SIGNING: [[f64; 4]; 4] = [
    [414.0, 349.0, 583.0, 4274.0],
    [317.0, 268.0, 443.0, 3242.0],
    [405.0, 340.0, 574.0, 4265.0],
    [308.0, 259.0, 434.0, 3233.0],
];
