//! `cargo xtask compare`, and the runs in several processes that it takes.

use measure::pool::Reused;
use measure::record::{self, Metric, Noise, Record, Status};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

const SET: &str = "LMS-SHA256-M32-H5+LMOTS-SHA256-N32-W4";

fn xtask(root: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .env("CARGO_MANIFEST_DIR", root.join("xtask"))
        .current_dir(root)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Exit code, standard output and standard error.
fn told(root: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = xtask(root, arguments);
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Options of a run that takes little time.
const BENCH: [&str; 9] =
    ["bench", "--params", SET, "--samples", "3", "--backend", "native", "--backend", "purecrypto"];

/// A record of two processes, measured once for all tests.
static MEASURED: LazyLock<Record> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let run = [&BENCH[..], &["--scheme", "lms", "--replicates", "2", "--out", "here"]].concat();
    let (code, _, error) = told(folder.path(), &run);
    assert_eq!(code, Some(0), "{error}");
    assert!(!folder.path().join("results").exists(), "--out is where it goes");
    record::load(&folder.path().join("here/lms.json")).expect("a record").expect("there")
});

/// How the times of processes vary: their median is 1.
const SPREAD: [f64; 8] = [0.998, 1.001, 1.004, 0.997, 1.0, 1.002, 0.999, 1.0];

/// The record as if eight processes had measured each row of `backend` in 100 µs by `factor`, and of
/// others in 100 µs.
fn record_with(backend: &str, factor: f64) -> Record {
    let mut record = MEASURED.clone();
    for row in &mut record.results {
        let factor = if row.backend == backend { factor } else { 1.0 };
        let times = SPREAD.map(|spread| 1e5 * factor * spread);
        let of = |values: &[f64], unit: &str| {
            let metric = Metric::of(unit, values).expect("samples");
            Metric { replicates: 8, by_replicate: Some(values.to_vec()), ..metric }
        };
        row.disturbed = false;
        row.metrics.insert("time.cpu".into(), of(&times, "ns"));
        row.metrics.insert("share.hash_limit".into(), of(&times.map(|t| 5e4 / t), "ratio"));
    }
    record
}

fn store(root: &Path, name: &str, record: &Record) -> PathBuf {
    let path = root.join(name);
    record::store(&path, record).expect("stored");
    path
}

#[test]
fn several_processes_make_one_record() {
    let record = &*MEASURED;
    assert!(record.run.command.contains("--replicates 2"), "{}", record.run.command);
    assert!(!record.run.command.contains("here"), "no paths: {}", record.run.command);
    assert_eq!(record.results.len(), 8);
    for row in &record.results {
        assert_eq!((row.status, row.run == record.run.id), (Status::Ok, true), "{row:?}");
        let time = row.warm().expect("times");
        assert_eq!((time.n, time.replicates), (6, 2), "{row:?}");
        assert_eq!(time.replicate_medians().len(), 2);
        assert!(row.metrics.contains_key("heap.peak"), "of the first process: {row:?}");
    }
    assert!(record.run.baselines.iter().all(|baseline| baseline.time.replicates == 2));
    // No index of any key is used in both: they have other keys.
    let sign = record.results.iter().find(|row| row.operation == record::Operation::Sign);
    assert!(sign.and_then(|row| row.state).is_some_and(|state| state.keys >= 2));
}

#[test]
fn verdicts_are_told_and_decide_the_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a/lms.json", &record_with("none", 1.0));
    store(root, "b/lms.json", &record_with("native", 1.05));
    let compare = |more: &[&str]| told(root, &[&["compare", "--margin", "0.01"], more].concat());
    let (code, out, error) = compare(&["a", "b"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(
        out.contains("0 faster, 4 slower, 4 same, 0 unclear; margin 1.00 % (--margin)"),
        "{out}"
    );
    assert!(out.contains("1.0500  1.0500 to 1.0500"), "paired: the same seed: {out}");
    assert!(out.contains("intervals at 99.375 %, all 8 at 95 %"), "{out}");
    assert_eq!(compare(&["a/lms.json", "b", "--fail-on", "slower"]).0, Some(1));
    assert_eq!(compare(&["b", "a", "--fail-on", "slower"]).0, Some(0), "faster is not");
    assert_eq!(compare(&["b", "a", "--fail-on", "different"]).0, Some(1));
    assert_eq!(compare(&["a", "b", "--fail-on", "unclear"]).0, Some(0));
    assert_eq!(compare(&["a", "a", "--fail-on", "different"]).0, Some(0));

    let (code, out, _) = compare(&["b", "--backends", "purecrypto,native", "--fail-on", "slower"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.starts_with("purecrypto and native: b\n"), "{out}");
    assert!(out.contains("0 faster, 4 slower, 0 same, 0 unclear"), "{out}");

    let (_, json, _) = compare(&["a", "b", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["verdicts"]["slower"], &json["correction"]),
        (&4.into(), &"Bonferroni".into())
    );
    assert_eq!(json["rows"][0]["backends"][0], json["rows"][0]["backends"][1]);
}

/// Another seed has other keys: processes are not compared one by one.
#[test]
fn runs_with_other_keys_are_compared_as_a_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a.json", &record_with("none", 1.0));
    let mut other = record_with("native", 1.05);
    other.run.seed += 1;
    other.run.id = "another".into();
    other.results.iter_mut().for_each(|row| row.run.clone_from(&other.run.id));
    store(root, "b.json", &other);
    let (_, out, _) = told(root, &["compare", "a.json", "b.json", "--margin", "0.02"]);
    assert!(out.contains("0 faster, 4 slower, 4 same, 0 unclear"), "{out}");
    assert!(!out.contains("1.0500 to 1.0500"), "{out}");
}

#[test]
fn the_margin_is_the_noise_of_the_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a.json", &record_with("none", 1.0));
    store(root, "b.json", &record_with("native", 1.05));
    let (code, _, error) = told(root, &["compare", "a.json", "b.json"]);
    assert_eq!(code, Some(2), "{error}");
    assert!(error.contains("bench --replicates --aa") && error.contains("--margin"), "{error}");

    let run = [&BENCH[..], &["--replicates", "2", "--aa"]].concat();
    let (code, _, error) = told(root, &run);
    assert_eq!(code, Some(0), "{error}");
    let machine = root.join("results").join(MEASURED.machine.directory_name());
    let path = machine.join("noise.json");
    let mut noise = Noise::load(&path).expect("readable").expect("there");
    assert_eq!((noise.rows.len(), noise.replicates), (8, 2));
    assert!(noise.command.ends_with("--aa"), "{}", noise.command);
    assert!(!machine.join("lms.json").exists(), "records are left alone");
    noise.margin = 0.06;
    noise.store(&path).expect("stored");
    let (code, out, _) = told(root, &["compare", "a.json", "b.json"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("8 same, 0 unclear; margin 6.00 % (results/"), "{out}");
}

/// A key that signs twice with one index ends as a failed row (`crates/measure/tests/runner.rs`), which
/// no comparison takes.
#[test]
fn rows_that_failed_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a.json", &record_with("none", 1.0));
    let mut reused = record_with("none", 1.0);
    let row = reused.results.iter_mut().find(|row| row.operation == record::Operation::Sign);
    let row = row.expect("a row");
    row.status = Status::Failed;
    row.reason = Some(Reused { index: 1 }.to_string());
    let refused = format!(
        "refused: {SET} sign by {}: failed: index 1 of one key was used twice",
        row.backend
    );
    store(root, "b.json", &reused);
    for sides in [["a.json", "b.json"], ["b.json", "a.json"]] {
        let arguments = [&["compare", "--margin", "0.02"], &sides[..]].concat();
        let (code, out, _) = told(root, &arguments);
        assert_eq!(code, Some(1), "{out}");
        assert!(out.contains(&refused), "{out}");
        assert!(out.contains("7 same, 0 unclear, 1 refused"), "{out}");
    }
}

#[test]
fn few_processes_are_unclear() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a.json", &MEASURED);
    let (code, out, _) =
        told(root, &["compare", "a.json", "a.json", "--margin", "0.02", "--fail-on", "unclear"]);
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("8 unclear") && out.contains("2 processes: a verdict takes 5"), "{out}");
}

#[test]
fn of_different_machines_only_shares_and_counts_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a.json", &record_with("none", 1.0));
    let mut elsewhere = record_with("native", 1.2);
    elsewhere.machine.fingerprint = "0123456789abcdef".into();
    for row in &mut elsewhere.results {
        // Twice as fast, and as near to its limit as it says.
        let times = row.metrics.get_mut("time.cpu").expect("times");
        times.by_replicate.as_mut().expect("processes").iter_mut().for_each(|time| *time /= 2.0);
        let allocations = Metric::single("count", 77.0).expect("a number");
        row.metrics.insert("heap.allocs".into(), allocations);
    }
    elsewhere.results.retain(|row| row.operation != record::Operation::Verify);
    store(root, "b.json", &elsewhere);
    let (code, out, error) = told(root, &["compare", "a.json", "b.json", "--margin", "0.02"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(out.contains("warning: different machines"), "{out}");
    assert!(out.contains("0 faster, 3 slower, 3 same, 0 unclear"), "{out}");
    assert!(out.contains("heap.allocs") && out.contains(" and 77"), "{out}");
    assert!(out.contains(&format!("only in A: {SET} verify by native")), "{out}");
}

#[test]
fn questions_that_make_no_sense_exit_with_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    store(root, "a.json", &record_with("none", 1.0));
    let mut nothing = record_with("none", 1.0);
    nothing.results.clear();
    store(root, "empty.json", &nothing);
    fs::create_dir(root.join("folder")).expect("made");
    for (arguments, says) in [
        (vec!["compare"], "A B"),
        (vec!["compare", "a.json"], "two records, or one and --backends"),
        (vec!["compare", "a.json", "c.json"], "c.json: there is no record"),
        (vec!["compare", "a.json", "folder"], "folder: there is no record"),
        (vec!["compare", "a.json", "empty.json", "--margin", "0.1"], "no operation in common"),
        (vec!["compare", "a.json", "--backends", "native"], "two names"),
        (vec!["compare", "a.json", "--backends", "native,native"], "two different names"),
        (vec!["compare", "a.json", "--backends", "native,openssl"], "but: native, purecrypto"),
        (vec!["compare", "a.json", "a.json", "--margin", "2"], "0.02 is 2 %"),
        (vec!["compare", "a.json", "--experiment", "aa"], "cannot be used with"),
        (vec!["bench", "--inject", "native=1.05"], "--out"),
        (vec!["bench", "--inject", "native", "--out", "x"], "native=1.05"),
        (vec!["bench", "--inject", "openssl=1.05", "--out", "x"], "unknown backend `openssl`"),
        (vec!["bench", "--aa"], "--replicates"),
    ] {
        let (code, _, error) = told(root, &arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {error}");
        assert!(error.contains(says), "{arguments:?}: no `{says}` in {error}");
    }
}
