//! What a key says that it takes is what it takes of the heap.

use hbs::xmss::{self, FastKey, MtPrivateKey, Params, PrivateKey, Xmss, XmssMt};
use hbs::{Options, WalkKind};
use measure::{Heap, Threads};
use signer::{Randomness, StatefulSigner};

#[global_allocator]
static HEAP: Heap = Heap::new();

/// Makes a key of this type, lets it skip, be prepared and sign, and compares; then one that is loaded.
macro_rules! takes_what_it_says {
    ($key:ty, $name:expr, $walk:expr, $index:expr) => {{
        let set = xmss::find($name).expect("a set");
        let params = Params::of(&set).expect("a set of XMSS");
        let options = Options { walk: $walk, ..Options::default() };
        let secret = vec![7; set.seed_len];
        let generate = || <$key>::from_secret(params, &secret, &options).expect("a key");
        // Whoever is the first to ask which CPU this is.
        drop(generate());
        let what = format!("{} {:?} at {}", $name, $walk, $index);
        let (mut key, used) = HEAP.measure(Threads::This, generate);
        assert_eq!(key.live_len() as i64, used.kept, "{what}, fresh");
        let before = key.live_len() as i64;
        let ((), used) = HEAP.measure(Threads::This, || {
            key.skip_to($index).expect("an index");
            key.prepare().expect("it is sound");
        });
        assert_eq!(key.live_len() as i64 - before, used.kept, "{what}, prepared");
        let before = key.live_len() as i64;
        let ((), used) = HEAP.measure(Threads::This, || {
            for _ in 0..3 {
                let signed = key.sign(b"", Randomness::Deterministic, &mut Vec::new());
                assert!(signed.is_ok() || key.remaining() == 0);
            }
        });
        assert_eq!(key.live_len() as i64 - before, used.kept, "{what}, signed");
        let encoded = key.encode();
        let (loaded, used) = HEAP.measure(Threads::This, || {
            <$key>::decode(params, encoded.expose(), &options).expect("a key")
        });
        assert_eq!(loaded.live_len() as i64, used.kept, "{what}, loaded");
    }};
}

const WALKS: [WalkKind; 4] =
    [WalkKind::Recompute, WalkKind::Default, WalkKind::Whole, WalkKind::Subtrees];

#[test]
fn one_tree() {
    let name = "XMSS-SHA2_10_192";
    for index in [0, 40, 1022] {
        for walk in WALKS {
            takes_what_it_says!(PrivateKey, name, walk, index);
        }
        takes_what_it_says!(FastKey<Xmss>, name, WalkKind::Default, index);
    }
}

/// Trees of a key share their seeds, and room for leaves of those that grow.
#[test]
fn trees_above_trees() {
    let name = "XMSSMT-SHA2_20/4_192";
    for index in [0, 30, 31, 1022, 32_766, (1 << 20) - 2] {
        for walk in WALKS {
            takes_what_it_says!(MtPrivateKey, name, walk, index);
        }
        takes_what_it_says!(FastKey<XmssMt>, name, WalkKind::Default, index);
    }
    for index in [0, 31] {
        takes_what_it_says!(MtPrivateKey, "XMSSMT-SHAKE256_40/8_192", WalkKind::Default, index);
    }
}
