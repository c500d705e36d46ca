//! The runner on a scheme whose keys live for eight signatures, and whose backends lie.

mod toy;

use measure::life::Lives;
use measure::record::{Measurement, Operation, Status};
use measure::runner::Runner;
use measure::{Baselines, Clock, Heap, MessageBytes, Plan, Session, Suite};
use signer::{Backend, Support, UnknownSet};
use std::time::Duration;
use toy::{Fault, Toy, set, toy};

#[global_allocator]
static HEAP: Heap = Heap::new();

fn run(plan: Plan, toys: &[&'static Toy]) -> Vec<Measurement> {
    let backends: Vec<_> = toys.iter().map(|toy| *toy as &'static dyn Backend).collect();
    run_all(plan, &backends)
}

fn run_all(plan: Plan, backends: &[&'static dyn Backend]) -> Vec<Measurement> {
    let set = set();
    let backends: Vec<_> = backends.iter().map(|backend| (*backend, Support::Yes)).collect();
    let runner = Runner {
        set: &set,
        backends: &backends,
        messages: &MessageBytes::new(32, 1),
        plan,
        seed: 1,
        run: "test",
        heap: Some(&HEAP),
        overhead: Clock::overhead(),
        baselines: &Baselines::here(Clock::overhead()),
        work: |_, _, _| None,
    };
    runner.run(&mut ())
}

const OPERATIONS: [Operation; 4] =
    [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];

fn row(rows: &[Measurement], fault: Fault, operation: Operation) -> &Measurement {
    let name = format!("toy-{fault:?}").to_lowercase();
    let mut rows = rows.iter().filter(|row| row.backend == name && row.operation == operation);
    let found = rows.next().expect("a row");
    assert!(rows.next().is_none(), "one row only");
    found
}

/// The point of it all: 300 timed signatures with keys that live for 8, and no index used twice, as
/// the backend itself counted them.
#[test]
fn no_index_is_used_twice_though_keys_run_out() {
    let honest = toy(Fault::None);
    let rows = run(Plan::QUICK.with_samples(300), &[honest]);
    let sign = row(&rows, Fault::None, Operation::Sign);
    assert_eq!(sign.status, Status::Ok, "{:?}", sign.reason);
    assert_eq!(sign.metrics["time.wall"].n, 300);
    assert!(honest.signatures() > 301);
    assert_eq!(honest.most_used(), 1);
    let state = sign.state.expect("a stateful scheme");
    assert_eq!((state.first_index, state.last_index, state.lifetime_log2), (0, 7, 3));
    assert!(state.keys >= 300 / 8);
    let check = sign.check.expect("checked");
    assert_eq!((check.verified, check.failed), (301, 0), "each one, the cold one included");
}

/// One key in eight samples begins, and one signature more was made to check the key generation: that is
/// the cold one.
#[test]
fn the_first_signature_is_that_of_a_fresh_key() {
    let rows = run(Plan::QUICK.with_samples(20), &[toy(Fault::SlowFirst)]);
    let sign = row(&rows, Fault::SlowFirst, Operation::Sign);
    let first = sign.median("time.first").expect("measured");
    let warm = sign.warm().expect("measured").p50;
    assert!(first > 20.0 * warm.max(1.0), "{first} ns, {warm} ns");
}

#[test]
fn a_reused_index_is_refused() {
    let rows = run(Plan::QUICK.with_samples(20), &[toy(Fault::ReusesIndex)]);
    let sign = row(&rows, Fault::ReusesIndex, Operation::Sign);
    assert_eq!(sign.status, Status::Failed);
    assert!(sign.reason.as_ref().is_some_and(|why| why.contains("index 1")), "{sign:?}");
}

#[test]
fn what_goes_wrong_is_in_the_row_and_ends_nothing_else() {
    let faults = [
        (Fault::BadSignature, Operation::Sign, Status::Failed, "does not verify"),
        (Fault::Fails, Operation::Sign, Status::Failed, "the third one"),
        (Fault::Panics, Operation::Keygen, Status::Failed, "no keys today"),
        (Fault::AcceptsAll, Operation::Verify, Status::Failed, "tampered"),
        (Fault::RefusesAll, Operation::Verify, Status::Failed, "does not verify"),
        (Fault::AcceptsAll, Operation::VerifyMany, Status::Failed, "tampered"),
        (Fault::RefusesAll, Operation::VerifyMany, Status::Failed, "does not verify"),
        (Fault::RunsOut, Operation::Sign, Status::Exhausted, "no one-time key"),
    ];
    let mut toys = vec![toy(Fault::None)];
    // Each once, though some show in two operations.
    toys.extend(faults.iter().filter(|(_, op, ..)| *op != Operation::VerifyMany).map(|f| toy(f.0)));
    let rows = run(Plan::QUICK.with_samples(20), &toys);
    for (fault, operation, status, why) in faults {
        let row = row(&rows, fault, operation);
        assert_eq!(row.status, status, "{row:?}");
        assert!(row.reason.as_ref().is_some_and(|reason| reason.contains(why)), "{row:?}");
        assert!(row.check.is_some_and(|check| check.failed > 0), "{row:?}");
    }
    for operation in OPERATIONS {
        assert_eq!(row(&rows, Fault::None, operation).status, Status::Ok);
    }
}

/// 64 signatures in each sample, whose times are those of one.
#[test]
fn many_are_verified_at_a_time() {
    let rows = run(Plan::QUICK.with_samples(20), &[toy(Fault::None)]);
    let many = row(&rows, Fault::None, Operation::VerifyMany);
    let check = many.check.expect("checked");
    assert_eq!((many.status, check.verified, check.failed), (Status::Ok, 21 * 64 + 1, 0));
    assert_eq!(many.median("pool.signatures"), Some(64.0));
    // The toy verifies them one by one.
    let one = row(&rows, Fault::None, Operation::Verify).metrics["time.wall"].p50;
    let each = many.metrics["time.wall"].p50;
    assert!(each < 8.0 * one + 1000.0, "{each} ns each, {one} ns alone");
}

/// What a suite says of itself is looked at, before anybody runs it for hours.
#[test]
fn flaws_of_suites_are_found() {
    static TWINS: std::sync::LazyLock<Vec<&'static dyn Backend>> =
        std::sync::LazyLock::new(|| vec![toy(Fault::None), toy(Fault::Fails), toy(Fault::None)]);
    let flawed = Suite {
        name: "toy",
        title: "Toy",
        default_set: "TOY-H3",
        message_len: 32,
        sets: || &[],
        find: |name| match name {
            "TOY-H3" => Ok(set()),
            _ => Err(UnknownSet { name: name.to_owned(), nearest: None, grammar: None }),
        },
        backends: || &TWINS,
        work: |_, operation, _| (operation != Operation::Sign).then_some([1.0, 0.0, 0.0].into()),
        grammar: None,
        divan_sets: &[],
        bench_sets: &["TOY-H4"],
        quick_sets: &[],
        rival_sets: &[],
        life_sets: &[],
    };
    let flaws = [
        "there is no set TOY-H4",
        "TOY-H3 hashes nothing in sign",
        "two backends are called toy-none",
    ];
    assert_eq!(flawed.flaws(), flaws);
}

/// Keys sign from their first index on, and every signature is checked.
#[test]
fn keys_live_and_leave_their_times_in_the_rows_of_signing() {
    static SUITE: Suite = Suite {
        name: "toy",
        title: "Toy",
        default_set: "TOY-H3",
        message_len: 32,
        sets: || &[],
        find: |_| Ok(set()),
        backends: || &[],
        work: |_, _, _| None,
        grammar: None,
        divan_sets: &[],
        bench_sets: &[],
        quick_sets: &[],
        rival_sets: &[],
        life_sets: &[],
    };
    let session =
        || Session::begin(&SUITE, Plan::QUICK.with_samples(3), 32, 1, "test".into(), &HEAP);
    let choice = |fault| (toy(fault) as &'static dyn Backend, Support::Yes);
    let lives = Lives { signatures: 100, keys: 2, patience: Duration::MAX };
    let mut alone = session();
    let choices = [Fault::None, Fault::Fails, Fault::BadSignature].map(choice);
    let rows = alone.measure_lives(&set(), &choices, lives, &mut ());
    let found = row(&rows, Fault::None, Operation::Sign);
    let life = found.life.as_ref().expect("a life");
    assert_eq!((found.status, life.keys, life.verified), (Status::Ok, 2, 16));
    let metric = found.lived().expect("times");
    assert_eq!((metric.n, metric.by_index.as_ref().map(Vec::len)), (8, Some(8)), "a whole key");
    assert!(found.only_lived() && found.check.is_some_and(|check| check.verified == 16));
    for (fault, says) in [(Fault::Fails, "the third one"), (Fault::BadSignature, "signature")] {
        let failed = row(&rows, fault, Operation::Sign);
        let reason = failed.life.as_ref().and_then(|life| life.failed.clone());
        assert!(reason.as_ref().is_some_and(|reason| reason.contains(says)), "{reason:?}");
        assert_eq!((failed.status, failed.lived()), (Status::Failed, None), "no figures of it");
    }
    assert_eq!(alone.record().results.len(), 3);

    let mut both = session();
    both.measure(&set(), &choices[..1], &mut ());
    let first = Lives { signatures: 5, keys: 3, patience: Duration::ZERO };
    let rows = both.measure_lives(&set(), &choices[..1], first, &mut ());
    let record = both.record();
    assert_eq!(record.results.len(), 4, "in the row that there is");
    let sign = row(&record.results, Fault::None, Operation::Sign);
    assert_eq!(sign, &rows[0]);
    assert!(!sign.only_lived() && sign.warm().is_some());
    let life = sign.life.as_ref().expect("a life");
    assert_eq!((life.keys, life.verified), (1, 1), "out of time after one");
}

/// A set whose operations hash a thousand times each: rows tell how often, and how much of their time
/// that would take.
#[test]
fn rows_are_compared_with_the_hash_limit() {
    let set = set();
    let baselines = Baselines::here(Clock::overhead());
    let runner = Runner {
        set: &set,
        backends: &[(toy(Fault::None), Support::Yes), (toy(Fault::AcceptsAll), Support::Yes)],
        messages: &MessageBytes::new(32, 1),
        plan: Plan::QUICK,
        seed: 1,
        run: "test",
        heap: None,
        overhead: Clock::overhead(),
        baselines: &baselines,
        work: |_, operation, len| {
            assert_eq!(len, 32);
            (operation != Operation::Keygen).then_some([900.0, 0.0, 100.0].into())
        },
    };
    let rows = runner.run(&mut ());
    let sha256 = baselines.figures()[0].time.clone();
    for row in rows {
        let name = |name: &str| row.median(name);
        let known = row.operation != Operation::Keygen && row.status == Status::Ok;
        // What the toy does takes less than reading the clock: on a busy machine, nothing.
        let time = row.warm().map(|warm| warm.p50).filter(|time| known && *time > 0.0);
        assert_eq!(name("share.hash_limit").is_some(), time.is_some(), "{row:?}");
        let limit = name("time.limit");
        if known {
            assert_eq!((name("ops.sha256"), name("ops.sha512")), (Some(900.0), None));
            assert_eq!(name("ops.keccakf"), Some(100.0));
            assert!(limit > Some(900.0 * sha256.min), "{limit:?} of {sha256:?}");
        }
        if let (Some(time), Some(limit)) = (time, limit) {
            assert!((name("share.hash_limit").expect("a share") * time / limit - 1.0).abs() < 1e-9);
            assert!((name("time.per_hash").expect("a time") * 1000.0 / time - 1.0).abs() < 1e-9);
        }
    }
}

#[test]
fn unsupported_backends_have_rows_with_their_reason() {
    let set = set();
    let why = Support::Unsupported("it is Friday".into());
    let runner = Runner {
        set: &set,
        backends: &[(toy(Fault::None), why)],
        messages: &MessageBytes::new(32, 1),
        plan: Plan::QUICK,
        seed: 1,
        run: "test",
        heap: None,
        overhead: Clock::overhead(),
        baselines: &Baselines::here(Clock::overhead()),
        work: |_, _, _| None,
    };
    let rows = runner.run(&mut ());
    assert_eq!(rows.len(), OPERATIONS.len());
    for row in rows {
        assert_eq!(
            (row.status, row.reason.as_deref()),
            (Status::Unsupported, Some("it is Friday"))
        );
    }
}

#[test]
fn memory_is_there_when_it_can_be_seen_and_absent_when_not() {
    let rows = run(Plan::QUICK, &[toy(Fault::None)]);
    let keygen = row(&rows, Fault::None, Operation::Keygen);
    // The key is one box of 8 + 8 + 1 + 8 bytes, and padding.
    let live = keygen.median("size.live_key").expect("seen");
    assert!((25.0..=64.0).contains(&live), "{live}");
    assert_eq!(keygen.median("size.public_key"), Some(8.0));
    assert_eq!(keygen.median("size.secret_key"), Some(12.0));
    let verify = row(&rows, Fault::None, Operation::Verify);
    assert_eq!(verify.median("heap.peak"), Some(0.0));
    assert!(verify.metrics.contains_key("time.first"));
    assert_eq!(verify.median("pool.signatures"), Some(32.0));

    let smoke = run(Plan::SMOKE, &[toy(Fault::None)]);
    let verify = row(&smoke, Fault::None, Operation::Verify);
    assert!(!verify.metrics.contains_key("heap.peak"), "not measured is not 0");
}

/// What the processor counts is there where it counts, of each sample, and nowhere else.
#[test]
fn counts_are_there_where_the_processor_counts() {
    let rows = run(Plan::QUICK.with_samples(20), &[toy(Fault::None)]);
    let counted = Clock::overhead().counts;
    assert_eq!(counted.ticks.is_some(), cfg!(target_arch = "x86_64"));
    for operation in OPERATIONS {
        let row = row(&rows, Fault::None, operation);
        for (name, unit, counted) in
            [("ticks.tsc", "ticks", counted.ticks), ("cycles.core", "cycles", counted.cycles)]
        {
            let metric = row.metrics.get(name);
            assert_eq!(metric.is_some(), counted.is_some(), "{name} of {row:?}");
            if let Some(metric) = metric {
                assert_eq!((&*metric.unit, metric.n), (unit, row.metrics["time.wall"].n));
                assert!(metric.min <= metric.p50 && metric.max > 0.0, "{metric:?}");
            }
        }
    }
    // The toy verifies 64 one by one: what is counted of them is that of one.
    if counted.ticks.is_some() {
        let ticks = |operation| row(&rows, Fault::None, operation).metrics["ticks.tsc"].p50;
        let (one, each) = (ticks(Operation::Verify), ticks(Operation::VerifyMany));
        assert!(each < 8.0 * one + 10_000.0, "{each} ticks each, {one} ticks alone");
    }
}

/// The calling thread's CPU time and cycles say nothing of the others.
#[test]
fn several_threads_are_measured_by_the_wall() {
    let several = toy(Fault::None).with_threads(3).expect("threads").expect("a toy can");
    let rows = run_all(Plan::QUICK.with_samples(5), &[Box::leak(several)]);
    assert_eq!(rows.len(), OPERATIONS.len());
    for row in rows {
        assert_eq!((row.status, row.threads), (Status::Ok, 3), "{row:?}");
        assert!(row.metrics.contains_key("time.wall") && !row.metrics.contains_key("time.cpu"));
        assert_eq!(row.metrics.contains_key("ticks.tsc"), cfg!(target_arch = "x86_64"));
        assert!(!row.metrics.contains_key("cycles.core"));
        assert!(!row.disturbed);
    }
    let one = run(Plan::QUICK.with_samples(5), &[toy(Fault::None)]);
    assert!(one.iter().all(|row| row.threads == 1 && row.metrics.contains_key("time.cpu")));
}
