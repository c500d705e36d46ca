//! Baselines: how long a call of each hash function takes here and now, at its best and alone.
//!
//! Times do not travel from one machine to another, nor from a quiet hour to a busy one. So what a hash
//! takes is measured in the same process as everything else, again and again between the operations,
//! and what an operation takes is compared with that.

use std::cell::RefCell;
use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use lanes::{Cpu, LaneHash, Masked, Rows, RowsMut, Run, Runs};

use crate::limit::Work;
use crate::record::{Baseline, Form, Metric};
use crate::stats::Summary;
use crate::{Clock, Elapsed};

/// The time between two rounds of samples: they take one part in two hundred.
const EVERY: Duration = Duration::from_millis(20);

/// Samples that a figure takes at least.
const ENOUGH: usize = 5;

/// What is measured again and again.
pub struct Baselines {
    unit: &'static str,
    overhead: Elapsed,
    probes: Vec<Probe>,
    taken: RefCell<Taken>,
}

/// The samples.
#[derive(Default)]
struct Taken {
    /// In nanoseconds a call, of each probe.
    samples: Vec<Vec<f64>>,
    last: Option<Instant>,
}

/// Where among the samples something began.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

/// A function to be timed.
struct Probe {
    function: &'static str,
    form: Form,
    calls: f64,
    run: Box<dyn Fn()>,
}

impl Baselines {
    /// Of the best vector unit of this machine, whatever backends are told to use. What clocks read
    /// around nothing is taken off.
    #[must_use]
    pub fn here(overhead: Elapsed) -> Self {
        let cpu = Cpu::detect();
        let engines = cpu.engines();
        let probes = vec![
            chains(SHA_256, engines.sha256),
            masked_chains(SHA_512, engines.sha512),
            chains(KECCAK, engines.shake256),
            alone(SHA_256, engines.sha256, 55),
            alone(SHA_512, engines.sha512, 111),
            alone(KECCAK, engines.shake256, 135),
        ];
        let samples = vec![Vec::new(); probes.len()];
        Self {
            unit: cpu.name(),
            overhead,
            probes,
            taken: RefCell::new(Taken { samples, last: None }),
        }
    }

    /// The place where samples go on.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark(self.taken.borrow().samples[0].len())
    }

    /// Takes a round of samples if the last one was a while ago.
    pub fn turn(&self) {
        if self.taken.borrow().last.is_none_or(|last| last.elapsed() > EVERY) {
            self.sample();
        }
    }

    /// The median times at their best since then, which are measured now if they were not.
    #[must_use]
    pub fn since(&self, mark: Mark) -> Work {
        while self.mark().0 < mark.0 + ENOUGH {
            self.sample();
        }
        let taken = self.taken.borrow();
        let best = |function: &str| {
            let is = |probe: &Probe| probe.function == function && probe.form == Form::Wide;
            let at = self.probes.iter().position(is)?;
            Summary::of(&taken.samples[at][mark.0..]).map(|summary| summary.p50)
        };
        let best = |function| best(function).unwrap_or_default();
        Work { sha256: best(SHA_256), sha512: best(SHA_512), keccakf: best(KECCAK) }
    }

    /// The figures over all samples.
    #[must_use]
    pub fn figures(&self) -> Vec<Baseline> {
        let taken = self.taken.borrow();
        let figure = |(probe, samples): (&Probe, &Vec<f64>)| {
            Some(Baseline {
                function: probe.function.to_owned(),
                form: probe.form,
                unit: self.unit.to_owned(),
                time: Metric::of("ns", samples)?,
            })
        };
        self.probes.iter().zip(&taken.samples).filter_map(figure).collect()
    }

    fn sample(&self) {
        let mut taken = self.taken.borrow_mut();
        for (probe, samples) in self.probes.iter().zip(&mut taken.samples) {
            // Once to warm up what it needs.
            (probe.run)();
            let started = Clock::start();
            (probe.run)();
            let elapsed = started.stop().less(self.overhead);
            let time = elapsed.cpu.unwrap_or(elapsed.wall);
            samples.push(time.as_nanos() as f64 / probe.calls);
        }
        taken.last = Some(Instant::now());
    }
}

impl fmt::Debug for Baselines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Baselines").field("unit", &self.unit).finish_non_exhaustive()
    }
}

/// Winternitz chains of LM-OTS, in as many lanes as there are, twice: a call a step.
fn chains(function: &'static str, hash: &'static dyn LaneHash) -> Probe {
    const STEPS: u32 = 128;
    let rows = 2 * hash.lanes();
    let prefix = hash.midstate(&[5; 16]);
    let values = RefCell::new(vec![7; rows * 32]);
    let run = move || {
        let runs = Runs::Same(Run { start: 0, end: STEPS });
        let mut values = values.borrow_mut();
        hash.chain_many(&prefix, Rows::repeat(&[3; 7], rows), runs, RowsMut::new(&mut values, 32));
        black_box(&mut *values);
    };
    Probe { function, form: Form::Wide, calls: rows as f64 * f64::from(STEPS), run: Box::new(run) }
}

/// Chains of XMSS with n = 64, for the function that no standard has simpler chains of: four calls a
/// step.
fn masked_chains(function: &'static str, hash: &'static dyn LaneHash) -> Probe {
    const N: usize = 64;
    const STEPS: u32 = 32;
    let rows = 2 * hash.lanes();
    let (prf, keyed) = (hash.midstate(&[3; 2 * N]), hash.midstate(&[0; N]));
    let values = RefCell::new(vec![7; rows * N]);
    let run = move || {
        let runs = Runs::Same(Run { start: 0, end: STEPS });
        let mut values = values.borrow_mut();
        let (heads, values) = (Rows::repeat(&[0; 32], rows), &mut *values);
        let masked = Masked::Keyed { prf: &prf, hash: &keyed };
        hash.masked_chain_many(&masked, heads, runs, RowsMut::new(values, N));
        black_box(values);
    };
    let calls = rows as f64 * f64::from(4 * STEPS);
    Probe { function, form: Form::Wide, calls, run: Box::new(run) }
}

/// Messages of one block of `len` bytes, one after the other.
fn alone(function: &'static str, hash: &'static dyn LaneHash, len: usize) -> Probe {
    const TIMES: u32 = 64;
    let prefix = hash.midstate(&[]);
    let (message, out) = (vec![9; len], RefCell::new([0; 32]));
    let run = move || {
        let mut out = out.borrow_mut();
        for _ in 0..TIMES {
            let message = Rows::repeat(black_box(&message), 1);
            hash.hash_many(&prefix, Rows::empty(1), message, RowsMut::new(&mut out[..], 32));
            black_box(&mut *out);
        }
    };
    Probe { function, form: Form::Narrow, calls: TIMES.into(), run: Box::new(run) }
}

const SHA_256: &str = "SHA-256 compression";
const SHA_512: &str = "SHA-512 compression";
const KECCAK: &str = "Keccak-f[1600]";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_takes_some_time_and_less_in_lanes() {
        let baselines = Baselines::here(Clock::overhead());
        let mark = baselines.mark();
        let best = baselines.since(mark);
        for ns in [best.sha256, best.sha512, best.keccakf] {
            assert!(ns > 0.5 && ns < 1e5, "{best:?}");
        }
        let figures = baselines.figures();
        assert_eq!(figures.len(), 6);
        assert!(figures.iter().all(|figure| figure.time.n == ENOUGH as u64));
        // Between two marks there is nothing of before.
        let after = baselines.mark();
        baselines.turn();
        assert_eq!(baselines.mark().0, after.0);
        assert!(baselines.since(after).sha256 > 0.0);
        assert_eq!(baselines.mark().0, 2 * ENOUGH);
    }
}
