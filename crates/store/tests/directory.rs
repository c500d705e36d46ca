//! Folders of keys: made whole or not at all.

use signer::{Counter, Error, Ledger};
use std::path::Path;
use store::sim::{Fault, Outcome, Sim};
use store::{
    Cost, Directory, Disk, Lock, NewKey, OpenKey, Options, Os, Passphrase, Secret, no_passphrase,
};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };

fn path() -> &'static Path {
    Path::new("/key")
}

fn secret() -> Secret {
    Secret { set: "XMSS-SHA2_10_256".to_owned(), seed: vec![7; 96].into() }
}

fn make(disk: &dyn Disk, path: &Path, public_key: &[u8]) -> Result<(), Error> {
    let counter = Counter::new(0, 1024)?;
    let key = NewKey {
        secret: &secret(),
        public_key,
        counter: Some(counter),
        lock: None,
        anchor: None,
        shared: None,
    };
    Directory::new(disk, path).create(key, FOR_TESTS)
}

fn open(disk: &dyn Disk, path: &Path) -> Result<OpenKey, Error> {
    Directory::new(disk, path).open(FOR_TESTS, &mut no_passphrase)
}

#[track_caller]
fn refused(disk: &dyn Disk, path: &Path, says: &str) {
    let error = open(disk, path).map(drop).expect_err("refused").to_string();
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
                match open(&disk, path()) {
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
        assert!(open(&disk, path()).is_ok());
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
    refused(&disk, path(), "it is no file");
    let disk = made();
    disk.remove(Path::new("/key/public")).expect("removed");
    refused(&disk, path(), "public cannot be read");
}

#[test]
fn folders_of_this_machine_are_for_their_owner() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("key");
    make(&Os, &path, b"for its owner").expect("made");
    let opened = open(&Os, &path).expect("opens");
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
        assert_eq!(names, ["public", "secret", "set", "state"]);
    }
}

/// What could not be made leaves nothing, if the disk lets go of it.
#[test]
fn a_place_that_keeps_nothing_is_left_as_it_was() {
    let folder = tempfile::tempdir_in("/dev/shm");
    let Ok(folder) = folder else { return };
    let (path, log) = (folder.path().join("key"), folder.path().join("log"));
    let counter = Some(Counter::new(0, 8).expect("from 0 on"));
    let key = NewKey {
        secret: &secret(),
        public_key: b"kept by nothing",
        counter,
        lock: None,
        anchor: Some(&log),
        shared: None,
    };
    let error = Directory::new(&Os, &path).create(key, Options::default()).expect_err("refused");
    assert!(error.to_string().contains("a sync takes"), "{error}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_passphrase_is_asked_for_only_where_there_is_one() {
    let disk = Sim::new("here");
    let passphrase = |text: &str| Passphrase::new(text.as_bytes().to_vec().into());
    let right = passphrase("a long one").expect("some");
    let lock =
        Lock { passphrase: &right, cost: Cost::LEAST, entropy: &mut signer::Given(&[3; 40]) };
    let counter = Counter::new(0, 1024).expect("from 0 on");
    let key = NewKey {
        secret: &secret(),
        public_key: b"locked",
        counter: Some(counter),
        lock: Some(lock),
        anchor: None,
        shared: None,
    };
    let directory = Directory::new(&disk, path());
    directory.create(key, FOR_TESTS).expect("made");
    refused(&disk, path(), "takes its passphrase");
    let wrong = directory.open(FOR_TESTS, &mut || passphrase("a wrong one")).map(drop);
    assert!(wrong.expect_err("wrong").to_string().contains("not its passphrase"));
    let opened = directory.open(FOR_TESTS, &mut || passphrase("a long one")).expect("opens");
    assert_eq!(opened.secret, secret());
    assert!(!disk.bytes(Path::new("/key/secret")).expect("there").windows(8).any(|w| w == [7; 8]));

    make(&disk, Path::new("/open"), b"not locked").expect("made");
    let mut asked = 0;
    let mut ask = || {
        asked += 1;
        no_passphrase()
    };
    assert!(Directory::new(&disk, Path::new("/open")).open(FOR_TESTS, &mut ask).is_ok());
    assert_eq!(asked, 0);
}

#[test]
fn a_stateless_key_has_no_state() {
    let disk = Sim::new("here");
    let key = NewKey {
        secret: &secret(),
        public_key: b"stateless",
        counter: None,
        lock: None,
        anchor: None,
        shared: None,
    };
    let directory = Directory::new(&disk, path());
    directory.create(key, Options::default()).expect("made");
    disk.fail(Outcome::Lost);
    assert!(!directory.has_state());
    let found = directory.secret(&mut no_passphrase).expect("there");
    assert_eq!(found, (secret(), b"stateless".to_vec()));
    refused(&disk, path(), "the state of the key is missing");
}

#[test]
fn a_cache_is_beside_the_key() {
    let disk = Sim::new("here");
    make(&disk, path(), b"with a cache").expect("made");
    let directory = Directory::new(&disk, path());
    assert_eq!(directory.cache(), b"");
    for cache in [&b"some nodes"[..], b"others"] {
        directory.keep(cache).expect("kept");
        assert_eq!(directory.cache(), cache);
    }
    // One that was cut off while it wrote is no hindrance.
    disk.create(Path::new("/key/cache.new")).expect("made");
    directory.keep(b"again").expect("kept");
    assert_eq!(directory.cache(), b"again");
    disk.link(Path::new("/key/cache"));
    assert_eq!(directory.cache(), b"", "no link is followed");
}
