//! Every backend against the checks of [`signer::conformance`], and each against each other one.

mod common;

use common::{entropy, set};
use signer::conformance::{Check, Effort, cross, run};
use signer::{Backend, Key, Randomness};
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

/// Every pair of backends of every set that at least two run, the slow ones included.
#[test]
fn backends_verify_each_other() {
    let mut pairs = 0;
    for set in hbs::sphincs::sets() {
        let running = sphincs::backends().iter().filter(|b| b.support(set).runs()).count();
        if running < 2 {
            continue;
        }
        let cells = cross(sphincs::backends(), set, &mut entropy(7)).expect("cross");
        assert_eq!(cells.len(), running * running);
        for cell in &cells {
            assert!(cell.holds(), "{}: {cell:?}", set.name);
        }
        pairs += cells.len();
    }
    assert_eq!(pairs, 12 * 9);
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
        let [one, other, third] =
            [&SlhDsa::new() as &dyn Backend, &Fips205::new(), &PureCrypto::new()].map(signed);
        assert_ne!(one[0], one[1]);
        assert!(one == other, "{name}: slh-dsa and fips205 differ");
        assert!(one == third, "{name}: slh-dsa and purecrypto differ");
    }
}

/// The backends in C: of SPHINCS+, of which no other backend runs anything.
#[cfg(feature = "c-backends")]
mod in_c {
    use super::*;
    use sphincs::backend::PqcryptoSphincsplus;

    fn simple(shapes: &[&str]) -> Vec<String> {
        let of = |hash| shapes.iter().map(move |shape| format!("SPHINCS+-{hash}-{shape}-simple"));
        of("SHA2").chain(of("SHAKE")).collect()
    }

    #[test]
    fn pqcrypto_sphincsplus_conforms() {
        conforms(&PqcryptoSphincsplus::new(), &simple(&FAST), &[]);
        conforms(&PqcryptoSphincsplus::unfenced(), &simple(&["128f"]), &[]);
    }

    /// A round trip of each slow set, of the empty message.
    #[test]
    fn slow_sets_sign_and_verify() {
        for name in simple(&["128s", "192s", "256s"]) {
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
