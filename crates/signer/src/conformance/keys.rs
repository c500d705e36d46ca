//! Checks of where keys come from: a source, or a seed.

use super::subject::{Flaw, Verdict, Watched, due, fail, must, skip};
use super::{Run, Signed};
use crate::{Error, Key, Randomness, Support};

/// Calls of a source at which a failure is tried.
const FAILURES: usize = 4;

impl Run<'_> {
    pub(super) fn generate(&mut self) -> Verdict {
        let mut source = Watched::new(self.entropy);
        let support = self.subject.backend.support(self.subject.set);
        match (support, self.subject.backend.generate(self.subject.set, &mut source)) {
            (Support::Yes, Ok(key)) => {
                self.draws = source.calls;
                self.subject.well_formed(&key)?;
                self.key = Some(key);
                Ok(())
            }
            (Support::Yes, Err(error)) => fail(error.to_string()),
            (_, Err(Error::Unsupported { what })) => skip(what),
            (_, Err(error)) => fail(format!("a set that is not supported gives: {error}")),
            (_, Ok(_)) => fail("a set that is not supported has keys"),
        }
    }

    pub(super) fn entropy_failure(&mut self) -> Verdict {
        let Some(key) = &mut self.key else { return skip("no key") };
        for call in 0..self.draws.min(FAILURES) {
            let mut source = Watched::failing_from(call, self.entropy);
            match self.subject.backend.generate(self.subject.set, &mut source) {
                Err(Error::Entropy) => (),
                Err(error) => return fail(format!("failing call {call} gives: {error}")),
                Ok(_) if source.failed() => return fail(format!("failing call {call} is ignored")),
                Ok(_) => (),
            }
        }
        let mut source = Watched::failing_from(0, self.entropy);
        let mut signature = vec![0xee; 7];
        match key.sign(b"unlucky", Randomness::Fresh(&mut source), &mut signature) {
            Ok(()) if source.failed() => fail("signing ignores a failing source"),
            // Its randomiser is derived, or comes from a source of its own.
            Ok(()) if self.draws == 0 => skip("the backend has a random source of its own"),
            Ok(()) => Ok(()),
            Err(Error::Entropy) if signature.is_empty() => Ok(()),
            Err(Error::Entropy) => fail("signing leaves bytes behind when the source fails"),
            Err(error) => fail(format!("signing with a failing source gives: {error}")),
        }
    }

    pub(super) fn seed(&mut self) -> Verdict {
        let mut seed = vec![0; self.subject.set.seed_len];
        must("entropy", self.entropy.fill(&mut seed))?;
        let mut key = self.key_of(&seed)?;
        self.subject.well_formed(&key)?;
        let public_key = key.private_key().public_key().to_vec();
        self.signed(&mut key, b"from a seed")?;
        if self.key_of(&seed)?.private_key().public_key() != public_key {
            return fail("the same seed gives another public key");
        }
        // What lies between need not show in the public key: SK_PRF, SK.prf.
        for (at, end) in [(0, "first"), (seed.len() - 1, "last")] {
            let mut other = seed.clone();
            other[at] ^= 1;
            if self.key_of(&other)?.private_key().public_key() == public_key {
                return fail(format!("the {end} byte of the seed makes no difference"));
            }
        }
        for len in [0, 1, seed.len() - 1, seed.len() + 1, 2 * seed.len()] {
            let wrong: Vec<u8> = seed.iter().copied().cycle().take(len).collect();
            match self.subject.backend.generate_from_seed(self.subject.set, &wrong) {
                Err(Error::Length { .. }) => (),
                Err(error) => return fail(format!("a seed of {len} bytes gives: {error}")),
                Ok(_) => return fail(format!("a seed of {len} bytes is taken")),
            }
        }
        Ok(())
    }

    /// A new key from the source.
    pub(super) fn fresh_key(&mut self) -> Result<Key, Flaw> {
        due("generating", self.subject.backend.generate(self.subject.set, self.entropy))
    }

    pub(super) fn key_of(&self, seed: &[u8]) -> Result<Key, Flaw> {
        due("a seed", self.subject.backend.generate_from_seed(self.subject.set, seed))
    }

    /// A signature with fresh randomness, which every backend takes.
    pub(super) fn signed(&mut self, key: &mut Key, message: &[u8]) -> Result<Signed, Flaw> {
        let fresh = Randomness::Fresh(self.entropy);
        self.subject.sign(key, message, fresh).map_err(Flaw::inexcusable)
    }
}
