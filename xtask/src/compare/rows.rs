//! Which rows belong together, and what is compared of them.

use measure::record::{Measurement, Operation, Record, Run, Status};
use measure::stats::Ratio;

/// A row with the record that it is of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    record: &'a Record,
    pub(crate) row: &'a Measurement,
}

/// Two rows of the same operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    pub(crate) first: Row<'a>,
    pub(crate) second: Row<'a>,
}

/// What is compared of two rows. More of it is slower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Figure {
    /// The time: thread CPU time, or wall time if one of them has no other.
    Time,
    /// How many times the hash limit it is, which travels from machine to machine as times do not.
    Share,
}

/// Medians of the processes of two rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Values {
    pub(crate) first: Vec<f64>,
    pub(crate) second: Vec<f64>,
    /// Whether they belong together one by one.
    pub(crate) paired: bool,
}

/// The rows of two sides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matched<'a> {
    pub(crate) pairs: Vec<Pair<'a>>,
    /// Of which at least one failed.
    pub(crate) refused: Vec<Row<'a>>,
    /// Rows without another, and on which side they are.
    pub(crate) alone: Vec<(usize, Row<'a>)>,
}

/// What rows have in common that belong together.
type Key<'a> = (&'a str, Operation, Option<u64>, u32);

impl<'a> Row<'a> {
    /// The rows of a record.
    pub(crate) fn all(record: &'a Record) -> impl Iterator<Item = Self> {
        record.results.iter().map(move |row| Self { record, row })
    }

    /// The run that measured it.
    fn run(self) -> Option<&'a Run> {
        let Record { run, earlier_runs, .. } = self.record;
        std::iter::once(run).chain(earlier_runs).find(|run| run.id == self.row.run)
    }

    fn key(self) -> Key<'a> {
        let Measurement { parameter_set, operation, message_bytes, threads, .. } = self.row;
        (parameter_set, *operation, *message_bytes, *threads)
    }

    /// Whether it is neither a measurement nor a backend that cannot run the set.
    fn failed(self) -> bool {
        !matches!(self.row.status, Status::Ok | Status::Unsupported)
    }

    /// `LMS-… sign by native`.
    pub(crate) fn name(self) -> String {
        let Measurement { parameter_set, operation, backend, threads, .. } = self.row;
        let threads = if *threads == 1 { String::new() } else { format!(" on {threads} threads") };
        format!("{parameter_set} {} by {backend}{threads}", operation.name())
    }
}

impl<'a> Matched<'a> {
    /// The same operations of the same backends in two records.
    pub(crate) fn records(first: &[Row<'a>], second: &[Row<'a>]) -> Self {
        Self::of(first, second, |row| &row.row.backend)
    }

    /// The same operations of two backends in one record.
    pub(crate) fn backends(rows: &[Row<'a>], one: &str, other: &str) -> Self {
        let of = |name: &str| {
            rows.iter().copied().filter(|row| row.row.backend == name).collect::<Vec<_>>()
        };
        Self::of(&of(one), &of(other), |_| "")
    }

    fn of(first: &[Row<'a>], second: &[Row<'a>], backend: fn(&Row<'a>) -> &'a str) -> Self {
        let alike = |a: &Row<'a>, b: &Row<'a>| (a.key(), backend(a)) == (b.key(), backend(b));
        let mut matched = Self::default();
        for one in first {
            match second.iter().find(|other| alike(one, other)) {
                None => matched.alone.push((0, *one)),
                Some(other) if one.failed() || other.failed() => {
                    matched.refused.extend([*one, *other].into_iter().filter(|row| row.failed()));
                }
                Some(other) => match [one.row.status, other.row.status] {
                    [Status::Ok, Status::Ok] => {
                        matched.pairs.push(Pair { first: *one, second: *other });
                    }
                    [Status::Ok, _] => matched.alone.push((0, *one)),
                    [_, Status::Ok] => matched.alone.push((1, *other)),
                    // Neither runs the set.
                    _ => (),
                },
            }
        }
        let missing = |other: &&Row<'a>| !first.iter().any(|one| alike(one, other));
        matched.alone.extend(second.iter().filter(missing).map(|row| (1, *row)));
        matched
    }
}

impl Pair<'_> {
    /// What their processes measured; `None` if one of them lacks the figure.
    pub(crate) fn values(self, figure: Figure) -> Option<Values> {
        let both = |name: &str| {
            let metric = |row: Row<'_>| row.row.metrics.get(name).map(|m| m.replicate_medians());
            metric(self.first).zip(metric(self.second))
        };
        let (mut first, mut second) = match figure {
            Figure::Time => both("time.cpu").or_else(|| both("time.wall"))?,
            Figure::Share => both("share.hash_limit")?,
        };
        if figure == Figure::Share {
            first.iter_mut().chain(&mut second).for_each(|share| *share = 1.0 / *share);
        }
        let paired = first.len() == second.len() && self.alike();
        Some(Values { first, second, paired })
    }

    /// Whether their processes are the same, or had the same keys and messages by number.
    fn alike(self) -> bool {
        let runs = self.first.run().zip(self.second.run());
        let backends = (&self.first.row.backend, &self.second.row.backend);
        runs.is_some_and(|(a, b)| a.id == b.id || a.seed == b.seed && backends.0 == backends.1)
    }

    /// The ratio of the times, as well as so many processes tell it.
    pub(crate) fn ratio(self) -> Option<f64> {
        let Values { first, second, paired } = self.values(Figure::Time)?;
        let of = if paired { Ratio::paired } else { Ratio::unpaired };
        let found = of(&first, &second, 0.95, 1).map(|found| found.ratio);
        found.or_else(|| Ratio::alone(&first, &second))
    }
}
