//! The report command: `lms-bench`, `hss-bench`, `xmss-bench` and `sphincs-bench` are this one, each
//! with its own [`Suite`].

mod args;
mod life;
mod limit;
mod list;
mod progress;
mod spread;
mod text;

pub use progress::Bar;

use crate::record::{self, Status};
use crate::{Heap, Session, Suite, program, with_stack};
use args::{Args, Job, Output, Question};
use clap::FromArgMatches;
use std::io::{self, Write};
use std::process::ExitCode;

/// Runs the report command of `suite` with the program's arguments and environment.
///
/// `heap` is the program's global allocator. Exits with 0, with 1 if a backend failed or an output
/// could not be written, or with 2 for a question that makes no sense.
#[must_use]
pub fn main(suite: &'static Suite, heap: &'static Heap) -> ExitCode {
    let name = format!("{}-bench", suite.name);
    let command = Args::of(suite, &name);
    let args = match command.try_get_matches().and_then(|m| Args::from_arg_matches(&m)) {
        Ok(args) => args,
        Err(error) => {
            // Nothing can be done for somebody whose terminal is gone.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    program(&name, || match args.question(suite) {
        Err(wrong) => {
            eprintln!("{name}: {wrong}");
            ExitCode::from(2)
        }
        Ok(Question::List) => finish(suite, print(&list::list(suite)), false),
        Ok(Question::Measure(job)) => with_stack(|| measure(suite, heap, &job)),
    })
}

fn measure(suite: &'static Suite, heap: &'static Heap, job: &Job) -> ExitCode {
    let mut session =
        Session::begin(suite, job.plan, job.message_len, job.seed, job.command.clone(), heap);
    let mut bar = Bar::new();
    if let Some(lives) = job.lives {
        let (report, failed) = life::report(job, lives, &session, &mut bar);
        bar.finish();
        return finish(suite, print(&report), failed);
    }
    session.measure(&job.set, &job.backends, &mut bar);
    bar.finish();
    let record = session.record();
    let failed =
        record.results.iter().any(|row| !matches!(row.status, Status::Ok | Status::Unsupported));
    let report = || text::report(job, &record);
    let written = match &job.json {
        None => print(&report()),
        Some(Output::Stdout) => {
            record::to_json(&record).map_err(io::Error::from).and_then(|json| print(&json))
        }
        Some(Output::File(path)) => print(&report()).and_then(|()| {
            record::store(path, &record).map_err(|e| io::Error::other(e.to_string()))
        }),
    };
    finish(suite, written, failed)
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn finish(suite: &Suite, written: io::Result<()>, failed: bool) -> ExitCode {
    match written {
        // Whoever reads may stop reading: `lms-bench --list | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}-bench: {error}", suite.name);
            ExitCode::FAILURE
        }
        Ok(()) if failed => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
    }
}
