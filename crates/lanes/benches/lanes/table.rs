//! What is shown.

use std::fmt::Write;
use std::fs;

use crate::case::Group;
use crate::sample::Measured;

/// The first line: the machine and how it is measured.
pub(crate) fn machine(rounds: usize) -> String {
    let brand = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let brand = brand.unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    format!("{brand}; medians of {rounds} rounds")
}

/// The table of a group.
pub(crate) fn group(group: &Group, measured: &[Measured]) -> String {
    let mut text = format!("{}: {}\n", group.name, group.about);
    let width = measured.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let per = format!("per {}", group.per);
    let _ = write!(text, "  {per:width$} {:>9} {:>9}", "ns", "cycles");
    if group.signatures.is_some() {
        let _ = write!(text, " {:>14}", "per signature");
    }
    let _ = writeln!(text, " {:>7} {:>6} {:>6} {:>8}", "spread", "GHz", "kept", "ratio");
    for row in measured {
        let work = group.work as f64;
        let _ = write!(text, "  {:width$} {:>9.2}", row.name, row.time / work);
        let _ = write!(text, " {:>9}", known(row.cycles.map(|cycles| cycles / work), 1));
        if let Some(signatures) = group.signatures {
            let whole = row.cycles.map(|cycles| cycles / signatures as f64);
            let _ = write!(text, " {:>14}", known(whole, 0));
        }
        let _ = write!(text, " {:>6.1}%", 100.0 * row.spread);
        let _ = write!(text, " {:>6} {:>6}", known(row.gigahertz, 2), row.steady);
        let _ = write!(text, " {:>8.2}", faster(&measured[0], row));
        text.push_str(if row.unsteady { "  unsteady clock: too few, all counted\n" } else { "\n" });
    }
    text
}

/// How many times as fast `row` is as `rival`: in cycles, where both are known.
fn faster(rival: &Measured, row: &Measured) -> f64 {
    match (rival.cycles, row.cycles) {
        (Some(rival), Some(cycles)) => rival / cycles,
        _ => rival.time / row.time,
    }
}

fn known(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
}
