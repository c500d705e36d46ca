//! An A/A run: the same code measured twice, by turns, to see what a difference is worth here.

use super::replicates::{Process, Records, pooled};
use super::{Args, tell_failures};
use crate::compare::rows::{Matched, Pair, Row};
use crate::say;
use measure::record::{NOISE_SCHEMA, Noise, NoiseRow};
use measure::{Bar, Machine};
use std::path::Path;
use std::process::ExitCode;

/// Measures, and writes the noise of `machine` to `folder`.
pub(super) fn run(args: &Args, suites: &[&str], machine: &Machine, folder: &Path) -> ExitCode {
    let path = folder.join("noise.json");
    let found = measured(args, suites, machine).and_then(|noise| {
        noise.0.store(&path).map_err(|error| error.to_string())?;
        Ok(noise)
    });
    match found {
        Err(error) => {
            eprintln!("xtask bench: {error}");
            ExitCode::FAILURE
        }
        Ok((Noise { margin, rows, .. }, failed)) => {
            let percent = 100.0 * margin;
            say(format_args!(
                "noise: {percent:.2} % is what the same code may differ by, of {} operations",
                rows.len()
            ));
            say(format_args!("`cargo xtask compare` reads it from {}", path.display()));
            if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
    }
}

/// What was found, and whether a row failed, which then is not in it.
fn measured(args: &Args, suites: &[&str], machine: &Machine) -> Result<(Noise, bool), String> {
    let (replicates, options) = (args.replicates.unwrap_or(1), args.options());
    let mut bar = Bar::new();
    let sides = by_turns([&options, &options], suites, replicates, &mut bar);
    bar.finish();
    let [first, second] = sides?;
    let mut failed = false;
    for record in first.values().chain(second.values()) {
        failed |= tell_failures(&record.results);
    }
    let rows = noise_rows(&first, &second);
    let run = first.values().next().map(|record| &record.run).ok_or("nothing was measured")?;
    let ratios: Vec<_> = rows.iter().map(|row| row.ratio).collect();
    let noise = Noise {
        schema: NOISE_SCHEMA.to_owned(),
        machine: machine.fingerprint.clone(),
        start: run.start.clone(),
        commit: run.commit.clone(),
        command: format!("{} --aa", run.command),
        replicates,
        margin: Noise::margin_of(&ratios),
        rows,
    };
    Ok((noise, failed))
}

/// Two sides, each in so many processes, which take turns as A B B A A B B A: what drifts with time
/// drifts for both alike.
pub(crate) fn by_turns(
    options: [&[String]; 2],
    suites: &[&str],
    replicates: u32,
    bar: &mut Bar,
) -> Result<[Records; 2], String> {
    let mut sides: [Vec<Records>; 2] = Default::default();
    for number in 0..replicates {
        let order = if number.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        for side in order {
            let name = ["A", "B"][side];
            bar.about(&format!("process {} of {replicates}, {name}", number + 1));
            let process = Process { options: options[side], suites, number };
            sides[side].push(process.run(&mut |set| bar.doing(set))?);
        }
    }
    Ok(sides.map(|side| pooled(&side)))
}

/// How far each row is from itself.
pub(crate) fn noise_rows(first: &Records, second: &Records) -> Vec<NoiseRow> {
    let (first, second) = (rows(first), rows(second));
    let row = |pair: Pair<'_>| {
        let Row { row, .. } = pair.first;
        Some(NoiseRow {
            parameter_set: row.parameter_set.clone(),
            operation: row.operation,
            backend: row.backend.clone(),
            threads: row.threads,
            ratio: pair.ratio()?,
        })
    };
    Matched::records(&first, &second).pairs.into_iter().filter_map(row).collect()
}

/// The rows of all suites.
pub(crate) fn rows(records: &Records) -> Vec<Row<'_>> {
    records.values().flat_map(Row::all).collect()
}
