//! Every implementation of a scheme beside all others, rivals from other worlds too: what one run measured.

use super::Table;
use super::rows::{NONE, Rows, number};
use super::table::not_measured;
use measure::Suite;
use measure::record::{Measurement, Mode, Operation, Record, Status};
use measure::units::time;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is compared. Verifying many at once is something that few can.
const COMPARED: [Operation; 3] = [Operation::Keygen, Operation::Sign, Operation::Verify];

/// The backend that the others are compared with.
const OURS: &str = "native";

/// A section for each machine, with a table for each parameter set.
pub(super) fn tables(suite: &Suite, records: Option<&BTreeMap<String, Record>>) -> String {
    let mut text = String::new();
    for (folder, record) in records.into_iter().flatten() {
        let rows = Rows::of(suite, record);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "### {}\n", record.machine);
        let run = &record.run;
        let _ = writeln!(text, "- Record: `results/{folder}/rivals/{}.json`", suite.name);
        let _ = writeln!(text, "- Run (UTC): `{}`, `{}`", run.start, run.command);
        if run.mode != Mode::Full {
            let _ = writeln!(text, "- **A {:?} run: to look at, not to compare by**", run.mode);
        }
        if !record.earlier_runs.is_empty() {
            let _ = writeln!(text, "- **Rows of several runs**");
        }
        for set in rows.sets() {
            let _ = writeln!(text, "\n#### `{set}`\n\n{}", table(&rows, &set).trim_end());
        }
        let failed = not_measured(record);
        let _ = writeln!(text, "{}{failed}", if failed.is_empty() { "" } else { "\n" });
    }
    match text.is_empty() {
        true => NOTHING.to_owned(),
        false => text + LEGEND,
    }
}

const NOTHING: &str =
    "Nothing was measured yet: `cargo xtask bench --rival all`, then `cargo xtask report`.";

const LEGEND: &str = "Median CPU time of the thread over warm calls, one thread; how many times that of `native` it is; \
     the fastest in bold. A median hides the signatures that build a tree, a mean over a whole life, or as much of it as \
     there was time for, does not. Then what a call allocates, and in parentheses the most that it had at once, in bytes. What \
     a program does not tell is absent.";

/// Who runs `set`, with times and memory.
fn table(rows: &Rows<'_>, set: &str) -> String {
    let mut table = Table::new(["backend", "version", "language"]);
    table.push_header(COMPARED.map(Operation::name));
    let sign = |backend: &str| rows.find(set, Operation::Sign, backend);
    let lives = rows.backends().iter().any(|backend| life(sign(backend)).is_some());
    table.push_header(lives.then_some("sign, mean over a life"));
    table.push_header(COMPARED.map(|operation| format!("{} allocates", operation.name())));
    let find = |operation, backend: &str| rows.find(set, operation, backend);
    for backend in rows.backends() {
        let Some(info) = rows.record.backends.iter().find(|info| info.name == backend) else {
            continue;
        };
        let found = COMPARED.map(|operation| find(operation, backend));
        if found.iter().flatten().all(|row| row.status == Status::Unsupported) {
            continue;
        }
        let times = found.map(|row| match (factor(row, find), rows.time(row)) {
            (Some(factor), time) => format!("{time} ({factor})"),
            (None, time) => time,
        });
        let names = [format!("`{backend}`"), info.version.clone(), info.language.clone()];
        let life = lives.then(|| life(sign(backend)).unwrap_or_else(|| NONE.to_owned()));
        table.row(names.into_iter().chain(times).chain(life).chain(found.map(memory)));
    }
    table.text()
}

/// How many times the time of ours a row takes, unless it is ours.
fn factor<'a>(
    row: Option<&Measurement>,
    find: impl Fn(Operation, &str) -> Option<&'a Measurement>,
) -> Option<String> {
    let row = row.filter(|row| row.backend != OURS)?;
    let median = |row: &Measurement| {
        let warm = row.warm().filter(|_| row.status == Status::Ok);
        warm.map(|metric| metric.p50)
    };
    let factor = median(row)? / median(find(row.operation, OURS)?)?;
    Some(match factor {
        ..9.95 => format!("{factor:.1} x"),
        _ => format!("{} x", measure::units::grouped(factor.round() as u64)),
    })
}

/// The mean over a key's life, and the longest: a median hides what some signatures have to build.
fn life(row: Option<&Measurement>) -> Option<String> {
    let metric =
        row.filter(|row| row.life.as_ref().is_some_and(|life| life.failed.is_none()))?.lived()?;
    Some(format!("{} (max {})", time(metric.mean), time(metric.max)))
}

/// Bytes that a call allocates, and the most at once.
fn memory(row: Option<&Measurement>) -> String {
    let row = row.filter(|row| row.status == Status::Ok);
    match (&*number(row, "heap.bytes"), &*number(row, "heap.peak")) {
        (NONE, NONE) => NONE.to_owned(),
        (bytes, peak) => format!("{bytes} ({peak})"),
    }
}
