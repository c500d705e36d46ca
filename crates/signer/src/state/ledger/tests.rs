use super::*;
use crate::{Durable, PrivateKey, Randomness, SecretBytes, StatefulSigner, Volatile};
use std::boxed::Box;
use std::string::String;
use std::sync::Mutex;
use std::vec::Vec;

/// A store that fails as it is told to.
#[derive(Debug)]
struct Shaky<'a> {
    stored: &'a Mutex<Counter>,
    fail: Option<Error>,
}

impl StateStore for Shaky<'_> {
    fn load(&mut self) -> Result<Counter, Error> {
        Ok(*self.stored.lock().expect("no panic"))
    }

    fn swap(&mut self, to: &Counter) -> Result<(), Error> {
        if let Some(error) = self.fail.clone() {
            return Err(error);
        }
        let mut stored = self.stored.lock().expect("no panic");
        if stored.generation + 1 != to.generation {
            return Err(Error::Conflict { expected: to.generation, found: stored.generation });
        }
        *stored = *to;
        Ok(())
    }
}

/// A key whose signatures are its indices.
#[derive(Debug)]
struct Toy {
    next: u64,
    fails: bool,
}

impl PrivateKey for Toy {
    fn public_key(&self) -> &[u8] {
        b"toy"
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(SecretBytes::new(self.next.to_be_bytes().to_vec()))
    }
}

impl StatefulSigner for Toy {
    fn index(&self) -> u64 {
        self.next
    }

    fn remaining(&self) -> u64 {
        16 - self.next
    }

    fn sign(&mut self, _: &[u8], _: Randomness<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        out.clear();
        let index = self.next;
        self.next += 1;
        if self.fails {
            return Err(Error::Entropy);
        }
        out.extend(index.to_be_bytes());
        Ok(())
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        if index < self.next {
            return Err(Error::Index { asked: index, next: self.next });
        }
        self.next = index;
        Ok(())
    }
}

fn counter(limit: u64) -> Counter {
    Counter::new(0, limit).expect("from 0 on")
}

fn durable(limit: u64) -> Durable<Volatile, Toy> {
    let ledger = Ledger::open(Volatile::new(counter(limit))).expect("opens");
    Durable::new(Box::new(Toy { next: 0, fails: false }), ledger).expect("nothing was signed")
}

fn index(signature: &[u8]) -> u64 {
    u64::from_be_bytes(signature.try_into().expect("an index"))
}

#[test]
fn what_is_dropped_is_burnt() {
    let mut key = durable(16);
    let mut out = Vec::new();
    let mut reserved = key.reserve(4).expect("there are 16");
    assert_eq!(key.tally(), Tally { issued: 0, burnt: 0, open: 4, remaining: 12, low: false });
    let ticket = reserved.next().expect("one of four");
    key.sign_with(ticket, b"", Randomness::Deterministic, &mut out).expect("signs");
    assert_eq!(index(&out), 0);
    drop(reserved.next().expect("another"));
    assert_eq!(key.tally(), Tally { issued: 1, burnt: 1, open: 2, remaining: 12, low: false });
    drop(reserved);
    assert_eq!(key.tally(), Tally { issued: 1, burnt: 3, open: 0, remaining: 12, low: false });
    key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
    assert_eq!(index(&out), 4);

    let many = key.reserve(100).expect("as many as there are");
    assert_eq!((many.left(), key.remaining()), (11, 0));
    drop(many);
    assert_eq!(key.sign(b"", Randomness::Deterministic, &mut out), Err(Error::Exhausted));
    assert!(out.is_empty());
    assert_eq!(key.reserve(1).map(drop), Err(Error::Exhausted));
    let (_, mut store) = key.close().expect("closes");
    let left = store.load().expect("it is there");
    assert_eq!((left.issued, left.burnt(), left.remaining()), (2, 14, 0));
}

#[test]
fn chunks_are_signed_to_their_end() {
    let mut key = durable(16).in_chunks_of(5);
    let mut out = Vec::new();
    for due in 0..16 {
        assert_eq!((key.index(), key.remaining()), (due, 16 - due));
        key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
        assert_eq!(index(&out), due);
    }
    assert_eq!(key.ledger().counter().generation, 4, "a write for each five");
    assert_eq!(key.sign(b"", Randomness::Deterministic, &mut out), Err(Error::Exhausted));
}

#[test]
fn skipping_burns_what_lies_between() {
    let mut key = durable(16).in_chunks_of(4);
    let mut out = Vec::new();
    key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
    key.skip_to(2).expect("in the chunk");
    key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
    assert_eq!(index(&out), 2);
    key.skip_to(9).expect("beyond it");
    assert_eq!(key.skip_to(8), Err(Error::Index { asked: 8, next: 9 }));
    assert_eq!(key.skip_to(16), Err(Error::Index { asked: 16, next: 9 }));
    key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
    assert_eq!(index(&out), 9);
}

#[test]
fn a_signature_that_fails_costs_its_index() {
    let ledger = Ledger::open(Volatile::new(counter(16))).expect("opens");
    let toy = Box::new(Toy { next: 0, fails: true });
    let mut key = Durable::new(toy, ledger).expect("nothing was signed");
    let mut out = std::vec![1];
    assert_eq!(key.sign(b"", Randomness::Deterministic, &mut out), Err(Error::Entropy));
    assert!(out.is_empty());
    assert_eq!(key.tally(), Tally { issued: 0, burnt: 1, open: 0, remaining: 15, low: false });
}

#[test]
fn a_key_that_was_used_without_its_ledger_is_refused() {
    let ledger = Ledger::open(Volatile::new(counter(16))).expect("opens");
    let error = Durable::new(Box::new(Toy { next: 3, fails: false }), ledger).map(drop);
    assert_eq!(error, Err(Error::Index { asked: 0, next: 3 }));
}

#[test]
fn tickets_are_of_one_ledger_in_order() {
    let (mut one, mut other) = (durable(16), durable(16));
    let mut out = Vec::new();
    let ticket = other.reserve(1).expect("there are 16").next().expect("one");
    let error = one.sign_with(ticket, b"", Randomness::Deterministic, &mut out);
    assert_eq!(error, Err(Error::OtherTicket));
    let mut two = one.reserve(2).expect("there are 16");
    let (first, second) = (two.next().expect("one"), two.next().expect("another"));
    one.sign_with(second, b"", Randomness::Deterministic, &mut out).expect("signs");
    let error = one.sign_with(first, b"", Randomness::Deterministic, &mut out);
    assert_eq!(error, Err(Error::Index { asked: 0, next: 2 }));
}

#[test]
fn a_store_that_fails_poisons() {
    let stored = Mutex::new(counter(16));
    let fail = Some(Error::storage("no room"));
    let mut ledger = Ledger::open(Shaky { stored: &stored, fail }).expect("opens");
    assert_eq!(ledger.reserve(1).map(drop), Err(Error::storage("no room")));
    ledger.store.fail = None;
    let poisoned = Error::Poisoned { by: String::from("the state of the key: no room") };
    assert_eq!(ledger.reserve(1).map(drop), Err(poisoned.clone()), "no retry");
    assert_eq!(ledger.flush(), Err(poisoned));
    let mut again = Ledger::open(ledger.into_store()).expect("opens");
    assert!(again.reserve(1).is_ok());
}

#[test]
fn the_last_indices_are_given_away() {
    let mut ledger = Ledger::open(Volatile::new(counter(64))).expect("opens");
    drop(ledger.reserve(5).expect("there are 64"));
    let part = ledger.split(10, 8).expect("there are 59");
    assert_eq!((part.start, part.next, part.limit), (48, 48, 64), "a multiple of 8");
    assert_eq!((ledger.counter().next, ledger.counter().limit), (5, 48));
    assert_eq!(ledger.split(44, 1), Err(Error::Index { asked: 4, next: 5 }));
    assert_eq!(
        ledger.split(43, 8),
        Err(Error::Index { asked: 0, next: 5 }),
        "less than that is left"
    );
    assert_eq!(ledger.split(0, 1), Err(Error::Index { asked: 48, next: 5 }));
    assert_eq!(ledger.split(43, 1).map(|part| part.start), Ok(5));
    assert_eq!(ledger.reserve(1).map(drop), Err(Error::Exhausted));
    let mut ledger = Ledger::open(Volatile::new(counter(64))).expect("opens");
    ledger.retire().expect("there are 64");
    assert_eq!(ledger.reserve(1).map(drop), Err(Error::Exhausted));
    assert_eq!(ledger.tally(), Tally { issued: 0, burnt: 0, open: 0, remaining: 0, low: true });
}

#[test]
fn what_is_reserved_ahead_is_signed_with_in_order() {
    let mut key = durable(50).in_chunks_of(16).ahead().expect("a thread");
    let mut out = Vec::new();
    for due in 0..5 {
        key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
        assert_eq!(index(&out), due);
    }
    let mut key = key.stop().expect("no panic");
    let Tally { issued, burnt, open, remaining, .. } = key.tally();
    // What was at hand may have been given out or not.
    assert!((issued, open) == (5, 0) && [11, 27].contains(&burnt), "{burnt}");
    let next = 50 - remaining;
    key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
    assert_eq!(index(&out), next);
    let mut key = key.ahead().expect("a thread");
    let mut last = next;
    let error = loop {
        match key.sign(b"", Randomness::Deterministic, &mut out) {
            Ok(()) => assert!(std::mem::replace(&mut last, index(&out)) < index(&out)),
            Err(error) => break error,
        }
    };
    assert_eq!((error, last), (Error::Exhausted, 49));
    assert_eq!(key.ready(), Err(Error::Exhausted), "ever after");
    assert!(out.is_empty() && key.stop().is_ok());
}

#[test]
fn a_store_that_fails_ends_reserving_ahead() {
    #[derive(Debug)]
    struct Fails(Volatile, u32);

    impl StateStore for Fails {
        fn load(&mut self) -> Result<Counter, Error> {
            self.0.load()
        }

        fn swap(&mut self, to: &Counter) -> Result<(), Error> {
            self.1 = self.1.checked_sub(1).ok_or(Error::storage("no room"))?;
            self.0.swap(to)
        }
    }

    let ledger = Ledger::open(Fails(Volatile::new(counter(16)), 2)).expect("opens");
    let key = Durable::new(Box::new(Toy { next: 0, fails: false }), ledger).expect("unused");
    let mut key = key.in_chunks_of(2).ahead().expect("a thread");
    let mut out = Vec::new();
    for due in 0..4 {
        key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
        assert_eq!(index(&out), due);
    }
    for _ in 0..2 {
        let error = key.sign(b"", Randomness::Deterministic, &mut out);
        assert_eq!(error, Err(Error::storage("no room")));
        assert!(out.is_empty());
    }
    let mut key = key.stop().expect("no panic");
    let poisoned = key.sign(b"", Randomness::Deterministic, &mut out);
    assert!(matches!(poisoned, Err(Error::Poisoned { .. })), "{poisoned:?}");
}

#[test]
fn ledgers_of_one_store_share_it() {
    let stored = Mutex::new(counter(4_000));
    let open = || Ledger::open(Shaky { stored: &stored, fail: None }).expect("opens");
    let mut given: Vec<u64> = std::thread::scope(|scope| {
        let worker = || {
            let mut ledger = open();
            let mut mine = Vec::new();
            while let Ok(reservation) = ledger.reserve(3) {
                for ticket in reservation {
                    mine.push(ticket.index());
                    ticket.used().expect("no fork");
                }
            }
            let tally = ledger.tally();
            assert_eq!((tally.open, tally.remaining), (0, 0));
            ledger.flush().expect("stored");
            mine
        };
        let workers: Vec<_> = (0..4).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    given.sort_unstable();
    assert_eq!(given, (0..4_000).collect::<Vec<_>>());
    assert_eq!(stored.lock().expect("no panic").issued, 4_000);
}

#[test]
fn a_state_that_goes_back_poisons() {
    let stored = Mutex::new(counter(16));
    let open = || Ledger::open(Shaky { stored: &stored, fail: None }).expect("opens");
    let (mut one, mut other) = (open(), open());
    let old = *stored.lock().expect("no panic");
    drop(one.reserve(4).expect("there are 16"));
    drop(other.reserve(4).expect("there are 16"));
    *stored.lock().expect("no panic") = old;
    let error = one.reserve(1).map(drop);
    assert!(
        matches!(&error, Err(Error::Storage { what }) if what.contains("went back")),
        "{error:?}"
    );
    assert!(matches!(one.reserve(1).map(drop), Err(Error::Poisoned { .. })));
    *stored.lock().expect("no panic") = Counter { next: 17, ..old };
    assert!(Ledger::open(Shaky { stored: &stored, fail: None }).is_err(), "cannot be");
}

/// A child of a process has all that its parent had, and may not use it.
#[test]
fn a_fork_is_refused() {
    let mut ledger = Ledger::open(Volatile::new(counter(16))).expect("opens");
    ledger.account.process.fetch_xor(1, Ordering::Relaxed);
    assert_eq!(ledger.reserve(1).map(drop), Err(Error::Forked));
    assert_eq!(ledger.flush(), Err(Error::Forked));
    ledger.account.process.fetch_xor(1, Ordering::Relaxed);
    assert!(ledger.reserve(1).is_ok());

    // In the middle of a reservation, too.
    let mut key = durable(16).in_chunks_of(4);
    let mut out = Vec::new();
    key.sign(b"", Randomness::Deterministic, &mut out).expect("signs");
    key.ledger().account.process.fetch_xor(1, Ordering::Relaxed);
    assert_eq!(key.sign(b"", Randomness::Deterministic, &mut out), Err(Error::Forked));
    assert!(out.is_empty());
}

#[test]
fn few_indices_left_are_told() {
    let ledger = || Ledger::open(Volatile::new(counter(40))).expect("opens");
    for (mut ledger, mark) in
        [(ledger(), 4), (ledger().with_low_water(7), 7), (ledger().with_low_water(40), 40)]
    {
        assert_eq!(ledger.low_water(), mark);
        drop(ledger.reserve(40 - mark).expect("there are 40"));
        assert_eq!((ledger.tally().remaining, ledger.tally().low), (mark, false));
        drop(ledger.reserve(1).expect("some are left"));
        assert!(ledger.tally().low, "one fewer than {mark}");
    }
    let mut never = ledger().with_low_water(0);
    drop(never.reserve(40).expect("there are 40"));
    assert!(!never.tally().low);
}
