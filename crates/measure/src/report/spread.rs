//! How far apart the warm calls of one backend are, an operation a line.

use crate::Table;
use crate::record::{Measurement, Metric, Record, Status};
use crate::units::{digits, grouped, time};

/// The table of `backend` under its heading, and what its columns are; nothing if nothing was measured.
pub(super) fn spread(record: &Record, backend: &str) -> String {
    let rows = record.results.iter().filter(|row| row.backend == backend);
    let rows: Vec<_> = rows
        .filter(|row| row.status == Status::Ok)
        .filter_map(|row| Some((row, row.warm()?)))
        .collect();
    let Some((first, _)) = rows.first() else { return String::new() };
    let clock = if first.metrics.contains_key("time.cpu") { "thread CPU" } else { "wall" };
    let has = |name: &str| rows.iter().any(|(row, _)| row.metrics.contains_key(name));
    let (ticks, cycles) = (has("ticks.tsc"), has("cycles.core"));

    let mut header = vec!["operation"];
    header.extend(FIGURES);
    header.extend(ticks.then_some("TSC ticks"));
    header.extend(cycles.then_some("CPU cycles"));
    let mut table = Table::new(1, header);
    for (row, warm) in &rows {
        let mut cells = vec![row.operation.name().to_owned()];
        cells.extend(figures(warm));
        cells.extend(ticks.then(|| count(row, "ticks.tsc")));
        cells.extend(cycles.then(|| count(row, "cycles.core")));
        table.row(cells);
    }
    let mut text = format!("\nWarm calls, {clock} time:\n\n{}\n", table.text());
    text.push_str("sd: standard deviation; CV: sd / mean; per second: 1 / mean.");
    if let Some(rate) = record.ticks_per_ns().filter(|_| ticks) {
        let rate = digits(rate);
        text.push_str(&format!(" TSC ticks: median of wall time in ticks, {rate} a nanosecond."));
    }
    text.push('\n');
    match &record.machine.clocks.no_cycles {
        Some(why) => text.push_str(&format!("CPU cycles are not counted here: {why}.\n")),
        None if cycles => text.push_str("CPU cycles: median of those in user mode.\n"),
        None => (),
    }
    text
}

const FIGURES: [&str; 9] = ["n", "min", "p50", "mean", "p99", "max", "sd", "CV", "per second"];

/// The [`FIGURES`] of the samples. A single one has no spread.
fn figures(warm: &Metric) -> [String; FIGURES.len()] {
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| NONE.to_owned());
    [
        grouped(warm.n),
        time(warm.min),
        time(warm.p50),
        time(warm.mean),
        time(warm.p99),
        time(warm.max),
        or_none(warm.cv().map(|_| time(warm.sd))),
        or_none(warm.cv().map(|cv| format!("{:.1} %", 100.0 * cv))),
        or_none(warm.per_second().map(digits)),
    ]
}

fn count(row: &Measurement, name: &str) -> String {
    row.median(name).map_or_else(|| NONE.to_owned(), |count| grouped(count.round() as u64))
}

const NONE: &str = "-";

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Machine;
    use crate::machine::{Build, Counter};
    use crate::record::{Checked, Mode, Operation, Run, SCHEMA};

    pub(in crate::report) fn row(
        operation: Operation,
        metrics: &[(&str, &str, &[f64])],
    ) -> Measurement {
        let metric = |(name, unit, samples): &(&str, &str, &[f64])| {
            ((*name).to_owned(), Metric::of(unit, samples).expect("samples"))
        };
        Measurement {
            scheme: "SLH-DSA".into(),
            parameter_set: "S".into(),
            operation,
            backend: "b".into(),
            message_bytes: Some(32),
            threads: 1,
            run: "a".into(),
            state: None,
            life: None,
            check: Some(Checked { verified: 1, failed: 0 }),
            status: Status::Ok,
            reason: None,
            disturbed: false,
            metrics: metrics.iter().map(metric).collect(),
            other: Default::default(),
        }
    }

    pub(in crate::report) fn record(results: Vec<Measurement>) -> Record {
        let mut machine = Machine::here();
        machine.clocks.ticks = None;
        machine.clocks.cycles = None;
        machine.clocks.no_cycles = Some("it is Friday".into());
        let run = Run {
            id: "a".into(),
            start: "2026-01-01T00:00:00Z".into(),
            mode: Mode::Full,
            tool: "0".into(),
            commit: None,
            dirty: None,
            seed: 1,
            command: "test".into(),
            build: Build::this(),
            load: Default::default(),
            baselines: Vec::new(),
            other: Default::default(),
        };
        let (earlier_runs, backends) = (Vec::new(), Vec::new());
        Record {
            schema: SCHEMA.into(),
            run,
            earlier_runs,
            machine,
            backends,
            results,
            other: Default::default(),
        }
    }

    const TIMES: [f64; 3] = [1e6, 2e6, 3e6];

    #[test]
    fn figures_stand_in_columns_and_are_explained() {
        let mut record = record(vec![
            row(
                Operation::Sign,
                &[
                    ("time.cpu", "ns", &TIMES),
                    ("time.wall", "ns", &TIMES),
                    ("ticks.tsc", "ticks", &TIMES.map(|ns| 2.25 * ns)),
                ],
            ),
            row(Operation::Verify, &[("time.cpu", "ns", &[50_000.0])]),
        ]);
        let due = "
Warm calls, thread CPU time:

operation  n       min       p50      mean       p99       max        sd      CV  per second  TSC ticks
-------------------------------------------------------------------------------------------------------
sign       3  1.000 ms  2.000 ms  2.000 ms  3.000 ms  3.000 ms  1.000 ms  50.0 %       500.0  4,500,000
verify     1  50.00 µs  50.00 µs  50.00 µs  50.00 µs  50.00 µs         -       -      20,000          -

sd: standard deviation; CV: sd / mean; per second: 1 / mean. \
TSC ticks: median of wall time in ticks, 2.250 a nanosecond.
CPU cycles are not counted here: it is Friday.
";
        assert_eq!(spread(&record, "b"), due);
        assert_eq!(spread(&record, "another"), "");

        let metric = Metric::of("cycles", &TIMES.map(|ns| 3.0 * ns)).expect("samples");
        record.results[0].metrics.insert("cycles.core".into(), metric);
        let name = "PERF_COUNT_HW_CPU_CYCLES".to_owned();
        record.machine.clocks.cycles = Some(Counter { name, overhead: 1 });
        record.machine.clocks.no_cycles = None;
        let text = spread(&record, "b");
        assert!(text.contains("  TSC ticks  CPU cycles\n"), "{text}");
        assert!(text.contains("  4,500,000   6,000,000\n"), "{text}");
        assert!(text.ends_with("\nCPU cycles: median of those in user mode.\n"), "{text}");
    }

    #[test]
    fn several_threads_are_measured_by_the_wall() {
        let rows = vec![row(Operation::Keygen, &[("time.wall", "ns", &TIMES)])];
        let text = spread(&record(rows), "b");
        assert!(text.starts_with("\nWarm calls, wall time:\n"), "{text}");
        assert!(!text.contains("TSC"), "{text}");
    }
}
