//! Records as markdown tables.

use super::Records;
use crate::registry::SUITES;
use measure::Suite;
use measure::record::{Measurement, Mode, Operation, Record, Status};
use measure::units::{grouped, time};
use std::collections::BTreeMap;
use std::fmt::Write;

const OPERATIONS: [Operation; 4] =
    [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];

/// The default set of each scheme, every backend, a table each machine.
pub(super) fn overview(records: &Records) -> String {
    let mut machines: BTreeMap<&str, Vec<(&Suite, &Record)>> = BTreeMap::new();
    for suite in SUITES {
        for (machine, record) in records.get(suite.name).into_iter().flatten() {
            machines.entry(machine).or_default().push((suite, record));
        }
    }
    let mut text = String::new();
    for (folder, records) in machines {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} (`results/{folder}`)\n", records[0].1.machine);
        let mut table = Table::new(["parameter set", "backend"]);
        table.push_header(OPERATIONS.map(Operation::name));
        table.push_header(["signature", "lifetime"]);
        for (suite, record) in records {
            let Ok(set) = (suite.find)(suite.default_set) else { continue };
            for backend in backends(suite, record) {
                let row = |operation| find(record, &set.name, operation, backend);
                let times = OPERATIONS.map(|operation| cell(record, row(operation)));
                if times.iter().all(|time| time == "-") {
                    continue;
                }
                let sizes = [grouped(set.signature_len() as u64), set.lifetime.to_string()];
                let names = [format!("`{}`", set.name), format!("`{backend}`")];
                table.row(names.into_iter().chain(times).chain(sizes));
            }
        }
        let _ = writeln!(text, "{}", table.text());
    }
    if text.is_empty() {
        return NOTHING.to_owned();
    }
    text + "Median thread CPU time of warm calls, messages of 1,024 bytes, one thread; the fastest of \
            each set in bold. Signature in bytes."
}

/// Everything that is known of one scheme, a section each machine.
pub(super) fn results(suite: &Suite, records: Option<&BTreeMap<String, Record>>) -> String {
    let mut text = String::new();
    for (folder, record) in records.into_iter().flatten() {
        let _ = writeln!(text, "### {}\n", record.machine);
        environment(&mut text, suite, folder, record);
        let sets = sets(suite, record);
        let _ = writeln!(text, "#### Time\n\n{}", times(suite, record, &sets));
        text.push_str("Median thread CPU time of warm calls; the fastest of each row in bold.\n\n");
        let _ = writeln!(text, "#### Sizes and lifetimes\n\n{}", sizes(suite, record, &sets));
        text.push_str("In bytes. Lifetime: signatures that a fresh key can make.\n\n");
        let _ = writeln!(text, "#### Memory\n\n{}", memory(suite, record, &sets));
        text.push_str(
            "In bytes, each measured in a pass of its own: peak heap (allocations) / peak stack. What \
             cannot be seen is absent.\n\n",
        );
        text.push_str(&several_threads(record));
        let spread = spread(suite, record, &sets);
        let _ = writeln!(
            text,
            "<details><summary>Spread: first call, quantiles, indices and signatures used</summary>\n\n{spread}\n\
             </details>\n"
        );
        text.push_str(&not_measured(record));
    }
    if text.is_empty() { NOTHING.to_owned() } else { text }
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

fn times(suite: &Suite, record: &Record, sets: &[String]) -> String {
    let backends = backends(suite, record);
    let mut table = Table::new(["parameter set", "operation"]);
    table.push_header(backends.iter().map(|backend| format!("`{backend}`")));
    for set in sets {
        for operation in OPERATIONS {
            let cell = |backend: &&str| cell(record, find(record, set, operation, backend));
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

fn sizes(suite: &Suite, record: &Record, sets: &[String]) -> String {
    let backends = backends(suite, record);
    let mut table = Table::new(["parameter set", "public key", "signature", "signed message"]);
    table.push_header(["lifetime"]);
    table.push_header(backends.iter().map(|backend| format!("secret key `{backend}`")));
    for name in sets {
        let Ok(set) = (suite.find)(name) else { continue };
        let mut cells = vec![
            format!("`{name}`"),
            grouped(set.public_key_len() as u64),
            grouped(set.signature_len() as u64),
            grouped((set.signature_len() + suite.message_len) as u64),
            set.lifetime.to_string(),
        ];
        cells.extend(backends.iter().map(|backend| {
            number(find(record, name, Operation::Keygen, backend), "size.secret_key")
        }));
        table.row(cells);
    }
    table.text()
}

fn memory(suite: &Suite, record: &Record, sets: &[String]) -> String {
    let mut table = Table::new(["parameter set", "backend"]);
    table.push_header(OPERATIONS.map(Operation::name));
    table.push_header(["live key"]);
    for set in sets {
        for backend in backends(suite, record) {
            let row = |operation| find(record, set, operation, backend);
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

fn spread(suite: &Suite, record: &Record, sets: &[String]) -> String {
    let mut table = Table::new(["parameter set", "backend", "operation", "first (cold)"]);
    table.push_header(["p05", "p50", "p95", "max", "wall p50", "n", "used"]);
    for set in sets {
        for backend in backends(suite, record) {
            for row in OPERATIONS.iter().filter_map(|op| find(record, set, *op, backend)) {
                let Some(warm) = row.metrics.get("time.cpu").or(row.metrics.get("time.wall"))
                else {
                    continue;
                };
                let median = |name| row.median(name).map_or_else(|| "-".to_owned(), time);
                let mut used = row.state.map_or_else(String::new, |state| {
                    let (first, last) = (state.first_index, state.last_index);
                    format!("indices {first}..{last} of {} keys", state.keys)
                });
                if let Some(signatures) = row.median("pool.signatures") {
                    used = format!("{signatures} signatures in rotation");
                }
                let disturbed = if row.disturbed { " (disturbed)" } else { "" };
                table.row([
                    format!("`{set}`"),
                    format!("`{backend}`"),
                    row.operation.name().to_owned(),
                    median("time.first"),
                    time(warm.p05),
                    time(warm.p50),
                    time(warm.p95),
                    time(warm.max),
                    format!("{}{disturbed}", median("time.wall")),
                    grouped(warm.n),
                    used,
                ]);
            }
        }
    }
    table.text()
}

/// What was measured on more than one thread, if anything was.
fn several_threads(record: &Record) -> String {
    let mut table = Table::new(["parameter set", "backend", "threads", "operation", "wall time"]);
    table.push_header(["min", "max", "n", "peak heap"]);
    let rows = record.results.iter().filter(|row| row.threads > 1 && row.status == Status::Ok);
    for row in rows {
        let Some(wall) = row.metrics.get("time.wall") else { continue };
        table.row([
            format!("`{}`", row.parameter_set),
            format!("`{}`", row.backend),
            row.threads.to_string(),
            row.operation.name().to_owned(),
            time(wall.p50),
            time(wall.min),
            time(wall.max),
            grouped(wall.n),
            number(Some(row), "heap.peak"),
        ]);
    }
    match table.rows.is_empty() {
        true => String::new(),
        false => format!(
            "#### Several threads\n\n{}\nMedian wall time. Heap in bytes.\n\n",
            table.text()
        ),
    }
}

/// Rows that are not `ok`, once for each set, backend and reason.
fn not_measured(record: &Record) -> String {
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
    match lines.is_empty() {
        true => String::new(),
        false => format!("#### Not measured\n\n{}\n", lines.join("\n")),
    }
}

/// A time, in bold if it is the fastest of its set, operation and message length.
fn cell(record: &Record, row: Option<&Measurement>) -> String {
    let Some(row) = row else { return "-".to_owned() };
    if row.status != Status::Ok {
        return format!("{:?}", row.status).to_lowercase();
    }
    let Some(ns) = warm(row) else { return "-".to_owned() };
    let rivals = record.results.iter().filter(|rival| {
        (rival.status, rival.threads) == (Status::Ok, row.threads)
            && (&rival.parameter_set, rival.operation, rival.message_bytes)
                == (&row.parameter_set, row.operation, row.message_bytes)
    });
    let best = rivals.filter_map(warm).min_by(f64::total_cmp);
    if best == Some(ns) { format!("**{}**", time(ns)) } else { time(ns) }
}

fn warm(row: &Measurement) -> Option<f64> {
    row.median("time.cpu").or_else(|| row.median("time.wall"))
}

fn number(row: Option<&Measurement>, metric: &str) -> String {
    let value = row.and_then(|row| row.median(metric));
    value.map_or_else(|| "-".to_owned(), |value| grouped(value as u64))
}

fn find<'a>(
    record: &'a Record,
    set: &str,
    operation: Operation,
    backend: &str,
) -> Option<&'a Measurement> {
    record.results.iter().find(|row| {
        (&*row.parameter_set, row.operation, &*row.backend, row.threads)
            == (set, operation, backend, 1)
    })
}

/// Names of the record's backends, in the order of the suite; those that it no longer has come last.
/// What is native on some vector unit follows all that is native otherwise, whichever units this
/// machine has.
fn backends<'a>(suite: &Suite, record: &'a Record) -> Vec<&'a str> {
    let names = (suite.backends)().iter().map(|backend| backend.about().name);
    let order: Vec<_> = names.filter(|name| !name.contains('@')).collect();
    let place = |name: &str| match name.split_once('@') {
        None => (order.iter().position(|known| known == name).unwrap_or(order.len()), 0),
        Some((base, unit)) => {
            let last = order.iter().rposition(|known| known.starts_with(base));
            let unit = UNITS.iter().position(|known| *known == unit).unwrap_or(UNITS.len());
            (last.unwrap_or(order.len()), 1 + unit)
        }
    };
    let mut names: Vec<_> = record.backends.iter().map(|info| &*info.name).collect();
    names.sort_by_key(|name| place(name));
    names
}

/// Vector units of all machines, the best first.
const UNITS: [&str; 7] = ["avx512", "sha-ni", "avx2", "sse2", "sha2", "neon", "portable"];

/// Names of the sets that the record has on one thread, in the order of the suite; sets outside its
/// list come last.
fn sets(suite: &Suite, record: &Record) -> Vec<String> {
    let rows = record.results.iter().filter(|row| row.threads == 1);
    let mut names: Vec<_> = rows.map(|row| row.parameter_set.clone()).collect();
    names.sort();
    names.dedup();
    let order = (suite.sets)();
    names.sort_by_key(|name| order.iter().position(|set| set.name == *name).unwrap_or(order.len()));
    names
}

/// A markdown table.
struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new<const N: usize>(header: [&str; N]) -> Self {
        Self { header: header.map(str::to_owned).to_vec(), rows: Vec::new() }
    }

    fn push_header<S: Into<String>>(&mut self, more: impl IntoIterator<Item = S>) {
        self.header.extend(more.into_iter().map(Into::into));
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<_> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.header.len(), "a cell for each column: {cells:?}");
        self.rows.push(cells);
    }

    fn text(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|{}\n", " --- |".repeat(self.header.len()));
        self.rows.iter().fold(line(&self.header) + &rule, |text, row| text + &line(row))
    }
}
