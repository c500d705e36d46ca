//! One run of a bench: from its start, through any number of parameter sets, to its record.

use crate::life::{Life, LifePlan, Lives};
use crate::machine::{Build, Counter, Dial, Load, Loads, Machine};
use crate::record::{
    BackendInfo, Checked, Lived, Measurement, Operation, Record, Run, SCHEMA, Status,
};
use crate::runner::{Progress, Runner};
use crate::{Baselines, Counts, Elapsed, Heap, MessageBytes, Plan, Suite};
use signer::{Backend, Error, ParameterSet, Support};
use std::process::Command;
use std::time::Duration;

/// Seed of keys and messages unless something else is asked for.
pub const SEED: u64 = 8554;

/// Steps in nanoseconds up to which a clock of CPU time can measure one call: that of Windows makes
/// steps of 15.6 ms, and is left out.
const COARSEST_CPU_TIME: u64 = 10_000;

/// A run that has begun.
#[derive(Debug)]
pub struct Session {
    run: Run,
    machine: Machine,
    plan: Plan,
    suite: &'static Suite,
    messages: MessageBytes,
    /// Seed of keys and randomisers.
    key_seed: u64,
    heap: Option<&'static Heap>,
    baselines: Baselines,
    backends: Vec<BackendInfo>,
    results: Vec<Measurement>,
}

impl Session {
    /// Begins a run. `command` is how it was called, without paths; `heap` is the program's global
    /// allocator.
    #[must_use]
    pub fn begin(
        suite: &'static Suite,
        plan: Plan,
        message_len: usize,
        seed: u64,
        command: String,
        heap: &'static Heap,
    ) -> Self {
        let start = jiff::Timestamp::now();
        let run = Run {
            // Two runs may start in one second; not in one nanosecond, on one machine.
            id: format!("{:x}", start.as_nanosecond()),
            start: start.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            mode: plan.mode,
            tool: env!("CARGO_PKG_VERSION").to_owned(),
            commit: git(&["rev-parse", "HEAD"]),
            // Records are what is being written, not what is being measured.
            dirty: git(&["status", "--porcelain", "--", ":/", ":(top,exclude)results"])
                .map(|changes| !changes.is_empty()),
            seed,
            command,
            build: Build::this(),
            load: Loads { before: Load::now(), after: None },
            baselines: Vec::new(),
            other: Default::default(),
        };
        let machine = Machine::here();
        Self {
            run,
            baselines: Baselines::here(overhead(&machine)),
            machine,
            plan,
            suite,
            messages: MessageBytes::new(message_len, seed),
            key_seed: seed,
            heap: heap.installed().then_some(heap),
            backends: Vec::new(),
            results: Vec::new(),
        }
    }

    /// The same as one of several processes whose records are to be [pooled](crate::record::pool): with
    /// the same messages as the others, and keys of its own.
    #[must_use]
    pub fn replicate(self, number: u32) -> Self {
        // Far from the seeds next to this one, which may have a use of their own.
        let key_seed = self.run.seed.wrapping_add(u64::from(number) << 32);
        Self { key_seed, ..self }
    }

    /// Measures `backends` on `set`; the rows are the record's and are returned too.
    pub fn measure(
        &mut self,
        set: &ParameterSet,
        backends: &[(&'static dyn Backend, Support)],
        progress: &mut dyn Progress,
    ) -> Vec<Measurement> {
        self.introduce(backends);
        let runner = Runner {
            set,
            backends,
            messages: &self.messages,
            plan: self.plan,
            seed: self.key_seed,
            run: &self.run.id,
            heap: self.heap,
            overhead: overhead(&self.machine),
            baselines: &self.baselines,
            work: self.suite.work,
        };
        let rows = runner.run(progress);
        self.results.extend(rows.iter().cloned());
        rows
    }

    /// Describes backends in the record, once.
    fn introduce(&mut self, backends: &[(&'static dyn Backend, Support)]) {
        for (backend, _) in backends {
            let about = backend.about();
            if !self.backends.iter().any(|known| known.name == about.name) {
                self.backends.push(BackendInfo {
                    name: about.name.into_owned(),
                    version: about.version.into_owned(),
                    language: about.language.to_owned(),
                    features: about.features.into_owned(),
                    hash: about.hash.into_owned(),
                });
            }
        }
    }

    /// Lets keys of the backends that run `set` sign from their first index on, and keeps the times in
    /// the rows of signing. Where this run has no such row that went well, one is made that has nothing
    /// else. The rows are returned too.
    pub fn measure_lives(
        &mut self,
        set: &ParameterSet,
        backends: &[(&'static dyn Backend, Support)],
        lives: Lives,
        progress: &mut dyn Progress,
    ) -> Vec<Measurement> {
        self.introduce(backends);
        let mut rows = Vec::new();
        for (backend, support) in backends {
            let measured = self.results.iter().rposition(|row| {
                (&row.parameter_set, row.operation) == (&set.name, Operation::Sign)
                    && row.backend == backend.about().name
            });
            let went_wrong = measured.is_some_and(|row| self.results[row].status != Status::Ok);
            if !support.runs() || went_wrong {
                continue;
            }
            self.baselines.turn();
            let life = self.life(set, *backend, lives, progress);
            let at = measured.unwrap_or_else(|| {
                let row = self.row_of_a_life(set, *backend, &life);
                self.results.push(row);
                self.results.len() - 1
            });
            let row = &mut self.results[at];
            let (run, failed) = (self.run.id.clone(), life.as_ref().err().map(Error::to_string));
            let (keys, verified) = life.as_ref().map_or((0, 0), |life| (life.keys, life.verified));
            row.life = Some(Lived { run, keys, verified, failed });
            if let Ok(life) = life {
                let metrics = life.metrics().map(|(name, metric)| (name.to_owned(), metric));
                row.metrics.extend(metrics);
            }
            rows.push(row.clone());
        }
        rows
    }

    /// A row of signing for a life that was all that was measured.
    fn row_of_a_life(
        &self,
        set: &ParameterSet,
        backend: &dyn Backend,
        life: &Result<Life, Error>,
    ) -> Measurement {
        let verified = life.as_ref().map_or(0, |life| life.verified);
        Measurement {
            scheme: set.scheme.name().to_owned(),
            parameter_set: set.name.clone(),
            operation: Operation::Sign,
            backend: backend.about().name.into_owned(),
            message_bytes: Some(self.messages.message_len() as u64),
            threads: u32::try_from(backend.threads()).unwrap_or(u32::MAX),
            run: self.run.id.clone(),
            state: None,
            life: None,
            check: Some(Checked { verified, failed: u64::from(life.is_err()) }),
            status: if life.is_ok() { Status::Ok } else { Status::Failed },
            reason: life.as_ref().err().map(Error::to_string),
            disturbed: false,
            metrics: Default::default(),
            other: Default::default(),
        }
    }

    /// Signs with keys of a backend, from their first signature on. The times are not part of the
    /// record.
    ///
    /// # Errors
    ///
    /// Those of [`Life::of`].
    pub fn life(
        &self,
        set: &ParameterSet,
        backend: &'static dyn Backend,
        lives: Lives,
        progress: &mut dyn Progress,
    ) -> Result<Life, Error> {
        let (messages, seed, overhead) = (&self.messages, self.run.seed, overhead(&self.machine));
        let plan = LifePlan { set, messages, lives, seed, overhead };
        signer::quietly(|| Life::of(backend, &plan, progress))
    }

    /// The record of what was measured so far.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut run = self.run.clone();
        run.load.after = Load::now();
        run.baselines = self.baselines.figures();
        Record {
            schema: SCHEMA.to_owned(),
            run,
            earlier_runs: Vec::new(),
            machine: self.machine.clone(),
            backends: self.backends.clone(),
            results: self.results.clone(),
            other: Default::default(),
        }
    }
}

/// What clocks and counters of a machine read around nothing.
fn overhead(machine: &Machine) -> Elapsed {
    let ns = |dial: &Dial| Duration::from_nanos(dial.overhead_ns);
    let fine = |dial: &&Dial| dial.resolution_ns.is_some_and(|step| step <= COARSEST_CPU_TIME);
    let clocks = &machine.clocks;
    let count = |counter: &Option<Counter>| counter.as_ref().map(|counter| counter.overhead);
    Elapsed {
        wall: ns(&clocks.wall),
        cpu: clocks.cpu.as_ref().filter(fine).map(ns),
        counts: Counts { ticks: count(&clocks.ticks), cycles: count(&clocks.cycles) },
        elsewhere: false,
    }
}

/// What git says of the source tree, if there is a git and a tree: that of the package that cargo runs,
/// as the current folder may be anybody's.
fn git(arguments: &[&str]) -> Option<String> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")?;
    let output = Command::new("git").arg("-C").arg(package).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
