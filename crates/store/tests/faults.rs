//! Every operation of a store goes wrong, in every way and torn at every byte; what is found after is
//! opened again. No index may be given out twice, ever.

use signer::{Counter, Error, Ledger, StateStore};
use std::collections::BTreeSet;
use std::path::Path;
use store::sim::{Fault, Outcome, Sim};
use store::{FileStore, Identity, Options};

const LIMIT: u64 = 1 << 20;
/// More than the bytes of a slot.
const SLOT: usize = 240;

fn path() -> &'static Path {
    Path::new("/state")
}

/// Each test has a key of its own: they run at once, and a process opens a key once.
#[derive(Clone, Copy)]
struct Key(&'static [u8]);

impl Key {
    fn identity(self) -> Identity<'static> {
        Identity { seed: b"a seed", public_key: self.0 }
    }

    fn create(self, disk: &Sim) -> Result<(), Error> {
        let counter = Counter::new(0, LIMIT)?;
        let options = Options { allow_volatile: true, adopt: None };
        FileStore::create(disk, path(), self.identity(), counter, options)?;
        store::Disk::sync_dir(disk, Path::new("/"))
            .map_err(|error| Error::storage(error.to_string()))
    }

    fn open(self, disk: &Sim, adopt: Option<u64>) -> Result<Ledger<FileStore>, Error> {
        let options = Options { allow_volatile: true, adopt };
        Ledger::open(FileStore::open(disk, path(), self.identity(), options)?.0)
    }
}

/// A program that signs: what it gives out is written down, in order.
fn program(key: Key, disk: &Sim, issued: &mut Vec<u64>) -> Result<(), Error> {
    key.create(disk)?;
    let mut ledger = key.open(disk, None)?;
    for n in [1, 1, 4, 1, 16, 16] {
        issued.extend(ledger.reserve(n)?.map(|ticket| ticket.index()));
    }
    ledger.skip_to(60)?;
    issued.extend(ledger.reserve(2)?.map(|ticket| ticket.index()));
    ledger.flush()?;
    drop(ledger);
    let mut ledger = key.open(disk, Some(5))?;
    issued.extend(ledger.reserve(1)?.map(|ticket| ticket.index()));
    Ok(())
}

#[derive(Debug, Default)]
struct Table {
    experiments: u64,
    opened: u64,
    unborn: u64,
    lost: u64,
    most: u64,
}

impl Table {
    /// Opens what is found, signs on, and compares.
    fn reopen(&mut self, key: Key, disk: &Sim, issued: &[u64], what: &str) {
        self.experiments += 1;
        let mut all: BTreeSet<u64> = issued.iter().copied().collect();
        assert_eq!(all.len(), issued.len(), "{what}");
        for _ in 0..2 {
            match key.open(disk, None) {
                Err(error) => {
                    // Only a key that never signed may be gone: its file was not made to the end.
                    assert!(issued.is_empty(), "{what}: {error}");
                    self.unborn += 1;
                    return;
                }
                Ok(mut ledger) => {
                    let next = ledger.counter().next;
                    let due = all.last().map_or(0, |last| last + 1);
                    assert!(next >= due, "{what}: {next} again, after {due}");
                    self.lost += next - due;
                    self.most = self.most.max(next - due);
                    for n in [1, 3] {
                        for ticket in ledger.reserve(n).expect(what) {
                            assert!(all.insert(ticket.index()), "{what}: {}", ticket.index());
                        }
                    }
                }
            }
            disk.fail(Outcome::Lost);
        }
        self.opened += 1;
    }
}

#[test]
fn no_fault_lets_an_index_be_given_out_twice() {
    let key = Key(b"faults");
    let disk = Sim::new("here");
    let mut issued = Vec::new();
    program(key, &disk, &mut issued).expect("nothing goes wrong");
    assert_eq!(issued.len(), 42);
    let operations = disk.operations();

    let mut table = Table::default();
    let torn = (0..=SLOT).map(Fault::Torn);
    let faults =
        [Fault::Refuses, Fault::Lies, Fault::Forgets, Fault::PowerBefore, Fault::PowerAfter];
    let faults: Vec<_> = faults.into_iter().chain(torn).collect();
    let few = [Outcome::Lost, Outcome::Kept, Outcome::LastAlone];
    let many = few.into_iter().chain((0..=SLOT).map(Outcome::TornAt));
    let many: Vec<_> = many.collect();
    for operation in 0..operations {
        for fault in &faults {
            let all = matches!(fault, Fault::PowerBefore | Fault::PowerAfter);
            let outcomes = if all { &many[..] } else { &few };
            // The program ends without a failure of power, too.
            for outcome in outcomes.iter().copied().map(Some).chain((!all).then_some(None)) {
                let (disk, mut issued) = (Sim::new("here"), Vec::new());
                disk.plan(operation, *fault);
                let result = program(key, &disk, &mut issued);
                assert!(disk.struck() && result.is_err(), "operation {operation}, {fault:?}");
                outcome.map_or_else(|| disk.end(), |outcome| disk.fail(outcome));
                let what = format!("operation {operation}, {fault:?}, {outcome:?}");
                table.reopen(key, &disk, &issued, &what);
            }
        }
    }
    println!("{operations} operations: {table:?}, indices reused: 0");
    assert!(table.experiments > 20_000 && table.opened > table.unborn);
}

/// While one fault is recovered from comes another.
#[test]
fn no_two_faults_let_an_index_be_given_out_twice() {
    let key = Key(b"two faults");
    let sign = |disk: &Sim, issued: &mut Vec<u64>| -> Result<(), Error> {
        let mut ledger = key.open(disk, None)?;
        for n in [1, 4, 1] {
            issued.extend(ledger.reserve(n)?.map(|ticket| ticket.index()));
        }
        Ok(())
    };
    // Made and used before the first fault: from then on there is a key to lose.
    let begin = || {
        let (disk, mut issued) = (Sim::new("here"), Vec::new());
        key.create(&disk).expect("made");
        sign(&disk, &mut issued).expect("nothing goes wrong");
        (disk, issued)
    };
    let (disk, mut issued) = begin();
    let from = disk.operations();
    sign(&disk, &mut issued).expect("nothing goes wrong");
    let operations = disk.operations() - from;
    let faults = [
        (Fault::Refuses, None),
        (Fault::Lies, None),
        (Fault::Forgets, None),
        (Fault::Forgets, Some(Outcome::Lost)),
        (Fault::Torn(100), None),
        (Fault::Torn(100), Some(Outcome::Kept)),
        (Fault::PowerAfter, Some(Outcome::Lost)),
        (Fault::PowerAfter, Some(Outcome::TornAt(100))),
        (Fault::PowerAfter, Some(Outcome::Kept)),
    ];
    let strike = |disk: &Sim, issued: &mut Vec<u64>, at: u64, fault: (Fault, Option<Outcome>)| {
        disk.plan(disk.operations() + at, fault.0);
        let failed = sign(disk, issued).is_err();
        assert!(!disk.struck() || failed, "{at}, {fault:?}");
        fault.1.map_or_else(|| disk.end(), |outcome| disk.fail(outcome));
    };
    let mut table = Table::default();
    for one in 0..operations {
        for first in faults {
            // Recovering takes a few more.
            for other in 0..operations + 3 {
                for second in faults {
                    let (disk, mut issued) = begin();
                    strike(&disk, &mut issued, one, first);
                    strike(&disk, &mut issued, other, second);
                    let what = format!("{one}, {first:?}, then {other}, {second:?}");
                    table.reopen(key, &disk, &issued, &what);
                }
            }
        }
    }
    println!("two faults: {table:?}, indices reused: 0");
}

/// Each bit of the file, at each moment of a key's life.
#[test]
fn no_bit_lets_an_index_be_given_out_twice() {
    let key = Key(b"bits");
    let (disk, mut issued) = (Sim::new("here"), Vec::new());
    key.create(&disk).expect("made");
    let mut table = Table::default();
    for n in [0, 1, 1, 7, 2] {
        if n > 0 {
            let mut ledger = key.open(&disk, None).expect("opens");
            issued.extend(ledger.reserve(n).expect("there are many").map(|ticket| ticket.index()));
        }
        let good = disk.bytes(path()).expect("a file");
        let mut harmless = 0;
        for bit in 0..8 * good.len() {
            let mut changed = good.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            disk.put(path(), &changed);
            if good[bit / 8] == 0 && bit / 8 % 4096 >= SLOT {
                // Nothing is there: all of these are alike.
                harmless += 1;
                if harmless > 64 {
                    continue;
                }
            }
            table.reopen(key, &disk, &issued, &format!("after {}, bit {bit}", issued.len()));
        }
        disk.put(path(), &good);
    }
    println!("bits: {table:?}, indices reused: 0");
    assert_eq!(table.unborn, 0, "the other slot is good");
}

/// A store that signs before it persists is caught by the same experiment.
#[test]
fn a_wrong_store_is_caught() {
    /// It writes what was asked for before this, and keeps the rest in memory.
    #[derive(Debug)]
    struct Late(FileStore, Counter);

    impl StateStore for Late {
        fn load(&mut self) -> Result<Counter, Error> {
            Ok(self.1)
        }

        fn swap(&mut self, to: &Counter) -> Result<(), Error> {
            let stored = self.0.load()?;
            if self.1.generation > stored.generation {
                self.0.swap(&self.1)?;
            }
            self.1 = *to;
            Ok(())
        }
    }

    let key = Key(b"wrong");
    let (disk, mut issued) = (Sim::new("here"), Vec::new());
    key.create(&disk).expect("made");
    let options = Options { allow_volatile: true, adopt: None };
    let (mut inner, _) = FileStore::open(&disk, path(), key.identity(), options).expect("opens");
    let counter = inner.load().expect("loads");
    let mut ledger = Ledger::open(Late(inner, counter)).expect("opens");
    for _ in 0..3 {
        issued.extend(ledger.reserve(1).expect("there are many").map(|ticket| ticket.index()));
    }
    disk.fail(Outcome::Kept);
    drop(ledger);
    let caught = std::panic::catch_unwind(|| {
        Table::default().reopen(key, &disk, &issued, "a crash");
    });
    let said = caught.expect_err("index 2 again");
    let said = said.downcast_ref::<String>().expect("a message");
    assert!(said.contains("2 again, after 3"), "{said}");
}
