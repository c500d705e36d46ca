//! Checks of what is signed, and with what randomness.

use super::subject::{Flaw, Verdict, Watched, due, fail, must};
use super::{Run, Signed};
use crate::{Error, Key, Randomness};

impl Run<'_> {
    pub(super) fn round_trip(&mut self) -> Verdict {
        let mut key = match self.key.take() {
            Some(key) => key,
            None => self.fresh_key()?,
        };
        for len in [0, 1, 32, 4096] {
            let message: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let signed = self.signed(&mut key, &message)?;
            if len > 0 {
                self.signed = Some(signed);
            }
        }
        Ok(())
    }

    pub(super) fn randomness(&mut self) -> Verdict {
        let mut keys = self.twins()?;
        let verdicts = [
            self.given(&mut keys),
            self.deterministic(&mut keys),
            self.fresh(&mut keys),
            self.wrongly_given(&mut keys),
        ];
        let (failed, others): (Vec<_>, Vec<_>) =
            verdicts.into_iter().partition(|verdict| matches!(verdict, Err(Flaw::Failed(_))));
        failed.into_iter().chain(others).collect()
    }

    /// What is given is used, all of it and nothing else.
    fn given(&mut self, keys: &mut [Key; 2]) -> Verdict {
        let Some(len) = self.subject.set.randomness_len else { return Ok(()) };
        let mut given = vec![0; len];
        must("entropy", self.entropy.fill(&mut given))?;
        let [first, second] = self.both(keys, &given, &given)?;
        if first.signature != second.signature {
            return fail("the same given randomness makes different signatures");
        }
        // RFC 8554 puts what is given into the signature, as `C` of the last level; FIPS 205 only
        // what is derived from it.
        let c = self.subject.set.signature.iter().rfind(|field| field.name == "C");
        if c.is_some_and(|c| c.slice(&first.signature) != Some(&given)) {
            return fail("the given randomness is not the signature's C");
        }
        for at in [0, len - 1] {
            let mut other = given.clone();
            other[at] ^= 1;
            let [first, second] = self.both(keys, &given, &other)?;
            if first.signature == second.signature {
                return fail(format!("byte {at} of the given randomness makes no difference"));
            }
        }
        Ok(())
    }

    fn deterministic(&mut self, keys: &mut [Key; 2]) -> Verdict {
        let mut sign = |key| self.subject.sign(key, MESSAGE, Randomness::Deterministic);
        let [first, second] = keys.each_mut().map(&mut sign);
        if first?.signature == second?.signature {
            Ok(())
        } else {
            fail("deterministic signatures of one message differ")
        }
    }

    /// What is drawn is used.
    fn fresh(&mut self, keys: &mut [Key; 2]) -> Verdict {
        let mut source = Watched::new(self.entropy);
        let mut sign = |key| self.subject.sign(key, MESSAGE, Randomness::Fresh(&mut source));
        let [first, second] = keys.each_mut().map(&mut sign);
        if first?.signature == second?.signature && source.calls > 0 {
            fail("fresh randomness is drawn and not used")
        } else {
            Ok(())
        }
    }

    /// Given randomness of a wrong length, and any if the scheme takes none. Last, because a key that
    /// refuses may use up an index.
    fn wrongly_given(&mut self, [key, _]: &mut [Key; 2]) -> Verdict {
        let lens = match self.subject.set.randomness_len {
            Some(len) => vec![0, len - 1, len + 1],
            None => vec![self.subject.set.n],
        };
        for len in lens {
            let mut signature = vec![0xee; 7];
            match key.sign(MESSAGE, Randomness::Given(&vec![0xa5; len]), &mut signature) {
                Err(Error::Length { .. } | Error::Unsupported { .. }) if signature.is_empty() => (),
                Err(error) if signature.is_empty() => {
                    return fail(format!("{len} bytes of randomness give: {error}"));
                }
                Err(_) => return fail("refused randomness leaves bytes behind"),
                Ok(()) => return fail(format!("{len} bytes of randomness are taken")),
            }
        }
        Ok(())
    }

    /// One signature of each key with the randomness given for it.
    fn both(
        &self,
        [first, second]: &mut [Key; 2],
        for_first: &[u8],
        for_second: &[u8],
    ) -> Result<[Signed; 2], Flaw> {
        Ok([
            self.subject.sign(first, MESSAGE, Randomness::Given(for_first))?,
            self.subject.sign(second, MESSAGE, Randomness::Given(for_second))?,
        ])
    }

    /// Two keys in the same state, from one seed or from one encoding.
    fn twins(&mut self) -> Result<[Key; 2], Flaw> {
        let mut seed = vec![0; self.subject.set.seed_len];
        must("entropy", self.entropy.fill(&mut seed))?;
        match self.key_of(&seed) {
            Err(Flaw::Skipped(_)) => {
                let secret = due("encoding", self.fresh_key()?.private_key().secret_key())?;
                Ok([self.loaded(secret.expose())?, self.loaded(secret.expose())?])
            }
            key => Ok([key?, self.key_of(&seed)?]),
        }
    }
}

const MESSAGE: &[u8] = b"signed twice";
