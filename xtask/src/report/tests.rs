//! Tables of small records.

mod machines;

use super::pictures::Pictures;
use super::rivals;
use super::rows::Rows;
use super::spread::spread;
use super::table;
use measure::Machine;
use measure::machine::{Build, Counter};
use measure::record::{
    BackendInfo, Baseline, Checked, Form, Measurement, Metric, Mode, Operation, Record, Run,
    SCHEMA, Status,
};

const SET: &str = "SLH-DSA-SHA2-128f";

fn row(operation: Operation, message_bytes: Option<u64>, times: &[f64]) -> Measurement {
    let metric = Metric::of("ns", times).expect("samples");
    Measurement {
        scheme: "SLH-DSA".into(),
        parameter_set: SET.into(),
        operation,
        backend: "b".into(),
        message_bytes,
        threads: 1,
        run: "a".into(),
        state: None,
        life: None,
        check: Some(Checked { verified: 1, failed: 0 }),
        status: Status::Ok,
        reason: None,
        disturbed: false,
        metrics: [("time.cpu".to_owned(), metric)].into(),
        other: Default::default(),
    }
}

fn record(results: Vec<Measurement>) -> Record {
    let mut machine = Machine::here();
    machine.clocks.ticks = None;
    machine.clocks.cycles = None;
    machine.clocks.no_cycles = Some("it is Friday".into());
    let backend = BackendInfo {
        name: "b".into(),
        version: "1".into(),
        language: "Rust".into(),
        features: String::new(),
        hash: String::new(),
    };
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
    let (schema, earlier_runs, backends) = (SCHEMA.into(), Vec::new(), vec![backend]);
    Record { schema, run, earlier_runs, machine, backends, results, other: Default::default() }
}

fn message_bytes(results: Vec<Measurement>) -> u64 {
    Rows::of(&sphincs::SUITE, &record(results)).message_bytes
}

#[test]
fn a_table_has_messages_of_one_length() {
    let sign = |bytes| row(Operation::Sign, Some(bytes), &[bytes as f64]);
    let keygen = || row(Operation::Keygen, None, &[1.0]);
    assert_eq!(message_bytes(vec![keygen()]), 32, "the suite's");
    assert_eq!(message_bytes(vec![keygen(), sign(64), sign(32)]), 32);
    assert_eq!(message_bytes(vec![sign(64), sign(1024), sign(1024), sign(4096)]), 1024);
    assert_eq!(message_bytes(vec![sign(64), sign(1024)]), 1024, "in any order");
    assert_eq!(message_bytes(vec![sign(1024), sign(64)]), 1024, "in any order");

    let record = record(vec![keygen(), sign(1024), sign(32)]);
    let rows = Rows::of(&sphincs::SUITE, &record);
    let found = |operation| rows.find(SET, operation, "b").and_then(|row| row.message_bytes);
    assert_eq!(found(Operation::Sign), Some(32));
    assert!(rows.find(SET, Operation::Keygen, "b").is_some());
    assert!(rows.find(SET, Operation::Verify, "b").is_none());
    let others: Vec<_> = rows.of_other_lengths().map(|row| row.message_bytes).collect();
    assert_eq!(others, [Some(1024)]);
}

#[test]
fn messages_of_other_lengths_have_a_table_of_their_own() {
    let of = |lengths: &[u64]| {
        let row = |bytes: &u64| row(Operation::Sign, Some(*bytes), &[*bytes as f64]);
        let record = record(lengths.iter().map(row).collect());
        table::results(
            &sphincs::SUITE,
            Some(&[("machine".to_owned(), record)].into()),
            &Pictures::default(),
        )
    };
    let (one, two) = (of(&[1024]), of(&[1024, 32]));
    assert!(one.contains("messages of 1,024 bytes") && !one.contains("other lengths"), "{one}");
    assert!(one.contains("| 17,088 | 18,112 |"), "the signed message: {one}");
    assert!(two.contains("messages of 32 bytes") && two.contains("other lengths"), "{two}");
    assert!(two.contains("| 17,088 | 17,120 |"), "the signed message: {two}");
    let other = format!("| `{SET}` | `b` | sign | 1,024 | 1.024 µs | 1.024 µs | 1.024 µs | 1 |");
    assert!(two.contains(&other) && !one.contains(&other), "{two}");
}

#[test]
fn spread_has_the_figures_of_the_seed() {
    let mut sign = row(Operation::Sign, Some(32), &[1e6, 2e6, 3e6]);
    let mut add = |name: &str, unit: &str, samples: &[f64]| {
        sign.metrics.insert(name.into(), Metric::of(unit, samples).expect("samples"));
    };
    add("time.wall", "ns", &[1e6, 2e6, 3e6]);
    add("time.first", "ns", &[4e6]);
    add("ticks.tsc", "ticks", &[2.25e6, 4.5e6, 6.75e6]);
    let mut record = record(vec![sign, row(Operation::Verify, Some(32), &[50_000.0])]);
    let text = |record: &Record| spread(&Rows::of(&sphincs::SUITE, record), &[SET.to_owned()]);
    let due = format!(
        "\
| parameter set | backend | operation | first (cold) | min | p05 | p50 | mean | p95 | max | sd | CV | \
per second | TSC ticks | wall p50 | n | used |
|{}
| `{SET}` | `b` | sign | 4.000 ms | 1.000 ms | 1.000 ms | 2.000 ms | 2.000 ms | 3.000 ms | 3.000 ms | \
1.000 ms | 50.0 % | 500.0 | 4,500,000 | 2.000 ms | 3 |  |
| `{SET}` | `b` | verify | - | 50.00 µs | 50.00 µs | 50.00 µs | 50.00 µs | 50.00 µs | 50.00 µs | \
- | - | 20,000 | - | - | 1 |  |

sd: standard deviation; CV: sd / mean; per second: 1 / mean. TSC ticks: median of wall time in ticks, \
2.250 a nanosecond. CPU cycles are not counted: it is Friday.
",
        " --- |".repeat(17)
    );
    assert_eq!(text(&record), due);

    let cycles = Metric::of("cycles", &[3e6, 6e6, 9e6]).expect("samples");
    record.results[0].metrics.insert("cycles.core".into(), cycles);
    record.machine.clocks.cycles = Some(Counter { name: "some".into(), overhead: 1 });
    record.machine.clocks.no_cycles = None;
    let text = text(&record);
    assert!(text.contains("| TSC ticks | CPU cycles | wall p50 |"), "{text}");
    assert!(text.contains("| 4,500,000 | 6,000,000 | 2.000 ms |"), "{text}");
    assert!(text.ends_with("CPU cycles: median of those in user mode.\n"), "{text}");
}

#[test]
fn shares_of_the_hash_limit_have_a_table() {
    let mut sign = row(Operation::Sign, Some(32), &[2e6]);
    let verify = row(Operation::Verify, Some(32), &[50_000.0]);
    let mut results = |shares: bool| {
        for (name, unit, value) in [
            ("ops.sha256", "count", 160_122.0),
            ("ops.sha512", "count", 10_330.0),
            ("time.limit", "ns", 1.5e6),
            ("share.hash_limit", "ratio", 0.75),
        ] {
            let metric = Metric::single(unit, value).expect("a value");
            let _ = if shares { sign.metrics.insert(name.into(), metric) } else { None };
        }
        let mut record = record(vec![sign.clone(), verify.clone()]);
        let time = Metric::single("ns", 7.0).expect("a value");
        let (function, unit) = ("SHA-256 compression".to_owned(), "some".to_owned());
        let wide = Baseline { function, form: Form::Wide, unit, time };
        let narrow = Baseline { form: Form::Narrow, ..wide.clone() };
        record.run.baselines = if shares { vec![wide, narrow] } else { Vec::new() };
        table::results(
            &sphincs::SUITE,
            Some(&[("machine".to_owned(), record)].into()),
            &Pictures::default(),
        )
    };
    let without = results(false);
    assert!(!without.contains("hash limit") && !without.contains("Hashes on"), "{without}");
    let with = results(true);
    let due = format!(
        "| parameter set | operation | hashes | limit | `b` |\n|{}\n\
         | `{SET}` | sign | 160,122 SHA-256 + 10,330 SHA-512 | 1.500 ms | 75.0 % |\n\n",
        " --- |".repeat(5)
    );
    assert!(with.contains(&due), "{with}");
    let hashes =
        "- Hashes on `some` at their best: SHA-256 compression 7.000 ns (7.000 ns alone)\n";
    assert!(with.contains(hashes), "{with}");
}

#[test]
fn rivals_stand_beside_ours() {
    let named = |name: &str, mut row: Measurement, bytes: &[(&str, f64)]| {
        row.backend = name.into();
        for (metric, value) in bytes {
            row.metrics.insert((*metric).into(), Metric::single("bytes", *value).expect("a value"));
        }
        row
    };
    let sign = |time| row(Operation::Sign, Some(32), &[time]);
    let mut refused = row(Operation::Verify, Some(32), &[1.0]);
    refused.status = Status::Failed;
    refused.reason = Some("it ended".into());
    let mut record = record(vec![
        named("native", sign(2e6), &[("heap.bytes", 3_000.0), ("heap.peak", 2_000.0)]),
        named("java", sign(66e6), &[("heap.bytes", 4_000.0)]),
        named("java", refused, &[("heap.bytes", 4_000.0)]),
        named("c", sign(3e6), &[]),
        named("go", sign(4e6), &[("heap.bytes", 0.0), ("heap.peak", 0.0)]),
    ]);
    let of = |name: &str| BackendInfo { name: name.into(), ..record.backends[0].clone() };
    record.backends = ["java", "c", "go", "native", "unheard of"].map(of).to_vec();
    let tables =
        |records| rivals::tables(&sphincs::SUITE, Some(&[("m".to_owned(), records)].into()));
    let text = tables(record.clone());
    let due = format!(
        "#### `{SET}`\n\n\
         | backend | version | language | keygen | sign | verify | keygen allocates | sign allocates | verify allocates |\n\
         |{}\n\
         | `native` | 1 | Rust | - | **2.000 ms** | - | - | 3,000 (2,000) | - |\n\
         | `java` | 1 | Rust | - | 66.00 ms (33 x) | failed | - | 4,000 (-) | - |\n\
         | `c` | 1 | Rust | - | 3.000 ms (1.5 x) | - | - | - | - |\n\
         | `go` | 1 | Rust | - | 4.000 ms (2.0 x) | - | - | 0 (0) | - |\n",
        " --- |".repeat(9)
    );
    assert!(text.contains(&due), "{text}");
    assert!(
        text.contains("results/m/rivals/sphincs.json") && !text.contains("to look at"),
        "{text}"
    );
    record.run.mode = Mode::Quick;
    assert!(tables(record).contains("to look at"));
    assert!(rivals::tables(&sphincs::SUITE, None).contains("Nothing was measured yet"));
}
