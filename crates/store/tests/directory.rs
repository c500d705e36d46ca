//! Folders of keys: made whole or not at all.

use signer::{Counter, Error, Ledger};
use std::path::Path;
use store::sim::{Fault, Outcome, Sim};
use store::{Directory, Disk, Options, Os, Secret};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };

fn path() -> &'static Path {
    Path::new("/key")
}

fn secret() -> Secret {
    Secret { set: "XMSS-SHA2_10_256".to_owned(), seed: vec![7; 96].into() }
}

fn make(disk: &dyn Disk, path: &Path, public_key: &[u8]) -> Result<(), Error> {
    let counter = Counter::new(0, 1024)?;
    Directory::new(disk, path).create(&secret(), public_key, counter, FOR_TESTS)
}

#[track_caller]
fn refused(disk: &dyn Disk, path: &Path, says: &str) {
    let error =
        Directory::new(disk, path).open(FOR_TESTS).map(drop).expect_err("refused").to_string();
    assert!(error.contains(says), "no `{says}` in: {error}");
}

#[test]
fn a_folder_has_a_key_or_none() {
    let key = b"a whole folder";
    let disk = Sim::new("here");
    make(&disk, path(), key).expect("nothing goes wrong");
    let operations = disk.operations();
    let (mut whole, mut none) = (0, 0);
    let faults =
        [Fault::Refuses, Fault::Lies, Fault::Forgets, Fault::PowerBefore, Fault::PowerAfter];
    let faults: Vec<_> = faults.into_iter().chain((0..200).map(Fault::Torn)).collect();
    for operation in 0..operations {
        for fault in &faults {
            for outcome in [
                Outcome::Lost,
                Outcome::Kept,
                Outcome::LastAlone,
                Outcome::TornAt(1),
                Outcome::TornAt(100),
            ] {
                let disk = Sim::new("here");
                disk.plan(operation, *fault);
                let made = make(&disk, path(), key);
                assert!(disk.struck() && made.is_err());
                disk.fail(outcome);
                match Directory::new(&disk, path()).open(FOR_TESTS) {
                    Ok(opened) => {
                        assert_eq!((opened.secret, &opened.public_key[..]), (secret(), &key[..]));
                        let mut ledger = Ledger::open(opened.store).expect("a state");
                        assert_eq!(ledger.reserve(1).expect("1024").index(), Some(0));
                        whole += 1;
                    }
                    Err(Error::Storage { what }) => {
                        assert!(
                            what.contains("has no key"),
                            "{operation}, {fault:?}, {outcome:?}: {what}"
                        );
                        none += 1;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
    println!("{operations} operations: {whole} whole, {none} none");
    assert!(whole > 0 && none > whole);

    // When making it returned well, no failure of power takes it away.
    for outcome in [Outcome::Lost, Outcome::Kept, Outcome::LastAlone] {
        let disk = Sim::new("here");
        make(&disk, path(), key).expect("nothing goes wrong");
        disk.fail(outcome);
        assert!(Directory::new(&disk, path()).open(FOR_TESTS).is_ok());
    }
}

#[test]
fn what_is_wrong_is_said() {
    let key = b"what is wrong";
    let made = || {
        let disk = Sim::new("here");
        make(&disk, path(), key).expect("made");
        disk
    };
    let disk = made();
    let again = make(&disk, path(), key).expect_err("it is there").to_string();
    assert!(again.contains("never written over"), "{again}");
    refused(&disk, Path::new("/other"), "has no key");
    disk.remove(Path::new("/key/state")).expect("removed");
    refused(&disk, path(), "the state of the key is missing");

    let disk = made();
    disk.open_to_others(Path::new("/key/secret"));
    refused(&disk, path(), "chmod go=");
    let disk = made();
    disk.put(Path::new("/key/public"), b"another");
    refused(&disk, path(), "is not that of the secret");
    let disk = made();
    disk.put(Path::new("/key/secret"), b"nonsense");
    refused(&disk, path(), "damaged");
    let disk = made();
    disk.put(Path::new("/key/secret"), &[0; 5000]);
    refused(&disk, path(), "cannot be read");
    let disk = made();
    disk.link(Path::new("/key/secret"));
    refused(&disk, path(), "Link");
    let disk = made();
    disk.remove(Path::new("/key/public")).expect("removed");
    refused(&disk, path(), "public cannot be read");
}

#[test]
fn folders_of_this_machine_are_for_their_owner() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("key");
    make(&Os, &path, b"for its owner").expect("made");
    let opened = Directory::new(&Os, &path).open(FOR_TESTS).expect("opens");
    assert_eq!(opened.secret, secret());
    refused(&Os, &path, "another program");
    drop(opened);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |name: &str| {
            let about = std::fs::metadata(path.join(name)).expect("there");
            about.permissions().mode() & 0o777
        };
        assert_eq!((mode(""), mode("secret"), mode("state")), (0o700, 0o600, 0o600));
        let mut names: Vec<_> = std::fs::read_dir(&path)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["public", "secret", "state"]);
    }
}
