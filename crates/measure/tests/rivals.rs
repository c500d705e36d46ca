//! Programs as backends: one that does as it should, and one for each way not to. Each is a row that says what
//! happened, and none ends anything else.

#[expect(dead_code, reason = "only the set of it is of use here")]
mod toy;

use measure::record::{Measurement, Operation, Status};
use measure::runner::Runner;
use measure::{Baselines, Clock, Heap, MessageBytes, Plan, Program, Subprocess};
use signer::{Backend, Error, Randomness, Support};
use std::time::{Duration, Instant};
use toy::set;

#[global_allocator]
static HEAP: Heap = Heap::new();

fn program(fault: &str) -> Program {
    Program {
        path: env!("CARGO_BIN_EXE_echo-rival").into(),
        arguments: vec![fault.into()],
        // Where it is run out of, short; but for "hangs" long enough to start on a busy machine.
        patience: match fault {
            "deaf" => Duration::from_millis(300),
            "hangs" => Duration::from_secs(5),
            _ => Duration::from_secs(60),
        },
    }
}

fn rival(fault: &str) -> &'static dyn Backend {
    Box::leak(Box::new(Subprocess::start(program(fault)).expect("it starts")))
}

fn run(faults: &[&str]) -> Vec<Measurement> {
    let backends: Vec<_> = faults.iter().map(|fault| (rival(fault), Support::Yes)).collect();
    let runner = Runner {
        set: &set(),
        backends: &backends,
        messages: &MessageBytes::new(32, 1),
        plan: Plan::QUICK.with_samples(20),
        seed: 1,
        run: "test",
        heap: Some(&HEAP),
        overhead: Clock::overhead(),
        baselines: &Baselines::here(Clock::overhead()),
        work: |_, _, _| None,
    };
    runner.run(&mut ())
}

fn row<'a>(rows: &'a [Measurement], fault: &str, operation: Operation) -> &'a Measurement {
    let name = format!("echo-{fault}");
    let found = rows.iter().find(|row| row.backend == name && row.operation == operation);
    found.expect("a row")
}

/// Its times are those that it tells, in each operation, and so is its heap; of the rest nothing is known.
#[test]
fn a_rival_is_measured_by_its_own_clock() {
    let rows = run(&["honest"]);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!((row.status, row.disturbed), (Status::Ok, true), "{row:?}");
        let (wall, cpu) = (&row.metrics["time.wall"], &row.metrics["time.cpu"]);
        assert_eq!((wall.min, wall.max, cpu.min, cpu.max), (3e9, 3e9, 2e9, 2e9), "{row:?}");
        assert_eq!(row.median("time.first"), Some(2e9));
        let many = if row.operation == Operation::VerifyMany { 64.0 } else { 1.0 };
        assert_eq!(row.median("heap.bytes"), Some(77.0 * many), "{row:?}");
        assert_eq!(row.median("heap.allocs"), Some(7.0 * many));
        // One after the other: no more at once than of one.
        assert_eq!(row.median("heap.peak"), Some(55.0));
        for absent in ["stack.peak", "ticks.tsc", "cycles.core", "size.live_key"] {
            assert!(!row.metrics.contains_key(absent), "{absent}: {row:?}");
        }
    }
    let state = row(&rows, "honest", Operation::Sign).state.expect("a stateful scheme");
    assert_eq!((state.first_index, state.last_index), (0, 7));
}

/// What it does not know is absent and not 0, and the rest stays.
#[test]
fn a_peak_that_is_not_told_is_absent() {
    let rows = run(&["no-peak"]);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert!(!row.metrics.contains_key("heap.peak"), "{row:?}");
        assert!(row.metrics.contains_key("heap.bytes"), "{row:?}");
    }
}

/// Figures that nothing can have are written down as they are: they end nothing.
#[test]
fn figures_beyond_measure_are_figures() {
    let rows = run(&["boasts"]);
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!(row.status, Status::Ok, "{row:?}");
        for name in ["heap.peak", "heap.bytes", "heap.allocs"] {
            assert_eq!(row.median(name), Some(u64::MAX as f64), "{name}: {row:?}");
        }
        let per = if row.operation == Operation::VerifyMany { 64.0 } else { 1.0 };
        let wall = row.median("time.wall").expect("a time");
        assert!(wall * per >= u64::MAX as f64, "{row:?}");
    }
}

#[test]
fn each_fault_is_a_row_and_ends_nothing_else() {
    let faults = [
        ("crashes", Operation::Sign, Status::Failed, "assertion failed: eight < four"),
        (
            "crashes",
            Operation::Sign,
            Status::Failed,
            if cfg!(unix) { "signal: 6" } else { "it ended" },
        ),
        ("ends", Operation::Sign, Status::Failed, ": 7"),
        ("hangs", Operation::Sign, Status::Timeout, "no answer in 5 s"),
        ("wrong-id", Operation::Sign, Status::Failed, "it answered request"),
        ("late", Operation::Sign, Status::Failed, "it answered request"),
        ("nonsense", Operation::Sign, Status::Failed, "there is no status 170"),
        ("trailing", Operation::Sign, Status::Failed, "1 bytes too many"),
        ("no-frame", Operation::Sign, Status::Failed, "longer than any"),
        ("cut-off", Operation::Sign, Status::Failed, "ended after"),
        (
            "short-signature",
            Operation::Sign,
            Status::Failed,
            "signature must have 20 bytes, not 19",
        ),
        ("long-key", Operation::Keygen, Status::Failed, "public key must have 8 bytes, not 9"),
        ("refuses", Operation::Sign, Status::Failed, "the third one"),
        ("reuses", Operation::Sign, Status::Failed, "index 1 of one key was used twice"),
        ("liar", Operation::Keygen, Status::Unsupported, "TOY-H3 is not built in"),
        ("accepts-all", Operation::Verify, Status::Failed, "a tampered signature is accepted"),
        ("accepts-all", Operation::VerifyMany, Status::Failed, "a tampered signature is accepted"),
    ];
    let mut all = vec!["honest", "floods"];
    all.extend(faults.iter().map(|fault| fault.0));
    all.dedup();
    let rows = run(&all);
    for (fault, operation, status, why) in faults {
        let row = row(&rows, fault, operation);
        assert_eq!(row.status, status, "{row:?}");
        assert!(row.reason.as_ref().is_some_and(|reason| reason.contains(why)), "{row:?}");
        println!(
            "{fault:16} {:12} {status:?}: {}",
            operation.name(),
            row.reason.as_ref().expect("it")
        );
    }
    for operation in [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany]
    {
        for good in ["honest", "floods"] {
            let row = row(&rows, good, operation);
            assert_eq!(row.status, Status::Ok, "{row:?}");
        }
    }
    // What failed in signing verifies all the same, in a process of its own.
    for failed in ["crashes", "hangs", "wrong-id", "cut-off", "refuses", "reuses"] {
        let row = row(&rows, failed, Operation::Verify);
        assert_eq!(row.status, Status::Ok, "{row:?}");
    }
}

#[test]
fn what_cannot_be_started_says_why() {
    let why = |program| Subprocess::start(program).expect_err("it cannot start").to_string();
    let missing = Program { path: "/no/such/rival".into(), ..program("") };
    assert!(why(missing).contains("it cannot be started"));
    let silent = why(program("silent"));
    assert!(silent.contains("it ended: exit") && silent.contains(": 0"), "{silent}");
    let died = why(program("dies-first"));
    assert!(died.contains(": 3") && died.contains("no licence"), "{died}");
    assert!(why(program("other-version")).contains("it speaks version 99, not 2"));
    let started = Instant::now();
    assert!(matches!(Subprocess::start(program("deaf")), Err(Error::TimedOut { seconds: 0, .. })));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_key_does_not_outlive_its_program() {
    let (rival, set) = (rival("crashes"), set());
    let mut entropy = signer::Os;
    let mut keys: Vec<_> =
        (0..2).map(|_| rival.generate(&set, &mut entropy).expect("a key")).collect();
    let mut signature = Vec::new();
    for _ in 0..4 {
        keys[0].sign(b"", Randomness::Deterministic, &mut signature).expect("signs");
    }
    assert_eq!(keys[0].remaining(), Some(4));
    let crashed = keys[0].sign(b"", Randomness::Deterministic, &mut signature);
    assert!(matches!(crashed, Err(Error::Backend { .. })), "{crashed:?}");
    assert!(signature.is_empty());
    assert_eq!(
        keys[0].sign(b"", Randomness::Deterministic, &mut signature),
        Err(Error::Interrupted)
    );
    // The next process has a key with the number of the other one, and that is not it.
    let mut third = rival.generate(&set, &mut entropy).expect("a key of the next process");
    third.sign(b"", Randomness::Deterministic, &mut signature).expect("signs");
    let gone = keys[1].sign(b"", Randomness::Deterministic, &mut signature);
    assert!(gone.expect_err("gone").to_string().contains("has ended"));
    third.sign(b"", Randomness::Deterministic, &mut signature).expect("signs on");
}

#[test]
fn keys_run_out_and_stay_so() {
    let (rival, set) = (rival("honest"), set());
    let mut key = rival.generate(&set, &mut signer::Os).expect("a key");
    let mut signature = Vec::new();
    for _ in 0..8 {
        key.sign(b"", Randomness::Deterministic, &mut signature).expect("signs");
    }
    for _ in 0..2 {
        let result = key.sign(b"", Randomness::Deterministic, &mut signature);
        assert_eq!((result, key.remaining()), (Err(Error::Exhausted), Some(0)));
        assert!(signature.is_empty());
    }
}
