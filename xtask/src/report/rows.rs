//! The rows of a record that one table can hold: those of one scheme on one machine, over messages of
//! one length.

use measure::Suite;
use measure::record::{Measurement, Operation, Record, Status};
use measure::units::{grouped, time};

/// What is measured, in the order of the tables.
pub(crate) const OPERATIONS: [Operation; 4] =
    [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];

/// A record, seen as tables of a suite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    pub(super) suite: &'a Suite,
    pub(super) record: &'a Record,
    /// Length of the messages: the suite's, or if the record has none of that the length that most of
    /// its rows have.
    pub(super) message_bytes: u64,
}

impl<'a> Rows<'a> {
    pub(crate) fn of(suite: &'a Suite, record: &'a Record) -> Self {
        let lengths = || record.results.iter().filter_map(|row| row.message_bytes);
        let often = |length: u64| lengths().filter(|other| *other == length).count();
        let due = suite.message_len as u64;
        // Of lengths that are there equally often the longest, so that the order of rows is none.
        let most = lengths().max_by_key(|length| (often(*length), *length));
        let message_bytes = if often(due) > 0 { due } else { most.unwrap_or(due) };
        Self { suite, record, message_bytes }
    }

    /// Rows on one thread over messages of another length.
    pub(super) fn of_other_lengths(&self) -> impl Iterator<Item = &'a Measurement> + use<'a> {
        let due = self.message_bytes;
        let other = move |row: &&Measurement| row.message_bytes.is_some_and(|bytes| bytes != due);
        self.record.results.iter().filter(|row| row.threads == 1).filter(other)
    }

    /// The row on one thread, over messages of this length if it has any.
    pub(crate) fn find(
        &self,
        set: &str,
        operation: Operation,
        backend: &str,
    ) -> Option<&'a Measurement> {
        self.record.results.iter().find(|row| {
            (&*row.parameter_set, row.operation, &*row.backend, row.threads)
                == (set, operation, backend, 1)
                && row.message_bytes.is_none_or(|bytes| bytes == self.message_bytes)
        })
    }

    /// The rows of an operation on one thread, over messages of this length if it has any.
    pub(crate) fn measured(
        &self,
        operation: Operation,
    ) -> impl Iterator<Item = &'a Measurement> + use<'a> {
        let due = self.message_bytes;
        self.record.results.iter().filter(move |row| {
            (row.operation, row.threads) == (operation, 1)
                && row.message_bytes.is_none_or(|bytes| bytes == due)
        })
    }

    /// The time of a row, in bold if it is the fastest of its set, operation and message length.
    pub(super) fn time(&self, row: Option<&Measurement>) -> String {
        let Some(row) = row else { return NONE.to_owned() };
        if row.status != Status::Ok {
            return format!("{:?}", row.status).to_lowercase();
        }
        let warm = |row: &Measurement| row.warm().map(|metric| metric.p50);
        let Some(ns) = warm(row) else { return NONE.to_owned() };
        let rivals = self.record.results.iter().filter(|rival| {
            (rival.status, rival.threads) == (Status::Ok, row.threads)
                && (&rival.parameter_set, rival.operation, rival.message_bytes)
                    == (&row.parameter_set, row.operation, row.message_bytes)
        });
        let best = rivals.filter_map(warm).min_by(f64::total_cmp);
        if best == Some(ns) { format!("**{}**", time(ns)) } else { time(ns) }
    }

    /// Names of the record's backends, in the order of the suite; those that it no longer has come
    /// last. What is native on some vector unit follows all that is native otherwise, whichever units
    /// this machine has.
    pub(crate) fn backends(&self) -> Vec<&'a str> {
        let names = (self.suite.backends)().iter().map(|backend| backend.about().name);
        let order: Vec<_> = names.filter(|name| !name.contains('@')).collect();
        let place = |name: &str| match name.split_once('@') {
            None => (order.iter().position(|known| known == name).unwrap_or(order.len()), 0),
            Some((base, unit)) => {
                let last = order.iter().rposition(|known| known.starts_with(base));
                let unit = UNITS.iter().position(|known| *known == unit).unwrap_or(UNITS.len());
                (last.unwrap_or(order.len()), 1 + unit)
            }
        };
        let mut names: Vec<_> = self.record.backends.iter().map(|info| &*info.name).collect();
        names.sort_by_key(|name| place(name));
        names
    }

    /// Names of the sets that the record has on one thread, in the order of the suite; sets outside its
    /// list come last.
    pub(crate) fn sets(&self) -> Vec<String> {
        let rows = self.record.results.iter().filter(|row| row.threads == 1);
        let mut names: Vec<_> = rows.map(|row| row.parameter_set.clone()).collect();
        names.sort();
        names.dedup();
        let order = (self.suite.sets)();
        let place = |name: &String| order.iter().position(|set| set.name == *name);
        names.sort_by_key(|name| place(name).unwrap_or(order.len()));
        names
    }
}

/// Vector units of all machines, the best first.
const UNITS: [&str; 7] = ["avx512", "sha-ni", "avx2", "sse2", "sha2", "neon", "portable"];

/// The median of a metric that is a whole number.
pub(super) fn number(row: Option<&Measurement>, metric: &str) -> String {
    let value = row.and_then(|row| row.median(metric));
    value.map_or_else(|| NONE.to_owned(), |value| grouped(value as u64))
}

/// What a cell has that nothing is known for.
pub(super) const NONE: &str = "-";
