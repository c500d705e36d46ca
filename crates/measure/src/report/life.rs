//! The report of signing times over the life of a key, a line each backend.

use super::args::Job;
use crate::life::{Life, Lives};
use crate::runner::Progress;
use crate::stats::Summary;
use crate::units::{bytes, grouped, time};
use crate::{Session, Table};
use std::fmt::Write;

/// The report on the lives of keys of each backend, and whether one failed.
pub(super) fn report(
    job: &Job,
    lives: Lives,
    session: &Session,
    progress: &mut dyn Progress,
) -> (String, bool) {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "{} with messages of {}: thread CPU time of the signatures of a key that has been prepared, from \
         its first on, {}\n{}\n",
        job.set.name,
        bytes(job.message_len as u64),
        match lives.keys {
            1 => "one key".to_owned(),
            keys => format!("median of {keys} keys"),
        },
        session.record().machine,
    );
    let mut table = Table::new(1, COLUMNS);
    let mut failures = String::new();
    for (backend, support) in &job.backends {
        if !support.runs() {
            continue;
        }
        let name = backend.about().name;
        match session.life(&job.set, *backend, lives, progress) {
            Ok(life) => table.row([vec![name.into_owned()], cells(&life)].concat()),
            Err(error) => {
                let _ = writeln!(failures, "{name}: {error}");
            }
        }
    }
    let _ = write!(text, "{}\n{PREPARED}{failures}", table.text());
    (text, !failures.is_empty())
}

fn cells(life: &Life) -> Vec<String> {
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| "-".to_owned());
    let summary = life.summary();
    let mut cells = vec![grouped(life.times.len() as u64), time(life.prepared)];
    for figure in [
        life.first(),
        life.first_eight(),
        summary.map(|summary| summary.p50),
        summary.map(|summary| summary.mean),
        summary.map(|summary| summary.p99),
        life.worst().map(|(_, time)| time),
    ] {
        cells.push(or_none(figure.map(time)));
    }
    cells.push(or_none(life.worst().map(|(index, _)| grouped(index as u64))));
    let ratio = |summary: Summary| format!("{:.2}", summary.max / summary.p50);
    cells.push(or_none(summary.map(ratio)));
    cells
}

const COLUMNS: [&str; 11] = [
    "backend",
    "signatures",
    "prepare",
    "first",
    "first 8 (p50)",
    "p50",
    "mean",
    "p99",
    "max",
    "at index",
    "max / p50",
];

const PREPARED: &str = "prepare: what key generation left out, before the first signature and in none of \
     them. Where a backend\ncannot prepare, its first signature does that.\n";
