//! Parts of keys: every operation of splitting, signing and merging goes wrong. Whatever is left of the
//! key and of its part is then signed with to the end: no index may come twice.

use signer::{Counter, Error, Ledger};
use std::collections::BTreeSet;
use std::path::Path;
use store::sim::{Fault, Outcome, Sim};
use store::{Count, Directory, Merged, NewKey, Options, Part, Secret, merge, no_passphrase, split};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };
const LIMIT: u64 = 64;
/// More than the bytes of a slot.
const SLOT: usize = 240;

fn key() -> &'static Path {
    Path::new("/key")
}

fn part() -> &'static Path {
    Path::new("/part")
}

fn create(disk: &Sim, public_key: &[u8]) -> Result<(), Error> {
    let secret = Secret { set: "a set".to_owned(), seed: vec![7; 32].into() };
    let counter = Some(Counter::new(0, LIMIT)?);
    let new =
        NewKey { secret: &secret, public_key, counter, lock: None, anchor: None, shared: None };
    Directory::new(disk, key()).create(new, FOR_TESTS)
}

fn open(disk: &Sim, path: &Path) -> Result<Ledger<Count>, Error> {
    let opened = Directory::new(disk, path).open(FOR_TESTS, &mut no_passphrase)?;
    Ledger::open(opened.store)
}

fn sign(disk: &Sim, path: &Path, n: u64, issued: &mut Vec<u64>) -> Result<(), Error> {
    issued.extend(open(disk, path)?.reserve(n)?.map(|ticket| ticket.index()));
    Ok(())
}

fn split_off(disk: &Sim, n: u64, aligned: u64) -> Result<Counter, Error> {
    let (from, to) = (Directory::new(disk, key()), Directory::new(disk, part()));
    split(&from, &to, Part { n, aligned, anchor: None }, FOR_TESTS, &mut no_passphrase)
}

fn merge_back(disk: &Sim, lose: u64) -> Result<Merged, Error> {
    let (to, from) = (Directory::new(disk, key()), Directory::new(disk, part()));
    merge(&to, &from, lose, FOR_TESTS, &mut no_passphrase)
}

/// What an owner of two machines does. `uses` of the part are signed with before it comes back.
fn program(disk: &Sim, public_key: &[u8], uses: u64, issued: &mut Vec<u64>) -> Result<(), Error> {
    create(disk, public_key)?;
    sign(disk, key(), 3, issued)?;
    split_off(disk, 20, 8)?;
    sign(disk, key(), 2, issued)?;
    if uses > 0 {
        sign(disk, part(), uses, issued)?;
    }
    merge_back(disk, 40)?;
    sign(disk, key(), 2, issued)
}

/// Signs with all that is left of what is there: each index comes once.
fn drain(disk: &Sim, issued: &[u64], what: &str) -> usize {
    let mut all: BTreeSet<u64> = issued.iter().copied().collect();
    assert_eq!(all.len(), issued.len(), "{what}");
    for path in [key(), part()] {
        let mut ledger = match open(disk, path) {
            Ok(ledger) => ledger,
            // What was signed with is there, whatever happened.
            Err(error) => {
                assert!(path == part() || issued.is_empty(), "{what}: {error}");
                continue;
            }
        };
        match ledger.reserve(LIMIT) {
            Ok(tickets) => {
                for ticket in tickets {
                    assert!(all.insert(ticket.index()), "{what}: {} again", ticket.index());
                }
            }
            Err(Error::Exhausted) => {}
            Err(error) => panic!("{what}: {error}"),
        }
    }
    assert!(all.iter().all(|index| *index < LIMIT), "{what}");
    all.len()
}

#[test]
fn parts_are_of_one_key_and_come_back() {
    let (disk, mut issued) = (Sim::new("here"), Vec::new());
    create(&disk, b"parts").expect("made");
    sign(&disk, key(), 3, &mut issued).expect("there are 64");
    let counter = split_off(&disk, 20, 8).expect("there are 61");
    assert_eq!((counter.start, counter.limit), (40, 64), "a multiple of 8");
    let again = split_off(&disk, 1, 1).expect_err("it is there").to_string();
    assert!(again.contains("there already"), "{again}");
    assert_eq!(open(&disk, key()).expect("opens").counter().remaining(), 37);
    let merged = merge_back(&disk, 0).expect("nothing is lost");
    assert_eq!((merged.counter.next, merged.counter.limit, merged.lost), (3, 64, 0));
    assert!(open(&disk, part()).expect_err("gone").to_string().contains("has no key"));

    split_off(&disk, 20, 8).expect("there are 61");
    sign(&disk, part(), 2, &mut issued).expect("there are 24");
    let error = merge_back(&disk, 36).expect_err("37 are lost").to_string();
    assert!(error.contains("--lose 37"), "{error}");
    let merged = merge_back(&disk, 37).expect("agreed");
    assert_eq!((merged.counter.next, merged.counter.issued, merged.lost), (42, 0, 37));
    assert_eq!(drain(&disk, &issued, "in the end"), 5 + 22);

    for (n, aligned) in [(0, 1), (1, 1), (u64::MAX, 1)] {
        assert!(split_off(&disk, n, aligned).is_err(), "{n}: none are left");
    }
}

#[test]
fn what_does_not_follow_is_not_merged() {
    let disk = Sim::new("here");
    create(&disk, b"in order").expect("made");
    split_off(&disk, 16, 1).expect("there are 64");
    let (to, from) = (Directory::new(&disk, part()), Directory::new(&disk, key()));
    let error = merge(&to, &from, 99, FOR_TESTS, &mut no_passphrase).expect_err("the wrong way");
    assert_eq!(error, Error::Index { asked: 0, next: 64 });
    let other = Path::new("/other");
    let secret = Secret { set: "a set".to_owned(), seed: vec![8; 32].into() };
    let counter = Some(Counter::new(48, 50).expect("a range"));
    let new = NewKey {
        secret: &secret,
        public_key: b"another",
        counter,
        lock: None,
        anchor: None,
        shared: None,
    };
    Directory::new(&disk, other).create(new, FOR_TESTS).expect("made");
    let from = Directory::new(&disk, other);
    let error = merge(&Directory::new(&disk, key()), &from, 99, FOR_TESTS, &mut no_passphrase);
    assert!(error.expect_err("two keys").to_string().contains("two keys"));
    assert_eq!(drain(&disk, &[], "nothing was changed"), 64);
}

#[test]
fn no_fault_of_splitting_and_merging_repeats_an_index() {
    let faults =
        [Fault::Refuses, Fault::Lies, Fault::Forgets, Fault::PowerBefore, Fault::PowerAfter];
    let torn = [0, 1, 48, 104, 136, 167, 168, 200, SLOT].map(Fault::Torn);
    let faults: Vec<_> = faults.into_iter().chain(torn).collect();
    let few = [Outcome::Lost, Outcome::Kept, Outcome::LastAlone];
    let many: Vec<_> = few.into_iter().chain((0..SLOT).step_by(8).map(Outcome::TornAt)).collect();
    let (mut experiments, mut lost) = (0_u64, 0);
    for (uses, public_key) in [(0, &b"unused part"[..]), (2, b"used part")] {
        let (disk, mut issued) = (Sim::new("here"), Vec::new());
        program(&disk, public_key, uses, &mut issued).expect("nothing goes wrong");
        let whole = drain(&disk, &issued, "nothing goes wrong");
        for operation in 0..disk.operations() {
            for fault in &faults {
                let power = matches!(fault, Fault::PowerBefore | Fault::PowerAfter);
                let outcomes = if power { &many[..] } else { &few };
                for outcome in outcomes.iter().copied().map(Some).chain((!power).then_some(None)) {
                    let (disk, mut issued) = (Sim::new("here"), Vec::new());
                    disk.plan(operation, *fault);
                    let result = program(&disk, public_key, uses, &mut issued);
                    if !disk.struck() {
                        continue;
                    }
                    let what = format!("{operation}, {fault:?}, {outcome:?}, {result:?}");
                    outcome.map_or_else(|| disk.end(), |outcome| disk.fail(outcome));
                    let left = drain(&disk, &issued, &what);
                    lost += whole.saturating_sub(left) as u64;
                    experiments += 1;
                }
            }
        }
    }
    println!("{experiments} experiments, {lost} indices lost, 0 reused");
    assert!(experiments > 5_000);
}

/// Each bit of the state of the key and of its part, after the split.
#[test]
fn no_bit_brings_back_what_was_given_away() {
    let mut experiments = 0;
    for signed in [0, 1, 5] {
        let (disk, mut issued) = (Sim::new("here"), Vec::new());
        create(&disk, b"given away").expect("made");
        split_off(&disk, 24, 8).expect("there are 64");
        if signed > 0 {
            sign(&disk, key(), signed, &mut issued).expect("there are 40");
            sign(&disk, part(), signed, &mut issued).expect("there are 24");
        }
        let files = ["/key/state", "/part/state"].map(Path::new);
        let good = files.map(|file| disk.bytes(file).expect("a file"));
        for (file, bytes) in files.iter().zip(&good) {
            for bit in (0..8 * bytes.len()).filter(|bit| bit / 8 % 4096 < SLOT) {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                files.iter().zip(&good).for_each(|(file, good)| disk.put(file, good));
                disk.put(file, &changed);
                drain(&disk, &issued, &format!("{}, {signed} signed, bit {bit}", file.display()));
                experiments += 1;
            }
        }
    }
    println!("{experiments} bits, 0 reused");
}

/// A merger that has returned is in both slots: damage to either loses none of what came back.
#[test]
fn no_bit_loses_what_was_merged() {
    let (disk, mut issued) = (Sim::new("here"), Vec::new());
    create(&disk, b"merged").expect("made");
    sign(&disk, key(), 3, &mut issued).expect("there are 64");
    split_off(&disk, 24, 8).expect("there are 61");
    merge_back(&disk, 0).expect("nothing is lost");
    let state = Path::new("/key/state");
    let good = disk.bytes(state).expect("a file");
    for bit in (0..8 * good.len()).filter(|bit| bit / 8 % 4096 < SLOT) {
        let mut changed = good.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        disk.put(state, &changed);
        assert!(drain(&disk, &issued, &format!("bit {bit}")) >= 63, "bit {bit}");
    }
}
