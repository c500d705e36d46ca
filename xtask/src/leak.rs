//! `cargo xtask leak`: whether the time of generating keys or signing depends on the secret.
//!
//! After dudect (Reparaz, Balasch, Verbauwhede: "Dude, is my code constant time?", DATE 2017): times
//! with one fixed secret against times with random ones, by Welch's test.
//!
//! | room | what it is |
//! |---|---|
//! | `classes` | the two classes of secrets, drawn at random |
//! | `target` | what is timed, with what is drawn alike in both classes |
//! | `toy` | two things to time of which one leaks |
//! | `clock` | what it is timed by |
//! | `series` | how many samples, and which of them are judged |
//! | `crops`, `moments`, `battery` | the tests |
//! | `verdict`, `text`, `progress` | what is said of them |

mod battery;
mod classes;
mod clock;
mod crops;
mod moments;
mod progress;
mod series;
mod target;
mod text;
mod toy;
mod verdict;

use crate::registry::{backend, suite};
use crate::say;
use classes::{Classes, FixedSecret};
use clock::Ticks;
use measure::Suite;
use progress::Progress;
use series::{Limits, Outcome};
use signer::Error;
use std::process::ExitCode;
use std::time::Duration;
use target::{Keygen, MESSAGE_LEN, Sign, Source, Subject, Target};
use toy::{SECRET_LEN, Toy};
use verdict::Verdict;

/// What to test.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The class of each sample, fixed or random, is drawn. Only the secret part of a key's \
                  seed differs between them: the public part, the message and the randomness of a \
                  signature are drawn alike in both. Each sample has a key made for it from its seed, \
                  and signs with its first index.\n\n\
                  The tests are Welch's t of all samples, of those up to each of 100 limits that a \
                  first batch gives, and of the centred squares of all. A test counts with 10,000 \
                  samples of each class, or with 1,000 if a sample takes over 3 ms, its preparation \
                  included. |t| over 10 is a leak, and ends the test; |t| up to 4.5 is chance, if \
                  half of the tests count.\n\n\
                  No leak found means none that is larger than what the report says is detectable, on \
                  this machine. Other work on the machine hides leaks, but makes none.\n\n\
                  Exit codes: 0 no leak found; 1 a leak; 2 a question that makes no sense, or a \
                  backend that failed; 3 unclear: |t| between 4.5 and 10, or too few samples."
)]
pub(crate) struct Args {
    /// Scheme: lms, hss, xmss or sphincs
    #[arg(long, value_name = "NAME", required_unless_present = "toy")]
    scheme: Option<String>,
    /// What to time
    #[arg(long, value_enum, required_unless_present = "toy")]
    op: Option<Operation>,
    /// Parameter set [default: a quick one]
    #[arg(long, value_name = "NAME")]
    set: Option<String>,
    /// Backend
    #[arg(long, value_name = "NAME", default_value = "native")]
    backend: String,
    /// Time a comparison of bytes instead, to see that a leak is found
    #[arg(long, value_enum, conflicts_with_all = ["scheme", "op", "set", "backend"])]
    toy: Option<toy::Kind>,
    /// Secret of the fixed class
    #[arg(long, value_enum, default_value_t = FixedSecret::Drawn)]
    fixed: FixedSecret,
    /// Samples to judge by, of both classes together
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
    /// Minutes after which to judge by the samples that there are
    #[arg(long, value_name = "M", default_value_t = 10.0, value_parser = minutes)]
    minutes: f64,
    /// Seed of all that is drawn
    #[arg(long, value_name = "S", default_value_t = measure::SEED)]
    seed: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Operation {
    /// Generating a key from a seed
    Keygen,
    /// The first signature of a fresh key
    Sign,
}

/// Something to time, with what reports say about it.
type Subjects = (Box<dyn Target>, Classes, Vec<(&'static str, String)>);

pub(crate) fn run(args: &Args) -> ExitCode {
    match args.test() {
        Err(wrong) => {
            eprintln!("xtask leak: {wrong}");
            ExitCode::from(2)
        }
        Ok((text, verdict)) => {
            say(text.trim_end());
            verdict.exit_code()
        }
    }
}

impl Args {
    /// What there is to say, and what follows.
    fn test(&self) -> Result<(String, Verdict), String> {
        // A panic must not end with the exit code of a leak.
        signer::quietly(|| {
            let (target, classes, about) = match self.subject() {
                Ok(found) => found,
                Err(wrong) => return Ok(Err(wrong)),
            };
            let outcome = self.series(target, classes)?;
            let verdict = Verdict::of(&outcome.battery.findings(outcome.enough));
            Ok(Ok((text::text(&about, &outcome), verdict)))
        })
        .map_err(|error| error.to_string())
        .flatten()
    }

    fn series(&self, mut target: Box<dyn Target>, mut classes: Classes) -> Result<Outcome, Error> {
        let limits =
            Limits { samples: self.samples, time: Duration::from_secs_f64(60.0 * self.minutes) };
        let (clock, mut progress) = (Ticks::new(), Progress::new());
        let mut show = |stage: series::Stage<'_>| progress.at(stage);
        let outcome = series::run(&mut *target, &mut classes, &clock, limits, &mut show);
        progress.finish();
        outcome
    }

    /// What to time.
    fn subject(&self) -> Result<Subjects, String> {
        let classes = |len| Classes::new(len, self.fixed, self.seed);
        let drawn = match self.fixed {
            FixedSecret::Drawn => format!("drawn, seed {}", self.seed),
            FixedSecret::Zero => format!("zero, seed {}", self.seed),
        };
        if let Some(kind) = self.toy {
            let classes = classes(SECRET_LEN);
            let toy = Box::new(Toy::new(kind, classes.fixed()));
            let about = vec![("toy", format!("{kind:?}").to_lowercase()), ("fixed secret", drawn)];
            return Ok((toy, classes, about));
        }
        let (Some(scheme), Some(operation)) = (&self.scheme, self.op) else {
            return Err("--scheme and --op, or --toy".into());
        };
        let suite = suite(scheme)?;
        let name = self.set.as_deref().unwrap_or(quick_set(suite));
        let set = (suite.find)(name).map_err(|unknown| unknown.to_string())?;
        let backend = backend(suite, &set, Some(&self.backend))?;
        let mut about = vec![
            ("scheme", suite.name.to_owned()),
            ("parameter set", set.name.clone()),
            ("backend", format!("{} {}", backend.about().name, backend.about().version)),
        ];
        let subject = Subject::new(backend, set);
        let mut classes = classes(subject.secret_len());
        let target: Box<dyn Target> = match operation {
            Operation::Keygen => {
                about.push(("operation", "keygen".into()));
                Box::new(Keygen::new(subject))
            }
            Operation::Sign => {
                let sign = Sign::new(subject, classes.rng()).map_err(|error| error.to_string())?;
                let randomness = match sign.source() {
                    Source::Key => "derived from the key",
                    Source::Given => "given",
                    Source::Fresh => "from a generator",
                };
                about.push(("operation", format!("sign {MESSAGE_LEN} bytes")));
                about.push(("randomness", randomness.into()));
                Box::new(sign)
            }
        };
        about.push(("fixed secret", drawn));
        Ok((target, classes, about))
    }
}

/// The set to test unless one is asked for: more samples are worth more than a larger set.
fn quick_set(suite: &Suite) -> &'static str {
    match suite.name {
        // The default one, with SHAKE, takes several times as long.
        "sphincs" => "SLH-DSA-SHA2-128f",
        _ => suite.default_set,
    }
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    // A year, so that it is a `Duration`.
    let sensible = minutes > 0.0 && minutes <= 366.0 * 24.0 * 60.0;
    if sensible { Ok(minutes) } else { Err("not a time above 0, up to a year".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::SUITES;

    #[test]
    fn quick_sets_exist() {
        for suite in SUITES {
            let name = quick_set(suite);
            assert!((suite.find)(name).is_ok_and(|set| set.name == name), "{name}");
        }
    }

    #[test]
    fn minutes_are_above_zero_and_end() {
        assert_eq!(minutes("0.5"), Ok(0.5));
        for wrong in ["0", "-1", "NaN", "inf", "1e300", "ten"] {
            assert!(minutes(wrong).is_err(), "{wrong}");
        }
    }
}
