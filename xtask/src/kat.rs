//! `cargo xtask kat`: files of known answers as others have published them, made here, and whether they
//! are the same to the byte.
//!
//! | room | what it is |
//! |---|---|
//! | `drbg` | where their keys and messages come from |
//! | `text` | how a file is written |
//! | `nist` | the files of SPHINCS+ |
//! | `xmss` | what is asked of XMSS and XMSS^MT |
//! | `key` | their keys, small and fast |
//! | `reference`, `liboqs` | the formats of their files |
//! | `chain` | hashes over many of their signatures |
//! | `known` | digests that are due, with their sources |
//! | `list` | all of them, with what comes of each here |

mod chain;
mod drbg;
mod key;
mod known;
mod liboqs;
mod list;
pub(crate) mod nist;
mod reference;
mod text;
mod xmss;

use crate::probe::sha256;
use hbs::{Options, Workers, sphincs};
use indicatif::{ProgressBar, ProgressStyle};
use key::Variant;
use known::{Format, tell};
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use text::File;

/// What to make.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Nothing is written without --out: the digests say whether the files are the same.\n\n\
                  SPHINCS+ has the file that NIST's program writes, 100 counts, in a folder of the set's \
                  name. With --count, it is the beginning of that file, and each count is compared alone, \
                  without the header and the empty line after it, as PQClean and liboqs have it. SLH-DSA \
                  has the same keys, messages and randomness, signed through the internal interface of \
                  FIPS 205.\n\n\
                  XMSS and XMSS^MT: in names of files, `/` is `-`. A chain is SHA-256(chain ‖ signature ‖ \
                  private key), again after each signature of a fast key, from 32 zero bytes on; message \
                  i is i in 16 bytes.\n\n\
                  Exit codes: 0; 1 a digest is not the one that is known; 2 a question that makes no \
                  sense, or a file that cannot be written."
)]
pub(crate) struct Args {
    /// Parameter set of SPHINCS+, SLH-DSA, XMSS or XMSS^MT
    #[arg(long, value_name = "NAME", required_unless_present = "list")]
    set: Option<String>,
    /// SPHINCS+, SLH-DSA: only so many of the 100 counts, from the first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    count: Option<u32>,
    /// XMSS: what private keys keep [default: small; of liboqs' files: fast]
    #[arg(long, value_enum)]
    variant: Option<Variant>,
    /// XMSS: whose files [default: reference]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Folder to write the files into [default: none are written]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// XMSS: hash over many signatures instead
    #[arg(long, conflicts_with_all = ["variant", "format", "out"])]
    chain: bool,
    /// Signatures of the chain
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "chain")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    signatures: u64,
    /// Every known digest, and whether it comes out here; only what takes a few seconds at most is tried
    #[arg(long, conflicts_with_all = ["set", "count", "variant", "format", "out", "chain"])]
    list: bool,
    /// Only the digests of one family
    #[arg(long, value_enum, requires = "list", conflicts_with = "set")]
    family: Option<Family>,
    /// Try all of them; the tallest trees of XMSS take minutes each, SPHINCS+ some minutes in all
    #[arg(long, requires = "list", conflicts_with = "set")]
    all: bool,
    /// Threads that build trees or make counts [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

/// Schemes whose known answers are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Family {
    /// XMSS and XMSS^MT
    Xmss,
    /// SPHINCS+ and SLH-DSA
    Sphincs,
}

/// What to make them of.
enum Subject {
    Xmss(hbs::xmss::Params),
    Sphincs(sphincs::Params),
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match args.make() {
        Err(wrong) => {
            eprintln!("xtask kat: {wrong}");
            ExitCode::from(2)
        }
        Ok(all_equal) => ExitCode::from(u8::from(!all_equal)),
    }
}

impl Args {
    /// Whether all digests that are known came out.
    fn make(&self) -> Result<bool, String> {
        let here = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(here, |threads| threads as usize);
        let Some(name) = &self.set else {
            return list::run(self.family, self.all, threads);
        };
        let others = |wrong: &[(&str, bool)], are_for| {
            let wrong = wrong.iter().find(|(_, given)| *given).map(|(option, _)| option);
            wrong.map_or(Ok(()), |option| {
                Err(format!("--{option} is for {are_for}, not for {name}"))
            })
        };
        match Subject::find(name)? {
            Subject::Xmss(params) => {
                others(&[("count", self.count.is_some())], "SPHINCS+ and SLH-DSA")?;
                self.make_xmss(params, &options(threads)?)
            }
            Subject::Sphincs(params) => {
                let [variant, format] = [self.variant.is_some(), self.format.is_some()];
                let given = [("variant", variant), ("format", format), ("chain", self.chain)];
                others(&given, "XMSS and XMSS^MT")?;
                self.make_sphincs(params, threads)
            }
        }
    }

    fn make_xmss(&self, params: hbs::xmss::Params, options: &Options) -> Result<bool, String> {
        if self.chain {
            return xmss::follow(params, self.signatures, options);
        }
        let format = self.format.unwrap_or(Format::Reference);
        let files = xmss::files(params, format, self.variant, options)?;
        files.iter().try_for_each(|file| self.write(file))?;
        let told =
            |File { name, text }: &File| tell(&sha256(text.as_bytes()), name, format.known(name));
        // Each is told, whatever came of those before it.
        Ok(files.iter().map(told).fold(true, |all, equal| all & equal))
    }

    fn make_sphincs(&self, params: sphincs::Params, threads: usize) -> Result<bool, String> {
        let count = self.count.map_or(nist::COUNTS, |count| count as usize);
        let bar = progress(params.name(), Some(count as u64));
        let made = nist::counts(params, count, &nist::pool(threads)?, || bar.inc(1));
        bar.finish_and_clear();
        let made = made.map_err(|error| error.to_string())?;
        let file = nist::file(&params, &made);
        self.write(&file)?;
        if count == nist::COUNTS {
            return Ok(tell(&sha256(file.text.as_bytes()), &file.name, known::nist(&file.name)));
        }
        let one = |(number, count): (usize, &nist::Count)| {
            let name = nist::count_name(&params, number);
            tell(&sha256(count.text().as_bytes()), &name, known::nist(&name))
        };
        Ok(made.iter().enumerate().map(one).fold(true, |all, equal| all & equal))
    }

    /// Writes a file, if it is wanted, in a folder of its own if its name has one.
    fn write(&self, File { name, text }: &File) -> Result<(), String> {
        let Some(folder) = &self.out else { return Ok(()) };
        if let Some((own, _)) = name.split_once('/') {
            let own = folder.join(own);
            match fs::create_dir(&own) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    return Err(format!("{}: {error}", own.display()));
                }
                _ => {}
            }
        }
        let path = folder.join(name);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

impl Subject {
    fn find(name: &str) -> Result<Self, String> {
        let set = match hbs::xmss::find(name) {
            Ok(set) => set,
            // The nearest of all, if it is none.
            Err(_) => {
                let all = [sphincs::sets(), hbs::xmss::sets()].concat();
                signer::find(&all, name).map_err(|unknown| unknown.to_string())?.clone()
            }
        };
        let of_xmss = hbs::xmss::Params::of(&set).map(Self::Xmss);
        let subject = of_xmss.or_else(|| sphincs::Params::of(&set).map(Self::Sphincs));
        subject.ok_or_else(|| format!("no rows for {}", set.name))
    }
}

/// Trees built on so many threads.
fn options(threads: usize) -> Result<Options, String> {
    let workers = Workers::new(threads).map_err(|error| error.to_string())?;
    Ok(Options { workers, ..Options::default() })
}

/// What is being worked on, on standard error if that is a terminal.
fn progress(what: String, steps: Option<u64>) -> ProgressBar {
    let (bar, template) = match steps {
        Some(steps) => (ProgressBar::new(steps), "{elapsed} {msg}: {human_pos} of {human_len}"),
        None => (ProgressBar::new_spinner(), "{spinner} {elapsed} {msg}"),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
