//! Every backend against the checks of [`signer::conformance`], and each against each other one.

mod common;

use common::{entropy, set};
use hbs::Native;
use hbs::sphincs::SPHINCS;
use signer::conformance::{Check, Effort, cross, run};
use signer::{Backend, Key, Randomness, Scheme};
use sphincs::backend::{Fips205, PureCrypto, SlhDsa};

/// The shapes that sign in a fraction of a second.
const FAST: [&str; 3] = ["128f", "192f", "256f"];

/// The SLH-DSA names of these shapes, with either hash function.
fn slh_dsa(shapes: &[&str]) -> Vec<String> {
    let of = |hash| shapes.iter().map(move |shape| format!("SLH-DSA-{hash}-{shape}"));
    of("SHA2").chain(of("SHAKE")).collect()
}

/// Makes every check on `backend` and each of `sets`; exactly `flaws` must fail.
fn conforms(backend: &dyn Backend, sets: &[String], flaws: &[Check]) {
    for (at, name) in sets.iter().enumerate() {
        let report = run(backend, &set(name), &mut entropy(at as u64), Effort::TEST);
        println!("{report}");
        assert_eq!(report.failed(), flaws, "{report}");
        let passed = report.to_string().matches(" passed").count();
        assert!(passed + flaws.len() >= 10, "too much is skipped: {report}");
    }
}

/// The names of SPHINCS+ of these shapes, with either hash function.
fn sphincs_plus(shapes: &[&str], variant: &str) -> Vec<String> {
    let of = |hash| shapes.iter().map(move |shape| format!("SPHINCS+-{hash}-{shape}-{variant}"));
    of("SHA2").chain(of("SHAKE")).collect()
}

/// On the best vector unit, all fast sets; with the top tree kept and on other units one of each kind.
#[test]
fn native_conforms() {
    for (at, native) in Native::all(&SPHINCS).iter().enumerate() {
        let shapes = if at == 0 { &FAST[..] } else { &FAST[..1] };
        conforms(native, &slh_dsa(shapes), &[]);
        conforms(native, &sphincs_plus(&FAST[..1], "simple"), &[]);
        conforms(native, &sphincs_plus(shapes, "robust"), &[]);
    }
}

#[test]
fn slh_dsa_conforms() {
    conforms(&SlhDsa::new(), &slh_dsa(&FAST), &[]);
}

#[test]
fn fips205_conforms() {
    conforms(&Fips205::new(), &slh_dsa(&FAST), &[]);
}

#[test]
fn purecrypto_conforms() {
    conforms(&PureCrypto::new(), &slh_dsa(&FAST), &[]);
    conforms(&PureCrypto::new(), &["SLH-DSA-SHA2-128s".into()], &[]);
}

/// What each crate does without the fence: if one of these fails, a crate has changed, and its
/// notes and the table in the README with it.
#[test]
fn unfenced_backends_fail_what_is_known() {
    let sets = slh_dsa(&["128f"]);
    conforms(&SlhDsa::unfenced(), &sets, &[Check::Seed, Check::Randomness]);
    conforms(&Fips205::unfenced(), &sets, &[]);
    conforms(&PureCrypto::unfenced(), &sets, &[Check::Seed]);
}

#[test]
#[ignore = "minutes of signing: cargo test -p sphincs --test conformance --release -- --ignored"]
fn slow_sets_conform() {
    let sets = slh_dsa(&["128s", "192s", "256s"]);
    for backend in [&SlhDsa::new() as &dyn Backend, &Fips205::new(), &PureCrypto::new()] {
        conforms(backend, &sets, &[]);
    }
}

/// Every pair of backends of every fast set; of the slow ones all but units without as many lanes, which
/// would need minutes.
#[test]
fn backends_verify_each_other() {
    let (mut pairs, mut due) = (0, 0);
    for set in hbs::sphincs::sets() {
        let slow = !FAST.iter().any(|shape| set.name.contains(shape));
        let runs = |backend: &&dyn Backend| {
            backend.support(set).runs() && !(slow && backend.about().name.starts_with("native@"))
        };
        let some: Vec<_> = sphincs::backends().iter().copied().filter(runs).collect();
        let native = if slow { 2 } else { Native::all(&SPHINCS).len() };
        let published = match set.scheme {
            Scheme::SlhDsa => 3,
            _ => usize::from(cfg!(feature = "c-backends") && set.name.ends_with("simple")),
        };
        due += (native + published).pow(2);
        let cells = cross(&some, set, &mut entropy(7)).expect("cross");
        for cell in &cells {
            assert!(cell.holds(), "{}: {cell:?}", set.name);
        }
        pairs += cells.len();
    }
    assert_eq!(pairs, due);
}

/// Same seed, same message, same randomness: same bytes, whoever signs.
#[test]
fn signatures_are_equal_byte_for_byte() {
    let mut sets = slh_dsa(&FAST);
    sets.extend(["128s", "192s", "256s"].map(|shape| format!("SLH-DSA-SHA2-{shape}")));
    for name in sets {
        let set = set(&name);
        let seed: Vec<u8> = (0..set.seed_len).map(|i| i as u8).collect();
        let addrnd = vec![0x5a; set.n];
        let signed = |backend: &dyn Backend| {
            let key = backend.generate_from_seed(&set, &seed).expect("generate");
            let Key::Stateless(key) = key else { panic!("stateless") };
            let sign = |message: &[u8], randomness| {
                let mut signature = Vec::new();
                key.sign(message, randomness, &mut signature).expect("sign");
                signature
            };
            [sign(b"equal", Randomness::Deterministic), sign(b"", Randomness::Given(&addrnd))]
        };
        let one = signed(&SlhDsa::new());
        assert_ne!(one[0], one[1]);
        let others = sphincs::backends().iter().filter(|backend| backend.support(&set).runs());
        for other in others {
            assert!(one == signed(*other), "{name}: slh-dsa and {} differ", other.about().name);
        }
    }
}

/// The backends in C.
#[cfg(feature = "c-backends")]
mod in_c {
    use super::*;
    use sphincs::backend::PqcryptoSphincsplus;

    #[test]
    fn pqcrypto_sphincsplus_conforms() {
        conforms(&PqcryptoSphincsplus::new(), &sphincs_plus(&FAST, "simple"), &[]);
        conforms(&PqcryptoSphincsplus::unfenced(), &sphincs_plus(&["128f"], "simple"), &[]);
    }

    /// A round trip of each slow set, of the empty message.
    #[test]
    fn slow_sets_sign_and_verify() {
        for name in sphincs_plus(&["128s", "192s", "256s"], "simple") {
            let (set, backend) = (set(&name), PqcryptoSphincsplus::new());
            let mut key = backend.generate(&set, &mut entropy(0)).expect("generate");
            let mut signature = Vec::new();
            key.sign(&[], Randomness::Fresh(&mut entropy(0)), &mut signature).expect("sign");
            let public_key = key.private_key().public_key();
            assert_eq!(backend.verify(&set, public_key, &[], &signature), Ok(()), "{name}");
            assert!(backend.verify(&set, public_key, &[0], &signature).is_err(), "{name}");
        }
    }
}
