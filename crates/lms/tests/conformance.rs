//! What every backend must pass; and what each crate fails without its fence, exactly.

use hbs::Native;
use hbs::lms::LMS;
use lms::backend::{HbsLms, LmsSignature, Purecrypto};
use rand::{SeedableRng, rngs::StdRng};
use signer::conformance::{self, Check, Effort, Report};
use signer::{Backend, ParameterSet, RandCore, Randomness};

#[test]
fn every_backend_conforms() {
    for backend in lms::backends() {
        for set in supported(*backend, is_quick) {
            let report = run(*backend, set, Effort::TEST);
            assert_eq!(report.failed(), [], "{report}");
        }
    }
}

#[test]
#[ignore = "minutes: cargo test -p lms --release --test conformance -- --ignored"]
fn every_backend_conforms_on_larger_sets() {
    for backend in lms::backends() {
        for set in supported(*backend, |set| height(set) == 10 && !is_quick(set)) {
            let report = run(*backend, set, Effort::TEST);
            assert_eq!(report.failed(), [], "{report}");
        }
    }
    let set = hbs::lms::find("LMS-SHA256-M32-H15+LMOTS-SHA256-N32-W2").expect("a set");
    let report = run(&Purecrypto::new(), &set, Effort { truncations: 64, long_lives: true });
    assert_eq!(report.failed(), [], "{report}");
}

/// A check that no longer fails after an update has been mended upstream.
#[test]
fn without_its_fence_each_crate_fails_exactly_this() {
    for set in supported(&LmsSignature::unfenced(), is_cheap) {
        let report = run(&LmsSignature::unfenced(), set, Effort::TEST);
        assert_eq!(report.failed(), [], "{report}");
    }
    for set in supported(&Purecrypto::unfenced(), is_cheap) {
        let report = run(&Purecrypto::unfenced(), set, Effort::TEST);
        assert_eq!(report.failed(), [], "{report}");
    }
    for set in supported(&HbsLms::unfenced(), is_cheap) {
        let report = run(&HbsLms::unfenced(), set, Effort::TEST);
        let due: &[Check] = if set.name.starts_with("LMS-SHA256-M32-") {
            &[
                Check::FlippedSignature, // an unknown word: panics
                Check::ShortSignature,   // panics
                Check::LongSignature,    // accepts
                Check::PublicKeyLength,  // panics on less, accepts more
                Check::Garbage,          // an unknown word: panics
                Check::Exhausted,        // loads a used-up key
            ]
        } else {
            // Its words are those of another set: nothing that looks at a signature passes.
            &[
                Check::Generate,
                Check::RoundTrip,
                Check::Randomness,
                Check::Indices,
                Check::Reload,
                Check::Skip,
                Check::LastIndex,
            ]
        };
        assert_eq!(report.failed(), due, "{report}");
    }
}

#[test]
fn backends_verify_each_other() {
    let mut entropy = entropy();
    let mut cells = 0;
    for set in hbs::lms::sets().iter().filter(|set| is_quick(set)) {
        let table = conformance::cross(lms::backends(), set, &mut entropy);
        for cell in table.unwrap_or_else(|error| panic!("{}: {error}", set.name)) {
            assert!(cell.holds(), "{}: {cell:?}", set.name);
            cells += 1;
        }
    }
    // All three published ones know 7 sets, one of them another 10, and ours all 19.
    let native = Native::all(&LMS).len();
    assert_eq!(cells, 7 * (3 + native).pow(2) + 10 * (1 + native).pow(2) + 2 * native.pow(2));
}

/// Keys are the same however many threads build them.
#[test]
fn threads_change_no_byte() {
    let set = hbs::lms::find("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W2").expect("a set");
    let seed: Vec<u8> = (0..set.seed_len as u8).collect();
    for one in Native::all(&LMS) {
        let several = one.with_threads(3).expect("threads").expect("it uses them");
        assert_eq!((one.threads(), several.threads()), (1, 3));
        let made = [&one as &dyn Backend, &*several].map(|backend| {
            let mut key = backend.generate_from_seed(&set, &seed).expect("a key");
            let mut signature = Vec::new();
            key.sign(b"firmware", Randomness::Deterministic, &mut signature).expect("signs");
            (key.private_key().public_key().to_vec(), signature)
        });
        assert_eq!(made[0], made[1], "{}", one.about().name);
    }
    assert!(Purecrypto::new().with_threads(2).expect("no error").is_none());
}

/// Sets whose checks take at most 2 s of CPU time, but for those of SHAKE with W8, which take 4 s
/// and are the only ones of their kind.
fn is_quick(set: &ParameterSet) -> bool {
    let sha256 = set.name.starts_with("LMS-SHA256-M32-");
    height(set) == 5 || (height(set) == 10 && sha256 && !set.name.ends_with("W8"))
}

/// Sets whose checks take well under a second.
fn is_cheap(set: &ParameterSet) -> bool {
    height(set) == 5 && !set.name.ends_with("W8")
}

fn height(set: &ParameterSet) -> u32 {
    set.lifetime.count().map_or(u32::MAX, u64::ilog2)
}

fn supported(
    backend: &dyn Backend,
    wanted: fn(&ParameterSet) -> bool,
) -> impl Iterator<Item = &'static ParameterSet> {
    hbs::lms::sets().iter().filter(move |set| wanted(set) && backend.support(set).runs())
}

fn run(backend: &dyn Backend, set: &ParameterSet, effort: Effort) -> Report {
    conformance::run(backend, set, &mut entropy(), effort)
}

fn entropy() -> RandCore<StdRng> {
    RandCore(StdRng::seed_from_u64(8554))
}
