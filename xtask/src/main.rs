//! Tasks of the workspace:
//! `cargo xtask bench | compare | report | plan | probe | size | vectors | interop | kat | leak | persist | check`.
#![forbid(unsafe_code)]

mod bench;
mod catalog;
mod check;
mod compare;
mod interop;
mod kat;
mod leak;
mod persist;
mod plan;
mod plots;
mod predict;
mod probe;
mod registry;
mod report;
mod rivals;
mod size;
mod vectors;

use clap::{Parser, Subcommand};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[global_allocator]
static HEAP: measure::Heap = measure::Heap::new();

/// Tasks of the workspace.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", version, about)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Measure every backend and write the records under results/
    Bench(bench::Args),
    /// Say what is faster and what is slower: of two records, or of two backends of one
    Compare(compare::Args),
    /// Put tables and pictures of what is under results/ into the READMEs, and all of it on a page
    Report(report::Args),
    /// Find the parameter sets that fit what is needed
    Plan(plan::Args),
    /// Ask one backend for a key, a signature or a verdict, byte by byte
    Probe(probe::Args),
    /// Build programs that verify for a CPU without an operating system, and tell their sizes
    Size(size::Args),
    /// Put published vectors before every backend
    Vectors(vectors::Args),
    /// Let every backend verify what every other one signed, tampered with and not
    Interop(interop::Args),
    /// Make files of known answers as others have published them
    Kat(kat::Args),
    /// Test whether times depend on the secret
    Leak(leak::Args),
    /// Measure what it takes to give out indices durably
    Persist(persist::Args),
    /// Check what the house rules can be checked for by a program
    Check,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let root = root();
    measure::program("xtask", || match args.task {
        Task::Bench(args) => measure::with_stack(|| bench::run(&args, &root, &HEAP)),
        Task::Compare(args) => compare::run(&args, &root),
        Task::Report(args) => report::run(&args, &root),
        Task::Plan(args) => plan::run(&args, &root),
        Task::Probe(args) => measure::with_stack(|| probe::run(&args)),
        Task::Size(args) => size::run(&args, &root),
        Task::Vectors(args) => measure::with_stack(|| vectors::run(&args)),
        Task::Interop(args) => measure::with_stack(|| interop::run(&args, &root)),
        Task::Kat(args) => measure::with_stack(|| kat::run(&args)),
        Task::Leak(args) => measure::with_stack(|| leak::run(&args)),
        Task::Persist(args) => persist::run(&args, &root),
        Task::Check => match check::run(&root) {
            Err(error) => {
                eprintln!("check: {error}");
                ExitCode::from(2)
            }
            Ok(problems) if problems.is_empty() => {
                say("check: no problems");
                ExitCode::SUCCESS
            }
            Ok(problems) => {
                problems.iter().for_each(say);
                say(format_args!("check: {} problems", problems.len()));
                ExitCode::FAILURE
            }
        },
    })
}

/// Prints a line. Whoever reads may stop reading, as `head` does: that ends nothing.
fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// The workspace's folder. Asked when run, not when built: checkouts that share a target directory
/// share this program.
fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    manifest.as_deref().and_then(Path::parent).unwrap_or(Path::new(".")).to_owned()
}
