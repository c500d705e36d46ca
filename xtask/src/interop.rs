//! `cargo xtask interop`: every backend verifies what every other one signed, as it is and tampered with.
//!
//! | room | what it is |
//! |---|---|
//! | `tamper` | what must not verify |
//! | `matrix` | who verifies what whom signed, as a record and as tables |

pub(crate) mod matrix;
mod tamper;

use crate::registry::{SUITES, suite};
use crate::rivals;
use crate::say;
use matrix::{Cell, Matrix, SCHEMA, Verdict, Wrong};
use measure::{Bar, SEED, Suite};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use signer::{Backend, Error, ParameterSet, RandCore, Randomness, quietly};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tamper::Genuine;

/// Who is to verify what.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 all verify what they should and nothing else, 1 a backend does not, \
                        2 a question that makes no sense."
)]
pub(crate) struct Args {
    /// Scheme: lms, hss, xmss or sphincs; several times for several [default: all]
    #[arg(long, value_name = "NAME")]
    scheme: Vec<String>,

    /// Parameter set; several times for several [default: the quick ones of each scheme]
    #[arg(long, value_name = "NAME")]
    params: Vec<String>,

    /// Backend; several times for several [default: all but those of single vector units]
    #[arg(long, value_name = "NAME")]
    backend: Vec<String>,

    /// Rival from another world; several times for several, or `all`: see rivals/README.md
    #[arg(long, value_name = "NAME")]
    rival: Vec<String>,

    /// Seconds that a rival has for one answer
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    rival_patience: u64,

    /// Bits to flip of each signature, beside one in each of its fields
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(..=100_000))]
    bits: u32,

    /// Seed of keys, messages and bits
    #[arg(long, value_name = "N", default_value_t = SEED)]
    seed: u64,

    /// Write the matrix there, as JSON [default: results/interop.json if nothing was chosen]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write nothing; fail if a cell is not as results/interop.json has it
    #[arg(long, conflicts_with = "out")]
    check: bool,
}

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    let known = root.join("results/interop.json");
    let (backends, work) = match args.rivals(root).and_then(|rivals| args.work(rivals)) {
        Ok(work) => work,
        Err(wrong) => {
            eprintln!("xtask interop: {wrong}");
            return ExitCode::from(2);
        }
    };
    let mut matrix =
        Matrix { schema: SCHEMA.to_owned(), command: args.command(None, &[]), ..Matrix::default() };
    let mut bar = Bar::new();
    let count = work.len();
    for (i, (suite, set)) in work.iter().enumerate() {
        bar.about(&format!("{}/{count} {}", i + 1, set.name));
        let mut here: Vec<&dyn Backend> = (suite.backends)().to_vec();
        here.extend(&backends);
        here.retain(|backend| args.wants(&backend.about().name) && backend.support(set).runs());
        for backend in &here {
            let about = backend.about();
            matrix.backends.insert(about.name.into_owned(), about.version.into_owned());
        }
        for signer in &here {
            bar.doing(signer.about().name.into_owned());
            match args.signed(set, *signer) {
                Ok(genuine) => {
                    let cell =
                        |verifier: &&dyn Backend| args.cell(set, *signer, *verifier, &genuine);
                    matrix.cells.extend(here.iter().map(cell));
                }
                Err(error) => {
                    bar.finish();
                    let name = signer.about().name;
                    eprintln!("xtask interop: {name} cannot sign with {}: {error}", set.name);
                    bar = Bar::new();
                }
            }
        }
    }
    bar.finish();
    say(matrix.tables().trim_end());
    let bad = matrix.cells.iter().filter(|cell| cell.verdict != Verdict::Works).count();
    let tried: u64 = matrix.cells.iter().map(|cell| cell.genuine.0 + cell.tampered.0).sum();
    say(format_args!(
        "\n{} cells of {count} sets, {tried} signatures verified or refused: {} as they should, {bad} not",
        matrix.cells.len(),
        matrix.cells.len() - bad
    ));
    if args.check {
        return check(&matrix, &known);
    }
    let chosen = !(args.scheme.is_empty() && args.params.is_empty() && args.backend.is_empty());
    let default = (!chosen).then_some(known);
    if let Some(path) = args.out.clone().or(default)
        && let Err(error) = write(&path, &matrix)
    {
        eprintln!("xtask interop: {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    if bad > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Says what is not as it is known to be.
fn check(matrix: &Matrix, known: &Path) -> ExitCode {
    let known = match matrix::read(known) {
        Ok(known) => known.unwrap_or_default(),
        Err(error) => {
            eprintln!("xtask interop: {error}");
            return ExitCode::from(2);
        }
    };
    let changes = matrix.changes(&known);
    for change in &changes {
        eprintln!("xtask interop: {change}");
    }
    if changes.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write(path: &Path, matrix: &Matrix) -> std::io::Result<()> {
    let mut text = serde_json::to_string_pretty(matrix)?;
    text.push('\n');
    std::fs::write(path, text)
}

/// A signature for each of two messages, one after the other.
type Signatures = [Genuine; 2];

impl Args {
    fn rivals(&self, root: &Path) -> Result<Vec<&'static dyn Backend>, String> {
        rivals::start(&self.rival, root, Duration::from_secs(self.rival_patience))
    }

    fn wants(&self, name: &str) -> bool {
        match &self.backend[..] {
            [] => !name.contains('@'),
            wanted => wanted.iter().any(|one| one.eq_ignore_ascii_case(name)),
        }
    }

    /// What to verify, and with what beside the backends of the suites.
    #[expect(clippy::type_complexity, reason = "used once")]
    fn work(
        &self,
        rivals: Vec<&'static dyn Backend>,
    ) -> Result<(Vec<&'static dyn Backend>, Vec<(&'static Suite, ParameterSet)>), String> {
        let suites: Vec<_> = if self.scheme.is_empty() {
            SUITES.to_vec()
        } else {
            self.scheme.iter().map(|name| suite(name)).collect::<Result<_, _>>()?
        };
        let mut work = Vec::new();
        for suite in &suites {
            if self.params.is_empty() {
                for name in suite.quick_sets {
                    work.push((*suite, (suite.find)(name).map_err(|error| error.to_string())?));
                }
            } else {
                let known = self.params.iter().filter_map(|name| (suite.find)(name).ok());
                work.extend(known.map(|set| (*suite, set)));
            }
        }
        for name in &self.params {
            if suites.iter().all(|suite| (suite.find)(name).is_err()) {
                let unknown = suites.iter().filter_map(|suite| (suite.find)(name).err());
                let unknown: Vec<_> = unknown.map(|unknown| unknown.to_string()).collect();
                return Err(unknown.join("\n"));
            }
        }
        for name in &self.backend {
            let own = suites.iter().flat_map(|suite| (suite.backends)());
            if !own.chain(&rivals).any(|one| one.about().name.eq_ignore_ascii_case(name)) {
                return Err(format!("unknown backend `{name}`"));
            }
        }
        Ok((rivals, work))
    }

    /// Two signatures of a fresh key, and another public key.
    fn signed(&self, set: &ParameterSet, signer: &dyn Backend) -> Result<Signatures, Error> {
        let mut rng = StdRng::seed_from_u64(self.seed);
        let messages: [[u8; 32]; 2] = rng.random();
        let mut entropy = RandCore(rng);
        let mut made = Vec::new();
        let other = quietly(|| signer.generate(set, &mut entropy))?;
        let other_key = other.private_key().public_key().to_vec();
        let mut key = quietly(|| signer.generate(set, &mut entropy))?;
        let public_key = key.private_key().public_key().to_vec();
        for message in messages {
            let mut signature = Vec::new();
            quietly(|| key.sign(&message, Randomness::Fresh(&mut entropy), &mut signature))?;
            signer::check_length("signature", set.signature_len(), &signature)?;
            made.push((message.to_vec(), signature));
        }
        let genuine = |i: usize| Genuine {
            public_key: public_key.clone(),
            message: made[i].0.clone(),
            signature: made[i].1.clone(),
            other_key: other_key.clone(),
            other_signature: made[1 - i].1.clone(),
        };
        Ok([genuine(0), genuine(1)])
    }

    fn cell(
        &self,
        set: &ParameterSet,
        signer: &dyn Backend,
        verifier: &dyn Backend,
        signed: &Signatures,
    ) -> Cell {
        let names = [signer, verifier].map(|backend| backend.about().name.into_owned());
        let again = self.command(Some(set), &names);
        let mut cell = Cell {
            scheme: set.scheme.name().to_owned(),
            set: set.name.clone(),
            signer: names[0].clone(),
            verifier: names[1].clone(),
            verdict: Verdict::Works,
            genuine: (0, 0),
            tampered: (0, 0),
            wrong: Vec::new(),
        };
        let wrong = |verdict, what: &str, said: String| {
            let (what, again) = (what.to_owned(), again.clone());
            Wrong { verdict, what, said, again }
        };
        let mut wrongs = Vec::new();
        let verify = |public_key: &[u8], message: &[u8], signature: &[u8]| {
            quietly(|| verifier.verify(set, public_key, message, signature))
        };
        for one in signed {
            let view = one.view();
            cell.genuine.0 += 1;
            match verify(view.public_key, view.message, view.signature) {
                Ok(()) => cell.genuine.1 += 1,
                Err(error) => {
                    let verdict =
                        if crashed(&error) { Verdict::Crashes } else { Verdict::RefusesWrongly };
                    wrongs.push(wrong(verdict, "genuine", error.to_string()));
                }
            }
        }
        for one in signed[0].tampered(set, self.bits as usize, self.seed) {
            cell.tampered.0 += 1;
            match verify(&one.public_key, &one.message, &one.signature) {
                Err(error) if !crashed(&error) => cell.tampered.1 += 1,
                Err(error) => wrongs.push(wrong(Verdict::Crashes, &one.what, error.to_string())),
                Ok(()) => {
                    wrongs.push(wrong(
                        Verdict::AcceptsWrongly,
                        &one.what,
                        "it verifies".to_owned(),
                    ));
                }
            }
        }
        cell.verdict = wrongs.iter().map(|wrong| wrong.verdict).min().unwrap_or(Verdict::Works);
        // Of each kind the first few: they are enough to see what it is.
        for verdict in [Verdict::AcceptsWrongly, Verdict::Crashes, Verdict::RefusesWrongly] {
            let of = wrongs.iter().filter(|wrong| wrong.verdict == verdict);
            cell.wrong.extend(of.take(SHOWN).cloned());
        }
        cell
    }

    /// The command that does this again: all of it, or one cell.
    fn command(&self, set: Option<&ParameterSet>, backends: &[String]) -> String {
        let mut words = vec!["cargo xtask interop".to_owned()];
        let mut add = |name: &str, values: &[String]| {
            words.extend(values.iter().map(|value| format!("--{name} {value}")));
        };
        add("scheme", if set.is_some() { &[] } else { &self.scheme });
        let set = set.map(|set| set.name.clone());
        add("params", set.as_ref().map_or(&self.params, std::slice::from_ref));
        let mut named = backends.to_vec();
        named.dedup();
        add("backend", if set.is_some() { &named } else { &self.backend });
        let rivals: Vec<_> = named
            .iter()
            .filter(|name| rivals::named(&[(*name).clone()]).is_ok())
            .cloned()
            .collect();
        add("rival", if set.is_some() { &rivals } else { &self.rival });
        words.push(format!("--bits {} --seed {}", self.bits, self.seed));
        words.join(" ")
    }
}

/// Reproductions of each kind that a cell keeps.
const SHOWN: usize = 3;

/// Whether a verifier has no answer, instead of one that says no.
fn crashed(error: &Error) -> bool {
    matches!(error, Error::Panicked { .. } | Error::TimedOut { .. })
}
