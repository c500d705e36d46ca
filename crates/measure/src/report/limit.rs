//! How near each backend comes to the hash limit.

use crate::Table;
use crate::record::{Form, Measurement, Operation, Record};
use crate::units::{grouped, time};

/// What hashes take here, and of each operation how many it needs, their time, and the share of that in
/// each backend's time; nothing where there is no telling.
pub(super) fn limit(record: &Record) -> String {
    let has = |row: &&Measurement| row.metrics.contains_key("share.hash_limit");
    let rows: Vec<_> = record.results.iter().filter(has).collect();
    let of = |operation| rows.iter().find(|row: &&&Measurement| row.operation == operation);
    let there: Vec<_> = OPERATIONS.into_iter().filter_map(|op| Some((op, *of(op)?))).collect();
    if there.is_empty() {
        return String::new();
    }
    let mut text = "\nHash limit: the time of the hashes alone, at their best here.\n\n".to_owned();
    let calls = |row: &Measurement, name: &str| {
        row.median(name).map_or_else(|| "-".to_owned(), |calls| grouped(calls.round() as u64))
    };
    let mut table = Table::new(1, HEADER.into_iter().chain(there.iter().map(|(op, _)| op.name())));
    let mut line = |name: &str, best: Option<String>, cell: &dyn Fn(&Measurement) -> String| {
        let cells = [name.to_owned(), best.unwrap_or_default()];
        table.row(cells.into_iter().chain(there.iter().map(|(_, row)| cell(row))));
    };
    for (name, metric) in FUNCTIONS {
        if there.iter().any(|(_, row)| row.metrics.contains_key(metric)) {
            let of = |form| {
                let mut baselines = record.run.baselines.iter();
                let found = baselines.find(|one| one.function == name && one.form == form)?;
                Some(time(found.time.p50))
            };
            let best = of(Form::Wide).zip(of(Form::Narrow));
            let best = best.map(|(wide, narrow)| format!("{wide} ({narrow} alone)"));
            line(name, best, &|row| calls(row, metric));
        }
    }
    line("hash limit", None, &|row| row.median("time.limit").map_or_else(String::new, time));
    for backend in &record.backends {
        let share = |op| {
            let is = |row: &&&Measurement| row.operation == op && row.backend == backend.name;
            let share = rows.iter().find(is).and_then(|row| row.median("share.hash_limit"));
            share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
        };
        let cells = [backend.name.clone(), String::new()];
        table.row(cells.into_iter().chain(there.iter().map(|(op, _)| share(*op))));
    }
    text.push_str(&table.text());
    text.push_str("\nOf a backend: the limit in its time. Above 100 % it hashes less, as one that keeps more.\n");
    text
}

const OPERATIONS: [Operation; 4] =
    [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];
const HEADER: [&str; 2] = ["", "a call"];
const FUNCTIONS: [(&str, &str); 3] = [
    ("SHA-256 compression", "ops.sha256"),
    ("SHA-512 compression", "ops.sha512"),
    ("Keccak-f[1600]", "ops.keccakf"),
];

#[cfg(test)]
mod tests {
    use super::super::spread::tests::{record, row};
    use super::*;

    #[test]
    fn nothing_is_said_where_nothing_is_known() {
        assert_eq!(limit(&record(vec![row(Operation::Sign, &[("time.cpu", "ns", &[2e6])])])), "");
    }

    #[test]
    fn calls_their_time_and_shares_stand_in_columns() {
        let text = limit(&record(vec![row(
            Operation::Sign,
            &[
                ("ops.sha256", "count", &[160_122.0]),
                ("time.limit", "ns", &[1.5e6]),
                ("share.hash_limit", "ratio", &[0.75]),
            ],
        )]));
        let cells: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        for due in [
            &["sign"][..],
            &["SHA-256", "compression", "160,122"],
            &["hash", "limit", "1.500", "ms"],
        ] {
            assert!(cells.iter().any(|line| line.ends_with(due)), "{due:?}: {text}");
        }
        assert!(!text.contains("SHA-512") && !text.contains("verify"), "{text}");
    }
}
