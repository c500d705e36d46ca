//! What was saved is loaded as it was, or not at all.

use super::*;

const KINDS: [WalkKind; 3] = [WalkKind::Whole, WalkKind::Subtrees, WalkKind::Recompute];

/// What is written between the public key of a cache, which is none, and the code.
fn written(save: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let head = Writer::new(&[]).seal(&[]).len() - 32;
    let mut to = Writer::new(&[]);
    save(&mut to);
    let all = to.seal(&[]);
    all[head..all.len() - 32].to_vec()
}

/// What is loaded from what was written, if that is all of it.
fn read<T>(written: &[u8], load: impl FnOnce(&mut Reader<'_>) -> Option<T>) -> Option<T> {
    let mut to = Writer::new(&[]);
    to.bytes(written);
    let cache = to.seal(&[]);
    let mut from = Reader::open(&[], &[], &cache).expect("it has just been sealed");
    let loaded = load(&mut from)?;
    from.is_at_end().then_some(loaded)
}

/// Asserts that with any other number at one of these places nothing is loaded.
fn each_is_checked(written: &[u8], places: &[usize], loads: impl Fn(&[u8]) -> bool) {
    assert!(loads(written));
    assert!(!loads(&written[..written.len() - 1]));
    for &at in places {
        let right = u32::from_be_bytes(*written[at..].first_chunk().expect("a word"));
        for word in (0..70).chain([1 << 16, 1 << 31, u32::MAX]).filter(|word| *word != right) {
            let mut changed = written.to_vec();
            changed[at..at + 4].copy_from_slice(&word.to_be_bytes());
            assert!(!loads(&changed), "{word} at {at} in place of {right}");
        }
    }
}

fn goes_on(tree: &Plain, mut walk: Box<dyn Walk>, height: u32, from: u32, root: &[u8]) {
    assert_eq!(walk.root(), root);
    let mut path = vec![0; 32 * height as usize];
    for leaf in from..1 << height {
        walk.path(tree, &mut path);
        assert_eq!(root_of(tree, leaf, &path), root, "{walk:?}");
        walk.step(tree);
    }
}

#[test]
fn a_saved_walk_goes_on_from_any_leaf() {
    let (tree, one) = (Plain::default(), Workers::one());
    for height in [1, 2, 5] {
        for (kind, code) in KINDS.into_iter().zip(1_u32..) {
            let mut walk = build(kind, &tree, height, 0, &one);
            for leaf in 0..1 << height {
                let written = written(|to| walk.save(to));
                assert_eq!(written[..4], code.to_be_bytes());
                tree.counted();
                let load = |from: &mut Reader<'_>| load(kind, &tree, height, leaf, &one, from);
                let loaded = read(&written, load).expect("what was saved");
                assert_eq!((tree.counted(), loaded.live_len()), (0, walk.live_len()));
                assert_eq!(self::written(|to| loaded.save(to)), written);
                goes_on(&tree, loaded, height, leaf, walk.root());
                walk.step(&tree);
            }
        }
    }
}

#[test]
fn words_of_a_saved_walk_are_checked() {
    let (tree, one) = (Plain::default(), Workers::one());
    // After the word that tells the walk: how many leaves are there, or of three subtrees, with 7, 15
    // and 15 nodes.
    let places: [&[usize]; 3] = [&[0, 4], &[0, 4, 8 + 7 * 32, 12 + 22 * 32], &[0]];
    for (kind, places) in KINDS.into_iter().zip(places) {
        for leaf in [0, 11, 29, 31] {
            let walk = build(kind, &tree, 5, leaf, &one);
            let written = written(|to| walk.save(to));
            let load = |written: &[u8], leaf| {
                read(written, |from| load(kind, &tree, 5, leaf, &one, from)).is_some()
            };
            each_is_checked(&written, places, |written| load(written, leaf));
            assert!(!load(&written, 32 + leaf) && !load(&written, u32::MAX));
        }
    }
}

/// Nodes alone.
#[test]
fn memory_of_a_tree_that_grows_is_told() {
    let tree = Plain::default();
    for (kind, nodes) in KINDS.into_iter().zip([63, 7 + 15 + 15, 0]) {
        assert_eq!(Growing::new(kind, &tree, 5).live_len(), 32 * nodes, "{kind:?}");
    }
    let walk = build(WalkKind::Recompute, &tree, 5, 0, &Workers::one());
    assert_eq!(walk.live_len(), 32);
}

#[cfg(feature = "std")]
#[test]
fn a_saved_walk_has_its_workers() {
    let (tree, two) = (Plain::default(), Workers::new(2).expect("threads"));
    let walk = build(WalkKind::Recompute, &tree, 5, 0, &two);
    let written = written(|to| walk.save(to));
    let loaded = read(&written, |from| load(WalkKind::Recompute, &tree, 5, 0, &two, from));
    tree.elsewhere.store(0, Relaxed);
    loaded.expect("what was saved").path(&tree, &mut [0; 160]);
    assert!(tree.elsewhere.load(Relaxed) > 0);
}

#[test]
fn a_saved_tree_grows_on_from_any_leaf() {
    let (tree, one) = (Plain::default(), Workers::one());
    for height in [1, 2, 5] {
        let root = Whole::new(&tree, height, 0, &one).root().to_vec();
        for kind in KINDS {
            for grown in 0..=1 << height {
                let mut growing = Growing::new(kind, &tree, height);
                growing.grow(&tree, grown, &mut [0; BATCH]);
                let written = written(|to| growing.save(to));
                tree.counted();
                let load = |from: &mut Reader<'_>| Growing::load(kind, &tree, height, from);
                let mut loaded = read(&written, load).expect("what was saved");
                assert_eq!((tree.counted(), loaded.missing()), (0, growing.missing()));
                assert_eq!(loaded.live_len(), growing.live_len());
                assert_eq!(self::written(|to| loaded.save(to)), written);
                loaded.grow(&tree, 3, &mut [0; BATCH]);
                goes_on(&tree, loaded.finish(&tree, &mut [0; BATCH], &one), height, 0, &root);
            }
        }
    }
}

#[test]
fn words_of_a_saved_tree_that_grows_are_checked() {
    let tree = Plain::default();
    let places: [&[usize]; 3] = [&[0, 4], &[0, 4, 8 + 7 * 32, 12 + 22 * 32], &[0]];
    for (kind, places) in KINDS.into_iter().zip(places) {
        for grown in [0, 5, 8, 11, 16, 29, 32] {
            let mut growing = Growing::new(kind, &tree, 5);
            growing.grow(&tree, grown, &mut [0; BATCH]);
            let written = written(|to| growing.save(to));
            each_is_checked(&written, places, |written| {
                read(written, |from| Growing::load(kind, &tree, 5, from)).is_some()
            });
        }
    }
}

/// Counts that agree with each other.
#[test]
fn a_saved_tree_has_no_more_leaves_than_its_height_allows() {
    let tree = Plain::default();
    let mut growing = Growing::new(WalkKind::Subtrees, &tree, 5);
    growing.grow(&tree, 29, &mut [0; BATCH]);
    let mut written = written(|to| growing.save(to));
    let mut loads = |grown: u32, upper: u32| {
        written[..4].copy_from_slice(&grown.to_be_bytes());
        written[4..8].copy_from_slice(&upper.to_be_bytes());
        let load = |from: &mut Reader<'_>| Growing::load(WalkKind::Subtrees, &tree, 5, from);
        read(&written, load).is_some()
    };
    assert!(loads(29, 3) && loads(21, 2) && !loads(37, 4));
}
