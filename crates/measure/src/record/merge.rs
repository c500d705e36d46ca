//! A new run on top of what was measured before.

use super::file::minor;
use super::{Measurement, Record};
use std::collections::HashSet;

/// Puts `new` on top of `old`: rows that the new run measured replace those of before, the others stay
/// with the run that they come from.
///
/// Rows of another machine, or of a backend whose version changed since, do not stay. The life of a key
/// is measured by itself: where the new run measured nothing else, the rest of the row stays, and where
/// it measured all else, the life does. What stays of a newer minor version keeps the fields that this
/// one does not know, and the record that version.
#[must_use]
pub fn merge(old: Option<Record>, mut new: Record) -> Record {
    let Some(old) = old.filter(|old| old.machine.fingerprint == new.machine.fingerprint) else {
        return new;
    };
    let mut kept = old.results;
    kept.retain(|row| {
        let before = old.backends.iter().find(|backend| backend.name == row.backend);
        let now = new.backends.iter().find(|backend| backend.name == row.backend);
        now.is_none() || now == before
    });
    for row in &mut new.results {
        if let Some(before) = kept.iter().position(|before| before.key() == row.key()) {
            on_top_of(kept.swap_remove(before), row);
        }
    }
    new.results.extend(kept);
    new.results.sort_by(|a, b| a.key().cmp(&b.key()));

    let named: HashSet<_> = new.results.iter().map(|row| &row.backend).collect();
    let missing = old.backends.into_iter().filter(|backend| {
        named.contains(&backend.name) && !new.backends.iter().any(|b| b.name == backend.name)
    });
    let missing: Vec<_> = missing.collect();
    new.backends.extend(missing);
    if minor(&old.schema) > minor(&new.schema) {
        new.schema = old.schema;
    }
    let known = new.other.keys().cloned().collect::<HashSet<_>>();
    new.other.extend(old.other.into_iter().filter(|(name, _)| !known.contains(name)));
    new.backends.sort_by(|a, b| a.name.cmp(&b.name));

    let mut earlier: Vec<_> = std::iter::once(old.run).chain(old.earlier_runs).collect();
    let of = |row: &Measurement, id: &str| {
        row.run == id || row.life.as_ref().is_some_and(|life| life.run == id)
    };
    earlier.retain(|run| run.id != new.run.id && new.results.iter().any(|row| of(row, &run.id)));
    new.earlier_runs = earlier;
    new
}

/// Lets `row` take over from `before` what its run did not measure.
fn on_top_of(mut before: Measurement, row: &mut Measurement) {
    if row.only_lived() {
        before.metrics.retain(|name, _| !is_life(name));
        before.metrics.append(&mut row.metrics);
        before.life = row.life.take();
        *row = before;
    } else if row.life.is_none() && before.life.is_some() {
        row.life = before.life;
        row.metrics.extend(before.metrics.into_iter().filter(|(name, _)| is_life(name)));
    }
}

fn is_life(name: &str) -> bool {
    name.starts_with("life.")
}
