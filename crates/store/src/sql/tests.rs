//! A table in memory, whose rows a test puts there.

use super::*;
use std::sync::{Arc, Mutex, MutexGuard};

const KEY: Identity<'static> = Identity { seed: b"a seed", public_key: b"a table in memory" };

/// What the table has, and what it is to answer.
#[derive(Default)]
struct State {
    row: Option<Row>,
    /// Instead of replacing.
    answer: Option<Result<u64, String>>,
    /// How many times somebody else takes an index first.
    faster: u32,
}

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<State>>, &'static str);

impl Memory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no panic")
    }

    fn put(&self, counter: &Counter) {
        self.state().row = Some(Row::of(&seal(), counter, self.1).expect("small numbers"));
    }
}

impl Table for Memory {
    fn name(&self) -> String {
        "memory".into()
    }

    fn place(&mut self) -> Result<String, String> {
        Ok(self.1.into())
    }

    fn find(&mut self, fingerprint: &[u8; 32], start: i64) -> Result<Option<Row>, String> {
        assert_eq!(*fingerprint, seal().fingerprint());
        Ok(self.state().row.clone().filter(|row| row.start == start))
    }

    fn replace(&mut self, _: &[u8; 32], from: &Row, to: &Row) -> Result<u64, String> {
        let mut state = self.state();
        if let Some(answer) = state.answer.take() {
            return answer;
        }
        if state.faster > 0 {
            state.faster -= 1;
            let row = state.row.take().expect("a row");
            let counter = row.open(&seal()).expect("sealed");
            state.row = Some(Row::of(&seal(), &after(&counter, 1), self.1).expect("small numbers"));
        }
        let hit = state.row.as_ref() == Some(from);
        if hit {
            state.row = Some(to.clone());
        }
        Ok(u64::from(hit))
    }
}

fn seal() -> Seal {
    Seal::new(KEY.seed, KEY.public_key)
}

fn first() -> Counter {
    Counter { generation: 5, start: 8, next: 10, limit: 32, issued: 1 }
}

fn after(from: &Counter, n: u64) -> Counter {
    Counter { generation: from.generation + 1, next: from.next + n, ..*from }
}

fn open(memory: &Memory) -> Result<Rows<Memory>, Error> {
    Rows::open(memory.clone(), KEY, 8, Options::default())
}

fn opened() -> (Memory, Rows<Memory>) {
    let memory = Memory::default();
    memory.put(&first());
    let rows = open(&memory).expect("a row");
    (memory, rows)
}

#[track_caller]
fn says<T: fmt::Debug>(result: Result<T, Error>, says: &str) {
    let error = result.expect_err("refused").to_string();
    assert!(error.contains(says) && error.contains("memory"), "no `{says}` in: {error}");
}

/// Refused, and poisoned by it.
#[track_caller]
fn poisons(rows: &mut Rows<Memory>, to: &Counter, why: &str) {
    says(rows.swap(to), why);
    says(rows.load(), "open the key again");
    says(rows.swap(to), "open the key again");
}

#[test]
fn another_process_was_faster() {
    let (memory, mut rows) = opened();
    let other = after(&first(), 3);
    memory.put(&other);
    let conflict = Err(Error::Conflict { expected: 6, found: 6 });
    assert_eq!(rows.swap(&after(&first(), 1)), conflict);
    assert_eq!(rows.load(), Ok(other));
    // What it did not load it finds by itself.
    let third = after(&other, 1);
    memory.put(&third);
    assert_eq!(rows.swap(&after(&third, 1)), Ok(()));
    assert_eq!(rows.load(), Ok(after(&third, 1)));
}

#[test]
fn what_went_back_poisons() {
    let back = Counter { generation: 4, ..first() };
    for found in [back, Counter { next: 9, ..first() }, Counter { next: 9, ..after(&first(), 0) }] {
        let (memory, mut rows) = opened();
        memory.put(&found);
        says(rows.load(), "went back");
        says(rows.load(), "open the key again");
        let (memory, mut rows) = opened();
        memory.put(&found);
        poisons(&mut rows, &after(&first(), 1), "went back");
    }
}

#[test]
fn a_row_that_is_gone_or_edited_poisons() {
    let (memory, mut rows) = opened();
    memory.state().row = None;
    poisons(&mut rows, &after(&first(), 1), "is missing");
    says(open(&memory), "never use the key again");
    let (memory, mut rows) = opened();
    let edited = |row| Row { next: 9, ..row };
    let row = memory.state().row.take().map(edited);
    memory.state().row = row;
    poisons(&mut rows, &after(&first(), 1), "somebody changed it");
    assert_eq!(
        memory.state().row.as_ref().map(|row| row.generation),
        Some(5),
        "it is not replaced"
    );
    says(open(&memory), "somebody changed it");
    says(Rows::open(memory, KEY, u64::MAX, Options::default()), "is missing");
}

#[test]
fn what_the_database_answers_otherwise_poisons() {
    let (memory, mut rows) = opened();
    for (answer, why) in [
        (Err("no connection".into()), "no connection; nothing more is signed"),
        (Ok(0), "trigger"),
        (Ok(2), "primary key"),
    ] {
        memory.state().answer = Some(answer);
        poisons(&mut rows, &after(&first(), 1), why);
        rows = open(&memory).expect("a row");
    }
    assert_eq!(rows.swap(&after(&first(), 1)), Ok(()));
}

#[test]
fn generations_end() {
    let (memory, mut rows) = opened();
    let last = Counter { generation: i64::MAX as u64, ..first() };
    memory.put(&last);
    assert_eq!(rows.load(), Ok(last));
    says(rows.swap(&after(&last, 1)), "below 2^63");
}

#[test]
fn a_row_of_another_place_is_adopted() {
    let adopted = |memory: &Memory, skip| {
        Rows::open(memory.clone(), KEY, 8, Options { adopt: Some(skip), ..Options::default() })
    };
    let (memory, mut rows) = opened();
    let there = Memory(Arc::clone(&memory.0), "there");
    says(open(&there), "copied or moved");
    let mut moved = adopted(&there, 3).expect("adopted");
    assert_eq!(moved.load(), Ok(after(&first(), 3)));
    assert!(open(&there).is_ok());
    // Where it was it is open yet.
    poisons(&mut rows, &after(&first(), 1), "adopted the row elsewhere");
    says(open(&memory), "copied or moved");
    // As many as there are; where it is already, too.
    let all = after(&after(&first(), 3), 19);
    assert_eq!(adopted(&there, u64::MAX).map(|rows| rows.seen), Ok(all));
    memory.put(&Counter { generation: i64::MAX as u64, ..first() });
    says(adopted(&there, 1), "below 2^63");
    // Somebody who signs here at the same time is faster, now and then.
    there.put(&first());
    there.state().faster = 2;
    let others = after(&after(&first(), 1), 1);
    assert_eq!(adopted(&there, 3).map(|rows| rows.seen), Ok(after(&others, 3)));
    // Somebody who adopts at the same time is faster.
    memory.put(&first());
    memory.state().answer = Some(Ok(0));
    says(adopted(&there, 1), "adopted the row elsewhere");
}

/// It was opened before, and its ledger would be made after.
#[test]
fn a_child_does_not_share_a_connection() {
    let (memory, mut rows) = opened();
    rows.process ^= 1;
    assert_eq!(rows.load(), Err(Error::Forked));
    assert_eq!(rows.swap(&after(&first(), 1)), Err(Error::Forked));
    assert_eq!(memory.state().row.as_ref().map(|row| row.generation), Some(5));
    rows.process ^= 1;
    assert_eq!(rows.swap(&after(&first(), 1)), Ok(()));
}
