//! A parameter set with its figures on one machine.

use measure::record::Operation;
use serde::Serialize;

use super::memory::Signers;
use crate::catalog::{Catalog, SetEntry, TimeEntry};

/// A set that may or may not fit.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Candidate {
    /// The set.
    pub(super) set: SetEntry,
    /// Generating a key.
    pub(super) keygen: Option<Figure>,
    /// Signing, as most signatures take.
    pub(super) sign: Option<Figure>,
    /// Verifying one signature.
    pub(super) verify: Option<Figure>,
    /// Verifying 64 signatures, for one of them.
    pub(super) verify_many: Option<Figure>,
    /// Bytes of memory of a signer: the key in use, and the heap and stack of signing.
    pub(super) memory: Option<Figure>,
}

/// A number that was measured, or that follows from others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Figure {
    /// Nanoseconds or bytes.
    pub(super) value: f64,
    /// Whether it was not measured.
    pub(super) predicted: bool,
    /// What nine of ten predictions of measured sets do not exceed: 0.1 for 10 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<f64>,
}

impl Candidate {
    /// All sets, as this backend runs them there.
    pub(super) fn all(catalog: &Catalog, machine: &str, backend: &str) -> Vec<Self> {
        let is = |time: &&TimeEntry| time.machine == machine && time.backend == backend;
        let times: Vec<_> = catalog.times.iter().filter(is).collect();
        let signers = Signers::of(catalog, &times, backend);
        let candidate = |set: &SetEntry| {
            let time = |operation: Operation| {
                let found = times
                    .iter()
                    .find(|time| (&*time.set, time.operation) == (&*set.name, operation));
                found.map(|time| Figure {
                    value: time.ns,
                    predicted: time.predicted,
                    error: time.error.filter(|_| time.predicted),
                })
            };
            Self {
                set: set.clone(),
                keygen: time(Operation::Keygen),
                sign: time(Operation::Sign),
                verify: time(Operation::Verify),
                verify_many: time(Operation::VerifyMany),
                memory: signers.memory(set),
            }
        };
        catalog.sets.iter().map(candidate).collect()
    }

    /// Signatures that a key can make, as a power of two. Stateless schemes are meant for 2^64.
    pub(super) fn lifetime_log2(&self) -> u32 {
        self.set.lifetime_log2.unwrap_or(64)
    }
}
