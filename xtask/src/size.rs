//! `cargo xtask size`: how much code it takes to verify signatures on a CPU without an operating system.
//!
//! | room | what it is |
//! |---|---|
//! | `program` | the programs under `firmware/`, and building them |
//! | `image` | how large the parts of one are |
//! | `record` | `results/firmware.json` |

mod image;
mod program;
pub(crate) mod record;

use crate::say;
use program::{LEVELS, PROGRAMS, TARGET};
use record::{Firmware, Row, SCHEMA};
use std::path::Path;
use std::process::{Command, ExitCode};

/// What to say of the sizes.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0; 1 a program does not build or cannot be read, or the record not \
                        be written; 2 the target's standard library is missing.\n`cargo xtask report` \
                        puts the record into crates/hbs/README.md."
)]
pub(crate) struct Args {
    /// Print the record instead of a table
    #[arg(long)]
    json: bool,
    /// Write nothing under results/
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn run(args: &Args, root: &Path) -> ExitCode {
    if let Err(missing) = program::check_target(root) {
        eprintln!("xtask size: {missing}");
        return ExitCode::from(2);
    }
    match measured(args, root) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("xtask size: {wrong}");
            ExitCode::FAILURE
        }
    }
}

fn measured(args: &Args, root: &Path) -> Result<(), String> {
    let mut rows = Vec::new();
    for level in LEVELS {
        for program in PROGRAMS {
            eprintln!("building {} with opt-level {level}", program.feature);
            let sizes = image::sizes(&program::build(root, program, level)?)?;
            rows.push(Row {
                scheme: program.scheme.into(),
                sets: program.sets.into(),
                opt_level: level.into(),
                text: sizes.text,
                rodata: sizes.rodata,
                ram: sizes.ram,
            });
        }
    }
    let say_of = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(root).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let firmware = Firmware {
        schema: SCHEMA.into(),
        target: TARGET.into(),
        rustc: say_of("rustc", &["--version"]).ok_or("rustc does not tell its version")?,
        commit: say_of("git", &["rev-parse", "HEAD"]),
        dirty: say_of("git", &["status", "--porcelain"]).map(|changes| !changes.is_empty()),
        rows,
    };
    if !args.dry_run {
        record::write(root, &firmware)?;
    }
    if args.json {
        say(record::json(&firmware)?.trim_end());
    } else {
        say(record::table(&firmware));
    }
    Ok(())
}
