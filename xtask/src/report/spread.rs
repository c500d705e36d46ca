//! How far apart the warm calls are: a line for each row of a record.

use super::markdown::Table;
use super::rows::{NONE, OPERATIONS, Rows, number};
use measure::record::{Measurement, Metric};
use measure::units::{digits, grouped, time};

/// The table and what its columns are.
pub(super) fn spread(rows: &Rows<'_>, sets: &[String]) -> String {
    let results = &rows.record.results;
    let cycles = results.iter().any(|row| row.metrics.contains_key("cycles.core"));
    let mut table = Table::new(["parameter set", "backend", "operation", "first (cold)"]);
    table.push_header(FIGURES);
    table.push_header(["TSC ticks"]);
    table.push_header(cycles.then_some("CPU cycles"));
    table.push_header(["wall p50", "n", "used"]);
    for set in sets {
        for backend in rows.backends() {
            for row in OPERATIONS.iter().filter_map(|op| rows.find(set, *op, backend)) {
                let Some(warm) = row.warm() else { continue };
                let median = |name| row.median(name).map_or_else(|| NONE.to_owned(), time);
                let names = [format!("`{set}`"), format!("`{backend}`")];
                let mut cells = names.to_vec();
                cells.extend([row.operation.name().to_owned(), median("time.first")]);
                cells.extend(figures(warm));
                cells.push(number(Some(row), "ticks.tsc"));
                cells.extend(cycles.then(|| number(Some(row), "cycles.core")));
                let disturbed = if row.disturbed { " (disturbed)" } else { "" };
                cells.push(format!("{}{disturbed}", median("time.wall")));
                cells.extend([grouped(warm.n), used(row)]);
                table.row(cells);
            }
        }
    }
    table.text() + "\n" + &legend(rows, cycles)
}

const FIGURES: [&str; 9] = ["min", "p05", "p50", "mean", "p95", "max", "sd", "CV", "per second"];

/// The [`FIGURES`] of the samples. A single one has no spread.
fn figures(warm: &Metric) -> [String; FIGURES.len()] {
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| NONE.to_owned());
    [
        time(warm.min),
        time(warm.p05),
        time(warm.p50),
        time(warm.mean),
        time(warm.p95),
        time(warm.max),
        or_none(warm.cv().map(|_| time(warm.sd))),
        or_none(warm.cv().map(|cv| format!("{:.1} %", 100.0 * cv))),
        or_none(warm.per_second().map(digits)),
    ]
}

/// Indices or signatures that the samples used.
fn used(row: &Measurement) -> String {
    if let Some(signatures) = row.median("pool.signatures") {
        return format!("{signatures} signatures in rotation");
    }
    row.state.map_or_else(String::new, |state| {
        let (first, last) = (state.first_index, state.last_index);
        format!("indices {first}..{last} of {} keys", state.keys)
    })
}

fn legend(rows: &Rows<'_>, cycles: bool) -> String {
    let mut text = "sd: standard deviation; CV: sd / mean; per second: 1 / mean.".to_owned();
    if let Some(rate) = rows.record.ticks_per_ns() {
        let rate = digits(rate);
        text += &format!(" TSC ticks: median of wall time in ticks, {rate} a nanosecond.");
    }
    if cycles {
        text += " CPU cycles: median of those in user mode.";
    } else if let Some(why) = &rows.record.machine.clocks.no_cycles {
        text += &format!(" CPU cycles are not counted: {why}.");
    }
    text + "\n"
}
