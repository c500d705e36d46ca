//! What the report command can be asked.

use crate::life::Lives;
use crate::record::check_writable;
use crate::session::SEED;
use crate::{Choice, Plan, Suite, with_threads};
use clap::{Command, CommandFactory, Parser};
use signer::{Backend, Lifetime, ParameterSet, Support};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Options and environment of the report command.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "HBS_CPU=NAME in the environment: the vector unit that `native` hashes on [default: \
                  the best]\n\n\
                  Exit codes: 0 measured, 1 a backend failed, 2 a question that makes no sense."
)]
pub(super) struct Args {
    /// Parameter set, as --list spells it
    #[arg(long, env = "PARAM_SET", value_name = "NAME")]
    param_set: Option<String>,

    /// Length of the messages in bytes, at most 1 GiB
    #[arg(long, env = "MESSAGE_SIZE", value_name = "BYTES")]
    message_size: Option<String>,

    /// Backend that the report is about [default: the first that runs the set]
    #[arg(long, env = "BACKEND", value_name = "NAME")]
    backend: Option<String>,

    /// Measure that backend alone, without the others beside it
    #[arg(long)]
    only: bool,

    /// Parameter sets, their sizes and lifetimes, and the backends that run them
    #[arg(long)]
    list: bool,

    /// A tenth of the samples: to look at, not to compare by
    #[arg(long)]
    quick: bool,

    /// Exactly this many warm samples of each operation, however long they take
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    samples: Option<u32>,

    /// Sign this many times with a key of each backend that has been prepared, from its first signature
    /// on, or `all`, and report how the times are distributed
    #[arg(long, value_name = "N|all", conflicts_with_all = ["json", "samples", "quick"])]
    life: Option<String>,

    /// Let so many keys live, one after the other, and report the median of each index
    #[arg(long, value_name = "N", requires = "life", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=1000))]
    keys: u64,

    /// Threads that an operation may use, for the backends that can use more than one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,

    /// Seed of keys and messages
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,

    /// Write the record to this file, or to standard output (-) instead of the report
    #[arg(long, value_name = "PATH|-")]
    json: Option<String>,
}

/// What was asked, made sense of.
#[derive(Debug)]
pub(super) enum Question {
    List,
    Measure(Box<Job>),
}

/// What to measure.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) set: ParameterSet,
    pub(super) backends: Vec<Choice>,
    /// The backend that the report is about.
    pub(super) backend: &'static dyn Backend,
    pub(super) message_len: usize,
    pub(super) threads: u32,
    /// Keys whose signing times are to be reported, instead of everything else.
    pub(super) lives: Option<Lives>,
    pub(super) plan: Plan,
    pub(super) seed: u64,
    pub(super) json: Option<Output>,
    /// How the program was called, without paths.
    pub(super) command: String,
}

/// Where the record goes.
#[derive(Debug)]
pub(super) enum Output {
    Stdout,
    File(PathBuf),
}

/// Longest message in bytes.
const MOST_BYTES: usize = 1 << 30;

impl Args {
    /// The command line of `suite`, which is called `name`.
    pub(super) fn of(suite: &Suite, name: &str) -> Command {
        let about = format!(
            "Measures key generation, signing and verification of {} with every backend",
            suite.title
        );
        let default = suite.message_len;
        let command = <Self as CommandFactory>::command()
            .name(name.to_owned())
            .bin_name(name.to_owned())
            .about(about);
        command.mut_arg("message_size", |arg| {
            arg.help(format!("Length of the messages in bytes, at most 1 GiB [default: {default}]"))
        })
    }

    /// Makes sense of the options, or says in a sentence why there is none.
    pub(super) fn question(&self, suite: &'static Suite) -> Result<Question, String> {
        if self.list {
            return Ok(Question::List);
        }
        // An empty variable is an unset one.
        let given = |option: &Option<String>| option.clone().filter(|text| !text.trim().is_empty());
        let name = given(&self.param_set).unwrap_or_else(|| suite.default_set.to_owned());
        let set = (suite.find)(&name).map_err(|unknown| {
            let known: Vec<_> = (suite.sets)().iter().map(|set| &*set.name).collect();
            // The error last, where it is seen: the list is long.
            format!("known sets: {}\n{unknown}", wrapped(&known))
        })?;
        let message_len = match given(&self.message_size) {
            None => suite.message_len,
            Some(text) => message_len(&text)?,
        };
        let mut backends = with_threads(suite.knowing(&set), self.threads as usize)
            .map_err(|error| format!("cannot start {} threads: {error}", self.threads))?;
        let backend = self.chosen(suite, &set, given(&self.backend).as_deref())?;
        if self.only {
            backends.retain(|(other, _)| other.about().name == backend.about().name);
        }
        let plan = if self.quick { Plan::QUICK } else { Plan::REPORT };
        let life = self.life.as_deref().map(|count| life(count, &set)).transpose()?;
        let json = match self.json.as_deref() {
            None => None,
            Some("-") => Some(Output::Stdout),
            Some(path) => {
                let path = PathBuf::from(path);
                check_writable(&path)
                    .map_err(|error| format!("cannot write the record: {error}"))?;
                Some(Output::File(path))
            }
        };
        Ok(Question::Measure(Box::new(Job {
            command: self.command(suite, &set, message_len),
            set,
            backends,
            backend,
            message_len,
            threads: self.threads,
            lives: life.map(|signatures| Lives {
                signatures,
                keys: self.keys,
                patience: Duration::MAX,
            }),
            plan: self.samples.map_or(plan, |samples| plan.with_samples(samples as usize)),
            seed: self.seed,
            json,
        })))
    }

    fn chosen(
        &self,
        suite: &'static Suite,
        set: &ParameterSet,
        name: Option<&str>,
    ) -> Result<&'static dyn Backend, String> {
        let running = suite.running(set);
        let some_run_it = if running.is_empty() {
            format!("no backend runs {}", set.name)
        } else {
            format!("{} is run by: {}", set.name, running.join(", "))
        };
        let Some(name) = name else {
            let first = running.first().and_then(|name| suite.backend(name));
            return first.ok_or(some_run_it);
        };
        let backend = suite.backend(name).ok_or_else(|| {
            let all = (suite.backends)().iter().map(|backend| backend.about().name);
            format!("unknown backend `{name}`; known: {}", all.collect::<Vec<_>>().join(", "))
        })?;
        match backend.support(set) {
            Support::Yes => Ok(backend),
            Support::No => Err(format!("{name} does not have {}; {some_run_it}", set.name)),
            Support::Unsupported(why) => {
                Err(format!("{name} cannot run {}: {why}; {some_run_it}", set.name))
            }
        }
    }

    fn command(&self, suite: &Suite, set: &ParameterSet, message_len: usize) -> String {
        let mut command =
            format!("{}-bench --param-set {} --message-size {message_len}", suite.name, set.name);
        // Writing to a string cannot fail.
        if let Some(backend) = &self.backend {
            let _ = write!(command, " --backend {backend}");
        }
        for (given, flag) in [(self.only, " --only"), (self.quick, " --quick")] {
            command.push_str(if given { flag } else { "" });
        }
        if let Some(samples) = self.samples {
            let _ = write!(command, " --samples {samples}");
        }
        let _ = write!(command, " --threads {} --seed {}", self.threads, self.seed);
        command
    }
}

/// How many signatures a key is to make.
fn life(text: &str, set: &ParameterSet) -> Result<u64, String> {
    let wrong = || format!("--life takes a number from 1 on, or `all`, not `{text}`");
    match (text.trim(), set.lifetime) {
        (_, Lifetime::Unlimited) => Err(format!("keys of {} are never used up", set.name)),
        ("all", lifetime) => {
            lifetime.count().ok_or_else(|| format!("{lifetime} signatures are too many"))
        }
        (number, _) => number.parse().ok().filter(|count| *count > 0).ok_or_else(wrong),
    }
}

fn message_len(text: &str) -> Result<usize, String> {
    let len: usize = text.trim().parse().map_err(|_| {
        format!("MESSAGE_SIZE must be a number of bytes from 0 to {MOST_BYTES}, not `{text}`")
    })?;
    if len > MOST_BYTES {
        return Err(format!("MESSAGE_SIZE is at most {MOST_BYTES} bytes (1 GiB), not {len}"));
    }
    Ok(len)
}

/// Names in lines of at most 100 characters.
fn wrapped(names: &[&str]) -> String {
    let (mut text, mut column) = (String::new(), 12);
    for (i, name) in names.iter().enumerate() {
        if column + name.len() + 2 > 100 {
            text.push_str("\n  ");
            column = 2;
        }
        text.push_str(name);
        text.push_str(if i + 1 < names.len() { ", " } else { "" });
        column += name.len() + 2;
    }
    text
}
