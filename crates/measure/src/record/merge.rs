//! A new run on top of what was measured before.

use super::Record;
use super::file::minor;
use std::collections::HashSet;

/// Puts `new` on top of `old`: rows that the new run measured replace those of before, the others stay
/// with the run that they come from.
///
/// Rows of another machine, or of a backend whose version changed since, do not stay. What stays of a
/// newer minor version keeps the fields that this one does not know, and the record that version.
#[must_use]
pub fn merge(old: Option<Record>, mut new: Record) -> Record {
    let Some(old) = old.filter(|old| old.machine.fingerprint == new.machine.fingerprint) else {
        return new;
    };
    let fresh: HashSet<_> = new.results.iter().map(|row| format!("{:?}", row.key())).collect();
    let mut kept = old.results;
    kept.retain(|row| {
        let before = old.backends.iter().find(|backend| backend.name == row.backend);
        let now = new.backends.iter().find(|backend| backend.name == row.backend);
        let same = now.is_none() || now == before;
        same && !fresh.contains(&format!("{:?}", row.key()))
    });
    let of_kept: HashSet<_> = kept.iter().map(|row| row.backend.clone()).collect();
    let missing = old.backends.into_iter().filter(|backend| {
        of_kept.contains(&backend.name) && !new.backends.iter().any(|b| b.name == backend.name)
    });
    let missing: Vec<_> = missing.collect();
    new.backends.extend(missing);
    let mut earlier: Vec<_> = std::iter::once(old.run).chain(old.earlier_runs).collect();
    earlier.retain(|run| run.id != new.run.id && kept.iter().any(|row| row.run == run.id));
    new.earlier_runs = earlier;
    if minor(&old.schema) > minor(&new.schema) {
        new.schema = old.schema;
    }
    let known = new.other.keys().cloned().collect::<HashSet<_>>();
    new.other.extend(old.other.into_iter().filter(|(name, _)| !known.contains(name)));
    new.results.extend(kept);
    new.results.sort_by(|a, b| a.key().cmp(&b.key()));
    new.backends.sort_by(|a, b| a.name.cmp(&b.name));
    new
}
