//! The runner: every operation of every backend on one parameter set, so that the figures hold.
//!
//! * Timed regions hold the operation and nothing else: keys, messages and room for the signature are
//!   made before, everything is checked after.
//! * No two timed signatures share an index: keys come from a [`KeyPool`], whose ledger reads the index
//!   of each signature and refuses one that was there before.
//! * Every signature is verified; one that is not ends the series, and the row says so.
//! * All backends verify the same signatures over the same rotation of messages, one at a time and 64
//!   at a time.
//! * Backends take turns, so that what disturbs the machine disturbs them alike.
//! * The first call of each operation is reported by itself: it is cold.
//! * Between the turns it is measured what hashes take at their best: the hash limit of each row is that of
//!   the time in which it was measured.
//! * Heap and stack are measured in passes of their own.
//! * A backend with more than one thread is measured by wall time and by the heap of all threads: the
//!   CPU time, the cycles and the stack of the calling thread would leave out the others.

mod memory;
mod series;
mod verify;

use crate::pool::KeyPool;
use crate::record::{Measurement, Metric, Operation, State, Status};
use crate::{
    Baselines, Clock, Elapsed, Heap, MessageBytes, Messages, Plan, ROTATION, Threads, Work,
};
use memory::Memory;
pub(crate) use series::DISTURBED;
use series::{Flaw, Series};
use signer::{Backend, Error, Lifetime, ParameterSet, Support, quietly};
use std::time::Duration;
use verify::BATCH;

/// What to run.
#[derive(Clone, Copy, Debug)]
pub struct Runner<'a> {
    /// Parameter set.
    pub set: &'a ParameterSet,
    /// Backends, each with what it says of the set.
    pub backends: &'a [(&'static dyn Backend, Support)],
    /// Messages.
    pub messages: &'a MessageBytes,
    /// How much to measure.
    pub plan: Plan,
    /// Seed of keys and randomisers.
    pub seed: u64,
    /// Id of the run, for the rows.
    pub run: &'a str,
    /// The program's global allocator, if it is one that counts.
    pub heap: Option<&'static Heap>,
    /// What clocks and counters read around nothing, taken off each sample; without `cpu` if thread CPU
    /// time is too coarse to be kept.
    pub overhead: Elapsed,
    /// What hashes take, measured between the samples.
    pub baselines: &'a Baselines,
    /// What an operation with messages of this length has to hash.
    pub work: fn(&ParameterSet, Operation, usize) -> Option<Work>,
}

/// What is told while it runs.
pub trait Progress {
    /// `backend` is about to take samples of `operation`.
    fn at(&mut self, backend: &str, operation: Operation);
}

impl Progress for () {
    fn at(&mut self, _: &str, _: Operation) {}
}

/// A signature for all backends to verify.
#[derive(Clone, Debug)]
struct Signed<'a> {
    public_key: Vec<u8>,
    message: &'a [u8],
    signature: Vec<u8>,
}

impl Signed<'_> {
    /// As a backend takes it.
    fn view(&self) -> signer::Signed<'_> {
        let Self { public_key, message, signature } = self;
        signer::Signed { public_key, message, signature }
    }
}

/// A backend in the race, with its keys.
#[derive(Debug)]
struct Runs<'a> {
    backend: &'static dyn Backend,
    name: String,
    pool: KeyPool,
    messages: Messages<'a>,
    /// What the first signature of all took: cold, on a key that has never signed.
    first: Option<Elapsed>,
    sign_time: Duration,
}

impl Runs<'_> {
    /// Name and number of threads.
    fn who(&self) -> (&str, usize) {
        (&self.name, self.backend.threads())
    }
}

impl Runner<'_> {
    /// Measures key generation, signing and verification.
    ///
    /// Rows come by operation, then in the order of the backends. What goes wrong is in the rows.
    pub fn run(&self, progress: &mut dyn Progress) -> Vec<Measurement> {
        let mut rows = Vec::new();
        let mut racing = Vec::new();
        for (backend, support) in self.backends {
            let name = backend.about().name.into_owned();
            match support {
                Support::No => (),
                Support::Unsupported(reason) => {
                    let flaw = Flaw::new(Status::Unsupported, reason.clone());
                    rows.extend(
                        OPERATIONS.map(|op| self.flawed((&name, backend.threads()), op, &flaw)),
                    );
                }
                Support::Yes => racing.push(Runs {
                    backend: *backend,
                    name,
                    pool: KeyPool::new(*backend, self.set, self.seed),
                    messages: self.messages.messages(),
                    first: None,
                    sign_time: Duration::MAX,
                }),
            }
        }
        let mut signed = Vec::new();
        rows.extend(self.keygen(&mut racing, progress));
        rows.extend(self.sign(&mut racing, &mut signed, progress));
        self.top_up(&mut racing, &mut signed, ROTATION);
        rows.extend(self.verify(&mut racing, &signed, progress));
        self.top_up(&mut racing, &mut signed, BATCH);
        rows.extend(self.verify_many(&mut racing, signed, progress));
        rows
    }

    fn keygen(&self, racing: &mut [Runs<'_>], progress: &mut dyn Progress) -> Vec<Measurement> {
        let series = self.race(racing, Operation::Keygen, progress, |runs| {
            let started = Clock::start();
            let key = runs.pool.generate();
            let elapsed = started.stop();
            let key = key?;
            let public_key = key.private_key().public_key();
            signer::check_length("public key", self.set.public_key_len(), public_key)?;
            self.set.public_key.iter().try_for_each(|f| signer::check_word(f, public_key))?;
            runs.pool.put(key);
            Ok(elapsed)
        });
        let mut rows = Vec::new();
        for (runs, mut series) in racing.iter_mut().zip(series) {
            // A key pair is right if what one half signs the other verifies.
            series.check(quietly(|| Ok(self.one_signature(runs).map(drop))));
            let memory = self.memory(runs.backend, &series, || runs.pool.generate());
            let mut row = self.row(runs, Operation::Keygen, &series);
            memory.insert_into(&mut row);
            if let Ok(key) = quietly(|| runs.pool.take()) {
                size(&mut row, "size.public_key", key.private_key().public_key().len());
                if let Ok(secret_key) = quietly(|| key.private_key().secret_key()) {
                    size(&mut row, "size.secret_key", secret_key.expose().len());
                }
                runs.pool.put(key);
            }
            rows.push(row);
        }
        rows
    }

    fn sign<'m>(
        &'m self,
        racing: &mut [Runs<'m>],
        signed: &mut Vec<Signed<'m>>,
        progress: &mut dyn Progress,
    ) -> Vec<Measurement> {
        let series = self.race(racing, Operation::Sign, progress, |runs| {
            let mut turn = runs.pool.turn(&mut runs.messages)?;
            let started = Clock::start();
            let result = turn.sign();
            let elapsed = started.stop();
            result?;
            runs.sign_time = elapsed.wall;
            let one = self.checked(runs, turn)?;
            if signed.len() < ROTATION {
                signed.push(one);
            }
            Ok(elapsed)
        });
        let mut rows = Vec::new();
        for (runs, mut series) in racing.iter_mut().zip(series) {
            series.first = runs.first.or(series.first);
            let mut row = self.row(runs, Operation::Sign, &series);
            if series.flaw.is_none()
                && let Ok(mut turn) = quietly(|| runs.pool.turn(&mut runs.messages))
            {
                let memory = self.memory(runs.backend, &series, || turn.sign());
                memory.insert_into(&mut row);
                size(&mut row, "size.signature", self.set.signature_len());
                // Off with the memory pass: nothing was signed then.
                if !turn.signature.is_empty()
                    && let Err(flaw) = self.checked(runs, turn)
                {
                    flaw.tell(&mut row);
                }
            }
            if let (Lifetime::Signatures { log2 }, Some((first_index, last_index))) =
                (self.set.lifetime, runs.pool.ledger().range())
            {
                let keys = runs.pool.ledger().keys() as u64;
                row.state = Some(State { keys, first_index, last_index, lifetime_log2: log2 });
            }
            rows.push(row);
        }
        rows
    }

    /// Lets the backends take turns until each has its samples.
    fn race<'m>(
        &self,
        racing: &mut [Runs<'m>],
        operation: Operation,
        progress: &mut dyn Progress,
        mut sample: impl FnMut(&mut Runs<'m>) -> Result<Elapsed, Flaw>,
    ) -> Vec<Series> {
        let per = if operation == Operation::VerifyMany { BATCH as u32 } else { 1 };
        let mut series: Vec<_> = racing.iter().map(|_| Series::of(per)).collect();
        let began = self.baselines.mark();
        while series.iter().any(|series| series.wants_more(&self.plan)) {
            self.baselines.turn();
            for (runs, series) in racing.iter_mut().zip(&mut series) {
                if series.wants_more(&self.plan) {
                    progress.at(&runs.name, operation);
                    series.turn(&self.plan, || {
                        let elapsed = sample(runs)?;
                        Ok(self.of(runs.backend, elapsed))
                    });
                }
            }
        }
        let best = self.baselines.since(began);
        series.iter_mut().for_each(|series| series.best = best);
        series
    }

    /// Checks a signature that was just made: its index is new, and it verifies.
    fn checked<'m>(&self, runs: &mut Runs<'_>, turn: crate::Turn<'m>) -> Result<Signed<'m>, Flaw> {
        let crate::Turn { key, message, signature, .. } = turn;
        let public_key = key.private_key().public_key().to_vec();
        let put_back = runs.pool.put_back(key, &signature);
        put_back.map_err(|reused| Flaw::new(Status::Failed, reused.to_string()))?;
        runs.backend.verify(self.set, &public_key, message, &signature)?;
        Ok(Signed { public_key, message, signature })
    }

    /// Makes and checks one signature. The first of all is the one that the row of signing tells of as
    /// such: it is made to check the key generation, before any that is a sample.
    fn one_signature<'m>(&self, runs: &mut Runs<'m>) -> Result<Signed<'m>, Flaw> {
        let mut turn = runs.pool.turn(&mut runs.messages)?;
        let started = Clock::start();
        let result = turn.sign();
        let elapsed = self.of(runs.backend, started.stop());
        result?;
        runs.first.get_or_insert(elapsed);
        self.checked(runs, turn)
    }

    /// What counts of a time: without that of the clocks, and for several threads the wall time alone.
    fn of(&self, backend: &dyn Backend, elapsed: Elapsed) -> Elapsed {
        let elapsed = elapsed.less(self.overhead);
        if backend.threads() == 1 { elapsed } else { elapsed.of_all_threads() }
    }

    /// Adds signatures of the fastest signer until there are so many, as far as time allows.
    fn top_up<'m>(&self, racing: &mut [Runs<'m>], signed: &mut Vec<Signed<'m>>, most: usize) {
        let started = std::time::Instant::now();
        let Some(fastest) = racing.iter_mut().min_by_key(|runs| runs.sign_time) else { return };
        while signed.len() < most && started.elapsed() < 4 * self.plan.budget {
            match quietly(|| Ok(self.one_signature(fastest))) {
                Ok(Ok(one)) => signed.push(one),
                _ => return,
            }
        }
    }

    fn memory<T: Send>(
        &self,
        backend: &dyn Backend,
        series: &Series,
        operation: impl FnOnce() -> Result<T, Error> + Send,
    ) -> Memory {
        if self.plan.memory && series.flaw.is_none() {
            let threads = if backend.threads() > 1 { Threads::All } else { Threads::This };
            Memory::of(self.heap.filter(|_| backend.about().heap_visible), threads, operation)
        } else {
            Memory::default()
        }
    }

    fn row(&self, runs: &Runs<'_>, operation: Operation, series: &Series) -> Measurement {
        let mut row = self.empty_row(runs.who(), operation);
        series.insert_into(&mut row);
        let work = (self.work)(self.set, operation, self.messages.message_len());
        if let Some(work) = work.filter(|_| row.status == Status::Ok) {
            work.insert_into(&mut row, series.best);
        }
        row
    }

    fn flawed(&self, backend: (&str, usize), operation: Operation, flaw: &Flaw) -> Measurement {
        let mut row = self.empty_row(backend, operation);
        flaw.tell(&mut row);
        row
    }

    /// A row of the backend with this name and number of threads.
    fn empty_row(&self, (backend, threads): (&str, usize), operation: Operation) -> Measurement {
        let message_bytes = self.messages.message_len() as u64;
        Measurement {
            scheme: self.set.scheme.name().to_owned(),
            parameter_set: self.set.name.clone(),
            operation,
            backend: backend.to_owned(),
            message_bytes: (operation != Operation::Keygen).then_some(message_bytes),
            threads: u32::try_from(threads).unwrap_or(u32::MAX),
            run: self.run.to_owned(),
            state: None,
            life: None,
            check: None,
            status: Status::Ok,
            reason: None,
            disturbed: false,
            metrics: Default::default(),
            other: Default::default(),
        }
    }
}

/// What a run measures, in this order.
const OPERATIONS: [Operation; 4] =
    [Operation::Keygen, Operation::Sign, Operation::Verify, Operation::VerifyMany];

fn size(row: &mut Measurement, name: &str, bytes: usize) {
    insert(row, name, Metric::single("bytes", bytes as f64));
}

fn insert(row: &mut Measurement, name: &str, metric: Option<Metric>) {
    if let Some(metric) = metric {
        row.metrics.insert(name.to_owned(), metric);
    }
}
