//! Keys with an anchor: a state that is put back is told, whatever went wrong before.

use signer::{Counter, Error, Ledger, MonotonicAnchor};
use std::collections::BTreeSet;
use std::path::Path;
use store::sim::{Fault, Outcome, Sim};
use store::{Directory, Identity, LogAnchor, NewKey, Options, Secret, no_passphrase};

const FOR_TESTS: Options = Options { allow_volatile: true, adopt: None };
const LIMIT: u64 = 1 << 16;
const SEED: [u8; 32] = [7; 32];

fn key() -> &'static Path {
    Path::new("/key")
}

fn log() -> &'static Path {
    Path::new("/log")
}

fn create(disk: &Sim, public_key: &[u8]) -> Result<(), Error> {
    let secret = Secret { set: "a set".to_owned(), seed: SEED.to_vec().into() };
    let counter = Some(Counter::new(0, LIMIT)?);
    let new = NewKey {
        secret: &secret,
        public_key,
        counter,
        lock: None,
        anchor: Some(log()),
        shared: None,
    };
    Directory::new(disk, key()).create(new, FOR_TESTS)
}

fn sign(disk: &Sim, ns: &[u64], issued: &mut Vec<u64>) -> Result<(), Error> {
    let opened = Directory::new(disk, key()).open(FOR_TESTS, &mut no_passphrase)?;
    let mut ledger = Ledger::open(opened.store)?;
    for n in ns {
        issued.extend(ledger.reserve(*n)?.map(|ticket| ticket.index()));
    }
    Ok(())
}

#[test]
fn a_state_that_was_put_back_does_not_sign() {
    let (disk, mut issued) = (Sim::new("here"), Vec::new());
    create(&disk, b"put back").expect("made");
    let state = Path::new("/key/state");
    for round in 0..4 {
        let before = disk.bytes(state).expect("a file");
        sign(&disk, &[1, 3], &mut issued).expect("there are many");
        let after = disk.bytes(state).expect("a file");
        disk.put(state, &before);
        let error = sign(&disk, &[1], &mut issued).expect_err("it went back").to_string();
        assert!(error.contains("it went back"), "{round}: {error}");
        disk.put(state, &after);
    }
    assert_eq!(issued, (0..16).collect::<Vec<_>>());

    // Without its log the key does not sign, nor with another one.
    let bytes = disk.bytes(log()).expect("a file");
    store::Disk::remove(&disk, log()).expect("removed");
    let error = sign(&disk, &[1], &mut issued).expect_err("gone").to_string();
    assert!(error.contains("the anchor /log cannot be opened"), "{error}");
    let other = Identity { seed: &SEED, public_key: b"another" };
    LogAnchor::create(&disk, log(), other, 0).expect("made");
    let error = sign(&disk, &[1], &mut issued).expect_err("another").to_string();
    assert!(error.contains("of another key"), "{error}");
    disk.put(log(), &bytes);
    sign(&disk, &[1], &mut issued).expect("all is well");
}

/// Each bit: what the log knows is never more, and at most one record less.
#[test]
fn damage_is_told_or_costs_the_last_record() {
    let (disk, identity) = (Sim::new("here"), Identity { seed: &SEED, public_key: b"damaged" });
    LogAnchor::create(&disk, log(), identity, 0).expect("made");
    let mut anchor = LogAnchor::open(&disk, log(), identity, 0).expect("opens");
    assert!(LogAnchor::open(&disk, log(), identity, 0).is_err(), "it is locked");
    for next in [1, 5, 5, 3, 9] {
        anchor.raise(next).expect("written");
    }
    drop(anchor);
    let good = disk.bytes(log()).expect("a file");
    assert_eq!(good.len(), 64 * 4, "a header, and what rose");
    let read = |bytes: &[u8]| {
        disk.put(log(), bytes);
        LogAnchor::open(&disk, log(), identity, 0).and_then(|mut anchor| anchor.read())
    };
    assert_eq!(read(&good), Ok(9));
    let mut found = [0_u32; 3];
    for bit in 0..8 * good.len() {
        let mut changed = good.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let which = match read(&changed) {
            Err(_) => 0,
            Ok(5) => 1,
            Ok(9) => 2,
            Ok(other) => panic!("bit {bit}: {other}"),
        };
        found[which] += 1;
        assert_eq!(which == 0, bit < 8 * 64, "bit {bit}");
    }
    println!("refused, one less, all: {found:?}");
    for len in 0..good.len() {
        match read(&good[..len]) {
            Err(_) => assert!(len < 64, "{len}"),
            Ok(next) => assert_eq!(next, [0, 1, 5][len / 64 - 1], "{len}"),
        }
    }
    let torn = [&good[..], &[7; 30]].concat();
    assert_eq!(read(&torn), Ok(9));
    let mut anchor = LogAnchor::open(&disk, log(), identity, 0).expect("opens");
    anchor.raise(12).expect("written over what was torn");
    drop(anchor);
    assert_eq!(read(&disk.bytes(log()).expect("a file")), Ok(12));
    let mut two = good.clone();
    two[64 * 2] ^= 1;
    two[64 * 3] ^= 1;
    let begun = [&good[..64 * 3], &[7; 94]].concat();
    assert!(read(&begun).is_err(), "nothing is begun after what was torn");
    let mut again = good.clone();
    again.copy_within(64..128, 64 * 3);
    assert_eq!(read(&again), Ok(5), "a record of its own place alone");
    assert!(read(&two).expect_err("two").to_string().contains("not just at its end"));
}

#[test]
fn no_fault_with_an_anchor_repeats_an_index() {
    let public_key = b"faults with an anchor";
    let program = |disk: &Sim, issued: &mut Vec<u64>| {
        create(disk, public_key)?;
        sign(disk, &[1, 1, 4], issued)?;
        sign(disk, &[2, 1], issued)
    };
    let (disk, mut issued) = (Sim::new("here"), Vec::new());
    program(&disk, &mut issued).expect("nothing goes wrong");
    let faults =
        [Fault::Refuses, Fault::Lies, Fault::Forgets, Fault::PowerBefore, Fault::PowerAfter];
    let faults: Vec<_> = faults.into_iter().chain((0..=64).step_by(4).map(Fault::Torn)).collect();
    let outcomes = [Outcome::Lost, Outcome::Kept, Outcome::LastAlone];
    let outcomes: Vec<_> =
        outcomes.into_iter().chain((0..240).step_by(6).map(Outcome::TornAt)).collect();
    let mut experiments = 0;
    for operation in 0..disk.operations() {
        for fault in &faults {
            for outcome in &outcomes {
                let (disk, mut issued) = (Sim::new("here"), Vec::new());
                disk.plan(operation, *fault);
                let failed = program(&disk, &mut issued).is_err();
                assert!(disk.struck() && failed, "{operation}, {fault:?}");
                disk.fail(*outcome);
                let what = format!("{operation}, {fault:?}, {outcome:?}");
                let signed = issued.len();
                let again = sign(&disk, &[1, 2], &mut issued);
                assert!(signed == 0 || again.is_ok(), "{what}: {again:?}");
                let all: BTreeSet<u64> = issued.iter().copied().collect();
                assert_eq!(all.len(), issued.len(), "{what}: {issued:?}");
                experiments += 1;
            }
        }
    }
    println!("{experiments} experiments, 0 reused");
}
