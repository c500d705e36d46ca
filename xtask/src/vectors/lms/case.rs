//! A published signature, valid or not.

use crate::vectors::scheme::{Asked, said, verdict};
use crate::vectors::tally::{Tally, Vector};
use measure::Suite;
use signer::{Error, ParameterSet};

/// A published signature.
pub(super) struct Case {
    pub(super) vector: Vector,
    pub(super) set: ParameterSet,
    pub(super) public_key: Vec<u8>,
    pub(super) message: Vec<u8>,
    pub(super) signature: Vec<u8>,
    pub(super) valid: bool,
}

/// What ours is called when it verifies all signatures of a file in one call.
const TOGETHER: &str = "native all at once";

impl Case {
    fn expected(&self) -> &'static str {
        if self.valid { "valid" } else { "invalid" }
    }

    /// Has each backend verify the signature.
    pub(super) fn verify(&mut self, suite: &Suite, asked: &Asked<'_>) {
        let expected = self.expected();
        for backend in asked.backends(suite, &self.set) {
            let Self { set, public_key, message, signature, .. } = &*self;
            let found = verdict(backend, set, public_key, message, signature);
            self.vector.check(&backend.about().name, expected, &found);
        }
    }
}

/// Has `verify` verify, in one call, the signatures whose public key can be read, and counts all.
pub(super) fn finish<K>(
    mut cases: Vec<Case>,
    asked: &Asked<'_>,
    tally: &mut Tally,
    decode: impl Fn(&[u8]) -> Result<K, Error>,
    verify: impl Fn(&[(&K, &[u8], &[u8])]) -> Vec<Result<(), Error>>,
) {
    let mut keys: Vec<_> = cases.iter().map(|case| decode(&case.public_key).ok()).collect();
    if !asked.takes("native") {
        keys.clear();
    }
    let pairs = keys.iter().zip(&cases);
    let signed: Vec<_> = pairs
        .filter_map(|(key, case)| Some((key.as_ref()?, &case.message[..], &case.signature[..])))
        .collect();
    let verdicts = verify(&signed);
    let pairs = keys.iter().zip(&mut cases).filter(|(key, _)| key.is_some());
    for ((_, case), verdict) in pairs.zip(verdicts) {
        case.vector.check(TOGETHER, case.expected(), &said(verdict));
    }
    cases.into_iter().for_each(|case| tally.add(case.vector));
}
