//! This library as a backend: what it is asked is checked, and options are kept.
#![cfg(feature = "std")]

use hbs::hss::HSS;
use hbs::lms::LMS;
use std::collections::HashMap;

use hbs::Native;
use lanes::Cpu;
use signer::{Backend, Error, Given, Key, ParameterSet};

fn all() -> Vec<Native> {
    [Native::all(&LMS), Native::all(&HSS)].into_iter().flatten().collect()
}

fn lms_set(ots: &str) -> ParameterSet {
    hbs::lms::find(&format!("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-{ots}")).expect("a set")
}

#[test]
fn each_is_what_its_name_says() {
    let hashes = |cpu: Cpu| {
        let engines = cpu.engines();
        format!("its own: {}, {}", engines.sha256.name(), engines.shake256.name())
    };
    let best = Cpu::detect();
    let mut due = HashMap::from([("native".to_owned(), best), ("native-small".into(), best)]);
    let others = Cpu::available().filter(|cpu| cpu.name() != best.name());
    due.extend(others.map(|cpu| (format!("native@{}", cpu.name()), cpu)));
    for chapter in [Native::all(&LMS), Native::all(&HSS)] {
        assert_eq!(chapter.len(), due.len());
        for native in chapter {
            let about = native.about();
            assert_eq!(about.hash, hashes(due[&*about.name]), "{}", about.name);
            assert_eq!(about.features == "keeps no nodes", about.name == "native-small");
        }
    }
}

#[test]
fn threads_are_all_that_they_change() {
    for native in all() {
        assert_eq!(native.threads(), 1);
        for threads in 0..4 {
            let several = native.with_threads(threads).expect("threads").expect("it uses them");
            assert_eq!((several.threads(), several.about()), (threads.max(1), native.about()));
            let fewer = several.with_threads(1).expect("a thread").expect("it uses it");
            assert_eq!(fewer.threads(), 1);
        }
    }
}

#[test]
fn what_is_asked_is_checked() {
    let (set, other) = (lms_set("W1"), lms_set("W2"));
    let seed = vec![7; set.seed_len];
    for native in Native::all(&LMS) {
        for len in [0, seed.len() - 1, seed.len() + 1] {
            let due = Error::Length { what: "seed", expected: seed.len(), found: len };
            let made = native.generate_from_seed(&set, &vec![7; len]);
            assert_eq!(made.err(), Some(due));
        }
        let short = native.generate(&set, &mut Given(&seed[1..]));
        assert_eq!(short.err(), Some(Error::Entropy));

        let key = native.generate_from_seed(&set, &seed).expect("a seed");
        let public_key = key.private_key().public_key().to_vec();
        let verdict = native.verify(&other, &public_key, b"", &vec![0; other.signature_len()]);
        assert!(matches!(verdict, Err(Error::Type { .. })), "{verdict:?}");
    }
}

#[test]
fn sets_of_another_scheme_are_refused() {
    let hss = hbs::hss::find("HSS-SHA256-H5-W1-L2").expect("a set");
    for (natives, set) in [(Native::all(&LMS), hss), (Native::all(&HSS), lms_set("W1"))] {
        for native in natives {
            let key = |key: Result<Key, Error>| key.map(drop);
            let results = [
                key(native.generate(&set, &mut Given(&[0; 99]))),
                key(native.generate_from_seed(&set, &vec![0; set.seed_len])),
                key(native.load(&set, &[])),
                native.verify(&set, &[], b"", &[]),
            ];
            let why = format!("{} does not know {}", native.about().name, set.name);
            assert!(results.iter().all(|it| *it == Err(Error::unsupported(why.clone()))));
        }
    }
}
