//! Every parameter set of every scheme, with what the standards say of it, and the times that the
//! records have or that follow from them: what `cargo xtask plan` chooses from and what pages show.
//!
//! A pure function of the records: no clock, no host, stable order.

mod sets;
mod standards;
mod times;

use serde::Serialize;

use crate::report::Records;
pub(crate) use sets::SetEntry;
pub(crate) use standards::Says;
#[cfg(test)]
use standards::Verdict;
pub(crate) use times::{Memory, TimeEntry};

/// All that is known.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Catalog {
    /// Machines with records, by the name of their folder.
    pub(crate) machines: Vec<MachineEntry>,
    /// Sets: schemes in the order of the registry, sets in the order of their suite, then those that
    /// only a record has.
    pub(crate) sets: Vec<SetEntry>,
    /// Times on one thread, over messages of the suite's length: by machine, set, backend and
    /// operation. There is at most one of each.
    pub(crate) times: Vec<TimeEntry>,
}

/// A machine that was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MachineEntry {
    /// Its folder under `results/`.
    pub(crate) id: String,
    /// The machine in a few words.
    pub(crate) title: String,
    /// When the newest of its runs started: RFC 3339, UTC.
    pub(crate) date: String,
    /// Whether times can be predicted: its records have baselines.
    pub(crate) predicts: bool,
}

impl Catalog {
    /// What the records say.
    pub(crate) fn of(records: &Records) -> Self {
        let by_machine = times::by_machine(records);
        let machines = by_machine.iter().map(|(id, records)| {
            let mut newest = records.values().collect::<Vec<_>>();
            newest.sort_by(|a, b| b.run.start.cmp(&a.run.start));
            MachineEntry {
                id: (*id).to_owned(),
                title: newest[0].machine.to_string(),
                date: newest[0].run.start.clone(),
                predicts: newest.iter().any(|record| !record.run.baselines.is_empty()),
            }
        });
        let machines = machines.collect();
        let times = by_machine.iter().flat_map(|(id, records)| times::times(id, records));
        let times: Vec<_> = times.collect();
        Self { machines, sets: sets::sets(records), times }
    }

    /// The set called `name`.
    #[cfg(test)]
    pub(crate) fn set(&self, name: &str) -> Option<&SetEntry> {
        self.sets.iter().find(|set| set.name == name)
    }
}

#[cfg(test)]
mod tests;
