//! How the signing times of a key are distributed, from its first signature on.

use super::markdown::Table;
use super::rows::{NONE, Rows};
use measure::life::worst;
use measure::record::{Measurement, Operation};
use measure::units::{grouped, time};

/// The table and what its columns are; nothing for records whose keys were not let live.
pub(super) fn life(rows: &Rows<'_>, sets: &[String]) -> String {
    let mut table =
        Table::new(["parameter set", "backend", "signatures", "keys", "prepare", "first"]);
    table.push_header(["p50", "mean", "p99", "max", "at index"]);
    for set in sets {
        for backend in rows.backends() {
            let row = rows.find(set, Operation::Sign, backend);
            if let Some(cells) = row.and_then(|row| figures(rows, row)) {
                let names = [format!("`{set}`"), format!("`{backend}`")];
                table.row(names.into_iter().chain(cells));
            }
        }
    }
    if table.is_empty() {
        return String::new();
    }
    format!(
        "#### Signing over the life of a key\n\n{}\nThread CPU time of each signature from the key's first \
         on, the median of the keys at each index; before it the key prepares, which builds what key generation \
         left out, if the backend can. Fewer signatures than the key can make: the first 4,096, \
         or as many as there was time for.\n\n",
        table.text()
    )
}

/// The figures of a row whose keys were let live.
fn figures(rows: &Rows<'_>, row: &Measurement) -> Option<[String; 9]> {
    let (life, metric) = (row.life.as_ref()?, row.lived()?);
    let times = metric.by_index.as_ref()?;
    let lifetime = (rows.suite.find)(&row.parameter_set).map(|set| set.lifetime);
    let of = match lifetime.ok().and_then(|lifetime| lifetime.count()) {
        Some(all) if all > metric.n => format!(" of {}", grouped(all)),
        _ => String::new(),
    };
    let or_none = |cell: Option<String>| cell.unwrap_or_else(|| NONE.to_owned());
    let (index, longest) = worst(times, 0).unzip();
    Some([
        format!("{}{of}", grouped(metric.n)),
        grouped(life.keys),
        or_none(row.median("life.prepare").map(time)),
        or_none(times.first().map(|first| time(*first))),
        time(metric.p50),
        time(metric.mean),
        time(metric.p99),
        or_none(longest.map(time)),
        or_none(index.map(|index| grouped(index as u64))),
    ])
}
