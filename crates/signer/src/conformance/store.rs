//! What every place for a key's counter must pass.

use crate::{Counter, Error, Ledger, StateStore};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// A way to open a store anew, as another process would.
pub type Open<'a> = dyn Fn() -> Result<Box<dyn StateStore>, Error> + Sync + 'a;

/// How many processes may have a store open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openers {
    /// One: a second is refused.
    One,
    /// Several at once.
    Several,
}

/// Indices that the counter must have left, at least.
const LEFT: u64 = 4_096;

/// Tries the contract of [`StateStore`] on one with at least 4,096 indices left, and uses some up. Returns what is wrong,
/// nothing if nothing is.
pub fn store(open: &Open<'_>, openers: Openers) -> Vec<String> {
    let mut flaws = Vec::new();
    for (name, check) in CHECKS {
        if let Err(flaw) = check(open) {
            flaws.push(format!("{name}: {flaw}"));
        }
    }
    let shared = match openers {
        Openers::One => alone(open),
        Openers::Several => together(open),
    };
    flaws.extend(shared.err().map(|flaw| format!("several openers: {flaw}")));
    flaws
}

type Check = fn(&Open<'_>) -> Result<(), String>;

const CHECKS: [(&str, Check); 4] = [
    ("what is stored stays", stays),
    ("another generation changes nothing", conflicts),
    ("nothing is taken back", goes_back),
    ("reservations do not overlap", reserves),
];

fn said(error: Error) -> String {
    error.to_string()
}

fn due(wrong: &str, found: impl std::fmt::Debug) -> String {
    format!("{wrong}: {found:?}")
}

fn after(from: &Counter, n: u64) -> Counter {
    Counter { generation: from.generation + 1, next: from.next + n, ..*from }
}

fn stays(open: &Open<'_>) -> Result<(), String> {
    for n in [0, 1, 1, 16, 3] {
        let mut store = open().map_err(said)?;
        let from = store.load().map_err(said)?;
        if !from.is_sound() || from.remaining() < LEFT / 2 {
            return Err(due("no counter to test by", from));
        }
        let to = after(&from, n);
        store.swap(&to).map_err(said)?;
        if store.load() != Ok(to) {
            return Err(due("what was stored is not loaded", store.load()));
        }
        drop(store);
        let again = open().and_then(|mut store| store.load()).map_err(said)?;
        if again.next < to.next || again.generation < to.generation {
            return Err(due("it was forgotten", again));
        }
        if again.next > to.next + 16 {
            return Err(due("more was lost than a reservation", again));
        }
    }
    Ok(())
}

fn conflicts(open: &Open<'_>) -> Result<(), String> {
    let mut store = open().map_err(said)?;
    let from = store.load().map_err(said)?;
    let generations = [0, from.generation, from.generation + 2, u64::MAX];
    for generation in generations.into_iter().filter(|one| *one != from.generation + 1) {
        let to = Counter { generation, ..after(&from, 1) };
        match store.swap(&to) {
            Err(Error::Conflict { .. }) => {}
            other => return Err(due("no conflict", other)),
        }
        if store.load() != Ok(from) {
            return Err(due("a conflict changed it", store.load()));
        }
    }
    // After a conflict all goes on.
    store.swap(&after(&from, 1)).map_err(said)
}

fn goes_back(open: &Open<'_>) -> Result<(), String> {
    let mut store = open().map_err(said)?;
    let first = store.load().map_err(said)?;
    let from = Counter { issued: first.issued + 1, ..after(&first, 4) };
    store.swap(&from).map_err(said)?;
    let next = after(&from, 0);
    for to in [
        Counter { next: from.next - 1, ..next },
        Counter { issued: from.issued - 1, ..next },
        Counter { limit: from.limit.saturating_add(1), ..next },
        Counter { start: from.start + 1, ..next },
    ] {
        if to.limit == from.limit && to == next {
            continue;
        }
        match store.swap(&to) {
            Err(Error::Storage { .. }) => {}
            other => return Err(format!("it took {to:?} after {from:?}: {other:?}")),
        }
        drop(store);
        store = open().map_err(said)?;
        let found = store.load().map_err(said)?;
        if found.next < from.next || found.issued < from.issued {
            return Err(due("it went back", found));
        }
    }
    Ok(())
}

fn reserves(open: &Open<'_>) -> Result<(), String> {
    let mut given = BTreeSet::new();
    for round in 0..3 {
        let mut ledger = open().and_then(Ledger::open).map_err(said)?;
        for n in [1, 16, 2] {
            for ticket in ledger.reserve(n).map_err(said)? {
                if !given.insert(ticket.index()) {
                    return Err(due("an index again", ticket.index()));
                }
            }
        }
        if round > 0 {
            ledger.flush().map_err(said)?;
        }
    }
    Ok(())
}

/// A second opener is refused as long as there is a first.
fn alone(open: &Open<'_>) -> Result<(), String> {
    let first = open().map_err(said)?;
    match open() {
        Err(Error::Storage { .. }) => {}
        other => return Err(due("a second one", other)),
    }
    drop(first);
    open().map(drop).map_err(said)
}

/// Several at once give out each index once.
fn together(open: &Open<'_>) -> Result<(), String> {
    let given = Mutex::new(BTreeSet::new());
    let worker = || -> Result<(), String> {
        let mut ledger = open().and_then(Ledger::open).map_err(said)?;
        for _ in 0..32 {
            for ticket in ledger.reserve(3).map_err(said)? {
                let mut given = given.lock().map_err(|_| "a panic".to_owned())?;
                if !given.insert(ticket.index()) {
                    return Err(due("an index twice", ticket.index()));
                }
            }
        }
        ledger.flush().map_err(said)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..8).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| Err("a panic".to_owned())))
    })?;
    let given = given.into_inner().map_err(|_| "a panic".to_owned())?;
    if given.len() == 8 * 32 * 3 { Ok(()) } else { Err(due("indices given out", given.len())) }
}
