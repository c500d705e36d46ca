//! The speed guard: each vector unit is as many times as fast as `portable` as it should be.
//!
//! LLVM makes vectors of loops over lanes, and when one day it does not, everything is still right,
//! only slow: the vectoriser fails silently. Here it is heard. Both sides of a comparison take turns
//! within microseconds, and what counts is the median of many such turns: a busy machine makes the
//! test slower, and hardly ever wrong.
//!
//! A miss counts if it is there in other memory too. On Zen 5 one process in a hundred had one kernel
//! run at half or a third of its speed for as long as the process lasted, and all processes of one
//! executable did, whose functions had the sizes and addresses that they had in others. Why is not known.
//! So the test is run again in processes of copies of its executable, which have their code in other pages.
#![cfg(not(miri))]
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use std::{env, fs};

use lanes::{Cpu, Engines, LaneHash, Masked, Midstate, Rows, RowsMut, Run, Runs};

/// How many times as fast as `portable` the chains of a unit are at least, with rows enough to fill
/// its lanes.
struct Bounds {
    unit: &'static str,
    sha256: f64,
    sha512: f64,
    keccak: f64,
}

/// A unit may leave a function to `portable`: that is not slower, within what can be measured.
const AS_PORTABLE: f64 = 0.9;

const BOUNDS: [Bounds; 7] = [
    Bounds { unit: "avx512", sha256: 8.0, sha512: 4.0, keccak: 4.0 },
    Bounds { unit: "sha-ni", sha256: 3.0, sha512: AS_PORTABLE, keccak: AS_PORTABLE },
    Bounds { unit: "avx2", sha256: 3.0, sha512: AS_PORTABLE, keccak: 1.4 },
    Bounds { unit: "sse2", sha256: 1.5, sha512: AS_PORTABLE, keccak: AS_PORTABLE },
    // On AArch64 nothing was measured yet.
    Bounds { unit: "sha3", sha256: 1.3, sha512: 1.3, keccak: AS_PORTABLE },
    Bounds { unit: "sha2", sha256: 1.3, sha512: AS_PORTABLE, keccak: AS_PORTABLE },
    Bounds { unit: "neon", sha256: 1.3, sha512: AS_PORTABLE, keccak: AS_PORTABLE },
];

/// How much longer than a hash of [`LaneHash::hash_many`] one within a chain may take.
const CHAIN: f64 = 1.1;

/// Turns that a median is taken of.
const TURNS: usize = 101;

/// Times that a bound may be missed before it counts.
const ATTEMPTS: usize = 3;

/// Processes that a bound may be missed in before it counts, after the first.
const COPIES: usize = 4;

/// Set in the process of a copy.
const COPY: &str = "HBS_SPEED_COPY";

/// Rows in a call of hashes and of chains: a multiple of any number of lanes, and microseconds long.
const ROWS: usize = 256;
const CHAINS: usize = 64;

/// Steps of a chain.
const STEPS: u32 = 15;

/// Held by the test that measures.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
#[ignore = "measures: cargo test --release -p lanes --test speed -- --ignored"]
fn vector_units_are_faster_than_portable() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    let portable = Cpu::available().find(|cpu| cpu.name() == "portable").expect("it is everywhere");
    for cpu in Cpu::available().filter(|cpu| cpu.name() != "portable") {
        let Some(bounds) = BOUNDS.iter().find(|bounds| bounds.unit == cpu.name()) else {
            failures.push(format!(
                "{}: no bounds; add them to crates/lanes/tests/speed.rs",
                cpu.name()
            ));
            continue;
        };
        for job in jobs() {
            let bound = match (job.engine)(&cpu.engines()).function() {
                "SHA-256" => bounds.sha256,
                "SHA-512" => bounds.sha512,
                _ => bounds.keccak,
            };
            // Rows of bytes have to go into lanes and out again, which is no kernel's doing: Zen 5's
            // SSE2 is 1.77 times as fast in chains and 1.34 times here.
            let bound = if job.way == Way::Hash && bound >= 1.5 { 0.75 * bound } else { bound };
            let mut unit = job.work(cpu);
            let mut portable = job.work(portable);
            failures.extend(missed(&format!("{}: {}", cpu.name(), job.name), bound, || {
                ratio(&mut *portable, &mut *unit)
            }));
        }
    }
    judge("vector_units_are_faster_than_portable", &failures);
}

#[test]
#[ignore = "measures: cargo test --release -p lanes --test speed -- --ignored"]
fn a_hash_in_a_chain_is_as_fast_as_one_outside() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut failures = Vec::new();
    for cpu in Cpu::available() {
        for job in jobs().into_iter().filter(|job| job.way == Way::Chain) {
            let alike = Job { way: Way::Hash, ..job };
            let (mut chain, mut hashes) = (job.work(cpu), alike.work(cpu));
            let scale = job.hashes() / alike.hashes();
            let name = format!("{}: {}, beside hash_many", cpu.name(), job.name);
            failures
                .extend(missed(&name, 1.0 / CHAIN, || scale * ratio(&mut *hashes, &mut *chain)));
        }
    }
    judge("a_hash_in_a_chain_is_as_fast_as_one_outside", &failures);
}

/// Fails if `test` found `failures` and does so in copies of this process too.
fn judge(test: &str, failures: &[String]) {
    if failures.is_empty() {
        return;
    }
    println!("{test}, in this process:\n{}", failures.join("\n"));
    let passed =
        env::var_os(COPY).is_none() && (0..COPIES).any(|copy| passes_in_a_copy(test, copy));
    assert!(passed, "{}", report(failures));
}

/// Whether `test` passes in a process of a copy of this executable.
fn passes_in_a_copy(test: &str, copy: usize) -> bool {
    let this = env::current_exe().expect("it runs");
    let place = env::temp_dir().join(format!("hbs-speed-{}-{copy}", std::process::id()));
    fs::copy(&this, &place).expect("room for a copy of this executable");
    let output = Command::new(&place)
        .args(["--ignored", "--exact", "--nocapture", test])
        .env(COPY, "1")
        .output();
    fs::remove_file(&place).expect("it was made above");
    let output = output.expect("a copy of what runs");
    println!("copy {copy}:\n{}", String::from_utf8_lossy(&output.stdout));
    output.status.success()
}

/// What is wrong if `factor` stays below `bound`.
fn missed(what: &str, bound: f64, mut factor: impl FnMut() -> f64) -> Option<String> {
    let mut best = 0.0;
    for _ in 0..ATTEMPTS {
        best = f64::max(best, factor());
        if best >= bound {
            println!("{what}: {best:.2} times as fast, at least {bound:.2}");
            return None;
        }
    }
    Some(format!("{what}: only {best:.2} times as fast, where {bound:.2} is the least"))
}

fn report(failures: &[String]) -> String {
    format!(
        "the vectoriser fails silently; or these bounds are wrong for this machine:\n{}",
        failures.join("\n")
    )
}

/// How many times as fast as `slow` `fast` is: the median of turns that each takes one call.
fn ratio(slow: &mut dyn FnMut(), fast: &mut dyn FnMut()) -> f64 {
    let time = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        start.elapsed().as_nanos() as f64
    };
    slow();
    fast();
    let mut ratios: Vec<f64> = (0..TURNS).map(|_| time(slow) / time(fast)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[TURNS / 2]
}

/// What is timed.
#[derive(Clone, Copy)]
struct Job {
    name: &'static str,
    engine: fn(&Engines) -> &'static dyn LaneHash,
    way: Way,
    /// Bytes of a value, of the prefix before the head, and of the head.
    n: usize,
    prefix: usize,
    head: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// One hash of each row.
    Hash,
    /// [`STEPS`] hashes of each row.
    Chain,
    /// The same with the keys and masks of XMSS.
    Masked,
}

/// One-block messages and chains of LM-OTS for the functions that have them, and chains of XMSS.
fn jobs() -> [Job; 10] {
    let hash = |name, engine, n| Job { name, engine, way: Way::Hash, n, prefix: 16, head: 7 };
    let chain = |name, engine| Job { way: Way::Chain, ..hash(name, engine, 32) };
    let masked =
        |name, engine, n| Job { name, engine, way: Way::Masked, n, prefix: 2 * n, head: 32 };
    [
        hash("SHA-256, hash_many", |engines| engines.sha256, 32),
        hash("SHA-512, hash_many", |engines| engines.sha512, 64),
        hash("SHAKE128, hash_many", |engines| engines.shake128, 32),
        hash("SHAKE256, hash_many", |engines| engines.shake256, 32),
        chain("SHA-256, chain_many", |engines| engines.sha256),
        chain("SHAKE256, chain_many", |engines| engines.shake256),
        masked("SHA-256, masked_chain_many", |engines| engines.sha256, 32),
        masked("SHA-512, masked_chain_many", |engines| engines.sha512, 64),
        masked("SHAKE128, masked_chain_many", |engines| engines.shake128, 32),
        masked("SHAKE256, masked_chain_many", |engines| engines.shake256, 32),
    ]
}

impl Job {
    /// Rows in a call.
    fn rows(self) -> usize {
        if self.way == Way::Hash { ROWS } else { CHAINS }
    }

    /// Hashes or masked hashes in a call.
    fn hashes(self) -> f64 {
        let steps = if self.way == Way::Hash { 1 } else { STEPS as usize };
        (self.rows() * steps) as f64
    }

    /// A call of it on `cpu`.
    fn work(self, cpu: Cpu) -> Box<dyn FnMut()> {
        let Self { n, head, .. } = self;
        let engine = (self.engine)(&cpu.engines());
        let prefix = self.prefix(engine);
        let hash = engine.midstate(&vec![0; n]);
        let rows = self.rows();
        let heads: Vec<u8> = (0..rows * head).map(|i| i.to_le_bytes()[0]).collect();
        let messages = vec![7; rows * n];
        let mut values = messages.clone();
        let runs = Runs::Same(Run { start: 0, end: STEPS });
        Box::new(move || {
            let heads = Rows::new(black_box(&heads), head);
            let values = RowsMut::new(black_box(&mut values), n);
            match self.way {
                Way::Hash => engine.hash_many(&prefix, heads, Rows::new(&messages, n), values),
                Way::Chain => engine.chain_many(&prefix, heads, runs, values),
                Way::Masked => {
                    let masked = Masked::Keyed { prf: &prefix, hash: &hash };
                    engine.masked_chain_many(&masked, heads, runs, values);
                }
            }
        })
    }

    /// An identifier, or `toByte(3, n) ‖ SEED`.
    fn prefix(self, engine: &dyn LaneHash) -> Midstate {
        let mut prefix = vec![0; self.prefix];
        if self.way == Way::Masked {
            prefix[self.n - 1] = 3;
        }
        engine.midstate(&prefix)
    }
}
