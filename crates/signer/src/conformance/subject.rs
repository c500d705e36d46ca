//! What is under test, and what every check does with it.

use crate::{
    Backend, Entropy, Error, Field, Key, Lifetime, ParameterSet, Randomness, Scheme, check_length,
    check_word,
};

/// A backend and the set that it is tried on.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) backend: &'a dyn Backend,
    pub(super) set: &'a ParameterSet,
}

impl Subject<'_> {
    /// Checks the kind of a key, and the length and type words of its public key.
    pub(super) fn well_formed(self, key: &Key) -> Verdict {
        match (self.set.lifetime, key) {
            (Lifetime::Signatures { .. }, Key::Stateless(_)) => {
                return fail("the key keeps no state, and its scheme needs one");
            }
            (Lifetime::Unlimited, Key::Stateful(_)) => {
                return fail("the key keeps a state, and its scheme has none");
            }
            _ => (),
        }
        let public_key = key.private_key().public_key();
        self.has_type(check_length("public key", self.set.public_key_len(), public_key))?;
        let mut fields = self.set.public_key.iter();
        self.has_type(fields.try_for_each(|field| check_word(field, public_key)))
    }

    /// Signs, and checks that what comes out is a signature of the right form that verifies, or
    /// nothing. Randomness that the backend does not take is skipped.
    pub(super) fn sign(
        self,
        key: &mut Key,
        message: &[u8],
        randomness: Randomness<'_>,
    ) -> Result<Signed, Flaw> {
        let what = format!("signing with {randomness:?}");
        let mut signature = vec![0xee; 7];
        if let Err(error) = key.sign(message, randomness, &mut signature) {
            if !signature.is_empty() {
                return fail(format!("{what} leaves bytes behind when it fails: {error}"));
            }
            return due(&what, Err(error));
        }
        self.has_type(check_length("signature", self.set.signature_len(), &signature))?;
        let mut fields = self.set.signature.iter();
        self.has_type(fields.try_for_each(|field| check_word(field, &signature)))?;
        let public_key = key.private_key().public_key().to_vec();
        let signed = Signed { public_key, message: message.to_vec(), signature };
        must(&format!("verifying {} bytes", message.len()), self.verify(&signed))?;
        Ok(signed)
    }

    pub(super) fn verify(self, signed: &Signed) -> Result<(), Error> {
        let Signed { public_key, message, signature } = signed;
        self.backend.verify(self.set, public_key, message, signature)
    }

    /// Checks the index that a signature says it used.
    pub(super) fn at_index(self, signed: &Signed, due: u64) -> Verdict {
        match self.set.signature_index(&signed.signature) {
            Some(index) if index == due => Ok(()),
            Some(index) => fail(format!("the signature carries index {index} instead of {due}")),
            None => fail(format!("the signature carries no index, instead of {due}")),
        }
    }

    /// Checks that what two signatures from one lowest tree carry of the trees above it is the same:
    /// the one-time keys up there have signed the root below them once, and must never sign it again
    /// with another randomiser.
    pub(super) fn alike_above(self, one: &Signed, other: &Signed) -> Verdict {
        let levels = self.set.signature.iter().map(|field| field.level);
        let lowest = match self.set.scheme {
            Scheme::Hss => levels.max().unwrap_or(0),
            _ => 0,
        };
        for field in self.set.signature.iter().filter(|field| field.level != lowest) {
            if field.slice(&one.signature) != field.slice(&other.signature) {
                let Field { name, level, .. } = field;
                return fail(format!("level {level} has signed again: another {name}"));
            }
        }
        Ok(())
    }

    fn has_type(self, checked: Result<(), Error>) -> Verdict {
        checked.or_else(|error| fail(error.to_string()))
    }
}

/// A message, its signature and the public key that it verifies under.
#[derive(Clone)]
pub(super) struct Signed {
    pub(super) public_key: Vec<u8>,
    pub(super) message: Vec<u8>,
    pub(super) signature: Vec<u8>,
}

impl Signed {
    /// As a backend takes it.
    pub(super) fn view(&self) -> crate::Signed<'_> {
        let Self { public_key, message, signature } = self;
        crate::Signed { public_key, message, signature }
    }
}

/// Why a check did not pass.
pub(super) enum Flaw {
    Failed(String),
    Skipped(String),
}

impl Flaw {
    /// What may not be skipped has failed.
    pub(super) fn inexcusable(self) -> Self {
        match self {
            Self::Failed(why) => Self::Failed(why),
            Self::Skipped(why) => Self::Failed(format!("not supported, and must be: {why}")),
        }
    }
}

pub(super) type Verdict = Result<(), Flaw>;

pub(super) fn fail<T>(why: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw::Failed(why.into()))
}

pub(super) fn skip<T>(why: impl Into<String>) -> Result<T, Flaw> {
    Err(Flaw::Skipped(why.into()))
}

/// Success of what a backend may leave out: unsupported things are skipped, errors are failures.
pub(super) fn due<T>(what: &str, result: Result<T, Error>) -> Result<T, Flaw> {
    match result {
        Err(Error::Unsupported { what }) => skip(what),
        result => must(what, result),
    }
}

/// Success of what every backend must do.
pub(super) fn must<T>(what: &str, result: Result<T, Error>) -> Result<T, Flaw> {
    result.or_else(|error| fail(format!("{what}: {error}")))
}

/// A source that counts its calls, and may fail from one of them on.
pub(super) struct Watched<'a> {
    inner: &'a mut dyn Entropy,
    /// Calls so far.
    pub(super) calls: usize,
    fails_from: usize,
}

impl<'a> Watched<'a> {
    pub(super) fn new(inner: &'a mut dyn Entropy) -> Self {
        Self::failing_from(usize::MAX, inner)
    }

    /// Fails at the call of this number, from 0, and all after it.
    pub(super) fn failing_from(call: usize, inner: &'a mut dyn Entropy) -> Self {
        Self { inner, calls: 0, fails_from: call }
    }

    /// Whether it was called and failed.
    pub(super) fn failed(&self) -> bool {
        self.calls > self.fails_from
    }
}

impl Entropy for Watched<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), Error> {
        self.calls += 1;
        if self.failed() { Err(Error::Entropy) } else { self.inner.fill(out) }
    }
}
