//! Records: the schema that is committed, every record under `results/`, and files that are wrong.

use measure::record::{
    BackendInfo, Checked, Lived, Measurement, Metric, Mode, Operation, Record, Run, SCHEMA, State,
    Status, check_writable, load, merge, store,
};
use measure::{Machine, machine};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn row(set: &str, backend: &str, run: &str) -> Measurement {
    let metric = Metric::of("ns", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).expect("samples");
    Measurement {
        scheme: "LMS".into(),
        parameter_set: set.into(),
        operation: Operation::Sign,
        backend: backend.into(),
        message_bytes: Some(1024),
        threads: 1,
        run: run.into(),
        state: Some(State { keys: 1, first_index: 0, last_index: 5, lifetime_log2: 5 }),
        life: None,
        check: Some(Checked { verified: 7, failed: 0 }),
        status: Status::Ok,
        reason: None,
        disturbed: false,
        metrics: [("time.cpu".to_owned(), metric)].into(),
        other: Default::default(),
    }
}

fn record(run: &str, rows: &[(&str, &str)]) -> Record {
    let backend = |name: &str| BackendInfo {
        name: name.into(),
        version: "1".into(),
        language: "Rust".into(),
        features: String::new(),
        hash: String::new(),
    };
    let mut names: Vec<_> = rows.iter().map(|(_, backend)| *backend).collect();
    names.sort_unstable();
    names.dedup();
    Record {
        schema: SCHEMA.into(),
        run: Run {
            id: run.into(),
            start: "2026-01-01T00:00:00Z".into(),
            mode: Mode::Full,
            tool: "0".into(),
            commit: None,
            dirty: None,
            seed: 1,
            command: "test".into(),
            build: machine::Build::this(),
            load: Default::default(),
            baselines: Vec::new(),
            other: Default::default(),
        },
        earlier_runs: vec![],
        machine: Machine::here(),
        backends: names.into_iter().map(backend).collect(),
        results: rows.iter().map(|(set, backend)| row(set, backend, run)).collect(),
        other: Default::default(),
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn validator() -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/run-1.json");
    let schema = fs::read_to_string(path).expect("a schema");
    jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a schema")
}

/// The schema as the types have it now. `HBS_BLESS=1` writes it.
#[test]
fn the_committed_schema_is_that_of_the_types() {
    let schema = schemars::schema_for!(Record);
    let now = serde_json::to_string_pretty(&schema).expect("a schema") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/run-1.json");
    if std::env::var_os("HBS_BLESS").is_some() {
        fs::write(&path, &now).expect("written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        committed == now,
        "the types have changed: HBS_BLESS=1 cargo test -p measure --test record"
    );
}

#[test]
fn every_record_fits_the_schema_and_loads() {
    let validator = validator();
    let example = serde_json::to_value(record("a", &[("S", "b")])).expect("JSON");
    assert!(validator.is_valid(&example));
    let mut without = example.clone();
    without["results"][0].as_object_mut().expect("a row").remove("status");
    assert!(!validator.is_valid(&without), "a schema that everything fits is none");

    for machine in fs::read_dir(root().join("results")).into_iter().flatten().flatten() {
        for file in fs::read_dir(machine.path()).into_iter().flatten().flatten() {
            let path = file.path();
            let json = path.extension().is_some_and(|extension| extension == "json");
            // Those two have formats of their own.
            let other = path.ends_with("noise.json") || path.ends_with("persist.json");
            if json && !other {
                let text = fs::read_to_string(&path).expect("readable");
                let value: Value = serde_json::from_str(&text).expect("JSON");
                let problems: Vec<_> =
                    validator.iter_errors(&value).map(|error| error.to_string()).collect();
                assert!(problems.is_empty(), "{}: {problems:?}", path.display());
                let loaded = load(&path).unwrap_or_else(|error| panic!("{error}")).expect("there");
                let folder = machine.file_name().into_string().expect("ASCII");
                assert_eq!(loaded.machine.directory_name(), folder, "{}", path.display());
            }
        }
    }
}

#[test]
fn what_was_stored_is_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("machine/lms.json");
    assert!(load(&path).expect("no error").is_none());
    let one = record("a", &[("S", "b")]);
    store(&path, &one).expect("stored");
    assert_eq!(load(&path).expect("no error"), Some(one));
    let two = record("b", &[("T", "b")]);
    store(&path, &two).expect("stored over");
    assert_eq!(load(&path).expect("no error"), Some(two));
    let files = fs::read_dir(folder.path().join("machine")).expect("a folder").count();
    assert_eq!(files, 1, "nothing is left beside the record");
}

#[test]
fn wrong_records_are_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lms.json");
    let good = serde_json::to_string(&record("a", &[("S", "b")])).expect("JSON");
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&good).expect("JSON");
        edit(&mut value);
        value.to_string()
    };
    for (text, says) in [
        (String::new(), "empty"),
        (good[..good.len() / 2].to_owned(), "cut off"),
        ("[]".to_owned(), "schema is none"),
        (edited(&|v| v["schema"] = "hbs-bench/run/2.0".into()), "hbs-bench/run/2.0"),
        (edited(&|v| drop(v.as_object_mut().unwrap().remove("machine"))), "machine"),
        (
            edited(&|v| drop(v["results"][0].as_object_mut().unwrap().remove("operation"))),
            "results[0]: missing field `operation`",
        ),
        (
            edited(&|v| v["results"][0]["metrics"]["time.cpu"]["p50"] = "fast".into()),
            "results[0].metrics.time.cpu.p50",
        ),
        (
            good.replacen("\"threads\":1", "\"threads\":1,\"threads\":2", 1),
            "`threads` is there twice",
        ),
        (edited(&|v| v["results"] = vec![v["results"][0].clone(); 2].into()), "twice"),
        (edited(&|v| v["results"][0]["check"] = Value::Null), "without metrics or a check"),
        (edited(&|v| v["results"][0]["metrics"] = serde_json::json!({})), "without metrics"),
        (edited(&|v| v["results"][0]["status"] = "failed".into()), "does not say why"),
        (edited(&|v| v["results"][0]["run"] = "z".into()), "does not describe"),
        (edited(&|v| v["results"][0]["backend"] = "z".into()), "does not describe"),
    ] {
        fs::write(&path, text).expect("written");
        let error = load(&path).expect_err(says).to_string();
        assert!(error.contains(says) && error.contains("lms.json"), "{says}: {error}");
    }
    let newer = edited(&|v| {
        v["schema"] = "hbs-bench/run/1.7".into();
        v["results"][0]["mood"] = "good".into();
    });
    fs::write(&path, newer).expect("written");
    assert!(load(&path).is_ok(), "a newer minor version is read");
}

/// A tool of an older minor version adds its run and loses nothing of what a newer one wrote.
#[test]
fn what_a_later_minor_version_says_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lms.json");
    let mut newer = serde_json::to_value(record("a", &[("S", "b"), ("T", "b")])).expect("JSON");
    newer["schema"] = "hbs-bench/run/1.99".into();
    newer["weather"] = serde_json::json!({"wind": [1, 2.5]});
    newer["run"]["mood"] = "good".into();
    newer["results"][1]["mood"] = "better".into();
    newer["results"][1]["metrics"]["time.cpu"]["p42"] = 3.25.into();
    assert!(validator().is_valid(&newer));
    fs::write(&path, newer.to_string()).expect("written");
    let old = load(&path).expect("a version that is read");
    store(&path, &merge(old, record("b", &[("S", "b")]))).expect("stored");

    let text = fs::read_to_string(&path).expect("readable");
    let now: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(now["schema"], newer["schema"]);
    assert_eq!(now["weather"], newer["weather"]);
    assert_eq!(now["earlier_runs"][0]["mood"], "good");
    let [fresh, kept] = [&now["results"][0], &now["results"][1]];
    assert_eq!((&fresh["run"], &fresh["mood"]), (&"b".into(), &Value::Null));
    assert_eq!(kept, &newer["results"][1]);
}

/// What version 1.0 does not have is absent, in a record of both too.
#[test]
fn records_of_the_first_version_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lms.json");
    let mut first = serde_json::to_value(record("a", &[("S", "b"), ("T", "b")])).expect("JSON");
    first["schema"] = "hbs-bench/run/1.0".into();
    let clocks = first["machine"]["clocks"].as_object_mut().expect("clocks");
    clocks.retain(|name, _| name == "wall" || name == "cpu");
    assert!(validator().is_valid(&first));
    fs::write(&path, first.to_string()).expect("written");
    let old = load(&path).expect("a version that is read").expect("there");
    assert_eq!((&old.machine.clocks.ticks, &old.machine.clocks.no_cycles), (&None, &None));
    assert_eq!(old.ticks_per_ns(), None);

    let mut new = record("b", &[("S", "b")]);
    let metrics = &mut new.results[0].metrics;
    metrics.insert("time.wall".into(), Metric::of("ns", &[90.0, 100.0, 110.0]).expect("samples"));
    metrics
        .insert("ticks.tsc".into(), Metric::of("ticks", &[230.0, 250.0, 260.0]).expect("samples"));
    let merged = merge(Some(old), new);
    assert_eq!(merged.schema, SCHEMA);
    assert_eq!(merged.ticks_per_ns(), Some(2.5));
    let counted: Vec<_> = merged.results.iter().map(|row| row.median("ticks.tsc")).collect();
    assert_eq!(counted, [Some(250.0), None]);
    store(&path, &merged).expect("stored");
    let text = fs::read_to_string(&path).expect("readable");
    assert!(validator().is_valid(&serde_json::from_str(&text).expect("JSON")));
    assert_eq!(load(&path).expect("no error"), Some(merged));
}

/// Rows over messages of another length are other rows.
#[test]
fn a_merge_keeps_messages_of_another_length() {
    let mut new = record("b", &[("S", "b")]);
    new.results[0].message_bytes = Some(32);
    let merged = merge(Some(record("a", &[("S", "b")])), new);
    let rows = merged.results.iter().map(|row| (row.message_bytes, &*row.run));
    assert_eq!(rows.collect::<Vec<_>>(), [(Some(32), "b"), (Some(1024), "a")]);
}

#[test]
fn a_merge_keeps_what_was_not_measured_again() {
    let old = record("a", &[("S", "b"), ("S", "c"), ("T", "b")]);
    let merged = merge(Some(old.clone()), record("b", &[("S", "b")]));
    let rows: Vec<_> =
        merged.results.iter().map(|row| (&*row.parameter_set, &*row.backend, &*row.run)).collect();
    assert_eq!(rows, [("S", "b", "b"), ("S", "c", "a"), ("T", "b", "a")]);
    assert_eq!(merged.earlier_runs.iter().map(|run| &*run.id).collect::<Vec<_>>(), ["a"]);
    assert_eq!(merged.backends.len(), 2);

    let all = merge(Some(merged), record("c", &[("S", "b"), ("S", "c"), ("T", "b")]));
    assert!(all.earlier_runs.is_empty(), "runs without rows are forgotten");

    let mut newer = record("b", &[("S", "b")]);
    newer.backends[0].version = "2".into();
    let rows = merge(Some(old.clone()), newer).results.len();
    assert_eq!(rows, 2, "rows of another version of the backend do not stay");

    let mut elsewhere = record("b", &[("S", "b")]);
    elsewhere.machine.fingerprint = "another".into();
    assert_eq!(merge(Some(old), elsewhere).results.len(), 1);
}

/// A row whose key was let live, in a run that measured nothing else of it if there is no other metric.
fn lived(mut record: Record, times: &[f64], alone: bool) -> Record {
    let row = &mut record.results[0];
    if alone {
        row.metrics.clear();
    }
    let metric = Metric::of("ns", times).expect("samples");
    let metric = Metric { by_index: Some(times.to_vec()), ..metric };
    row.metrics.insert("life.cpu".into(), metric);
    row.life = Some(Lived { run: row.run.clone(), keys: 1, verified: 3, failed: None });
    record
}

#[test]
fn a_merge_keeps_the_life_of_a_key_and_what_was_measured_beside_it() {
    let rows = [("S", "b"), ("T", "b")];
    let old = record("a", &rows);
    let of = |record: &Record| {
        let row = &record.results[0];
        let life = row.life.as_ref().map(|life| life.run.clone());
        (row.run.clone(), row.median("time.cpu"), life, row.median("life.cpu"))
    };
    let due = |run: &str, life: &str, p50| (run.into(), Some(3.5), Some(life.into()), Some(p50));

    let life = lived(record("b", &rows[..1]), &[9.0, 7.0, 8.0], true);
    assert!(life.results[0].only_lived());
    let both = merge(Some(old), life);
    assert_eq!(of(&both), due("a", "b", 8.0), "the life beside what was there");
    assert_eq!((&*both.run.id, both.earlier_runs.len(), both.results.len()), ("b", 1, 2));

    let again = merge(Some(both.clone()), record("c", &rows[..1]));
    assert_eq!(of(&again), due("c", "b", 8.0), "measured again, the life stays");
    let runs: Vec<_> = again.earlier_runs.iter().map(|run| &*run.id).collect();
    assert_eq!(runs, ["b", "a"], "both are still needed");

    let new = merge(Some(again), lived(record("d", &rows), &[5.0], false));
    assert_eq!(of(&new), due("d", "d", 5.0));
    assert!(new.earlier_runs.is_empty());

    let mut newer = record("e", &rows[..1]);
    newer.backends[0].version = "2".into();
    assert_eq!(merge(Some(both.clone()), newer).results[0].life, None, "of another version");

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lms.json");
    store(&path, &both).expect("stored");
    assert!(fs::read_to_string(&path).expect("readable").contains("\n            9, 7, 8\n"));
    assert_eq!(load(&path).expect("no error"), Some(both.clone()));
    let mut lost = both;
    lost.earlier_runs.clear();
    lost.run.id = "a".into();
    store(&path, &lost).expect("stored");
    let error = load(&path).expect_err("a run that is not there").to_string();
    assert!(error.contains("does not describe"), "{error}");
}

#[test]
fn paths_that_cannot_be_written_are_told_before() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(check_writable(folder.path()).is_err(), "a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("written");
    assert!(check_writable(&file.join("below.json")).is_err(), "below a file");
    assert!(check_writable(&file).is_ok());
    assert!(check_writable(&folder.path().join("new/lms.json")).is_ok());
    assert_eq!(fs::read_dir(folder.path().join("new")).expect("made").count(), 0);
}
