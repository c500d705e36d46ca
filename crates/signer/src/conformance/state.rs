//! Checks of what a key remembers: its indices, in memory and when it is loaded again.

use super::Run;
use super::subject::{Flaw, Verdict, due, fail, skip};
use crate::{Error, Key, Lifetime, StatefulSigner, quietly};

impl Run<'_> {
    pub(super) fn indices(&mut self) -> Verdict {
        let mut key = self.stateful_key()?;
        let mut before = None;
        for used in 0..3 {
            due("preparing", key.prepare())?;
            self.in_state(stateful(&mut key)?, used)?;
            let signed = self.signed(&mut key, b"one after the other")?;
            self.subject.at_index(&signed, used)?;
            self.subject.alike_above(before.as_ref().unwrap_or(&signed), &signed)?;
            before = Some(signed);
        }
        self.in_state(stateful(&mut key)?, 3)
    }

    pub(super) fn reload(&mut self) -> Verdict {
        let mut key = self.fresh_key()?;
        let first = self.signed(&mut key, b"before")?;
        let secret = due("encoding", key.private_key().secret_key())?;
        let secret = secret.expose();
        drop(key);

        let mut again = self.loaded(secret)?;
        self.subject.well_formed(&again)?;
        if again.private_key().public_key() != first.public_key {
            return fail("the loaded key has another public key");
        }
        if let Key::Stateful(key) = &again {
            self.in_state(&**key, 1)?;
        }
        let signed = self.signed(&mut again, b"after")?;
        if let Key::Stateful(key) = &again {
            self.in_state(&**key, 2)?;
            self.subject.at_index(&signed, 1)?;
            self.subject.alike_above(&first, &signed)?;
        }

        let len = secret.len();
        let lens = [0, 1, len / 2, len.saturating_sub(1), len + 1, 2 * len];
        for wrong in lens.into_iter().filter(|wrong| *wrong != len) {
            let bytes: Vec<u8> = secret.iter().copied().cycle().take(wrong).collect();
            if self.tolerated(&bytes)? {
                return fail(format!("{wrong} bytes load, and a key has {len}"));
            }
        }
        for byte in [0x00, 0xff] {
            self.tolerated(&vec![byte; len])?;
        }
        Ok(())
    }

    pub(super) fn skip(&mut self) -> Verdict {
        let mut key = self.stateful_key()?;
        let skipping = stateful(&mut key)?;
        due("skipping to 5", skipping.skip_to(5))?;
        self.in_state(skipping, 5)?;
        due("skipping to where it is", skipping.skip_to(5))?;
        let end = self.subject.set.lifetime.count();
        let past_the_end = end.into_iter().flat_map(|end| [end, end + 1]);
        for wrong in [0, 4].into_iter().chain(past_the_end) {
            match skipping.skip_to(wrong) {
                Err(Error::Index { asked, next: 5 }) if asked == wrong => (),
                other => return fail(format!("skipping from 5 to {wrong} gives: {other:?}")),
            }
            self.in_state(skipping, 5)?;
        }
        let signed = self.signed(&mut key, b"after skipping")?;
        self.subject.at_index(&signed, 5)?;
        self.in_state(stateful(&mut key)?, 6)
    }

    /// Checks that `key` knows that `used` indices are gone.
    pub(super) fn in_state(&self, key: &dyn StatefulSigner, used: u64) -> Verdict {
        let lifetime = match self.subject.set.lifetime {
            Lifetime::Signatures { log2 } => 1u128.checked_shl(log2),
            Lifetime::Unlimited => None,
        };
        let left = lifetime.map_or(u128::MAX, |count| count - u128::from(used));
        let due = (used, u64::try_from(left).unwrap_or(u64::MAX));
        let found = (key.index(), key.remaining());
        if found == due {
            Ok(())
        } else {
            fail(format!(
                "index {} and {} left, instead of index {} and {} left",
                found.0, found.1, due.0, due.1
            ))
        }
    }

    /// A new key of a scheme that has a state; where none has one, nothing is generated.
    pub(super) fn stateful_key(&mut self) -> Result<Key, Flaw> {
        match self.subject.set.lifetime {
            Lifetime::Signatures { .. } => self.fresh_key(),
            Lifetime::Unlimited => skip("the scheme has no state"),
        }
    }

    pub(super) fn loaded(&self, secret_key: &[u8]) -> Result<Key, Flaw> {
        due("loading", self.subject.backend.load(self.subject.set, secret_key))
    }

    /// Whether bytes load; that they panic is a failure.
    fn tolerated(&self, secret_key: &[u8]) -> Result<bool, Flaw> {
        match quietly(|| self.subject.backend.load(self.subject.set, secret_key)) {
            Err(Error::Panicked { message }) => {
                fail(format!("loading {} bytes panics: {message}", secret_key.len()))
            }
            result => Ok(result.is_ok()),
        }
    }
}

/// The key as one that has a state. That it has none is a failure of [`super::Check::Generate`].
pub(super) fn stateful(key: &mut Key) -> Result<&mut (dyn StatefulSigner + 'static), Flaw> {
    match key {
        Key::Stateful(key) => Ok(&mut **key),
        Key::Stateless(_) => skip("the key has no state"),
    }
}
