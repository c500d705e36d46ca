//! `cargo xtask kat`: files of known answers of XMSS and XMSS^MT as others have published them, made here,
//! and whether they are the same to the byte.
//!
//! | room | what it is |
//! |---|---|
//! | `drbg` | where their keys and messages come from |
//! | `key` | keys, small and fast |
//! | `text` | how a file is written |
//! | `reference`, `liboqs` | the formats |
//! | `chain` | hashes over many signatures |
//! | `known` | digests that are due, with their sources |
//! | `list` | all of them, with what comes of each here |

mod chain;
mod drbg;
mod key;
mod known;
mod liboqs;
mod list;
mod reference;
mod text;

use crate::probe::sha256;
use crate::say;
use hbs::xmss::Params;
use hbs::{Options, Workers};
use indicatif::{ProgressBar, ProgressStyle};
use key::Variant;
use known::{CHAINS, Format, Known};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use text::File;

/// What to make.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Nothing is written without --out: the digests say whether the files are the same. In \
                  names of files, `/` is `-`.\n\n\
                  A chain is SHA-256(chain ‖ signature ‖ private key), again after each signature of a \
                  fast key, from 32 zero bytes on; message i is i in 16 bytes.\n\n\
                  Exit codes: 0; 1 a digest is not the one that is known; 2 a question that makes no \
                  sense, or a file that cannot be written."
)]
pub(crate) struct Args {
    /// Parameter set of XMSS or XMSS^MT
    #[arg(long, value_name = "NAME", required_unless_present = "list")]
    set: Option<String>,
    /// What private keys keep [default: small; of liboqs' files: fast]
    #[arg(long, value_enum)]
    variant: Option<Variant>,
    /// Whose files
    #[arg(long, value_enum, default_value_t = Format::Reference)]
    format: Format,
    /// Folder to write the files into [default: none are written]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Hash over many signatures instead
    #[arg(long, conflicts_with_all = ["variant", "format", "out"])]
    chain: bool,
    /// Signatures of the chain
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "chain")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    signatures: u64,
    /// Every known digest, and whether it comes out here; only what takes a few seconds at most is tried
    #[arg(long, conflicts_with_all = ["set", "variant", "format", "out", "chain"])]
    list: bool,
    /// Try all of them; the tallest trees take minutes each
    #[arg(long, requires = "list", conflicts_with = "set")]
    all: bool,
    /// Threads that build trees [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
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
        let workers = Workers::new(threads).map_err(|error| error.to_string())?;
        let options = Options { workers, ..Options::default() };
        let Some(name) = &self.set else {
            return list::run(self.all, &options);
        };
        let set = hbs::xmss::find(name).map_err(|unknown| unknown.to_string())?;
        let params = Params::of(&set).ok_or_else(|| format!("no rows for {}", set.name))?;
        if self.chain {
            return follow(params, self.signatures, &options);
        }
        let files = self.files(params, &options)?;
        if let Some(folder) = &self.out {
            for File { name, text } in &files {
                let path = folder.join(name);
                fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            }
        }
        let mut all_equal = true;
        for File { name, text } in &files {
            let digest = sha256(text.as_bytes());
            let (equal, verdict) = compare(&digest, self.format.known(name));
            all_equal &= equal;
            say(format_args!("{digest}  {name}  {verdict}"));
        }
        Ok(all_equal)
    }

    fn files(&self, params: Params, options: &Options) -> Result<Vec<File>, String> {
        let bar = progress(params.name(), None);
        let files = match (self.format, self.variant) {
            (Format::Reference, variant) => {
                let variant = variant.unwrap_or(Variant::Small);
                reference::files(params, variant, options).map(Vec::from)
            }
            (_, Some(Variant::Small)) => return Err("liboqs' keys are fast".into()),
            (Format::Liboqs, _) => liboqs::file(params, options).map(|file| vec![file]),
            (Format::ReferenceHead, _) => {
                liboqs::file(params, options).map(|file| liboqs::head_files(&params, &file).into())
            }
        };
        bar.finish_and_clear();
        files.map_err(|error| error.to_string())
    }
}

/// A chain, with the digests that are known on the way.
fn follow(params: Params, signatures: u64, options: &Options) -> Result<bool, String> {
    let (name, max) = (params.name(), key::max(params.h));
    if signatures > max {
        // The reference code's last signature is none.
        return Err(format!("chains of {name} have up to {max} signatures, not {signatures}"));
    }
    let bar = progress(name.clone(), Some(signatures));
    let mut all_equal = true;
    let result = chain::follow(params, signatures, options, |count, digest| {
        bar.set_position(count);
        let known = CHAINS.iter().find(|chain| (chain.set, chain.signatures) == (&*name, count));
        if count == signatures || known.is_some() {
            let (equal, verdict) = compare(&digest(), known.map(|chain| chain.known));
            all_equal &= equal;
            bar.suspend(|| {
                say(format_args!("{}  {name}, {count} signatures  {verdict}", digest()));
            });
        }
    });
    bar.finish_and_clear();
    result.map(|()| all_equal).map_err(|error| error.to_string())
}

/// Whether a digest may be what it is, and what there is to say of it.
fn compare(digest: &str, known: Option<Known>) -> (bool, String) {
    match known {
        None => (true, "no digest is known".into()),
        Some(Known { digest: due, source }) if due == digest => (true, format!("equal: {source}")),
        Some(Known { digest: due, source }) => (false, format!("DIFFERS: not {due}: {source}")),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_digest_than_the_known_one_is_wrong() {
        let known = |digest| Some(Known { digest, source: "here" });
        assert_eq!(compare("00", None), (true, "no digest is known".into()));
        assert_eq!(compare("00", known("00")), (true, "equal: here".into()));
        assert_eq!(compare("00", known("01")), (false, "DIFFERS: not 01: here".into()));
    }
}
