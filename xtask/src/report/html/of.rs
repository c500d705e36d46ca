//! The page's data, from the catalog.

use super::data::{Data, Figure, Machine, Says, Set, Source};
use crate::catalog::{self, Catalog, SetEntry, TimeEntry};
use crate::predict::OPERATIONS;
use crate::registry::SUITES;
use measure::units::bytes;
use std::collections::BTreeMap;

impl Data {
    /// What the page shows of a catalog.
    pub(crate) fn of(catalog: &Catalog) -> Self {
        let mut texts = Vec::new();
        let sets = catalog.sets.iter().map(|set| of_set(set, &mut texts)).collect();
        let backends = backends(catalog);
        let place = |names: Vec<&str>| -> BTreeMap<String, usize> {
            names.into_iter().enumerate().map(|(index, name)| (name.to_owned(), index)).collect()
        };
        let places = Places {
            machines: place(catalog.machines.iter().map(|machine| &*machine.id).collect()),
            backends: place(backends.iter().map(|name| &**name).collect()),
            sets: place(catalog.sets.iter().map(|set| &*set.name).collect()),
        };
        let figures = catalog.times.iter().filter_map(|time| places.figure(time)).collect();
        Self { machines: machines(catalog), backends, messages: messages(), texts, sets, figures }
    }
}

/// Where names stand in the lists of [`Data`].
struct Places {
    machines: BTreeMap<String, usize>,
    backends: BTreeMap<String, usize>,
    sets: BTreeMap<String, usize>,
}

impl Places {
    fn figure(&self, time: &TimeEntry) -> Option<Figure> {
        let source = if time.predicted {
            let from = time.from.as_ref().and_then(|set| self.sets.get(set).copied());
            Source::Predicted { error: time.error, from }
        } else {
            let memory = time
                .memory
                .map_or([None; 3], |memory| [memory.live_key, memory.heap, memory.stack]);
            Source::Measured { share: time.share, error: time.error, memory }
        };
        Some(Figure {
            machine: *self.machines.get(&time.machine)?,
            backend: *self.backends.get(&time.backend)?,
            set: *self.sets.get(&time.set)?,
            operation: OPERATIONS.iter().position(|operation| *operation == time.operation)?,
            ns: time.ns,
            source,
        })
    }
}

/// The machines. Two of one title are told apart by the end of their names.
fn machines(catalog: &Catalog) -> Vec<Machine> {
    let alike = |title: &str| catalog.machines.iter().filter(|one| one.title == title).count();
    let machine = |machine: &catalog::MachineEntry| {
        let end = machine.id.rsplit('-').next().unwrap_or_default();
        let title = match alike(&machine.title) {
            0..=1 => machine.title.clone(),
            _ => format!("{}, {end}", machine.title),
        };
        let (day, predicts) =
            (machine.date.split('T').next().unwrap_or_default(), machine.predicts);
        Machine { id: machine.id.clone(), title, date: day.to_owned(), predicts }
    };
    catalog.machines.iter().map(machine).collect()
}

/// Backends with figures: in the order of the suites, those that none has any more at the end.
fn backends(catalog: &Catalog) -> Vec<String> {
    let named = SUITES.iter().flat_map(|suite| (suite.backends)());
    let mut order: Vec<_> = named.map(|backend| backend.about().name.into_owned()).collect();
    let mut found: Vec<_> = catalog.times.iter().map(|time| time.backend.clone()).collect();
    found.sort();
    found.dedup();
    order.extend(found.iter().cloned());
    let place = |name: &String| order.iter().position(|known| known == name);
    // What runs one backend on some vector unit comes last: which there are depends on this machine.
    found.sort_by_key(|name| (name.contains('@'), place(name).filter(|_| !name.contains('@'))));
    found
}

fn of_set(set: &SetEntry, texts: &mut Vec<String>) -> Set {
    let mut text = |text: String| {
        texts.iter().position(|known| *known == text).unwrap_or_else(|| {
            texts.push(text);
            texts.len() - 1
        })
    };
    let mut says = |says: &catalog::Says| Says {
        allows: says.verdict.allows(),
        verdict: says.verdict.name(),
        text: text(format!("{} ({})", says.text, says.source)),
    };
    let (sp_800_208, cnsa) = (says(&set.sp_800_208), says(&set.cnsa_2_0));
    Set {
        family: set.family.to_owned(),
        name: set.name.clone(),
        standards: set.standards.iter().map(|standard| (*standard).to_owned()).collect(),
        hash: set.hash.to_owned(),
        n: set.n,
        category: set.category,
        category_source: text(set.category_source.to_owned()),
        lifetime_log2: set.lifetime_log2,
        public_key: set.public_key,
        secret_key: set.secret_key,
        signature: set.signature,
        sp_800_208,
        cnsa,
    }
}

/// The suites' message lengths: `1,024 bytes (LMS, HSS) or 32 bytes (SPHINCS+ and SLH-DSA)`.
fn messages() -> String {
    let mut lengths = BTreeMap::<_, Vec<_>>::new();
    for suite in SUITES {
        lengths.entry(suite.message_len).or_default().push(suite.title);
    }
    let parts = lengths
        .iter()
        .rev()
        .map(|(length, titles)| format!("{} ({})", bytes(*length as u64), titles.join(", ")));
    parts.collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::html::page;
    use crate::report::{Records, records};
    use std::path::Path;

    #[test]
    fn every_set_of_every_suite_is_on_the_page() {
        let data = Data::of(&Catalog::of(&Records::new()));
        assert!(data.machines.is_empty() && data.figures.is_empty() && data.sets.len() > 300);
        let text = page(&data);
        for set in SUITES.iter().flat_map(|suite| (suite.sets)()) {
            assert!(text.contains(&format!("\"name\":\"{}\"", set.name)), "{}", set.name);
        }
    }

    /// Every time has a place, so that none is left out in silence, and the page can be committed.
    #[test]
    fn every_time_of_the_records_is_on_the_page() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        let catalog = Catalog::of(&records(&root.join("results")).expect("records"));
        let data = Data::of(&catalog);
        assert_eq!(data.figures.len(), catalog.times.len());
        let predicted = |figure: &&Figure| matches!(figure.source, Source::Predicted { .. });
        let due = catalog.times.iter().filter(|time| time.predicted).count();
        assert_eq!(data.figures.iter().filter(predicted).count(), due);
        let bytes = page(&data).len();
        assert!(bytes < MOST, "{bytes} bytes: make the rows of the page shorter");
    }

    /// What a repository can take each time that something was measured.
    const MOST: usize = 1 << 20;

    #[test]
    fn machines_of_one_title_have_two_names() {
        let machine = |id: &str, title: &str| catalog::MachineEntry {
            id: id.into(),
            title: title.into(),
            date: "2026-11-22T13:34:04Z".into(),
            predicts: true,
        };
        let machines = vec![machine("a-1", "A"), machine("a-2", "A"), machine("b-3", "B")];
        let data = Data::of(&Catalog { machines, sets: vec![], times: vec![] });
        let titles: Vec<_> = data.machines.iter().map(|machine| &*machine.title).collect();
        assert_eq!(titles, ["A, 1", "A, 2", "B"]);
        assert_eq!(data.machines[0].date, "2026-11-22");
    }
}
