//! What the fence is for, where the checks of `conformance.rs` do not look.

mod common;

use common::{entropy, set};
use signer::{Backend, Error, Key, Randomness, Signer, Support};
use sphincs::backend::{Fips205, PureCrypto, SlhDsa};

fn stateless(key: Key) -> Box<dyn Signer> {
    match key {
        Key::Stateless(key) => key,
        Key::Stateful(_) => panic!("neither standard has state"),
    }
}

#[test]
fn a_damaged_root_does_not_load() {
    let set = set("SLH-DSA-SHA2-128f");
    let key = PureCrypto::new().generate(&set, &mut entropy(1)).expect("generate");
    let whole = key.private_key().secret_key().expect("encode");
    let mut damaged = whole.expose().to_vec();
    damaged[63] ^= 1;
    for backend in sphincs::backends().iter().filter(|backend| backend.support(&set).runs()) {
        assert!(backend.load(&set, whole.expose()).is_ok(), "{}", backend.about().name);
        let loaded = backend.load(&set, &damaged);
        let due = matches!(loaded, Err(Error::Backend { .. } | Error::Corrupt { what: "root" }));
        assert!(due, "{}", backend.about().name);
    }
    assert!(Fips205::unfenced().load(&set, &damaged).is_err());
    assert!(PureCrypto::unfenced().load(&set, &damaged).is_err());

    // slh-dsa alone does not look, and what such a key signs nobody can verify.
    let key = stateless(SlhDsa::unfenced().load(&set, &damaged).expect("an unchecked load"));
    let mut signature = Vec::new();
    assert_eq!(key.sign(b"m", Randomness::Deterministic, &mut signature), Ok(()));
    let verdict = SlhDsa::new().verify(&set, key.public_key(), b"m", &signature);
    assert_eq!(verdict, Err(Error::BadSignature));
}

#[test]
fn a_key_that_panicked_is_not_used_again() {
    let set = set("SLH-DSA-SHA2-128f");
    let mut signature = vec![1];
    let mut sign = |key: &dyn Signer, randomness| {
        let result = key.sign(b"m", randomness, &mut signature);
        assert_eq!(signature.is_empty(), result.is_err());
        result
    };

    let key = stateless(SlhDsa::unfenced().generate(&set, &mut entropy(2)).expect("generate"));
    assert_eq!(sign(&*key, Randomness::Deterministic), Ok(()));
    assert!(matches!(sign(&*key, Randomness::Given(&[0; 15])), Err(Error::Panicked { .. })));
    assert!(matches!(sign(&*key, Randomness::Deterministic), Err(Error::Panicked { .. })));
    assert!(matches!(key.secret_key(), Err(Error::Panicked { .. })));

    let key = stateless(SlhDsa::new().generate(&set, &mut entropy(2)).expect("generate"));
    let short = Error::Length { what: "randomness", expected: 16, found: 15 };
    assert_eq!(sign(&*key, Randomness::Given(&[0; 15])), Err(short));
    assert_eq!(sign(&*key, Randomness::Deterministic), Ok(()));
}

#[test]
fn a_failing_source_is_an_error_and_nothing_more() {
    let set = set("SLH-DSA-SHA2-128f");
    for backend in sphincs::backends().iter().filter(|backend| backend.support(&set).runs()) {
        let key = stateless(backend.generate(&set, &mut entropy(3)).expect("generate"));
        let mut signature = vec![1];
        let dry = &mut signer::Given(&[0; 15]);
        assert_eq!(key.sign(b"m", Randomness::Fresh(dry), &mut signature), Err(Error::Entropy));
        assert!(signature.is_empty());
        let wet = &mut signer::Given(&[9; 16]);
        assert_eq!(key.sign(b"m", Randomness::Fresh(wet), &mut signature), Ok(()));
        let mut given = Vec::new();
        assert_eq!(key.sign(b"m", Randomness::Given(&[9; 16]), &mut given), Ok(()));
        assert_eq!(signature, given, "fresh bytes are drawn once and used as they are");
    }
}

#[test]
fn secrets_are_not_printed() {
    let set = set("SLH-DSA-SHA2-128f");
    for backend in sphincs::backends().iter().filter(|backend| backend.support(&set).runs()) {
        let seed = [[0xa7; 32].as_slice(), &[0x11; 16]].concat();
        let key = backend.generate_from_seed(&set, &seed).expect("generate");
        let printed = format!("{key:?}");
        let public = ["11, 11", "1111"].iter().any(|public| printed.contains(public));
        assert!(public, "the public key is there: {printed}");
        for secret in ["a7, a7", "167, 167", "a7a7"] {
            assert!(!printed.contains(secret), "{printed}");
        }
    }
}

#[test]
fn sets_of_others_are_not_taken() {
    let robust = set("SPHINCS+-SHA2-128f-robust");
    let lms = hbs::lms::sets()[0].clone();
    for backend in sphincs::backends() {
        let ours = backend.about().name.starts_with("native");
        for set in [&lms, &robust].into_iter().take(if ours { 1 } else { 2 }) {
            assert_eq!(backend.support(set), Support::No);
            let refused = |result| matches!(result, Err(Error::Unsupported { .. }));
            assert!(refused(backend.generate(set, &mut entropy(4)).map(drop)));
            assert!(refused(backend.generate_from_seed(set, &[0; 48]).map(drop)));
            assert!(refused(backend.load(set, &[0; 64]).map(drop)));
            assert!(refused(backend.verify(set, &[0; 32], b"m", &[0; 17_088])));
        }
    }
}

/// The version that a report prints is the one that was built.
#[test]
fn versions_are_those_of_the_lock_file() {
    let lock = include_str!("../../../Cargo.lock");
    for backend in sphincs::backends() {
        let about = backend.about();
        let name = if about.name.starts_with("native") { "hbs" } else { &about.name };
        let entry = format!("name = \"{name}\"\nversion = \"{}\"\n", about.version);
        assert!(lock.contains(&entry), "not in Cargo.lock: {entry}");
    }
}
