//! Records of several processes, made one.

use measure::record::{
    Baseline, Checked, Form, Measurement, Metric, Mode, Operation, Record, Run, SCHEMA, State,
    Status, pool,
};
use measure::{Machine, machine};

fn row(times: &[f64], keys: u64) -> Measurement {
    let metric = |unit: &str, samples: &[f64]| Metric::of(unit, samples).expect("samples");
    Measurement {
        scheme: "LMS".into(),
        parameter_set: "S".into(),
        operation: Operation::Sign,
        backend: "b".into(),
        message_bytes: Some(1024),
        threads: 1,
        run: "a".into(),
        life: None,
        state: Some(State { keys, first_index: keys, last_index: 10 * keys, lifetime_log2: 5 }),
        check: Some(Checked { verified: times.len() as u64, failed: 0 }),
        status: Status::Ok,
        reason: None,
        disturbed: false,
        metrics: [
            ("time.cpu".to_owned(), metric("ns", times)),
            (
                "time.wall".to_owned(),
                metric("ns", &times.iter().map(|t| 1.2 * t).collect::<Vec<_>>()),
            ),
            ("size.signature".to_owned(), metric("bytes", &[2348.0])),
            ("heap.peak".to_owned(), metric("bytes", &[100.0 * keys as f64])),
        ]
        .into(),
        other: Default::default(),
    }
}

fn record(row: Measurement, hash: f64) -> Record {
    let time = Metric::of("ns", &[hash]).expect("a sample");
    Record {
        schema: SCHEMA.into(),
        run: Run {
            id: "a".into(),
            start: "2026-01-01T00:00:00Z".into(),
            mode: Mode::Full,
            tool: "0".into(),
            commit: None,
            dirty: None,
            seed: 1,
            command: "test".into(),
            build: machine::Build::this(),
            load: Default::default(),
            baselines: vec![Baseline {
                function: "SHA-256 compression".into(),
                form: Form::Wide,
                unit: "portable".into(),
                time,
            }],
            other: Default::default(),
        },
        earlier_runs: vec![],
        machine: Machine::here(),
        backends: vec![],
        results: vec![row],
        other: Default::default(),
    }
}

#[test]
fn figures_are_pooled_as_they_say() {
    let all = [
        record(row(&[10.0, 20.0, 30.0], 1), 7.0),
        record(row(&[50.0], 2), 9.0),
        record(row(&[21.0, 25.0], 3), 8.0),
    ];
    let pooled = pool(&all).expect("a record");
    let row = &pooled.results[0];
    let time = &row.metrics["time.cpu"];
    assert_eq!((time.n, time.replicates, time.min, time.max), (6, 3, 10.0, 50.0));
    assert_eq!((time.p50, time.p05, time.p95), (23.0, 21.0, 30.0), "medians of 20, 50 and 23");
    assert_eq!(time.by_replicate, Some(vec![20.0, 50.0, 23.0]));
    // As if they were samples of one process.
    let one = Metric::of("ns", &[10.0, 20.0, 30.0, 50.0, 21.0, 25.0]).expect("samples");
    assert!((time.mean - one.mean).abs() < 1e-12 && (time.sd - one.sd).abs() < 1e-12, "{time:?}");
    assert_eq!(time.interval, None, "three processes give none");
    let size = &row.metrics["size.signature"];
    assert_eq!((size.p50, &size.by_replicate), (2348.0, &None));
    assert_eq!(size.replicate_medians(), [2348.0; 3]);
    assert_eq!(row.metrics["heap.peak"].p50, 300.0, "the largest");
    assert_eq!(row.check, Some(Checked { verified: 6, failed: 0 }));
    let state = row.state.expect("a state");
    assert_eq!((state.keys, state.first_index, state.last_index), (6, 1, 30));
    assert!(row.disturbed, "a fifth more wall than CPU time, over all samples");
    assert_eq!(pooled.run.baselines[0].time.p50, 8.0);
}

#[test]
fn enough_processes_give_an_interval_of_their_own() {
    let all: Vec<_> = (1..=8).map(|i| record(row(&[f64::from(i); 9], 1), 7.0)).collect();
    let pooled = pool(&all).expect("a record");
    let interval = pooled.results[0].metrics["time.cpu"].interval.clone().expect("enough");
    assert_eq!(interval.method, "bootstrap over replicates");
    assert!(1.0 <= interval.low && interval.low < 4.5 && interval.high <= 8.0, "{interval:?}");
    assert_eq!(pool(&all), Some(pooled), "the same every time");
}

#[test]
fn one_process_is_as_it_was_and_none_is_none() {
    let one = record(row(&[10.0, 20.0], 1), 7.0);
    assert_eq!(pool(std::slice::from_ref(&one)), Some(one));
    assert_eq!(pool(&[]), None);
}

#[test]
fn what_went_wrong_once_went_wrong() {
    let mut wrong = row(&[10.0], 1);
    wrong.status = Status::Failed;
    wrong.reason = Some("index 1 of one key was used twice".into());
    wrong.check = Some(Checked { verified: 1, failed: 1 });
    let all = [record(row(&[10.0, 20.0], 1), 7.0), record(wrong, 7.0)];
    let row = &pool(&all).expect("a record").results[0];
    assert_eq!(row.status, Status::Failed);
    let reason = row.reason.as_deref().expect("a reason");
    assert_eq!(reason, "process 2 of 2: index 1 of one key was used twice");
    assert_eq!(row.check, Some(Checked { verified: 3, failed: 1 }));
}
