//! Verifying, one signature at a time and many.

use super::series::Flaw;
use super::{Runner, Runs, Signed, insert};
use crate::Clock;
use crate::record::{Measurement, Metric, Operation, Status};
use crate::runner::Progress;
use signer::{Backend, Error, quietly};

/// Signatures that are verified at a time by [`Operation::VerifyMany`].
pub(super) const BATCH: usize = 64;

impl Runner<'_> {
    pub(super) fn verify(
        &self,
        racing: &mut [Runs<'_>],
        signed: &[Signed<'_>],
        progress: &mut dyn Progress,
    ) -> Vec<Measurement> {
        if signed.is_empty() {
            return self.nothing_to_verify(racing, Operation::Verify);
        }
        let mut next = vec![0; racing.len()];
        let names: Vec<_> = racing.iter().map(|runs| runs.name.clone()).collect();
        let verify = |backend: &dyn Backend, one: &Signed<'_>| {
            let Signed { public_key, message, signature } = one;
            backend.verify(self.set, public_key, message, signature)
        };
        let series = self.race(racing, Operation::Verify, progress, |runs| {
            let at = names.iter().position(|name| *name == runs.name).unwrap_or(0);
            let one = &signed[next[at] % signed.len()];
            next[at] += 1;
            let started = Clock::start();
            let result = verify(runs.backend, one);
            let elapsed = started.stop();
            result?;
            Ok(elapsed)
        });
        let mut rows = Vec::new();
        for (runs, mut series) in racing.iter_mut().zip(series) {
            // A verifier that says yes to everything is fast.
            let mut tampered = signed[0].clone();
            let middle = tampered.signature.len() / 2;
            tampered.signature[middle] ^= 1;
            series.check(match quietly(|| verify(runs.backend, &tampered)) {
                Ok(()) => Ok(Err(Flaw::new(Status::Failed, "a tampered signature is accepted"))),
                Err(Error::Panicked { message }) => Err(Error::Panicked { message }),
                Err(_) => Ok(Ok(())),
            });
            let backend = runs.backend;
            let memory = self.memory(backend, &series, || verify(backend, &signed[0]));
            let mut row = self.row(runs, Operation::Verify, &series);
            memory.insert_into(&mut row);
            insert(&mut row, "pool.signatures", Metric::single("count", signed.len() as f64));
            rows.push(row);
        }
        rows
    }

    /// Verifies [`BATCH`] signatures at a time, those of one key side by side.
    pub(super) fn verify_many(
        &self,
        racing: &mut [Runs<'_>],
        mut signed: Vec<Signed<'_>>,
        progress: &mut dyn Progress,
    ) -> Vec<Measurement> {
        if signed.is_empty() {
            return self.nothing_to_verify(racing, Operation::VerifyMany);
        }
        signed.sort_by(|a, b| a.public_key.cmp(&b.public_key));
        let batch: Vec<_> = signed.iter().cycle().take(BATCH).map(Signed::view).collect();
        let series = self.race(racing, Operation::VerifyMany, progress, |runs| {
            let started = Clock::start();
            let verdicts = runs.backend.verify_many(self.set, &batch);
            let elapsed = started.stop();
            if verdicts.len() != BATCH {
                return Err(Flaw::new(Status::Failed, format!("{} verdicts", verdicts.len())));
            }
            verdicts.into_iter().collect::<Result<(), Error>>()?;
            Ok(elapsed)
        });
        let mut rows = Vec::new();
        for (runs, mut series) in racing.iter_mut().zip(series) {
            let backend = runs.backend;
            let mut tampered = signed[0].clone();
            let middle = tampered.signature.len() / 2;
            tampered.signature[middle] ^= 1;
            let mut some = batch.clone();
            some[BATCH / 2] = tampered.view();
            series.check(quietly(|| {
                let refused = backend.verify_many(self.set, &some)[BATCH / 2].is_err();
                let accepted = || Flaw::new(Status::Failed, "a tampered signature is accepted");
                Ok(if refused { Ok(()) } else { Err(accepted()) })
            }));
            let memory = self.memory(backend, &series, || {
                backend.verify_many(self.set, &batch).into_iter().collect::<Result<(), Error>>()
            });
            let mut row = self.row(runs, Operation::VerifyMany, &series);
            memory.insert_into(&mut row);
            insert(&mut row, "pool.signatures", Metric::single("count", signed.len() as f64));
            rows.push(row);
        }
        rows
    }

    fn nothing_to_verify(&self, racing: &[Runs<'_>], operation: Operation) -> Vec<Measurement> {
        let flaw = Flaw::new(Status::Failed, "no backend made a signature to verify");
        racing.iter().map(|runs| self.flawed(runs.who(), operation, &flaw)).collect()
    }
}
