//! Checks of how a key ends: with its last index, and for good.

use super::Run;
use super::state::stateful;
use super::subject::{Verdict, due, fail, skip};
use crate::{Error, Key, Randomness, StatefulSigner, quietly};

/// Lifetime up to which a key is used up whatever the effort, by skipping to its last index.
const SHORT_LIFE: u64 = 1024;

/// Lifetime up to which a key that cannot skip is used up by signing.
const VERY_SHORT_LIFE: u64 = 32;

impl Run<'_> {
    pub(super) fn last_index(&mut self) -> Verdict {
        let lifetime = self.subject.set.lifetime;
        let Some(count) = lifetime.count() else {
            return skip(format!("a lifetime of {lifetime} has no end that can be reached"));
        };
        if count > SHORT_LIFE && !self.effort.long_lives {
            return skip(format!("{lifetime} signatures are too many to use up here"));
        }
        let mut key = self.stateful_key()?;
        match stateful(&mut key)?.skip_to(count - 1) {
            Err(Error::Unsupported { .. }) if count <= VERY_SHORT_LIFE => {
                for _ in 1..count {
                    self.signed(&mut key, b"one of many")?;
                }
            }
            result => due("skipping to the last index", result)?,
        }
        self.in_state(stateful(&mut key)?, count - 1)?;
        let signed = self.signed(&mut key, b"the last")?;
        self.subject.at_index(&signed, count - 1)?;
        if let Key::Stateful(key) = key {
            self.spent = Some(key);
        }
        Ok(())
    }

    pub(super) fn exhausted(&mut self) -> Verdict {
        let Some(mut key) = self.spent.take() else { return skip("no key was used up") };
        let secret = key.secret_key();
        self.at_the_end(&mut *key)?;
        due("preparing a used-up key", key.prepare())?;
        let count = self.subject.set.lifetime.count().unwrap_or(u64::MAX);
        for index in [0, count - 1] {
            if key.skip_to(index).is_ok() {
                return fail(format!("a used-up key skips to {index}"));
            }
        }
        self.at_the_end(&mut *key)?;
        // A used-up key may refuse to be encoded or loaded; what it may not do is sign.
        let Ok(secret) = secret else { return Ok(()) };
        match quietly(|| self.subject.backend.load(self.subject.set, secret.expose())) {
            Err(Error::Panicked { message }) => fail(format!("loading panics: {message}")),
            Ok(mut again) => self.at_the_end(stateful(&mut again)?),
            Err(_) => Ok(()),
        }
    }

    /// Checks that a key is exhausted, and stays so.
    fn at_the_end(&mut self, key: &mut dyn StatefulSigner) -> Verdict {
        let count = self.subject.set.lifetime.count();
        for call in 1..=3 {
            let mut signature = vec![0xee; 9];
            let result = key.sign(b"one more", Randomness::Fresh(self.entropy), &mut signature);
            if result != Err(Error::Exhausted) {
                return fail(format!("call {call} after the last index gives: {result:?}"));
            }
            if !signature.is_empty() {
                return fail("a used-up key leaves bytes behind");
            }
            let (index, remaining) = (key.index(), key.remaining());
            if remaining != 0 || (Some(index) != count && index != u64::MAX) {
                return fail(format!("after the last index: index {index}, {remaining} left"));
            }
        }
        Ok(())
    }
}
