//! What an operation takes: measured where it was, predicted where the records tell.

use std::collections::{BTreeMap, BTreeSet};

use measure::Suite;
use measure::record::{Measurement, Operation, Record, Status};
use serde::Serialize;
use signer::ParameterSet;

use crate::predict::{Model, OPERATIONS};
use crate::registry::SUITES;
use crate::report::Records;

/// The time of an operation of a backend on a set, on one machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TimeEntry {
    /// [`MachineEntry::id`](super::MachineEntry::id).
    pub(crate) machine: String,
    /// [`SetEntry::name`](super::SetEntry::name).
    pub(crate) set: String,
    /// Name of the backend.
    pub(crate) backend: String,
    /// The operation. Verifying many is the time of one signature of 64.
    pub(crate) operation: Operation,
    /// Median thread CPU time of a warm call, in nanoseconds.
    pub(crate) ns: f64,
    /// Whether that was not measured.
    pub(crate) predicted: bool,
    /// The measured set that weighs most in a prediction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    /// The hash limit over the time, if the record has baselines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) share: Option<f64>,
    /// Of a measured time, how far off the prediction from all other sets is: 0.1 for 10 % too much. Of
    /// a predicted one, what nine of ten predictions of this backend's measured sets of the scheme do not
    /// exceed, without a sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<f64>,
    /// What was measured of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory: Option<Memory>,
}

/// Memory of an operation, in bytes; what could not be seen is absent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Memory {
    /// The key as it is held in memory; of key generation only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) live_key: Option<u64>,
    /// Heap at its peak, what was there before not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) heap: Option<u64>,
    /// Stack at its deepest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stack: Option<u64>,
}

/// The records of one machine, by scheme.
pub(super) type OfMachine<'a> = BTreeMap<&'a str, &'a Record>;

/// The records, machine by machine.
pub(super) fn by_machine(records: &Records) -> BTreeMap<&str, OfMachine<'_>> {
    let mut machines = BTreeMap::<&str, OfMachine<'_>>::new();
    for (scheme, of) in records {
        for (machine, record) in of {
            machines.entry(machine).or_default().insert(scheme, record);
        }
    }
    machines
}

/// All times of one machine.
pub(super) fn times(machine: &str, records: &OfMachine<'_>) -> Vec<TimeEntry> {
    let mut models = BTreeMap::new();
    for backend in records.values().flat_map(|record| &record.backends) {
        for operation in OPERATIONS {
            let model = || Model::of(records, &backend.name, operation);
            models.entry((&*backend.name, operation)).or_insert_with(model);
        }
    }
    let mut times = Vec::new();
    for suite in SUITES {
        let Some(record) = records.get(suite.name) else { continue };
        let backends: BTreeSet<_> = record.backends.iter().map(|one| &*one.name).collect();
        for set in super::sets::of_suite(suite, [*record]) {
            for backend in &backends {
                for operation in OPERATIONS {
                    let model = models.get(&(*backend, operation)).and_then(Option::as_ref);
                    let row = find(suite, record, &set, backend, operation);
                    let entry = match row {
                        Some(row) => measured(row, model),
                        None => predicted(suite, &set, backend, operation, model),
                    };
                    times.extend(entry.map(|entry| TimeEntry { machine: machine.into(), ..entry }));
                }
            }
        }
    }
    times
}

fn find<'a>(
    suite: &Suite,
    record: &'a Record,
    set: &ParameterSet,
    backend: &str,
    operation: Operation,
) -> Option<&'a Measurement> {
    record.results.iter().find(|row| {
        (&*row.parameter_set, row.operation, &*row.backend, row.threads)
            == (&set.name, operation, backend, 1)
            && row.message_bytes.is_none_or(|bytes| bytes == suite.message_len as u64)
    })
}

/// The time of a row; `None` if it has none.
fn measured(row: &Measurement, model: Option<&Model>) -> Option<TimeEntry> {
    let bytes = |name| row.median(name).map(|bytes| bytes as u64);
    let memory = Memory {
        live_key: bytes("size.live_key"),
        heap: bytes("heap.peak"),
        stack: bytes("stack.peak"),
    };
    let time = row.warm().filter(|_| row.status == Status::Ok)?;
    Some(TimeEntry {
        machine: String::new(),
        set: row.parameter_set.clone(),
        backend: row.backend.clone(),
        operation: row.operation,
        ns: time.p50,
        predicted: false,
        from: None,
        share: row.median("share.hash_limit"),
        error: model.and_then(|model| model.error(&row.parameter_set)),
        memory: Some(memory),
    })
}

/// The time of a set that was not run; `None` if the backend does not run it, or if its measured sets
/// do not tell.
fn predicted(
    suite: &Suite,
    set: &ParameterSet,
    backend: &str,
    operation: Operation,
    model: Option<&Model>,
) -> Option<TimeEntry> {
    let (model, runs) = (model?, suite.backend(backend)?);
    if !runs.support(set).runs() {
        return None;
    }
    let prediction = model.predict(suite, set)?;
    let error = model.usual_error(suite).filter(|error| *error <= MOST)?;
    Some(TimeEntry {
        machine: String::new(),
        set: set.name.clone(),
        backend: backend.to_owned(),
        operation,
        ns: prediction.ns,
        predicted: true,
        share: model.limit(suite, set).map(|limit| limit / prediction.ns),
        from: Some(prediction.from),
        error: Some(error),
        memory: None,
    })
}

/// A backend whose measured sets cannot be told from one another better than that is not predicted.
const MOST: f64 = 0.35;
