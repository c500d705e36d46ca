//! What a key says that it takes is what it takes of the heap.

use hbs::lms::{self, Params, PrivateKey};
use hbs::{Options, WalkKind};
use measure::{Heap, Threads};
use signer::{Randomness, StatefulSigner};

#[global_allocator]
static HEAP: Heap = Heap::new();

/// Makes a key, lets it skip, be prepared and sign, and compares; then one that is fresh, and one that
/// is loaded.
fn takes_what_it_says(name: &str, walk: WalkKind, index: u64) {
    let set = lms::find(name).expect("a set");
    let params = Params::of(&set).expect("a set of LMS");
    let options = Options { walk, ..Options::default() };
    let secret = vec![7; set.seed_len];
    let generate = || PrivateKey::from_secret(params, &secret, &options).expect("a key");
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
        PrivateKey::decode(params, encoded.expose(), &options).expect("a key")
    });
    assert_eq!(loaded.live_len() as i64, used.kept, "{what}, loaded");
}

const WALKS: [WalkKind; 4] =
    [WalkKind::Recompute, WalkKind::Default, WalkKind::Whole, WalkKind::Subtrees];

#[test]
fn one_tree() {
    for walk in WALKS {
        for index in [0, 1, 6, 30] {
            takes_what_it_says("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W2", walk, index);
        }
        takes_what_it_says("LMS-SHAKE-M24-H10+LMOTS-SHAKE-N24-W4", walk, 900);
    }
}
