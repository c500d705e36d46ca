//! The contract of every store.

use signer::conformance::{self, Openers};
use signer::{Counter, Error, StateStore};
use std::path::Path;
use store::sim::Sim;
use store::{Disk, FileStore, Identity, Options, Os};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };

fn conforms(disk: &dyn Disk, path: &Path, key: Identity<'_>) {
    let counter = Counter::new(64, 1 << 16).expect("a part of a key");
    FileStore::create(disk, path, key, counter, FOR_TESTS).expect("made");
    let open = || -> Result<Box<dyn StateStore>, Error> {
        Ok(Box::new(FileStore::open(disk, path, key, FOR_TESTS)?.0))
    };
    let flaws = conformance::store(&open, Openers::One);
    assert!(flaws.is_empty(), "{flaws:#?}");
}

#[test]
fn files_conform() {
    let folder = tempfile::tempdir().expect("a folder");
    let key = Identity { seed: b"a seed", public_key: b"conforming files" };
    conforms(&Os, &folder.path().join("state"), key);
}

#[test]
fn files_on_a_simulated_disk_conform() {
    let key = Identity { seed: b"a seed", public_key: b"conforming simulations" };
    conforms(&Sim::new("here"), Path::new("/state"), key);
}

/// What forgets, gives out twice or takes back is told.
#[test]
fn stores_that_do_not_conform_are_found() {
    let counter = Counter::new(0, 1 << 16).expect("from 0 on");
    let forgetful =
        || -> Result<Box<dyn StateStore>, Error> { Ok(Box::new(signer::Volatile::new(counter))) };
    let flaws = conformance::store(&forgetful, Openers::Several).join("\n");
    for flaw in ["it was forgotten", "it went back", "an index again", "an index twice"] {
        assert!(flaws.contains(flaw), "no `{flaw}` in {flaws}");
    }
    let flaws = conformance::store(&forgetful, Openers::One).join("\n");
    assert!(flaws.contains("a second one"), "{flaws}");
}
