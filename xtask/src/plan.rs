//! `cargo xtask plan`: which parameter sets fit what somebody needs.

mod amount;
mod answer;
mod candidate;
mod json;
mod memory;
mod text;
mod wish;

use std::path::Path;
use std::process::ExitCode;

use measure::Machine;

use crate::catalog::{Catalog, MachineEntry};
use crate::{report, say};
use amount::{bytes, count, positive};
use answer::Answer;
use wish::Wish;

/// What is needed.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Signatures that one key has to make: 1048576, 1,048,576, 2^20 or 1e6
    #[arg(long, value_name = "COUNT", value_parser = count)]
    signatures: Option<u128>,
    /// Years that they have to last: says how many that is a year and a day
    #[arg(long, value_name = "YEARS", value_parser = positive)]
    years: Option<f64>,
    /// Most time for verifying a signature, in milliseconds
    #[arg(long, value_name = "MS", value_parser = positive)]
    verify_ms: Option<f64>,
    /// Most time for most signatures, in milliseconds: those that begin a new tree take longer
    #[arg(long, value_name = "MS", value_parser = positive)]
    sign_ms: Option<f64>,
    /// Most time for generating a key, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    keygen_s: Option<f64>,
    /// Longest signature: 5000, 5KiB or "5 KB"
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    signature_bytes: Option<u64>,
    /// Longest public key
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    public_key_bytes: Option<u64>,
    /// Most memory for signing, with the key that it is done with
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
    /// Lowest security category of NIST
    #[arg(long, value_name = "1..5", value_parser = clap::value_parser!(u8).range(1..=5))]
    category: Option<u8>,
    /// Only schemes whose keys need no state
    #[arg(long, conflicts_with = "stateful")]
    stateless: bool,
    /// Only schemes whose keys count their signatures
    #[arg(long)]
    stateful: bool,
    /// Only what this document has or allows: "RFC 8554", "RFC 9858", "RFC 8391", "SP 800-208",
    /// "FIPS 205", "SPHINCS+ round 3.1", "CNSA 2.0"
    #[arg(long, value_name = "NAME", value_parser = wish::standard)]
    standard: Option<&'static str>,
    /// Machine whose times are used, by its folder under results/ [default: this one if it was
    /// measured, else one that was]
    #[arg(long, value_name = "ID")]
    machine: Option<String>,
    /// Backend whose times are used
    #[arg(long, value_name = "NAME", default_value = "native")]
    backend: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "What is not said is not limited. Times are those of one thread, as most calls take: measured or, \
with a `~`, predicted from what was measured on the same machine. Of HSS, which allows any 1 to 8 levels, the usual \
sets are considered; those that were measured count too. Exit codes: 0 if something fits, 1 if nothing does, which \
is then told why, 2 for a question that makes no sense.";

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    let answer = report::records(&root.join("results"))
        .map_err(|error| error.to_string())
        .and_then(|records| {
            let catalog = Catalog::of(&records);
            answer(args, &catalog, &Machine::here().directory_name())
        });
    match answer {
        Err(wrong) => {
            eprintln!("xtask plan: {wrong}");
            ExitCode::from(2)
        }
        Ok(answer) => {
            say(if args.json { json::text(&answer) } else { text::text(&answer) });
            ExitCode::from(u8::from(answer.fits.is_empty()))
        }
    }
}

/// What fits, or what is wrong with the question. `here` is the folder of this machine, if it has one.
fn answer(args: &Args, catalog: &Catalog, here: &str) -> Result<Answer, String> {
    let machine = machine(catalog, args.machine.as_deref(), here)?;
    let backends = || {
        let times = catalog.times.iter().filter(|time| time.machine == machine.id);
        times.map(|time| &*time.backend).collect::<std::collections::BTreeSet<_>>()
    };
    if !backends().contains(&*args.backend) {
        let known: Vec<_> = backends().into_iter().collect();
        let (backend, id) = (&args.backend, &machine.id);
        return Err(format!("{id} has no times of `{backend}`; it has: {}", known.join(", ")));
    }
    Ok(Answer::of(Wish::of(args), catalog, machine, machine.id == here, &args.backend))
}

/// The machine that is asked for; without a name this one, or the one that was measured last of those
/// that allow predictions.
fn machine<'a>(
    catalog: &'a Catalog,
    name: Option<&str>,
    here: &str,
) -> Result<&'a MachineEntry, String> {
    let machines = &catalog.machines;
    let called = |id: &str| machines.iter().find(|machine| machine.id == id);
    if let Some(name) = name {
        let known: Vec<_> = machines.iter().map(|machine| &*machine.id).collect();
        return called(name).ok_or_else(|| {
            format!("no machine `{name}` under results/; there are: {}", known.join(", "))
        });
    }
    let newest = machines.iter().max_by_key(|machine| (machine.predicts, &machine.date));
    called(here)
        .filter(|machine| machine.predicts)
        .or(newest)
        .ok_or_else(|| "there are no records under results/; `cargo xtask bench` makes them".into())
}

#[cfg(test)]
mod tests;
