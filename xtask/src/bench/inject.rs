//! Backends that are slower than they are, to see whether `cargo xtask compare` finds it.

use measure::Choice;
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, PrivateKey, Randomness, SecretBytes, Signed,
    Signer, StatefulSigner, Support,
};
use std::fmt;
use std::hint::spin_loop;
use std::str::FromStr;
use std::time::Instant;

/// How much slower a backend is to be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Injection {
    /// Its name.
    pub(super) backend: String,
    /// Its time over what it was, from 1 to 10.
    factor: f64,
}

impl FromStr for Injection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no NAME=FACTOR, such as native=1.05");
        let (backend, factor) = text.rsplit_once('=').ok_or_else(wrong)?;
        let factor: f64 = factor.parse().map_err(|_| wrong())?;
        if !(1.0..=10.0).contains(&factor) || backend.is_empty() {
            return Err(wrong());
        }
        Ok(Self { backend: backend.to_owned(), factor })
    }
}

/// `native=1.05`.
impl fmt::Display for Injection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.backend, self.factor)
    }
}

/// Puts slower ones in the place of those that are named.
pub(super) fn slow_down(backends: &mut [Choice], injections: &[Injection]) {
    for (backend, _) in backends {
        let name = backend.about().name;
        let named = injections.iter().find(|one| one.backend.eq_ignore_ascii_case(&name));
        if let Some(Injection { factor, .. }) = named {
            // For the rest of the program, like the one that it stands for.
            *backend =
                Box::leak(Box::new(Slow { inner: Inner::Shared(*backend), factor: *factor }));
        }
    }
}

/// A backend of which each call that is measured takes `factor` times as long.
#[derive(Debug)]
struct Slow {
    inner: Inner,
    factor: f64,
}

/// The backend as it is.
#[derive(Debug)]
enum Inner {
    Shared(&'static dyn Backend),
    Owned(Box<dyn Backend>),
}

/// A key of it.
#[derive(Debug)]
struct SlowKey<K> {
    key: K,
    factor: f64,
}

impl Slow {
    fn inner(&self) -> &dyn Backend {
        match self {
            Self { inner: Inner::Shared(backend), .. } => *backend,
            Self { inner: Inner::Owned(backend), .. } => &**backend,
        }
    }

    /// The key made slower, too.
    fn slow(&self, key: Key) -> Key {
        let factor = self.factor;
        match key {
            Key::Stateful(key) => Key::Stateful(Box::new(SlowKey { key, factor })),
            Key::Stateless(key) => Key::Stateless(Box::new(SlowKey { key, factor })),
        }
    }
}

/// Calls `work`, and does nothing for so long that both take `factor` times as long as it alone.
///
/// By the wall clock, which is read in 20 ns: thread CPU time takes 400 ns to read, as much as is to be
/// added to 8 µs. A call that is interrupted becomes longer than it should; medians do not see that.
fn slowly<T>(factor: f64, work: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = work();
    let due = started.elapsed().mul_f64(factor);
    while started.elapsed() < due {
        spin_loop();
    }
    result
}

impl Backend for Slow {
    fn about(&self) -> About {
        self.inner().about()
    }

    fn support(&self, set: &ParameterSet) -> Support {
        self.inner().support(set)
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        slowly(self.factor, || self.inner().generate(set, entropy)).map(|key| self.slow(key))
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        slowly(self.factor, || self.inner().generate_from_seed(set, seed)).map(|key| self.slow(key))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        slowly(self.factor, || self.inner().load(set, secret_key)).map(|key| self.slow(key))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        slowly(self.factor, || self.inner().verify(set, public_key, message, signature))
    }

    fn verify_many(&self, set: &ParameterSet, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
        slowly(self.factor, || self.inner().verify_many(set, signed))
    }

    fn threads(&self) -> usize {
        self.inner().threads()
    }

    fn with_threads(&self, threads: usize) -> Result<Option<Box<dyn Backend>>, Error> {
        let slow = |several| -> Box<dyn Backend> {
            Box::new(Self { inner: Inner::Owned(several), factor: self.factor })
        };
        Ok(self.inner().with_threads(threads)?.map(slow))
    }
}

impl PrivateKey for SlowKey<Box<dyn StatefulSigner>> {
    fn public_key(&self) -> &[u8] {
        self.key.public_key()
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.key.secret_key()
    }
}

impl StatefulSigner for SlowKey<Box<dyn StatefulSigner>> {
    fn index(&self) -> u64 {
        self.key.index()
    }

    fn remaining(&self) -> u64 {
        self.key.remaining()
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        slowly(self.factor, || self.key.sign(message, randomness, signature))
    }

    fn prepare(&mut self) -> Result<(), Error> {
        self.key.prepare()
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        self.key.skip_to(index)
    }
}

impl PrivateKey for SlowKey<Box<dyn Signer>> {
    fn public_key(&self) -> &[u8] {
        self.key.public_key()
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.key.secret_key()
    }
}

impl Signer for SlowKey<Box<dyn Signer>> {
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        slowly(self.factor, || self.key.sign(message, randomness, signature))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn injections_are_read_as_they_are_written() {
        let one: Injection = "native@avx2=1.05".parse().expect("one");
        assert_eq!((&*one.backend, one.factor), ("native@avx2", 1.05));
        assert_eq!(one.to_string(), "native@avx2=1.05");
        for wrong in ["native", "=1.05", "native=fast", "native=0.9", "native=11", "native=NaN"] {
            let error = wrong.parse::<Injection>().expect_err(wrong);
            assert!(error.contains(wrong) && error.contains("native=1.05"), "{error}");
        }
    }

    #[test]
    fn a_slow_call_takes_at_least_so_many_times_as_long() {
        let nap = Duration::from_millis(2);
        let started = Instant::now();
        assert_eq!(slowly(3.0, || std::thread::sleep(nap)), ());
        assert!(started.elapsed() >= 3 * nap);
    }

    /// Its keys sign, and what they sign the backend itself verifies.
    #[test]
    fn a_slow_backend_does_what_the_backend_does() {
        for (suite, stateful) in [(&lms::SUITE, true), (&sphincs::SUITE, false)] {
            let set = (suite.find)(suite.quick_sets[0]).expect("a set");
            let mut backends = suite.knowing(&set);
            backends.retain(|(backend, _)| backend.about().name == "native");
            let plain = backends[0].0;
            slow_down(&mut backends, &["Native=1.5".parse().expect("an injection")]);
            let slow = backends[0].0;
            assert_eq!(slow.about(), plain.about());
            let mut key = slow.generate(&set, &mut signer::Os).expect("a key");
            assert_eq!(key.remaining().is_some(), stateful);
            let (public_key, mut signature) = (key.private_key().public_key().to_vec(), Vec::new());
            key.sign(b"m", Randomness::Fresh(&mut signer::Os), &mut signature).expect("signed");
            for backend in [plain, slow] {
                backend.verify(&set, &public_key, b"m", &signature).expect("verified");
                assert!(backend.verify(&set, &public_key, b"n", &signature).is_err());
            }
        }
    }
}
