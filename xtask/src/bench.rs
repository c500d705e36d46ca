//! `cargo xtask bench`: measures and writes the records.
//!
//! | room | what it is |
//! |---|---|
//! | `replicates` | the same in several processes, pooled |
//! | `aa` | the same twice, for the noise of this machine |
//! | `inject` | backends that are slower than they are |

pub(crate) mod aa;
mod inject;
pub(crate) mod replicates;

use crate::registry::{SUITES, suite};
use crate::rivals;
use crate::say;
use inject::Injection;
use measure::life::Lives;
use measure::record::{self, Measurement, Status};
use measure::{Bar, Choice, Heap, Plan, SEED, Session, Suite, with_threads};
use signer::{Backend, Lifetime, ParameterSet, Support};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What to measure.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 measured, 1 a backend failed or a record could not be written, \
                        2 a question that makes no sense."
)]
pub(crate) struct Args {
    /// Scheme: lms, hss, xmss or sphincs; several times for several [default: all]
    #[arg(long, value_name = "NAME")]
    scheme: Vec<String>,

    /// Backend; several times for several [default: all]
    #[arg(long, value_name = "NAME")]
    backend: Vec<String>,

    /// Rival from another world, to be built and measured beside the backends; several times for several, or
    /// `all`: see rivals/README.md. Of the sets it takes those that the schemes are compared by, and the
    /// record goes to rivals/ in the folder of this machine
    #[arg(long, value_name = "NAME")]
    rival: Vec<String>,

    /// Seconds that a rival has for one answer; after that its row says so, and it is started anew
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    rival_patience: u64,

    /// Parameter set; several times for several [default: a choice of each scheme]
    #[arg(long, value_name = "NAME")]
    params: Vec<String>,

    /// Fewer sets and a tenth of the samples: to look at, not to compare by
    #[arg(long)]
    quick: bool,

    /// Exactly this many warm samples of each operation, however long they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: Option<u32>,

    /// Let keys of stateful schemes sign from their first index on, and measure nothing else: the rest of
    /// the record stays
    #[arg(long, conflicts_with_all = ["samples", "threads"])]
    life_only: bool,

    /// Threads that an operation may use: above 1, only the backends that can use them are measured
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,

    /// Seed of keys and messages
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,

    /// Measure in N fresh processes, one after the other, and pool them: what `compare` needs. Each has
    /// keys of its own and begins with another backend; together they take about the time of one, and
    /// what it takes to start them [20 if no number is given]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = REPLICATES)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    replicates: Option<u32>,

    /// Measure everything twice, in turns, and write how far the same code is from itself, the noise of
    /// this machine, to noise.json in its folder under results/ instead of a record
    #[arg(long, requires = "replicates", conflicts_with_all = ["out", "inject"])]
    aa: bool,

    /// Folder of the records [default: that of this machine under results/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Let each call of this backend take so many times as long, up to 10: to see whether `compare` finds
    /// it. Several times for several backends
    #[arg(long, value_name = "BACKEND=FACTOR", requires = "out")]
    inject: Vec<Injection>,

    /// The process with this number of a run with --replicates
    #[arg(long, hide = true, requires_all = ["replicates", "out"])]
    replicate: Option<u32>,
}

/// Processes of a run with --replicates: as many as it takes to find 5 % of time always where processes
/// differ by 1 %, and in nine comparisons of ten where one in eight is slow altogether besides
/// (`crates/measure/tests/coverage.rs`).
pub(crate) const REPLICATES: &str = "20";

/// A set with the backends to measure on it.
type Work = (ParameterSet, Vec<Choice>);

pub(crate) fn run(args: &Args, root: &Path, heap: &'static Heap) -> ExitCode {
    let plan = if args.quick { Plan::QUICK } else { Plan::FULL };
    let plan = plan.shared_by(args.replicates.unwrap_or(1));
    let mut plan = args.samples.map_or(plan, |samples| plan.with_samples(samples as usize));
    // Heap and stack are the same in every process.
    plan.memory &= args.replicate.unwrap_or(0) == 0;
    let machine = measure::Machine::here();
    let here = root.join("results").join(machine.directory_name());
    let due = if args.rival.is_empty() { here.clone() } else { here.join(rivals::FOLDER) };
    let folder = args.out.clone().unwrap_or(due);
    let work = match args.rivals(root).and_then(|rivals| args.work(&rivals)) {
        Ok(work) => work,
        Err(wrong) => return usage(&wrong),
    };
    // Told before anything is measured: a record that cannot be read or written.
    for (suite, _) in &work {
        let path = folder.join(format!("{}.json", suite.name));
        if let Err(error) = record::check_writable(&path).and_then(|()| record::load(&path)) {
            return usage(&error.to_string());
        }
    }
    if args.replicate.is_none() {
        say(&machine);
        let suites: Vec<_> = work.iter().map(|(suite, _)| suite.name).collect();
        if args.aa {
            return aa::run(args, &suites, &machine, &here);
        }
        if args.replicates.is_some_and(|count| count > 1) {
            return replicates::run(args, &suites, &folder);
        }
    }
    let mut failed = false;
    for (suite, work) in work {
        let path = folder.join(format!("{}.json", suite.name));
        let started = Instant::now();
        let mut session =
            Session::begin(suite, plan, suite.message_len, args.seed, args.command(), heap)
                .replicate(args.replicate.unwrap_or(0));
        let mut bar = Bar::new();
        let count = work.len();
        for (i, (set, backends)) in work.iter().enumerate() {
            let about = format!("{}/{count} {}", i + 1, set.name);
            if args.replicate.is_some() {
                say(&about);
            }
            bar.about(&about);
            if !args.life_only {
                failed |= tell_failures(&session.measure(set, backends, &mut bar));
            }
            if let Some(lives) = args.lives(suite, set) {
                let backends = args.living(backends);
                failed |= tell_lives(&session.measure_lives(set, &backends, lives, &mut bar));
            }
            // After each set, so that an interruption loses one set at most.
            let stored = record::load(&path)
                .and_then(|old| record::store(&path, &record::merge(old, session.record())));
            if let Err(error) = stored {
                eprintln!("xtask bench: {error}");
                return ExitCode::FAILURE;
            }
        }
        bar.finish();
        if args.replicate.is_some() {
            continue;
        }
        say(format_args!(
            "{}: {count} parameter sets in {:.1} s",
            suite.title,
            started.elapsed().as_secs_f64()
        ));
    }
    if args.replicate.is_none() && args.out.is_none() {
        say(REPORT);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// What to do with records under results/.
const REPORT: &str = "`cargo xtask report` puts the tables into the READMEs.";

impl Args {
    /// The rivals that are asked for, started; or a sentence that says why one cannot be.
    fn rivals(&self, root: &Path) -> Result<Vec<&'static dyn Backend>, String> {
        rivals::start(&self.rival, root, Duration::from_secs(self.rival_patience))
    }

    /// What to measure, by suite; or a sentence that says why that makes no sense.
    fn work(
        &self,
        rivals: &[&'static dyn Backend],
    ) -> Result<Vec<(&'static Suite, Vec<Work>)>, String> {
        let suites: Vec<_> = if self.scheme.is_empty() {
            SUITES.to_vec()
        } else {
            self.scheme.iter().map(|name| suite(name)).collect::<Result<_, _>>()?
        };
        let injected = self.inject.iter().map(|injection| &injection.backend);
        for name in self.backend.iter().chain(injected) {
            let own = suites.iter().flat_map(|suite| (suite.backends)());
            let mut known = own.chain(rivals);
            if !known.any(|backend| backend.about().name.eq_ignore_ascii_case(name)) {
                let own = suites.iter().flat_map(|suite| (suite.backends)());
                let known = own.chain(rivals);
                let mut known: Vec<_> = known.map(|backend| backend.about().name).collect();
                known.sort();
                known.dedup();
                return Err(format!("unknown backend `{name}`; known: {}", known.join(", ")));
            }
        }
        let mut work = Vec::new();
        for suite in &suites {
            let sets = self.sets(suite)?;
            let chosen = |backend: &&'static dyn Backend| {
                let about = backend.about();
                let named = |name: &String| name.eq_ignore_ascii_case(&about.name);
                // Nobody compares a rival with what this machine would not run.
                let due = self.rival.is_empty() || !about.name.contains('@');
                (self.backend.is_empty() && due) || self.backend.iter().any(named)
            };
            let mut chosen_sets = Vec::new();
            for set in sets {
                let mut backends = suite.knowing(&set);
                let rivals = rivals.iter().map(|rival| (*rival, rival.support(&set)));
                backends.extend(rivals.filter(|(_, support)| *support != Support::No));
                backends.retain(|(backend, _)| chosen(backend));
                inject::slow_down(&mut backends, &self.inject);
                let mut backends = with_threads(backends, self.threads as usize)
                    .map_err(|error| format!("cannot start {} threads: {error}", self.threads))?;
                backends.retain(|(backend, _)| self.threads == 1 || backend.threads() > 1);
                if !backends.is_empty() {
                    // Another one first in each process: the first has the coldest caches.
                    let first = self.replicate.unwrap_or(0) as usize % backends.len();
                    backends.rotate_left(first);
                    chosen_sets.push((set, backends));
                }
            }
            if !chosen_sets.is_empty() {
                work.push((*suite, chosen_sets));
            }
        }
        // A set that no suite has is unknown to all of them: say so once, with the nearest name.
        for name in &self.params {
            if suites.iter().all(|suite| (suite.find)(name).is_err()) {
                let unknown = suites.iter().filter_map(|suite| (suite.find)(name).err());
                let unknown: Vec<_> = unknown.map(|unknown| unknown.to_string()).collect();
                return Err(unknown.join("\n"));
            }
        }
        if work.is_empty() && self.life_only {
            return Err(
                "no such key has an index to sign from: `--life-only` is for LMS, HSS, XMSS \
                        and XMSS^MT"
                    .to_owned(),
            );
        }
        if work.is_empty() {
            let threads = if self.threads == 1 { "" } else { ", and uses several threads" };
            return Err(format!("no such backend knows any of these parameter sets{threads}"));
        }
        Ok(work)
    }

    fn sets(&self, suite: &Suite) -> Result<Vec<ParameterSet>, String> {
        if !self.params.is_empty() {
            let sets = self.params.iter().filter_map(|name| (suite.find)(name).ok());
            let lives = |set: &ParameterSet| !self.life_only || stateful(set);
            return Ok(sets.filter(lives).collect());
        }
        let names = match (self.life_only, self.quick) {
            _ if !self.rival.is_empty() => suite.rival_sets,
            (true, _) => suite.life_sets,
            (false, true) => suite.quick_sets,
            (false, false) => suite.bench_sets,
        };
        let lives = |name: &&&str| !self.life_only || suite.life_sets.contains(name);
        let find = |name: &&str| (suite.find)(name).map_err(|unknown| unknown.to_string());
        names.iter().filter(lives).map(find).collect()
    }

    /// How many signatures the keys of `set` are to make, if they are to be timed from the first one on.
    /// Of many processes only in the first: a life is long.
    fn lives(&self, suite: &Suite, set: &ParameterSet) -> Option<Lives> {
        let due = self.life_only
            || self.threads == 1
                && self.samples.is_none()
                && self.replicate.is_none_or(|number| number == 0)
                && suite.life_sets.contains(&set.name.as_str());
        due.then_some(if self.quick { Lives::QUICK } else { Lives::FULL })
    }

    /// The backends whose keys live: on lesser vector units they would do the same more slowly, and do
    /// not unless they are named.
    fn living(&self, backends: &[Choice]) -> Vec<Choice> {
        let named =
            |choice: &&Choice| !self.backend.is_empty() || !choice.0.about().name.contains('@');
        backends.iter().filter(named).cloned().collect()
    }

    /// How the program was called, without paths and defaults.
    fn command(&self) -> String {
        format!("cargo xtask bench {}", self.options().join(" "))
    }

    /// The options that matter to what is measured, one word each.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        let mut add = |name: &str, value: &dyn std::fmt::Display| {
            options.extend([format!("--{name}"), value.to_string()]);
        };
        let several = [
            ("scheme", &self.scheme),
            ("backend", &self.backend),
            ("rival", &self.rival),
            ("params", &self.params),
        ];
        for (name, values) in several {
            values.iter().for_each(|value| add(name, value));
        }
        self.inject.iter().for_each(|injection| add("inject", injection));
        if let Some(samples) = self.samples {
            add("samples", &samples);
        }
        if self.threads > 1 {
            add("threads", &self.threads);
        }
        if let Some(replicates) = self.replicates {
            add("replicates", &replicates);
        }
        add("seed", &self.seed);
        for (given, flag) in [(self.quick, "--quick"), (self.life_only, "--life-only")] {
            options.extend(given.then(|| flag.to_owned()));
        }
        options
    }
}

/// Prints the rows that failed; true if there are any.
fn tell_failures(rows: &[Measurement]) -> bool {
    let mut any = false;
    for row in rows.iter().filter(|row| !matches!(row.status, Status::Ok | Status::Unsupported)) {
        any = true;
        eprintln!(
            "{} {} {}: {:?}: {}",
            row.parameter_set,
            row.backend,
            row.operation.name(),
            row.status,
            row.reason.as_deref().unwrap_or("no reason given")
        );
    }
    any
}

/// Prints the lives that failed; true if there are any.
fn tell_lives(rows: &[Measurement]) -> bool {
    let mut any = false;
    for row in rows {
        if let Some(reason) = row.life.as_ref().and_then(|life| life.failed.as_ref()) {
            any = true;
            eprintln!("{} {} life of a key: {reason}", row.parameter_set, row.backend);
        }
    }
    any
}

/// Whether keys of `set` are used up.
fn stateful(set: &ParameterSet) -> bool {
    set.lifetime != Lifetime::Unlimited
}

fn usage(wrong: &str) -> ExitCode {
    eprintln!("xtask bench: {wrong}");
    ExitCode::from(2)
}
