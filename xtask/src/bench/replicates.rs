//! The same measurement in several processes, one after the other, and one record out of theirs.
//!
//! Where memory lies and what else runs on the core differ from process to process and stay the same
//! within one: only the spread between processes tells what a difference of two medians is worth.

use super::{Args, REPORT, tell_failures};
use crate::{rivals, say};
use measure::Bar;
use measure::record::{self, Record};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

/// Records by the name of their suite.
pub(crate) type Records = BTreeMap<String, Record>;

/// One of the processes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process<'a> {
    /// Options of `cargo xtask bench`, with those of all processes.
    pub(crate) options: &'a [String],
    /// Names of the suites that it measures.
    pub(crate) suites: &'a [&'a str],
    /// Its number, from 0.
    pub(crate) number: u32,
}

/// Measures in processes and keeps the pooled records in `folder`, after each of them, so that an
/// interruption loses one process at most.
pub(super) fn run(args: &Args, suites: &[&str], folder: &Path) -> ExitCode {
    let (count, options) = (args.replicates.unwrap_or(1), args.options());
    let (started, mut bar) = (Instant::now(), Bar::new());
    let mut all: Vec<Records> = Vec::new();
    for number in 0..count {
        bar.about(&format!("process {} of {count}", number + 1));
        let process = Process { options: &options, suites, number };
        let done = process.run(&mut |set| bar.doing(set));
        let stored = done.and_then(|records| {
            all.push(records);
            pooled(&all).iter().try_for_each(|(suite, pooled)| {
                let path = folder.join(format!("{suite}.json"));
                let old = record::load(&path).map_err(|error| error.to_string())?;
                let merged = record::merge(old, pooled.clone());
                record::store(&path, &merged).map_err(|error| error.to_string())
            })
        });
        if let Err(error) = stored {
            bar.finish();
            eprintln!("xtask bench: {error}");
            return ExitCode::FAILURE;
        }
    }
    bar.finish();
    let records = pooled(&all);
    let mut failed = false;
    for record in records.values() {
        failed |= tell_failures(&record.results);
    }
    let rows: usize = records.values().map(|record| record.results.len()).sum();
    let seconds = started.elapsed().as_secs_f64();
    say(format_args!("{rows} operations in {count} processes each, in {seconds:.1} s"));
    if args.out.is_none() {
        say(REPORT);
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The records of each suite, pooled.
pub(crate) fn pooled(all: &[Records]) -> Records {
    let suites = all.first().into_iter().flat_map(|records| records.keys());
    let one = |suite: &String| {
        let records: Vec<_> =
            all.iter().filter_map(|records| records.get(suite).cloned()).collect();
        Some((suite.clone(), record::pool(&records)?))
    };
    suites.filter_map(one).collect()
}

impl Process<'_> {
    /// Runs it to its end, `tell`ing each set that it begins with; its records. What fails in a backend
    /// is in its rows; all else is an error.
    pub(crate) fn run(&self, tell: &mut dyn FnMut(String)) -> Result<Records, String> {
        let number = self.number + 1;
        let error = |what: &dyn std::fmt::Display| format!("process {number}: {what}");
        let folder = tempfile::tempdir().map_err(|e| error(&e))?;
        let program = std::env::current_exe().map_err(|e| error(&e))?;
        let mut child = Command::new(program)
            .arg("bench")
            .args(self.options)
            .args(["--replicate", &self.number.to_string(), "--out"])
            .arg(folder.path())
            .env(rivals::BUILT, "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| error(&e))?;
        let mut complaints = String::new();
        let (out, err) = (child.stdout.take(), child.stderr.take());
        std::thread::scope(|scope| {
            // Both at once: whoever is not read from stops when the pipe is full.
            scope.spawn(|| err.map(|mut err| err.read_to_string(&mut complaints)));
            let lines = out.into_iter().flat_map(|out| BufReader::new(out).lines());
            lines.map_while(Result::ok).for_each(&mut *tell);
        });
        let status = child.wait().map_err(|e| error(&e))?;
        let read = || -> Result<Records, String> {
            let mut records = Records::new();
            for suite in self.suites {
                let path = folder.path().join(format!("{suite}.json"));
                let record = record::load(&path).map_err(|e| e.to_string())?;
                records.insert((*suite).to_owned(), record.ok_or(format!("no record of {suite}"))?);
            }
            Ok(records)
        };
        // 1 is a backend that failed, which its record says.
        match status.code() {
            Some(0 | 1) => read().map_err(|what| error(&format!("{what}\n{complaints}"))),
            _ => Err(error(&format!("{status}\n{complaints}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program is that of the tests here, which knows no such option.
    #[test]
    fn a_process_that_dies_is_named_and_heard() {
        let options = ["--no-such-option".to_owned()];
        let process = Process { options: &options, suites: &["lms"], number: 2 };
        let error = process.run(&mut |_| ()).expect_err("no record");
        assert!(error.starts_with("process 3: exit"), "{error}");
        assert!(error.contains("no-such-option"), "what it said: {error}");
    }
}
