//! What a hash costs in lanes, beside the same hash from `sha2`, `shake` and `keccak`, in one run.
//!
//! ```text
//! options   what the command line asks for
//! case      a group of cases that do the same work
//! sample    takes samples, round by round
//!  └ clock  how fast the core runs meanwhile
//! table     shows them
//!
//! wide chain node signature narrow     the groups
//!  ├ kind   which chains, in lanes
//!  ├ steps  the same by a rival
//!  └ rival  the other crates; `message` is how they are fed
//! ```
//!
//! `cargo bench -p lanes -- --help` says how to run it, `crates/lanes/README.md` how to read it.
#![forbid(unsafe_code)]

mod case;
mod chain;
mod clock;
mod data;
mod kind;
mod message;
mod narrow;
mod node;
mod options;
mod rival;
mod sample;
mod signature;
mod steps;
mod table;
mod wide;

use std::io::{self, Write};
use std::process::ExitCode;

use case::Group;
use lanes::Cpu;
use options::{HELP, Options};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(what) => {
            eprintln!("{what}; try --help");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(code) => code,
        // Whoever reads may stop reading.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> io::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if options.help {
        out.write_all(HELP.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let units: Vec<Cpu> = Cpu::available().filter(|cpu| options.wants_unit(cpu.name())).collect();
    if units.is_empty() {
        let names: Vec<_> = Cpu::available().map(|cpu| cpu.name()).collect();
        eprintln!("no such unit on this machine; it has {}", names.join(", "));
        return Ok(ExitCode::from(2));
    }
    let groups: Vec<Group> =
        [wide::groups(), chain::groups(), node::groups(), signature::groups(), narrow::groups()]
            .into_iter()
            .flatten()
            .filter(|group| options.wants_group(&group.name))
            .collect();
    if options.test {
        return test(&groups, &units, &mut out);
    }
    writeln!(out, "{}", table::machine(options.rounds))?;
    for group in &groups {
        let measured = sample::measure(group.cases(&units), options.rounds);
        write!(out, "\n{}", table::group(group, &measured))?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs each case once, and fails unless the results of a group are the same.
fn test(groups: &[Group], units: &[Cpu], out: &mut impl Write) -> io::Result<ExitCode> {
    let (mut runs, mut wrong) = (0, 0);
    for group in groups {
        let mut right: Option<(String, Vec<u8>)> = None;
        for mut case in group.cases(units) {
            case.run(1);
            runs += 1;
            let Some(result) = case.result() else { continue };
            match &right {
                None => right = Some((case.name.clone(), result.to_vec())),
                Some((_, bytes)) if bytes == result => {}
                Some((name, _)) => {
                    eprintln!(
                        "{}: `{}` and `{name}` have different results",
                        group.name, case.name
                    );
                    wrong += 1;
                }
            }
        }
    }
    writeln!(out, "{} groups, {runs} cases, {wrong} with a wrong result", groups.len())?;
    Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
