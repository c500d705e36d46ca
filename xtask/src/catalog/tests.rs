use std::collections::BTreeSet;
use std::path::Path;

use measure::record::Operation;

use super::*;
use crate::report;

fn records() -> Records {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    report::records(&root.join("results")).expect("records")
}

fn set<'a>(catalog: &'a Catalog, name: &str) -> &'a SetEntry {
    catalog.set(name).unwrap_or_else(|| panic!("no set {name}"))
}

#[test]
fn all_sets_are_there_once() {
    let catalog = Catalog::of(&Records::new());
    let names: BTreeSet<_> = catalog.sets.iter().map(|set| &set.name).collect();
    assert_eq!((names.len(), catalog.sets.len()), (80 + 120 + 77 + 36, 80 + 120 + 77 + 36));
    assert!(catalog.machines.is_empty() && catalog.times.is_empty());
    let length = |name| {
        let set = set(&catalog, name);
        (set.public_key, set.secret_key, set.signature, set.lifetime_log2)
    };
    assert_eq!(length("SLH-DSA-SHA2-192s"), (48, 96, 16_224, None));
    assert_eq!(length("XMSS-SHA2_20_256"), (68, 136, 2820, Some(20)));
}

#[test]
fn standards_and_categories_are_those_of_the_documents() {
    let catalog = Catalog::of(&Records::new());
    let of = |name| {
        let set = set(&catalog, name);
        (set.standards.join(", "), set.hash, set.category)
    };
    let due = |standards: &str, hash, category| (standards.to_owned(), hash, category);
    assert_eq!(
        of("LMS-SHA256-M32-H20+LMOTS-SHA256-N32-W8"),
        due("RFC 8554, SP 800-208", "SHA-256", 5)
    );
    assert_eq!(
        of("LMS-SHAKE-M24-H5+LMOTS-SHAKE-N24-W4"),
        due("RFC 9858, SP 800-208", "SHAKE256", 3)
    );
    assert_eq!(of("HSS-SHA256-H5-W2-L2"), due("RFC 8554, SP 800-208", "SHA-256", 5));
    assert_eq!(of("XMSS-SHA2_10_256"), due("RFC 8391, SP 800-208", "SHA-256", 5));
    assert_eq!(of("XMSS-SHA2_10_192"), due("SP 800-208", "SHA-256", 3));
    assert_eq!(of("XMSS-SHAKE256_10_192"), due("SP 800-208", "SHAKE256", 3));
    assert_eq!(of("XMSS-SHA2_10_512"), due("RFC 8391", "SHA-512", 5));
    assert_eq!(of("XMSSMT-SHAKE_20/4_256"), due("RFC 8391", "SHAKE128", 1));
    assert_eq!(of("SLH-DSA-SHA2-192s"), due("FIPS 205", "SHA-256 and SHA-512", 3));
    assert_eq!(of("SPHINCS+-SHAKE-128f-robust"), due("SPHINCS+ round 3.1", "SHAKE256", 1));
}

#[test]
fn verdicts_are_those_of_the_documents() {
    use Verdict::{Approved, NotApproved, NotCovered, Recommended, Unclear};
    let catalog = Catalog::of(&Records::new());
    let of = |name| {
        let set = set(&catalog, name);
        (set.sp_800_208.verdict, set.cnsa_2_0.verdict)
    };
    assert_eq!(of("LMS-SHA256-M24-H20+LMOTS-SHA256-N24-W8"), (Approved, Recommended));
    assert_eq!(of("LMS-SHA256-M32-H20+LMOTS-SHA256-N32-W8"), (Approved, Approved));
    assert_eq!(of("LMS-SHAKE-M24-H20+LMOTS-SHAKE-N24-W8"), (Approved, Approved));
    assert_eq!(of("HSS-SHA256-H10-W4-L2"), (Approved, NotApproved));
    assert_eq!(of("HSS-SHA256-H10-W4-L1"), (Approved, Unclear));
    assert_eq!(of("XMSS-SHA2_16_192"), (Approved, Approved));
    assert_eq!(of("XMSS-SHA2_16_512"), (NotApproved, NotApproved));
    assert_eq!(of("XMSS-SHAKE_16_256"), (NotApproved, NotApproved));
    assert_eq!(of("XMSSMT-SHA2_20/2_256"), (Approved, NotApproved));
    assert_eq!(of("SLH-DSA-SHA2-128s"), (NotCovered, NotApproved));
}

#[test]
fn secret_keys_are_as_long_as_in_the_records() {
    let (records, mut seen) = (records(), 0);
    let catalog = Catalog::of(&records);
    for record in records.values().flat_map(|machines| machines.values()) {
        for row in record.results.iter().filter(|row| row.backend == "native") {
            let Some(len) = row.median("size.secret_key") else { continue };
            assert_eq!(set(&catalog, &row.parameter_set).secret_key, len as usize, "{row:?}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn times_are_measured_or_predicted_once() {
    let catalog = Catalog::of(&records());
    let keys: BTreeSet<_> = catalog
        .times
        .iter()
        .map(|time| (&*time.machine, &*time.set, &*time.backend, time.operation))
        .collect();
    assert_eq!(keys.len(), catalog.times.len());
    for machine in catalog.machines.iter().filter(|machine| machine.predicts) {
        let native = |time: &&TimeEntry| time.backend == "native" && time.machine == machine.id;
        let native: Vec<_> = catalog.times.iter().filter(native).collect();
        assert_eq!(native.len(), 4 * catalog.sets.len(), "every set, every operation");
        assert!(native.iter().all(|time| time.ns > 0.0 && time.error.is_some()));
        let ns = |set: &str, operation| {
            let time = native.iter().find(|time| time.set == set && time.operation == operation);
            time.map(|time| (time.ns, time.predicted)).unwrap_or_else(|| panic!("{set}"))
        };
        // A tree of 2^10 times as many leaves takes 2^10 times as long, and verifying hardly longer.
        let (small, large) =
            ("LMS-SHA256-M32-H10+LMOTS-SHA256-N32-W8", "LMS-SHA256-M32-H20+LMOTS-SHA256-N32-W8");
        let by = |operation| ns(large, operation).0 / ns(small, operation).0;
        assert!((900.0..1150.0).contains(&by(Operation::Keygen)), "{}", by(Operation::Keygen));
        assert!((0.9..1.15).contains(&by(Operation::Verify)), "{}", by(Operation::Verify));
        assert_eq!((ns(small, Operation::Keygen).1, ns(large, Operation::Keygen).1), (false, true));
    }
}

#[test]
fn a_catalog_is_a_document() {
    let value = serde_json::to_value(Catalog::of(&records())).expect("a document");
    let time = &value["times"][0];
    assert!(time["ns"].is_number() && time["operation"].is_string(), "{time}");
    assert_eq!(value["sets"][0]["sp_800_208"]["verdict"], "approved");
}
