//! `cargo xtask vectors`: what others have published of a scheme, before every backend.
//!
//! A folder of vectors has a folder for each scheme. [`SCHEMES`] says which kinds of file each may hold;
//! what no kind claims is named, never passed over. To add a scheme is a file beside `lms.rs` and a line
//! in the table.
//!
//! | room | what it is |
//! |---|---|
//! | `scheme` | a kind of file, and the backends that it is put before |
//! | `tally` | what came of each vector, and how a report says it |
//! | `lms` | the kinds of file of LMS and HSS |
//! | `xmss` | those of XMSS and XMSS^MT |
//! | `sphincs` | those of SPHINCS+ and SLH-DSA |

mod lms;
mod scheme;
mod sphincs;
mod tally;
mod xmss;

use crate::registry::SUITES;
use crate::say;
use scheme::{Asked, Kind};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tally::Tally;

/// The kinds of file of each scheme, one line each.
const SCHEMES: [(&str, &[Kind]); 3] =
    [("lms", lms::KINDS), ("xmss", xmss::KINDS), ("sphincs", sphincs::KINDS)];

/// What to run.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A vector passes if each backend it is put before agrees with it. Files are known by \
                  their names:\n\
                  \x20 lms/keygen*.jsonl         keys from seeds\n\
                  \x20 lms/verify*.jsonl         LMS signatures, valid and not\n\
                  \x20 lms/*.vec                 HSS signatures, valid and not\n\
                  \x20 lms/hss*digests.json      HSS signatures of one key, from its seed, as digests\n\
                  \x20 xmss/*.rsp                KATs of the reference code\n\
                  \x20 sphincs/*keygen*.json     SLH-DSA keys from seeds\n\
                  \x20 sphincs/*siggen*.json     SLH-DSA signatures, as digests of their parts\n\
                  \x20 sphincs/*sigver*.json     SLH-DSA signatures, valid and not, and of wrong lengths\n\
                  \x20 sphincs/*kat_digests.json KATs of SPHINCS+, as digests of each count\n\n\
                  Exit codes: 0; 1 a vector failed; 2 a file that cannot be read, or nothing to run."
)]
pub(crate) struct Args {
    /// Folder with a folder of vectors for each scheme
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// One scheme's folder only, such as lms
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// One backend only [default: each that runs the set]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Tallest tree to build from a seed; 5 more take 32 times as long
    #[arg(long, value_name = "H", default_value_t = 15)]
    max_height: u32,
    /// Counts of each KAT of SPHINCS+ to make, of 100
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    counts: u32,
}

/// What there was to say of a folder, in all.
#[derive(Debug, Default)]
struct Outcome {
    files: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    unread: usize,
    unknown: usize,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match run_all(args) {
        Err(wrong) => {
            eprintln!("xtask vectors: {wrong}");
            ExitCode::from(2)
        }
        Ok(outcome) => {
            say(&outcome);
            ExitCode::from(match outcome {
                Outcome { failed: 1.., .. } => 1,
                Outcome { unread: 1.., .. } => 2,
                _ => 0,
            })
        }
    }
}

fn run_all(args: &Args) -> Result<Outcome, String> {
    let asked = Asked::new(args.backend.as_deref(), args.max_height, args.counts as usize)?;
    let mut outcome = Outcome::default();
    let folders = match &args.scheme {
        Some(name) => vec![args.dir.join(name.to_lowercase())],
        None => entries(&args.dir)?,
    };
    for folder in folders {
        let name = name_of(&folder);
        match SCHEMES.iter().find(|(scheme, _)| *scheme == name) {
            _ if !folder.is_dir() && args.scheme.is_none() => outcome.unknown(&name),
            Some((_, kinds)) => run_folder(&folder, kinds, &asked, &mut outcome)?,
            None if SUITES.iter().any(|suite| suite.name == name) => {
                say(format_args!("{name}: no runner for this yet"));
            }
            None => return Err(format!("{name}: no scheme of this name")),
        }
    }
    match outcome.files {
        0 => Err(format!("no vectors to run in {}", args.dir.display())),
        _ => Ok(outcome),
    }
}

/// Runs the files of one scheme.
fn run_folder(
    folder: &Path,
    kinds: &[Kind],
    asked: &Asked<'_>,
    outcome: &mut Outcome,
) -> Result<(), String> {
    for path in entries(folder)? {
        let name = format!("{}/{}", name_of(folder), name_of(&path));
        let Some(kind) = kinds.iter().find(|kind| (kind.knows)(&name_of(&path))) else {
            outcome.unknown(&name);
            continue;
        };
        outcome.files += 1;
        let mut tally = Tally::default();
        let read = match fs::read_to_string(&path) {
            Err(error) => Err(format!("{name}: {error}")),
            Ok(text) => (kind.run)(&text, asked, &mut tally)
                .map_err(|wrong| format!("{name}:{}: {}", wrong.line, wrong.what)),
        };
        for failure in &tally.failures {
            say(format_args!("{name}:{failure}"));
        }
        match read {
            Ok(()) if tally.vectors() == 0 => {
                outcome.unread += 1;
                eprintln!("xtask vectors: {name}: there is no vector in it");
            }
            Ok(()) => say(format_args!("{name}: {}: {tally}", kind.what)),
            Err(wrong) => {
                outcome.unread += 1;
                eprintln!("xtask vectors: {wrong}");
            }
        }
        outcome.add(&tally);
    }
    Ok(())
}

impl Outcome {
    fn add(&mut self, tally: &Tally) {
        self.passed += tally.passed;
        self.failed += tally.failed;
        self.skipped += tally.skipped();
    }

    fn unknown(&mut self, name: &str) {
        self.unknown += 1;
        say(format_args!("{name}: not run: no kind of file that is known"));
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { files, passed, failed, skipped, unread, unknown } = self;
        write!(f, "vectors: {files} files, {passed} passed, {failed} failed, {skipped} skipped")?;
        for (count, what) in [(unread, "cannot be read"), (unknown, "not known")] {
            if *count > 0 {
                write!(f, "; {count} {what}")?;
            }
        }
        Ok(())
    }
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let wrong = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(wrong)?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry.map_err(wrong)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
