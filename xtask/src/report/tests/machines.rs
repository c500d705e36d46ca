//! Several machines: each by itself, then side by side by share of the hash limit.

use super::{record, row};
use crate::report::pictures::Pictures;
use crate::report::{Records, table};
use measure::record::{Lived, Metric, Operation, Record};

const SETS: [&str; 2] = ["XMSS-SHA2_10_256", "XMSSMT-SHA2_20/4_256"];

/// What one machine measured: keys of two sets that lived, with shares of the hash limit.
fn first_machine() -> Record {
    let mut rows = Vec::new();
    for (set, scheme) in SETS.into_iter().zip(["XMSS", "XMSS^MT"]) {
        for backend in ["native", "purecrypto"] {
            let slower = if backend == "native" { 1.0 } else { 4.0 };
            for (operation, ns) in [(Operation::Sign, 20_000.0), (Operation::Verify, 30_000.0)] {
                let mut row = row(operation, Some(1024), &[ns * slower]);
                row.parameter_set = set.into();
                row.scheme = scheme.into();
                row.backend = backend.into();
                let share = Metric::single("ratio", 0.8 / slower).expect("a share");
                row.metrics.insert("share.hash_limit".into(), share);
                if operation == Operation::Sign {
                    let times: Vec<_> = [9.0, 1.0, 1.0, 3.0, 1.0].map(|i| i * ns * slower).into();
                    let life = Metric::of("ns", &times).expect("times");
                    let life = Metric { by_index: Some(times), ..life };
                    row.metrics.insert("life.cpu".into(), life);
                    let run = row.run.clone();
                    row.life = Some(Lived { run, keys: 3, verified: 15, failed: None });
                }
                rows.push(row);
            }
        }
    }
    let mut record = record(rows);
    let mut names = ["native", "purecrypto"].into_iter();
    record.backends = vec![record.backends[0].clone(); 2];
    record.backends.iter_mut().for_each(|info| info.name = names.next().expect("two").into());
    record.machine.fingerprint = "1111111111111111".into();
    record
}

/// The same on a machine that takes three times as long, and comes nearer to its own limit.
fn second_machine() -> Record {
    let mut record = first_machine();
    record.machine.fingerprint = "2222222222222222".into();
    for metric in record.results.iter_mut().flat_map(|row| row.metrics.values_mut()) {
        let factor = if metric.unit == "ratio" { 1.1 } else { 3.0 };
        let Metric { min, p05, p50, p95, p99, max, mean, by_index, .. } = metric;
        for figure in [min, p05, p50, p95, p99, max, mean] {
            *figure *= factor;
        }
        by_index.iter_mut().flatten().for_each(|time| *time *= factor);
    }
    record
}

fn records(machines: impl IntoIterator<Item = Record>) -> Records {
    let named = machines.into_iter().map(|record| (record.machine.directory_name(), record));
    [("xmss".to_owned(), named.collect())].into()
}

#[test]
fn machines_are_never_averaged() {
    let records = records([first_machine(), second_machine()]);
    let pictures = Pictures::of(&records);
    let text = table::results(&xmss::SUITE, records.get("xmss"), &pictures);
    let (each, across) = text.split_once("### Across machines\n").expect("both");
    assert_eq!(each.matches("\n### ").count() + 1, 2, "a section each: {each}");
    for (one, [native, rival]) in
        [("1111", ["**20.00 µs**", "80.00 µs"]), ("2222", ["**60.00 µs**", "240.0 µs"])]
    {
        let name = records["xmss"].keys().find(|name| name.contains(one)).expect("a machine");
        let section = each.split("\n### ").find(|section| section.contains(name.as_str()));
        let section = section.expect("a section");
        assert!(section.contains(&format!("| sign | {native} | {rival} |")), "{section}");
        assert!(section.contains(&format!("results/plots/{name}/life-xmss.svg")), "{section}");
    }
    assert!(!text.contains("40.00 µs"), "the mean of two machines: {text}");
    let names: Vec<_> = records["xmss"].keys().map(|name| format!("`{name}`")).collect();
    let header = format!("| parameter set | operation | backend | {} | {} |", names[0], names[1]);
    assert!(across.contains(&header), "{across}");
    assert!(
        across.contains("| `XMSS-SHA2_10_256` | sign | `native` | 80.0 % | 88.0 % |"),
        "{across}"
    );
    assert!(!across.contains("purecrypto") && !across.contains('µ'), "{across}");

    let overview = table::overview(&records, &pictures);
    let (each, across) = overview.split_once("### Across machines\n").expect("both");
    assert_eq!(each.matches("pareto-verify.svg").count(), 2, "{each}");
    let rival = "| `XMSS-SHA2_10_256` | verify | `purecrypto` | 20.0 % | 22.0 % |";
    assert!(across.contains(rival) && !across.contains("XMSSMT"), "{across}");
}

#[test]
fn one_machine_is_not_compared_and_neither_is_one_without_shares() {
    let mut without = second_machine();
    without.results.iter_mut().for_each(|row| drop(row.metrics.remove("share.hash_limit")));
    for records in [records([first_machine()]), records([first_machine(), without])] {
        let pictures = Pictures::of(&records);
        let text = table::results(&xmss::SUITE, records.get("xmss"), &pictures);
        assert!(!text.contains("Across"), "{text}");
        assert!(!table::overview(&records, &pictures).contains("Across"));
    }
}

#[test]
fn lives_have_a_table_with_the_worst_index() {
    let records = records([first_machine()]);
    let text = table::results(&xmss::SUITE, records.get("xmss"), &Pictures::default());
    let line = "| `XMSS-SHA2_10_256` | `native` | 5 of 1,024 | 3 | - | 180.0 µs | 20.00 µs | 60.00 µs | \
                180.0 µs | 180.0 µs | 0 |";
    assert!(text.contains(line), "{text}");
    assert!(!text.contains("results/plots"), "no pictures, no links");
}

/// A picture each for what there are figures of, each machine in a folder of its own.
#[test]
fn pictures_are_of_what_there_is() {
    let mut bare = second_machine();
    for row in &mut bare.results {
        row.life = None;
        row.metrics.retain(|name, _| name == "time.cpu");
    }
    let records = records([first_machine(), bare]);
    let folder = tempfile::tempdir().expect("a folder");
    let files = Pictures::of(&records).files(folder.path()).expect("readable");
    let names = |machine: &str| {
        let of = files.iter().filter(|file| file.path.to_string_lossy().contains(machine));
        let name = |path: &std::path::Path| path.file_stem().map(|stem| stem.to_owned());
        let names = of.filter_map(|file| name(&file.path)?.into_string().ok());
        names.collect::<Vec<_>>()
    };
    let all = ["pareto-verify", "pareto-sign", "hash-limit", "backends-xmss", "life-xmss"];
    assert_eq!(names("1111"), all);
    assert_eq!(names("2222"), ["pareto-verify", "pareto-sign", "backends-xmss"]);
    let svg = |name: &str| {
        let file = files.iter().find(|file| file.path.to_string_lossy().contains(name));
        file.and_then(|file| file.new.clone()).expect("a picture")
    };
    assert!(svg("life-xmss").contains("p50 20.00 µs, max 180.0 µs at 0"));
    assert!(svg("pareto-sign").contains(">XMSSMT-SHA2_20/4_256<"));
    for file in &files {
        let svg = file.new.as_ref().expect("a picture");
        assert!(svg.contains("prefers-color-scheme: dark") && !svg.contains("<script"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
    }
}
