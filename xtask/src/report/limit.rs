//! How near each backend comes to the hash limit.

use super::markdown::Table;
use super::rows::{NONE, OPERATIONS, Rows};
use measure::record::{Form, Measurement, Run};
use measure::units::{grouped, time};

/// The shares of every backend, set by set; nothing for records that have none.
pub(super) fn limit(rows: &Rows<'_>, sets: &[String]) -> String {
    let backends = rows.backends();
    let mut table = Table::new(["parameter set", "operation", "hashes", "limit"]);
    table.push_header(backends.iter().map(|backend| format!("`{backend}`")));
    let mut any = false;
    for set in sets {
        for operation in OPERATIONS {
            let of = |backend: &&str| rows.find(set, operation, backend);
            let known = |row: &&Measurement| row.metrics.contains_key(SHARE);
            let found: Vec<_> = backends.iter().map(|one| of(one).filter(known)).collect();
            // What disturbed a backend disturbed the baselines of its time: all have the same limit.
            let Some(row) = found.iter().copied().flatten().next() else { continue };
            any = true;
            let limit = row.median("time.limit").map_or_else(|| NONE.to_owned(), time);
            let cells = [format!("`{set}`"), operation.name().to_owned(), hashes(row), limit];
            let share = |row: &Option<&Measurement>| {
                let share = row.and_then(|row| row.median(SHARE));
                share.map_or_else(|| NONE.to_owned(), |share| format!("{:.1} %", 100.0 * share))
            };
            table.row(cells.into_iter().chain(found.iter().map(share)));
        }
    }
    if !any {
        return String::new();
    }
    format!(
        "#### Share of the hash limit\n\n{}\nThe limit is the time of the hashes that an operation needs, each at its \
         best on this machine in the same minutes; a share is the limit in the time of a backend. Above 100 % a \
         backend hashes less, as one that keeps more of its trees.\n\n",
        table.text()
    )
}

/// What hashes took in a run: at their best, and one after the other.
pub(super) fn baselines(run: &Run) -> Option<String> {
    let of = |form| run.baselines.iter().filter(move |one| one.form == form);
    let figures = of(Form::Wide).map(|wide| {
        let alone = of(Form::Narrow).find(|one| one.function == wide.function);
        let alone = alone.map(|one| format!(" ({} alone)", time(one.time.p50)));
        format!("{} {}{}", wide.function, time(wide.time.p50), alone.unwrap_or_default())
    });
    let figures: Vec<_> = figures.collect();
    let unit = &run.baselines.first()?.unit;
    Some(format!("Hashes on `{unit}` at their best: {}", figures.join(", ")))
}

/// The calls of each function.
fn hashes(row: &Measurement) -> String {
    let calls = |(name, metric)| {
        let calls: f64 = row.median(metric)?;
        Some(format!("{} {name}", grouped(calls.round() as u64)))
    };
    let functions =
        [("SHA-256", "ops.sha256"), ("SHA-512", "ops.sha512"), ("Keccak", "ops.keccakf")];
    functions.into_iter().filter_map(calls).collect::<Vec<_>>().join(" + ")
}

const SHARE: &str = "share.hash_limit";
