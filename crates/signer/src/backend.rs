//! One implementation of one scheme: ours, or somebody else's behind the same face.

use crate::{Entropy, Error, Key, ParameterSet};
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// An implementation of a scheme.
///
/// Messages, public keys and signatures are the standard's bytes, whatever the crate behind uses
/// inside, so that each backend can verify what each other one signed. No method panics, whatever it
/// is given.
pub trait Backend: Debug + Send + Sync {
    /// What reports say about it.
    fn about(&self) -> About;

    /// Whether it runs `set`. Cheap: no keys are made.
    fn support(&self, set: &ParameterSet) -> Support;

    /// Generates a key of `set` from entropy.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if [`support`](Self::support) says so, [`Error::Entropy`] if the source
    /// fails.
    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error>;

    /// Generates the key that the standard derives from `seed`, `set.seed_len` bytes; what they are is
    /// said at [`ParameterSet::seed_len`].
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if the backend does not take the standard's seed, [`Error::Length`] for
    /// another length.
    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error>;

    /// Loads a key that [`PrivateKey::secret_key`](crate::PrivateKey::secret_key) encoded, with the
    /// state that it had then.
    ///
    /// # Errors
    ///
    /// [`Error::Unsupported`] if the backend cannot, any other for bytes that are no such key.
    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error>;

    /// Verifies `signature` over `message`, decoding included.
    ///
    /// # Errors
    ///
    /// [`Error::BadSignature`] for a signature that does not verify, [`Error::Length`] and
    /// [`Error::Type`] for bytes that are no signature or key of this set.
    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error>;

    /// Verifies many signatures, of one key or of several, as [`verify`](Self::verify) does each: a
    /// verdict for each, in order. A backend that can share work between them does.
    fn verify_many(&self, set: &ParameterSet, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
        let verify = |one: &Signed<'_>| {
            let Signed { public_key, message, signature } = *one;
            self.verify(set, public_key, message, signature)
        };
        signed.iter().map(verify).collect()
    }

    /// Threads that an operation may use: 1 for most.
    fn threads(&self) -> usize {
        1
    }

    /// The same with operations that may use as many threads; none if it always uses one.
    ///
    /// # Errors
    ///
    /// [`Error::Backend`] if the system has no more threads to give.
    fn with_threads(&self, threads: usize) -> Result<Option<Box<dyn Backend>>, Error> {
        let _ = threads;
        Ok(None)
    }
}

/// A signature to be verified, as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Signed<'a> {
    /// Encoded public key.
    pub public_key: &'a [u8],
    /// What is to have been signed.
    pub message: &'a [u8],
    /// Encoded signature.
    pub signature: &'a [u8],
}

/// What reports say about a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Name, such as `native` or `lms-signature`; unique in its scheme.
    pub name: Cow<'static, str>,
    /// Version of the code behind it.
    pub version: Cow<'static, str>,
    /// Language of the code behind it.
    pub language: &'static str,
    /// Features and options that it was built or is run with.
    pub features: Cow<'static, str>,
    /// Hash code that it runs, such as `sha2 0.11 (SHA-NI at run time)`.
    pub hash: Cow<'static, str>,
    /// Whether its heap can be seen by a Rust global allocator; a C library's cannot.
    pub heap_visible: bool,
    /// What the crate behind it does wrong or cannot do, and what the fence before it does about it.
    pub notes: &'static [&'static str],
}

/// Whether a backend runs a parameter set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// It does not know it: no row in a report.
    No,
    /// It lists it but cannot run it: a row with status `unsupported` and this reason.
    Unsupported(Cow<'static, str>),
    /// It runs it.
    Yes,
}

impl Support {
    /// Whether the set can be run.
    #[must_use]
    pub fn runs(&self) -> bool {
        *self == Self::Yes
    }
}
