//! What every backend must pass, and what each crate fails without its fence.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use hbs::Native;
use hbs::hss::HSS;
use hss::backend::{HbsLms, Purecrypto};
use rand::SeedableRng;
use rand::rngs::StdRng;
use signer::conformance::{Check, Effort, cross, run};
use signer::{Backend, Error, Given, Key, ParameterSet, RandCore, Randomness, Support};

const HBS_LMS: HbsLms = HbsLms::new();
const HBS_LMS_AUX: HbsLms = HbsLms::new().with_aux();
const PURECRYPTO: Purecrypto = Purecrypto::new();

/// One to three levels of H5, the mixed set of RFC 8554 appendix F, and as many levels as all can sign.
const SHA256_SETS: [&str; 14] = [
    "HSS-SHA256-H5-W1-L1",
    "HSS-SHA256-H5-W2-L1",
    "HSS-SHA256-H5-W4-L1",
    "HSS-SHA256-H5-W8-L1",
    "HSS-SHA256-H5-W1-L2",
    "HSS-SHA256-H5-W2-L2",
    "HSS-SHA256-H5-W4-L2",
    "HSS-SHA256-H5-W8-L2",
    "HSS-SHA256-H5-W1-L3",
    "HSS-SHA256-H5-W2-L3",
    "HSS-SHA256-H5-W4-L3",
    "HSS-SHA256-H5-W8-L3",
    "HSS-SHA256-H10-W4+H5-W8",
    "HSS-SHA256-H5-W4-L7",
];

/// The sets whose type words the fence translates.
const TRANSLATED_SETS: [&str; 10] = [
    "HSS-SHA256-M24-H5-W2-L1",
    "HSS-SHA256-M24-H5-W4-L1",
    "HSS-SHA256-M24-H5-W8-L1",
    "HSS-SHAKE-H5-W1-L1",
    "HSS-SHAKE-H5-W2-L1",
    "HSS-SHAKE-H5-W4-L1",
    "HSS-SHAKE-H5-W8-L1",
    "HSS-SHAKE-M24-H5-W2-L1",
    "HSS-SHAKE-M24-H5-W4-L1",
    "HSS-SHAKE-M24-H5-W8-L1",
];

fn set(name: &str) -> ParameterSet {
    hbs::hss::find(name).unwrap()
}

fn rng() -> RandCore<StdRng> {
    RandCore(StdRng::seed_from_u64(8554))
}

fn generate(backend: &dyn Backend, set: &ParameterSet) -> Box<dyn signer::StatefulSigner> {
    match backend.generate(set, &mut rng()).unwrap() {
        Key::Stateful(key) => key,
        Key::Stateless(_) => panic!("HSS has state"),
    }
}

fn conforms(backend: &dyn Backend, names: &[&str]) {
    for name in names {
        let report = run(backend, &set(name), &mut rng(), Effort::TEST);
        assert_eq!(report.failed(), [], "\n{report}");
    }
}

#[test]
fn hbs_lms_conforms() {
    conforms(&HBS_LMS, &SHA256_SETS);
}

#[test]
fn hbs_lms_with_auxiliary_data_conforms() {
    conforms(&HBS_LMS_AUX, &SHA256_SETS);
}

#[test]
fn translated_sets_conform() {
    conforms(&HBS_LMS, &TRANSLATED_SETS);
    conforms(&HBS_LMS_AUX, &TRANSLATED_SETS);
}

#[test]
fn purecrypto_conforms() {
    conforms(&PURECRYPTO, &SHA256_SETS);
    conforms(&PURECRYPTO, &["HSS-SHA256-H5-W8-L8", "HSS-SHA256-H10-W1-L8"]);
}

/// On the best vector unit all that others run, and what nobody else does.
#[test]
fn native_conforms() {
    let native = Native::all(&HSS);
    conforms(&native[0], &SHA256_SETS);
    conforms(&native[0], &TRANSLATED_SETS);
    conforms(
        &native[0],
        &[
            "HSS-SHA256-M24-H5-W1-L2",
            "HSS-SHAKE-H5-W2-L2",
            "HSS-SHAKE-M24-H5-W1+H5-W4",
            "HSS-SHA256-M24-H10-W4+H5-W1+H5-W2",
            "HSS-SHA256-H5-W8-L8",
            "HSS-SHA256-H10-W1-L8",
        ],
    );
    for other in &native[1..] {
        conforms(
            other,
            &["HSS-SHA256-H5-W2-L1", "HSS-SHA256-H5-W1+H5-W4", "HSS-SHAKE-M24-H5-W2-L2"],
        );
    }
}

#[test]
#[ignore = "minutes: cargo test -p hss --release -- --ignored"]
fn taller_sets_conform() {
    let names = ["HSS-SHA256-H10-W8-L1", "HSS-SHA256-H10-W8-L2", "HSS-SHA256-H5-W8-L7"];
    for backend in hss::backends() {
        conforms(*backend, &names);
    }
}

/// What the fence is for. A crate that gets better makes this fail, and the fence shorter.
#[test]
fn without_the_fence_these_checks_fail() {
    use Check::{FlippedSignature, Garbage, LongSignature, PublicKeyLength, ShortSignature};
    let decoding = vec![FlippedSignature, ShortSignature, LongSignature, PublicKeyLength, Garbage];
    // The first field that is read is of another set: nothing that looks at a signature passes.
    let words = vec![
        Check::Generate,
        Check::RoundTrip,
        Check::Randomness,
        Check::Indices,
        Check::Reload,
        Check::Skip,
        Check::LastIndex,
    ];
    let hbs_lms = HbsLms::unfenced();
    let aux = hbs_lms.with_aux();
    let purecrypto = Purecrypto::unfenced();
    let cases: [(&dyn Backend, &str, Vec<Check>); 8] = [
        (&hbs_lms, "HSS-SHA256-H5-W4-L1", decoding.clone()),
        (&hbs_lms, "HSS-SHA256-H5-W4-L2", decoding.clone()),
        (&hbs_lms, "HSS-SHA256-M24-H5-W4-L1", words.clone()),
        (&hbs_lms, "HSS-SHAKE-H5-W4-L1", words.clone()),
        (&aux, "HSS-SHA256-H5-W4-L2", decoding),
        (&aux, "HSS-SHAKE-M24-H5-W4-L1", words),
        (&purecrypto, "HSS-SHA256-H5-W4-L1", vec![]),
        (&purecrypto, "HSS-SHA256-H5-W4-L2", vec![]),
    ];
    for (backend, name, failed) in cases {
        let report = run(backend, &set(name), &mut rng(), Effort::TEST);
        assert_eq!(report.failed(), failed, "\n{report}");
    }
}

/// Every signature of a key's life, each with its own index, over every change of subtree.
fn used_up(backend: &dyn Backend, name: &str) {
    let set = set(name);
    let mut key = generate(backend, &set);
    let lifetime = set.lifetime.count().unwrap();
    let mut signature = Vec::new();
    for index in 0..lifetime {
        assert_eq!((key.index(), key.remaining()), (index, lifetime - index));
        let message = index.to_be_bytes();
        key.sign(&message, Randomness::Fresh(&mut rng()), &mut signature).unwrap();
        assert_eq!(set.signature_index(&signature), Some(index));
        let verdict = backend.verify(&set, key.public_key(), &message, &signature);
        assert_eq!(verdict, Ok(()), "index {index}");
    }
    for _ in 0..3 {
        let more = key.sign(b"more", Randomness::Fresh(&mut rng()), &mut signature);
        assert_eq!((more, key.remaining()), (Err(Error::Exhausted), 0));
        assert!(signature.is_empty());
        assert_eq!(key.skip_to(lifetime), Ok(()));
        assert_eq!(key.skip_to(0), Err(Error::Index { asked: 0, next: lifetime }));
    }
}

#[test]
fn keys_of_one_level_are_used_up() {
    for backend in hss::backends() {
        used_up(*backend, "HSS-SHA256-H5-W4-L1");
    }
    used_up(&HBS_LMS_AUX, "HSS-SHAKE-M24-H5-W4-L1");
}

#[test]
fn keys_of_two_levels_are_used_up() {
    for backend in hss::backends() {
        used_up(*backend, "HSS-SHA256-H5-W2-L2");
    }
}

/// What cannot be had costs no index: entropy, or randomness of a kind or length that is not taken.
#[test]
fn refusals_use_up_no_index() {
    let set = set("HSS-SHA256-H5-W4-L2");
    for backend in hss::backends() {
        let mut key = generate(*backend, &set);
        let mut signature = vec![7];
        let short = key.sign(b"m", Randomness::Given(&[1; 31]), &mut signature);
        assert_eq!(short, Err(Error::Length { what: "randomness", expected: 32, found: 31 }));
        assert!(signature.is_empty());
        let name = backend.about().name;
        if !name.starts_with("hbs-lms") {
            let none = key.sign(b"m", Randomness::Fresh(&mut Given(&[])), &mut signature);
            assert_eq!(none, Err(Error::Entropy));
        }
        if name == "purecrypto" {
            let derived = key.sign(b"m", Randomness::Deterministic, &mut signature);
            assert!(matches!(derived, Err(Error::Unsupported { .. })), "{derived:?}");
        } else if name.starts_with("hbs-lms") {
            let given = key.sign(b"m", Randomness::Given(&[1; 32]), &mut signature);
            assert!(matches!(given, Err(Error::Unsupported { .. })), "{given:?}");
        }
        assert_eq!((key.index(), key.remaining()), (0, 1024));
    }
}

/// Reloaded after each signature, a key goes on with the next one, over the changes of subtree of two
/// levels, and signs what it signs without being reloaded.
#[test]
fn reloading_changes_nothing() {
    let set = set("HSS-SHA256-H5-W2-L3");
    for backend in hss::backends() {
        for start in [30, 1022] {
            let (mut staying, mut going) = (generate(*backend, &set), generate(*backend, &set));
            staying.skip_to(start).unwrap();
            going.skip_to(start).unwrap();
            for _ in 0..4 {
                let secret = going.secret_key().unwrap();
                let Key::Stateful(loaded) = backend.load(&set, secret.expose()).unwrap() else {
                    panic!("HSS has state");
                };
                going = loaded;
                let (mut a, mut b) = (Vec::new(), Vec::new());
                staying.sign(b"reload", Randomness::Fresh(&mut rng()), &mut a).unwrap();
                going.sign(b"reload", Randomness::Fresh(&mut rng()), &mut b).unwrap();
                assert_eq!(a, b);
                assert_eq!(backend.verify(&set, staying.public_key(), b"reload", &a), Ok(()));
            }
        }
    }
}

fn all_agree(names: &[&str]) {
    for name in names {
        let cells = cross(hss::backends(), &set(name), &mut rng()).unwrap();
        let published = if name.contains("SHAKE") || name.contains("M24") { 2 } else { 3 };
        assert_eq!(cells.len(), (published + Native::all(&HSS).len()).pow(2));
        for cell in cells {
            assert!(cell.holds(), "{name}: {cell:?}");
        }
    }
}

#[test]
fn each_verifies_what_each_other_one_signed() {
    all_agree(&SHA256_SETS);
    all_agree(&TRANSLATED_SETS);
}

/// `hbs-lms` verifies the 8 levels that it cannot sign.
#[test]
fn eight_levels_verify() {
    for name in ["HSS-SHA256-H5-W8-L8", "HSS-SHA256-H10-W1-L8"] {
        let set = set(name);
        let mut key = generate(&PURECRYPTO, &set);
        let mut signature = Vec::new();
        key.sign(b"eight", Randomness::Fresh(&mut rng()), &mut signature).unwrap();
        let mut tampered = signature.clone();
        tampered[signature.len() / 2] ^= 1;
        for backend in hss::backends() {
            let verify = |signature| backend.verify(&set, key.public_key(), b"eight", signature);
            assert_eq!(verify(&signature), Ok(()), "{name} by {backend:?}");
            assert_eq!(verify(&tampered), Err(Error::BadSignature), "{name} by {backend:?}");
        }
    }
}

/// What does not run is said, for each family and as generating and verifying have it.
#[test]
fn what_is_unsupported_is_said() {
    let reason = |name| match HBS_LMS.support(&set(name)) {
        Support::Unsupported(why) => why.into_owned(),
        other => panic!("{name}: {other:?}"),
    };
    assert!(reason("HSS-SHAKE-H5-W4-L2").contains("child keys"));
    assert!(reason("HSS-SHA256-M24-H5-W4-L3").contains("child keys"));
    assert!(reason("HSS-SHAKE-M24-H5-W1-L1").contains("checksum"));
    assert!(reason("HSS-SHA256-H5-W4-L8").contains("8 levels"));
    assert!(reason("HSS-SHA256-H25-W8-L3").contains("counter"));
    assert_eq!(HBS_LMS.support(&set("HSS-SHA256-H10-W8+H25-W8+H25-W8")), Support::Yes);
    assert_eq!(PURECRYPTO.support(&set("HSS-SHA256-H25-W8-L8")), Support::Yes);
    assert_eq!(PURECRYPTO.support(&set("HSS-SHAKE-H5-W4-L1")), Support::No);
    assert_eq!(PURECRYPTO.support(&set("HSS-SHA256-M24-H5-W4-L1")), Support::No);
    let lms = hbs::lms::find("LMS_SHA256_M32_H5/LMOTS_SHA256_N32_W4").unwrap();
    for backend in hss::backends() {
        assert_eq!(backend.support(&lms), Support::No);
        let shake = set("HSS-SHAKE-H5-W4-L2");
        let mut sets = vec![&lms];
        // Ours run it.
        sets.extend((!backend.support(&shake).runs()).then_some(&shake));
        for unsupported in sets {
            let generated = backend.generate(unsupported, &mut rng()).map(drop);
            assert!(matches!(generated, Err(Error::Unsupported { .. })), "{generated:?}");
            let verified = backend.verify(unsupported, &[], b"", &[]);
            assert!(matches!(verified, Err(Error::Unsupported { .. })), "{verified:?}");
        }
    }
}

/// A key of `hbs-lms` itself, and what comes of its first signature.
fn sign_raw(heights: &[hbs_lms::LmsAlgorithm]) -> Result<(), Error> {
    use hbs_lms::{HssParameter, LmotsAlgorithm::LmotsW1, Seed, Sha256_256};
    let levels: Vec<_> =
        heights.iter().map(|&lms| HssParameter::<Sha256_256>::new(LmotsW1, lms)).collect();
    let (mut key, _) = hbs_lms::keygen(&levels, &Seed::from([7; 32]), None).unwrap();
    signer::quietly(|| key.try_sign_with_aux(b"raw", None).map(drop).map_err(Error::backend))
}

/// Why `hbs-lms` is kept from 8 levels.
#[test]
fn hbs_lms_has_no_room_for_eight_levels() {
    use hbs_lms::LmsAlgorithm::LmsH5;
    assert_eq!(sign_raw(&[LmsH5; 7]), Ok(()));
    let panicked = sign_raw(&[LmsH5; 8]).unwrap_err().to_string();
    assert!(panicked.contains("capacity overflow"), "{panicked}");
}

/// Why `hbs-lms` is kept from total heights of 64 and more: where overflow is checked it panics.
#[test]
#[cfg(debug_assertions)]
fn hbs_lms_overflows_from_height_64_on() {
    use hbs_lms::LmsAlgorithm::{LmsH5, LmsH10};
    assert_eq!(sign_raw(&[LmsH10, LmsH10, LmsH10, LmsH10, LmsH10, LmsH10]), Ok(()));
    let h65 = [LmsH10, LmsH10, LmsH10, LmsH10, LmsH10, LmsH10, LmsH5];
    let panicked = sign_raw(&h65).unwrap_err().to_string();
    assert!(panicked.contains("multiply with overflow"), "{panicked}");
}

/// The versions that are reported are those that are built.
#[test]
fn versions_are_those_of_the_lock_file() {
    let lock = include_str!("../../../Cargo.lock");
    for backend in hss::backends() {
        let about = backend.about();
        let ours = about.name.starts_with("native");
        let name = if ours { "hbs" } else { about.name.trim_end_matches("+aux") };
        let entry = format!("name = \"{name}\"\nversion = \"{}\"\n", about.version);
        assert!(lock.contains(&entry), "{entry}");
    }
}
