use super::*;
use crate::report;
use std::path::{Path, PathBuf};

/// The machine whose records have baselines, which predictions are held to.
const MACHINE: &str = "amd-epyc-2c-linux-x86_64-d0fcbd42";

/// Rows whose predictions are worse than the rest, and how far off they may be.
const WORSE: [(&str, Operation, f64); 8] = [
    // The rooms for 64 signatures with short chains are 330 to 580 kB of heap. Whether each call finds
    // them as fresh pages depends on what the process freed before: the two W1 sets hash alike, and are
    // 50 % apart; so much more than warm ones take calls that are the first.
    ("LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W1", Operation::VerifyMany, 0.25),
    ("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W1", Operation::VerifyMany, 0.25),
    ("HSS-SHA256-H5-W2-L1", Operation::VerifyMany, 0.22),
    // Its twin with SHAKE128 is left out too; what is left of XMSS hashes with SHA-2 or has layers.
    ("XMSS-SHAKE256_10_256", Operation::Sign, 0.20),
    // Masks make the hashes of robust sets longer, in each set by a number of blocks of its own.
    ("SPHINCS+-SHA2-192f-robust", Operation::Keygen, 0.18),
    ("SPHINCS+-SHA2-128s-robust", Operation::Verify, 0.18),
    // 109 us alone, as its twin of SPHINCS+; in the run of all backends half of the samples took 161 us.
    ("SLH-DSA-SHA2-256s", Operation::Verify, 0.28),
    // The only set of two layers that is measured.
    ("XMSSMT-SHA2_20/2_256", Operation::Sign, 0.18),
];

#[test]
fn measured_sets_are_predicted_from_the_others() {
    let records = report::records(&results()).expect("records");
    let machine = machine(&records);
    let mut seen = 0;
    let (mut wrong, mut errors) = (Vec::new(), Vec::new());
    for operation in OPERATIONS {
        let model = Model::of(&machine, "native", operation).expect("a model");
        assert_eq!(model.form, Form::Lanes);
        for point in &model.points {
            let error = model.error(&point.set).expect("other sets");
            seen += 1;
            errors.push(error.abs());
            let most = WORSE.iter().find(|(set, of, _)| (*set, *of) == (&point.set, operation));
            if error.abs() > most.map_or(0.15, |(_, _, most)| *most) {
                wrong.push(format!("{} {}: {:+.1} %", point.set, operation.name(), 100.0 * error));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new(), "of {seen} rows");
    assert!(seen >= 276, "{seen}");
    errors.sort_by(f64::total_cmp);
    assert!(errors[seen / 2] < 0.05, "the median is {}", errors[seen / 2]);
}

/// A backend that signs by building its tree anew hashes more than anybody has to.
#[test]
fn what_the_records_do_not_tell_is_not_predicted() {
    let records = report::records(&results()).expect("records");
    let catalog = crate::catalog::Catalog::of(&records);
    let predicted = |backend: &str, operation| {
        catalog.times.iter().any(|time| {
            (&*time.backend, time.operation, time.predicted) == (backend, operation, true)
        })
    };
    assert!(predicted("native", Operation::Sign) && predicted("hbs-lms", Operation::Keygen));
    assert!(!predicted("hbs-lms", Operation::Sign));
}

#[test]
fn two_forms_are_told_apart_by_what_they_miss() {
    let records = report::records(&results()).expect("records");
    let machine = machine(&records);
    let of = |backend, operation| Model::of(&machine, backend, operation).map(|model| model.form);
    assert_eq!(of("native", Operation::Verify), Some(Form::Lanes));
    assert_eq!(of("slh-dsa", Operation::Verify), Some(Form::Limit), "one hash after the other");
    assert_eq!(of("nobody", Operation::Verify), None);
    assert!(Model::of(&BTreeMap::new(), "native", Operation::Sign).is_none());
}

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../results")
}

/// The records that predictions are held to.
fn machine(records: &report::Records) -> BTreeMap<&str, &Record> {
    let found = records.iter().filter_map(|(scheme, of)| Some((&**scheme, of.get(MACHINE)?)));
    found.collect()
}
