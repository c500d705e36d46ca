//! Records as markdown tables.

use super::life::life;
use super::limit::{baselines, limit};
use super::markdown::Table;
use super::pictures::Pictures;
use super::rows::{NONE, OPERATIONS, Rows, number};
use super::spread::spread;
use super::{Records, across};
use crate::registry::SUITES;
use measure::Suite;
use measure::record::{Mode, Operation, Record, Status};
use measure::units::{grouped, time};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The default set of each scheme, every backend, pictures and a table each machine; then all machines
/// side by side.
pub(super) fn overview(records: &Records, pictures: &Pictures) -> String {
    let mut machines: BTreeMap<&str, Vec<Rows<'_>>> = BTreeMap::new();
    for suite in SUITES {
        for (machine, record) in records.get(suite.name).into_iter().flatten() {
            machines.entry(machine).or_default().push(Rows::of(suite, record));
        }
    }
    let mut text = String::new();
    for (folder, records) in machines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} (`results/{folder}`)\n", records[0].record.machine);
        text.push_str(&pictures.markdown(folder, None, ""));
        let mut table = Table::new(["parameter set", "backend"]);
        table.push_header(OPERATIONS.map(Operation::name));
        table.push_header(["message", "signature", "lifetime"]);
        for rows in records {
            let Ok(set) = (rows.suite.find)(rows.suite.default_set) else { continue };
            for backend in rows.backends() {
                let row = |operation| rows.find(&set.name, operation, backend);
                let times = OPERATIONS.map(|operation| rows.time(row(operation)));
                if times.iter().all(|time| time == "-") {
                    continue;
                }
                let sizes = [rows.message_bytes, set.signature_len() as u64].map(grouped);
                let sizes = sizes.into_iter().chain([set.lifetime.to_string()]);
                let names = [format!("`{}`", set.name), format!("`{backend}`")];
                table.row(names.into_iter().chain(times).chain(sizes));
            }
        }
        let _ = writeln!(text, "{}", table.text());
    }
    if text.is_empty() {
        return NOTHING.to_owned();
    }
    text + "Median thread CPU time of warm calls, one thread; the fastest of each set in bold. Message and \
            signature in bytes.\n\n"
        + &across::overview(records)
}

/// Everything that is known of one scheme, a section each machine, and one of all.
pub(super) fn results(
    suite: &Suite,
    records: Option<&BTreeMap<String, Record>>,
    pictures: &Pictures,
) -> String {
    let mut text = String::new();
    for (folder, record) in records.into_iter().flatten() {
        let _ = writeln!(text, "### {}\n", record.machine);
        environment(&mut text, suite, folder, record);
        let rows = Rows::of(suite, record);
        let sets = rows.sets();
        text.push_str(&pictures.markdown(folder, Some(suite.name), "../../"));
        let _ = writeln!(text, "#### Time\n\n{}", times(&rows, &sets));
        let _ = writeln!(
            text,
            "Median thread CPU time of warm calls, messages of {} bytes; the fastest of each row in bold.\n",
            grouped(rows.message_bytes)
        );
        text.push_str(&limit(&rows, &sets));
        text.push_str(&life(&rows, &sets));
        let _ = writeln!(text, "#### Sizes and lifetimes\n\n{}", sizes(&rows, &sets));
        text.push_str("In bytes. Lifetime: signatures that a fresh key can make.\n\n");
        let _ = writeln!(text, "#### Memory\n\n{}", memory(&rows, &sets));
        text.push_str(
            "In bytes, each measured in a pass of its own: peak heap (allocations) / peak stack. What \
             cannot be seen is absent.\n\n",
        );
        text.push_str(&several_threads(record));
        text.push_str(&other_lengths(&rows));
        let spread = spread(&rows, &sets);
        let _ = writeln!(
            text,
            "<details><summary>Spread: first call, quantiles, deviation, ticks, indices and signatures used</summary>\n\n{spread}\n\
             </details>\n"
        );
        text.push_str(&not_measured(record));
    }
    match records {
        Some(machines) if !text.is_empty() => text + &across::results(suite, machines),
        _ => NOTHING.to_owned(),
    }
}

const NOTHING: &str = "Nothing was measured yet: `cargo xtask bench`, then `cargo xtask report`.";

fn environment(text: &mut String, suite: &Suite, folder: &str, record: &Record) {
    let run = &record.run;
    let _ = writeln!(text, "- Record: `results/{folder}/{}.json`", suite.name);
    let _ = writeln!(text, "- Newest run (UTC): `{}`, `{}`", run.start, run.command);
    let earlier = record.earlier_runs.len();
    if earlier > 0 {
        let _ = writeln!(text, "- Rows of {earlier} earlier runs are kept");
    }
    if run.mode != Mode::Full {
        let _ = writeln!(text, "- **A {:?} run: to look at, not to compare by**", run.mode);
    }
    let _ = writeln!(text, "- {}", run.build);
    // A run of lives alone may have none.
    let mut runs = std::iter::once(run).chain(&record.earlier_runs);
    if let Some(baselines) = runs.find_map(baselines) {
        let _ = writeln!(text, "- {baselines}");
    }
    if let (Some(before), Some(after)) = (run.load.before, run.load.after) {
        let (before, after) = (before.one, after.one);
        let _ = writeln!(text, "- Load average before and after: {before:.2}, {after:.2}");
    }
    for info in &record.backends {
        let _ = writeln!(
            text,
            "- `{}` {} ({}; {}; {})",
            info.name, info.version, info.language, info.features, info.hash
        );
    }
    text.push('\n');
}

fn times(rows: &Rows<'_>, sets: &[String]) -> String {
    let backends = rows.backends();
    let mut table = Table::new(["parameter set", "operation"]);
    table.push_header(backends.iter().map(|backend| format!("`{backend}`")));
    for set in sets {
        for operation in OPERATIONS {
            let cell = |backend: &&str| rows.time(rows.find(set, operation, backend));
            let cells: Vec<_> = backends.iter().map(cell).collect();
            // Older records do not have all operations.
            if cells.iter().any(|cell| cell != "-") {
                let names = [format!("`{set}`"), operation.name().to_owned()];
                table.row(names.into_iter().chain(cells));
            }
        }
    }
    table.text()
}

fn sizes(rows: &Rows<'_>, sets: &[String]) -> String {
    let backends = rows.backends();
    let mut table = Table::new(["parameter set", "public key", "signature", "signed message"]);
    table.push_header(["lifetime"]);
    table.push_header(backends.iter().map(|backend| format!("secret key `{backend}`")));
    for name in sets {
        let Ok(set) = (rows.suite.find)(name) else { continue };
        let mut cells = vec![
            format!("`{name}`"),
            grouped(set.public_key_len() as u64),
            grouped(set.signature_len() as u64),
            grouped(set.signature_len() as u64 + rows.message_bytes),
            set.lifetime.to_string(),
        ];
        cells.extend(
            backends.iter().map(|backend| {
                number(rows.find(name, Operation::Keygen, backend), "size.secret_key")
            }),
        );
        table.row(cells);
    }
    table.text()
}

fn memory(rows: &Rows<'_>, sets: &[String]) -> String {
    let mut table = Table::new(["parameter set", "backend"]);
    table.push_header(OPERATIONS.map(Operation::name));
    table.push_header(["live key"]);
    for set in sets {
        for backend in rows.backends() {
            let row = |operation| rows.find(set, operation, backend);
            let cells = OPERATIONS.map(|operation| {
                let row = row(operation);
                let names = ["heap.peak", "heap.allocs", "stack.peak"];
                let [heap, allocations, stack] = names.map(|name| number(row, name));
                match (&*heap, &*stack) {
                    ("-", "-") => "-".to_owned(),
                    _ => format!("{heap} ({allocations}) / {stack}"),
                }
            });
            if cells.iter().all(|cell| cell == "-") {
                continue;
            }
            let names = [format!("`{set}`"), format!("`{backend}`")];
            let live = number(row(Operation::Keygen), "size.live_key");
            table.row(names.into_iter().chain(cells).chain([live]));
        }
    }
    table.text()
}

/// What was measured on more than one thread, if anything was.
fn several_threads(record: &Record) -> String {
    let mut table = Table::new(["parameter set", "backend", "threads", "operation", "message"]);
    table.push_header(["wall time", "min", "max", "n", "peak heap"]);
    let rows = record.results.iter().filter(|row| row.threads > 1 && row.status == Status::Ok);
    for row in rows {
        let Some(wall) = row.metrics.get("time.wall") else { continue };
        table.row([
            format!("`{}`", row.parameter_set),
            format!("`{}`", row.backend),
            row.threads.to_string(),
            row.operation.name().to_owned(),
            row.message_bytes.map_or_else(|| NONE.to_owned(), grouped),
            time(wall.p50),
            time(wall.min),
            time(wall.max),
            grouped(wall.n),
            number(Some(row), "heap.peak"),
        ]);
    }
    match table.is_empty() {
        true => String::new(),
        false => format!(
            "#### Several threads\n\n{}\nMedian wall time. Message and heap in bytes.\n\n",
            table.text()
        ),
    }
}

/// What was measured over messages of another length than the rest, if anything was.
fn other_lengths(rows: &Rows<'_>) -> String {
    let mut table = Table::new(["parameter set", "backend", "operation", "message", "p50", "min"]);
    table.push_header(["max", "n"]);
    for row in rows.of_other_lengths() {
        let (Some(bytes), Some(warm)) = (row.message_bytes, row.warm()) else { continue };
        table.row([
            format!("`{}`", row.parameter_set),
            format!("`{}`", row.backend),
            row.operation.name().to_owned(),
            grouped(bytes),
            time(warm.p50),
            time(warm.min),
            time(warm.max),
            grouped(warm.n),
        ]);
    }
    match table.is_empty() {
        true => String::new(),
        false => format!(
            "<details><summary>Messages of other lengths</summary>\n\n{}\n\
             Thread CPU time of warm calls. Message in bytes.\n\n</details>\n\n",
            table.text()
        ),
    }
}

/// Rows that are not `ok`, once for each set, backend and reason.
pub(super) fn not_measured(record: &Record) -> String {
    let mut lines = Vec::new();
    for row in record.results.iter().filter(|row| row.status != Status::Ok) {
        let reason = row.reason.as_deref().unwrap_or("no reason given");
        let status = format!("{:?}", row.status).to_lowercase();
        let what = match row.status {
            Status::Unsupported => String::new(),
            _ => format!(" {}", row.operation.name()),
        };
        let line = format!("- `{}` `{}`{what}: {status}: {reason}", row.parameter_set, row.backend);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for row in &record.results {
        if let Some(reason) = row.life.as_ref().and_then(|life| life.failed.as_ref()) {
            let (set, backend) = (&row.parameter_set, &row.backend);
            lines.push(format!("- `{set}` `{backend}` life of a key: failed: {reason}"));
        }
    }
    match lines.is_empty() {
        true => String::new(),
        false => format!("#### Not measured\n\n{}\n", lines.join("\n")),
    }
}
