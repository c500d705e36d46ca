//! Several machines side by side: by share of the hash limit, as times do not travel.

use super::Records;
use super::markdown::Table;
use super::rows::{NONE, OPERATIONS, Rows};
use crate::registry::SUITES;
use measure::Suite;
use measure::record::{Measurement, Record};
use std::collections::BTreeMap;

/// The default sets of all schemes on every machine, backend by backend; nothing unless two machines have
/// shares.
pub(super) fn overview(records: &Records) -> String {
    let mut lines = Vec::new();
    for suite in SUITES {
        let Some(machines) = records.get(suite.name) else { continue };
        let all = machines.iter().map(|(name, record)| (&**name, Rows::of(suite, record)));
        let all: Vec<_> = all.collect();
        lines.extend(shares(&all, &[suite.default_set.to_owned()], &|name| !name.contains('@')));
    }
    section(&lines)
}

/// Every set of a scheme on every machine, by the native backend; nothing unless two machines have
/// shares.
pub(super) fn results(suite: &Suite, machines: &BTreeMap<String, Record>) -> String {
    let all = machines.iter().map(|(name, record)| (&**name, Rows::of(suite, record)));
    let all: Vec<_> = all.collect();
    let order = (suite.sets)();
    let mut sets: Vec<_> = all.iter().flat_map(|(_, rows)| rows.sets()).collect();
    sets.sort();
    sets.dedup();
    sets.sort_by_key(|name| order.iter().position(|set| set.name == *name).unwrap_or(order.len()));
    section(&shares(&all, &sets, &|name| name == "native"))
}

/// A set, operation and backend with its share on each machine that has one, by the machine's folder.
struct Line<'a> {
    names: [String; 3],
    shares: BTreeMap<&'a str, f64>,
}

fn shares<'a>(
    machines: &[(&'a str, Rows<'_>)],
    sets: &[String],
    chosen: &dyn Fn(&str) -> bool,
) -> Vec<Line<'a>> {
    // In the order of the first machine that has them.
    let mut backends: Vec<&str> = Vec::new();
    for backend in machines.iter().flat_map(|(_, rows)| rows.backends()) {
        if chosen(backend) && !backends.contains(&backend) {
            backends.push(backend);
        }
    }
    let mut lines = Vec::new();
    for set in sets {
        for operation in OPERATIONS {
            for backend in &backends {
                let share = |row: &Measurement| row.median("share.hash_limit");
                let shares = machines.iter().filter_map(|(machine, rows)| {
                    Some((*machine, rows.find(set, operation, backend).and_then(share)?))
                });
                let names =
                    [format!("`{set}`"), operation.name().to_owned(), format!("`{backend}`")];
                lines.push(Line { names, shares: shares.collect() });
            }
        }
    }
    lines
}

/// The table of the lines that any machine has, under a heading.
fn section(lines: &[Line<'_>]) -> String {
    let mut machines: Vec<_> = lines.iter().flat_map(|line| line.shares.keys().copied()).collect();
    machines.sort_unstable();
    machines.dedup();
    if machines.len() < 2 {
        return String::new();
    }
    let mut table = Table::new(["parameter set", "operation", "backend"]);
    table.push_header(machines.iter().map(|machine| format!("`{machine}`")));
    for Line { names, shares } in lines.iter().filter(|line| !line.shares.is_empty()) {
        let share = |machine: &&str| match shares.get(machine) {
            Some(share) => format!("{:.1} %", 100.0 * share),
            None => NONE.to_owned(),
        };
        table.row(names.iter().cloned().chain(machines.iter().map(share)));
    }
    format!(
        "### Across machines\n\n{}\nShare of the hash limit of each machine, by its own hashes: times do \
         not travel, and nothing is averaged over machines.\n\n",
        table.text()
    )
}
