//! The report as text: what the chosen backend does, then every backend side by side.

use super::args::Job;
use super::limit::limit;
use super::spread::spread;
use crate::record::{Measurement, Operation, Record, Status};
use crate::units::{bytes, exact_time, grouped, time};
use crate::{Table, machine};
use std::fmt::Write;

/// The report that `record` gives on the job's set.
pub(super) fn report(job: &Job, record: &Record) -> String {
    let mut text = String::new();
    if let Some(warning) = machine::warning() {
        text.push_str(&warning);
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{} with messages of {}", job.set.name, bytes(job.message_len as u64));
    let _ = writeln!(text, "{}", record.machine);
    let _ = writeln!(text, "{}", record.run.build);
    if job.threads > 1 {
        let several = job.backends.iter().filter(|(backend, _)| backend.threads() > 1);
        let several: Vec<_> = several.map(|(backend, _)| backend.about().name).collect();
        let _ = match &several[..] {
            [] => writeln!(text, "No backend here uses more than one thread."),
            _ => writeln!(
                text,
                "With {} threads, and measured by wall time: {}. The others use one.",
                job.threads,
                several.join(", ")
            ),
        };
    }
    let about = job.backend.about();
    let _ = writeln!(text, "\nBackend: {} {} ({})\n", about.name, about.version, about.hash);
    text.push_str(&one(job, record, &about.name));
    text.push_str(&spread(record, &about.name));
    let _ = writeln!(text, "\nAll backends, median thread CPU time (* fastest):\n");
    text.push_str(&side_by_side(job, record));
    text.push_str(&limit(record));
    let disturbed = record.results.iter().filter(|row| row.disturbed);
    let disturbed: Vec<_> =
        disturbed.map(|row| format!("{} {}", row.backend, row.operation.name())).collect();
    if !disturbed.is_empty() {
        let _ = writeln!(text, "Disturbed by other load: {}.", disturbed.join(", "));
    }
    text
}

/// The seed documents' report, on one backend.
fn one(job: &Job, record: &Record, backend: &str) -> String {
    let row = |operation| {
        record.results.iter().find(|row| row.backend == backend && row.operation == operation)
    };
    let mut text = String::new();
    for (title, operation) in [
        ("Key generation", Operation::Keygen),
        ("Signing", Operation::Sign),
        ("Verification", Operation::Verify),
        ("Of 64 at a time, each", Operation::VerifyMany),
    ] {
        let Some(row) = row(operation) else { continue };
        if row.status != Status::Ok {
            let why = row.reason.as_deref().unwrap_or("no reason given");
            let _ = writeln!(text, "{title}: {:?}: {why}", row.status);
            continue;
        }
        if let Some(first) = row.median("time.first") {
            let _ = writeln!(
                text,
                "{:<22} {} (cold: first call)",
                format!("{title}:"),
                exact_time(first)
            );
        }
        if let Some(warm) = row.warm() {
            let range = match &warm.interval {
                Some(interval) => {
                    format!(
                        ", 95 % of the median within {} to {}",
                        time(interval.low),
                        time(interval.high)
                    )
                }
                None => String::new(),
            };
            let _ = writeln!(
                text,
                "{:<22} {} (warm: median of {}{range})",
                "",
                exact_time(warm.p50),
                warm.n
            );
        }
    }
    let size = |operation, name| row(operation).and_then(|row| row.median(name));
    let mut line = |title: &str, value: Option<f64>| {
        let value = value.map_or_else(|| "not to be seen".to_owned(), |value| bytes(value as u64));
        let _ = writeln!(text, "{title:<22} {value}");
    };
    let signature = job.set.signature_len();
    line("Public key size:", size(Operation::Keygen, "size.public_key"));
    line("Secret key size:", size(Operation::Keygen, "size.secret_key"));
    line("Signature size:", Some(signature as f64));
    line("Signed message size:", Some((signature + job.message_len) as f64));
    line("Live key size:", size(Operation::Keygen, "size.live_key"));
    let remaining = match job.set.lifetime.count() {
        Some(count) => format!("{}, {} after one", job.set.lifetime, grouped(count - 1)),
        None => job.set.lifetime.to_string(),
    };
    let _ = writeln!(text, "{:<22} {remaining}", "Signatures per key:");
    for (title, name) in [("Peak heap usage:", "heap.peak"), ("Peak stack usage:", "stack.peak")] {
        let _ = writeln!(text, "{title}");
        for (title, operation) in [
            ("  Key generation:", Operation::Keygen),
            ("  Signing:", Operation::Sign),
            ("  Verification:", Operation::Verify),
        ] {
            let value = match size(operation, name) {
                None => "not to be seen".to_owned(),
                Some(value) => match (name, size(operation, "heap.allocs")) {
                    ("heap.peak", Some(count)) if count > 0.0 => {
                        format!("{} ({count} allocations)", bytes(value as u64))
                    }
                    _ => bytes(value as u64),
                },
            };
            let _ = writeln!(text, "{title:<22} {value}");
        }
    }
    text
}

fn side_by_side(job: &Job, record: &Record) -> String {
    let operations = [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];
    let names = operations.map(Operation::name);
    let columns = ["backend", "version"].into_iter().chain(names);
    let columns = columns.chain(["sign heap", "sign stack", "live key"]);
    let mut table = Table::new(2, columns);
    let cell = |row: Option<&Measurement>, name: &str| {
        let value = row.and_then(|row| row.median(name));
        value.map_or_else(|| "-".to_owned(), |value| grouped(value as u64))
    };
    let mut reasons = String::new();
    for info in &record.backends {
        let row = |operation| {
            let of = |row: &&Measurement| row.backend == info.name && row.operation == operation;
            record.results.iter().find(of)
        };
        let mut cells = vec![info.name.clone(), info.version.clone()];
        for operation in operations {
            let row = row(operation);
            cells.push(match row.map(|row| row.status) {
                Some(Status::Ok) => {
                    let ns = row.and_then(warm);
                    let best = fastest(record, operation);
                    let mark = if ns.is_some() && ns == best { " *" } else { "" };
                    ns.map_or_else(|| "-".to_owned(), |ns| format!("{}{mark}", time(ns)))
                }
                Some(status) => format!("{status:?}").to_lowercase(),
                None => "-".to_owned(),
            });
            if let Some(reason) = row.and_then(|row| row.reason.as_ref()) {
                let line = format!("{} {}: {reason}\n", info.name, operation.name());
                if !reasons.contains(&format!("{}: {reason}\n", info.name)) {
                    reasons.push_str(&line);
                }
            }
        }
        cells.push(cell(row(Operation::Sign), "heap.peak"));
        cells.push(cell(row(Operation::Sign), "stack.peak"));
        cells.push(cell(row(Operation::Keygen), "size.live_key"));
        table.row(cells);
    }
    let _ = job;
    format!("{}\nHeap, stack and live key in bytes.\n{reasons}", table.text())
}

/// Median of the warm samples.
fn warm(row: &Measurement) -> Option<f64> {
    row.warm().map(|metric| metric.p50)
}

fn fastest(record: &Record, operation: Operation) -> Option<f64> {
    let rows = record.results.iter().filter(|row| row.operation == operation);
    rows.filter(|row| row.status == Status::Ok).filter_map(warm).min_by(f64::total_cmp)
}
