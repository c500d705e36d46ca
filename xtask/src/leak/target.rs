//! What is timed: generating a key or signing, by a backend.

use hbs::lms::params::I_LEN;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use signer::{Backend, Error, Key, ParameterSet, RandCore, Randomness, Scheme};

/// Something that handles a secret.
pub(super) trait Target {
    /// Makes ready for one call, in both classes alike: what depends on the class is `secret`, the
    /// rest is drawn from `rng`.
    ///
    /// # Errors
    ///
    /// Those of the backend.
    fn prepare(&mut self, secret: &[u8], rng: &mut StdRng) -> Result<(), Error>;

    /// What is timed.
    ///
    /// # Errors
    ///
    /// Those of the backend.
    fn call(&mut self) -> Result<(), Error>;

    /// Whether the call did what it is timed for.
    ///
    /// # Errors
    ///
    /// Those of the backend, of [`Backend::verify`] for one.
    fn check(&self) -> Result<(), Error>;
}

/// A backend with one of its sets, and room for a seed.
#[derive(Debug)]
pub(super) struct Subject {
    backend: &'static dyn Backend,
    set: ParameterSet,
    seed: Vec<u8>,
}

/// Generating a key from a seed.
#[derive(Debug)]
pub(super) struct Keygen {
    subject: Subject,
    key: Option<Key>,
}

/// The first signature of a fresh key.
#[derive(Debug)]
pub(super) struct Sign {
    subject: Subject,
    key: Option<Key>,
    source: Source,
    message: [u8; MESSAGE_LEN],
    given: Vec<u8>,
    fresh: RandCore<StdRng>,
    signature: Vec<u8>,
}

/// Where a signature's randomiser comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The key and the message or index.
    Key,
    /// Bytes drawn beforehand, in both classes alike.
    Given,
    /// A generator, asked while the clock runs, in both classes alike.
    Fresh,
}

/// Length of messages in bytes: that of the tests of SPHINCS+ with dudect.
pub(super) const MESSAGE_LEN: usize = 64;

impl Subject {
    pub(super) fn new(backend: &'static dyn Backend, set: ParameterSet) -> Self {
        let seed = vec![0; set.seed_len];
        Self { backend, set, seed }
    }

    /// Length in bytes of the part of the seed that is secret, which comes first. What follows is
    /// `I`, `PUB_SEED` or `PK.seed`.
    pub(super) fn secret_len(&self) -> usize {
        match self.set.scheme {
            Scheme::Lms | Scheme::Hss => self.set.seed_len - I_LEN,
            _ => self.set.seed_len / 3 * 2,
        }
    }

    /// Puts the secret part of a seed in its place and draws the public one.
    ///
    /// That is drawn in both classes because roots of trees below others follow from both parts and
    /// are signed with chains whose lengths anybody can read from a signature. Were it fixed with the
    /// secret, these lengths would be fixed in one class and random in the other: a difference, and
    /// no leak.
    fn draw(&mut self, secret: &[u8], rng: &mut StdRng) {
        let (own, public) = self.seed.split_at_mut(secret.len());
        own.copy_from_slice(secret);
        rng.fill_bytes(public);
    }

    fn generate(&self) -> Result<Key, Error> {
        self.backend.generate_from_seed(&self.set, &self.seed)
    }
}

impl Keygen {
    pub(super) fn new(subject: Subject) -> Self {
        Self { subject, key: None }
    }
}

impl Target for Keygen {
    fn prepare(&mut self, secret: &[u8], rng: &mut StdRng) -> Result<(), Error> {
        // Not while the clock runs: the key before this one is dropped here.
        self.key = None;
        self.subject.draw(secret, rng);
        Ok(())
    }

    fn call(&mut self) -> Result<(), Error> {
        self.key = Some(self.subject.generate()?);
        Ok(())
    }

    fn check(&self) -> Result<(), Error> {
        let public_key = self.key.as_ref().ok_or_else(unprepared)?.private_key().public_key();
        signer::check_length("public key", self.subject.set.public_key_len(), public_key)
    }
}

impl Sign {
    /// Finds out what randomness the backend takes by signing once for each kind.
    ///
    /// # Errors
    ///
    /// Those of the backend.
    pub(super) fn new(subject: Subject, rng: &mut StdRng) -> Result<Self, Error> {
        let given = vec![0; subject.set.randomness_len.unwrap_or(0)];
        let signature = Vec::with_capacity(subject.set.signature_len());
        let fresh = RandCore(StdRng::from_rng(rng));
        let (key, message) = (None, [0; MESSAGE_LEN]);
        let mut sign =
            Self { subject, key, source: Source::Fresh, message, given, fresh, signature };
        // Deriving the randomiser is one more thing done with the secret. A stateless key always
        // derives it, from what it is given too.
        let stateless = matches!(sign.subject.generate()?, Key::Stateless(_));
        for source in
            if stateless { [Source::Given, Source::Fresh].as_slice() } else { &Source::ALL }
        {
            sign.source = *source;
            sign.key = Some(sign.subject.generate()?);
            match sign.call() {
                Err(Error::Unsupported { .. }) => (),
                result => return result.map(|()| sign),
            }
        }
        Err(Error::unsupported("the backend takes no randomness of any kind"))
    }

    pub(super) fn source(&self) -> Source {
        self.source
    }
}

impl Target for Sign {
    fn prepare(&mut self, secret: &[u8], rng: &mut StdRng) -> Result<(), Error> {
        self.key = None;
        self.subject.draw(secret, rng);
        rng.fill_bytes(&mut self.message);
        rng.fill_bytes(&mut self.given);
        // Each sample is the first signature of a key made for it: a stateful key cannot run out, and
        // is as far in its trees in one class as in the other.
        self.key = Some(self.subject.generate()?);
        Ok(())
    }

    fn call(&mut self) -> Result<(), Error> {
        let randomness = match self.source {
            Source::Key => Randomness::Deterministic,
            Source::Given => Randomness::Given(&self.given),
            Source::Fresh => Randomness::Fresh(&mut self.fresh),
        };
        let key = self.key.as_mut().ok_or_else(unprepared)?;
        key.sign(&self.message, randomness, &mut self.signature)
    }

    fn check(&self) -> Result<(), Error> {
        let Subject { backend, set, .. } = &self.subject;
        let key = self.key.as_ref().ok_or_else(unprepared)?;
        if let (Key::Stateful(_), Some(asked @ 1..)) = (key, set.signature_index(&self.signature)) {
            return Err(Error::Index { asked, next: 0 });
        }
        backend.verify(set, key.private_key().public_key(), &self.message, &self.signature)
    }
}

impl Source {
    const ALL: [Self; 3] = [Self::Key, Self::Given, Self::Fresh];
}

fn unprepared() -> Error {
    Error::Interrupted
}
