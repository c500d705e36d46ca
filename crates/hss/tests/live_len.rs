//! What a key says that it takes is what it takes of the heap.

use hbs::hss::{self, Params, PrivateKey};
use hbs::{Options, WalkKind};
use measure::{Heap, Threads};
use signer::{Randomness, StatefulSigner};

#[global_allocator]
static HEAP: Heap = Heap::new();

/// Makes a key, lets it skip, be prepared and sign, and compares; then one that is fresh, and one that
/// is loaded.
fn takes_what_it_says(name: &str, walk: WalkKind, index: u64) {
    let set = hss::find(name).expect("a set");
    let params = Params::of(&set).expect("a set of HSS");
    let options = Options { walk, ..Options::default() };
    let secret = vec![7; set.seed_len];
    let params = || params.clone();
    let generate = || PrivateKey::from_secret(params(), &secret, &options).expect("a key");
    // Whoever is the first to ask which CPU this is.
    drop(generate());
    let what = format!("{name} {walk:?} at {index}");
    let (mut key, used) = HEAP.measure(Threads::This, generate);
    assert_eq!(key.live_len() as i64, used.kept, "{what}, fresh");
    let before = key.live_len() as i64;
    let ((), used) = HEAP.measure(Threads::This, || {
        key.skip_to(index).expect("an index");
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
        PrivateKey::decode(params(), encoded.expose(), &options).expect("a key")
    });
    assert_eq!(loaded.live_len() as i64, used.kept, "{what}, loaded");
}

const WALKS: [WalkKind; 4] =
    [WalkKind::Recompute, WalkKind::Default, WalkKind::Whole, WalkKind::Subtrees];

/// Trees of a key share room for leaves of those that grow.
#[test]
fn trees_above_trees() {
    for walk in WALKS {
        for index in [0, 1, 30, 31, 992, 1022] {
            takes_what_it_says("HSS-SHA256-M24-H5-W2-L2", walk, index);
        }
        for index in [0, 1022, 1023, 5000] {
            takes_what_it_says("HSS-SHA256-H5-W4+H5-W1+H5-W2", walk, index);
        }
        takes_what_it_says("HSS-SHA256-H5-W2-L1", walk, 7);
    }
}
