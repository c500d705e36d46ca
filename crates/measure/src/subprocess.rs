//! A backend in any language: a program that speaks the protocol of [`rival`].
//!
//! The program keeps the keys, and times each operation with a clock of its own: the clock that runs here
//! stops with that (`clock/told.rs`), so that neither the pipe nor the encoding of a request is in any time.
//!
//! | what the program does | what comes of it |
//! |---|---|
//! | cannot be started; speaks another version; says nothing of itself that can be read | an error when the backend is made |
//! | ends, crashes, answers nonsense, answers another request | the call fails, with the last lines of its standard error; the next call starts it anew |
//! | does not answer in time, or does not read | the same, as [`Error::TimedOut`] |
//! | refuses | the call fails as it says, and the program stays |
//! | fails to verify, instead of saying that something does not | the call fails as if it had panicked |
//! | answers with keys or signatures of the wrong length, or none | the call fails, and the program stays |
//! | says more on its standard error than anybody reads | is kept reading, and forgotten but for the end |
//!
//! A key does not outlive the program that made it: it fails from then on.

mod connection;
mod fault;
mod key;
mod process;
mod tail;

use crate::clock::told::{self, Told};
use connection::Connection;
use key::RivalKey;
use rival::{Answer, Description, Origin, Randomness, Request, Sample};
use signer::{About, Backend, Entropy, Error, Key, ParameterSet, Signed, Support, check_length};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How to run a program that is a backend.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Time that it has for an answer.
    pub patience: Duration,
}

/// A backend that is a program.
#[derive(Clone)]
pub struct Subprocess {
    about: About,
    sets: BTreeSet<String>,
    connection: Arc<Mutex<Connection>>,
}

impl fmt::Debug for Subprocess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subprocess").field("about", &self.about).finish_non_exhaustive()
    }
}

impl Subprocess {
    /// Starts the program and lets it say what it is.
    ///
    /// # Errors
    ///
    /// [`Error::Backend`] or [`Error::TimedOut`], with what the program said last.
    pub fn start(program: Program) -> Result<Self, Error> {
        let mut connection = Connection::new(program);
        let request = Request::Describe { version: rival::VERSION };
        let Answer::Description(description) = connection.ask(&request)? else {
            return Err(connection.mistake("no description"));
        };
        let Description { protocol, name, version, language, features, hash, sets } = description;
        if protocol != rival::VERSION {
            let what = format!("it speaks version {protocol}, not {}", rival::VERSION);
            return Err(connection.mistake(what));
        }
        let about = About {
            name: name.into(),
            version: version.into(),
            // As often as programs are started.
            language: String::leak(language),
            features: features.into(),
            hash: hash.into(),
            heap_visible: false,
            notes: &[],
        };
        let connection = Arc::new(Mutex::new(connection));
        Ok(Self { about, sets: sets.into_iter().collect(), connection })
    }

    /// Names of the sets that it says it runs.
    pub fn sets(&self) -> impl Iterator<Item = &str> {
        self.sets.iter().map(String::as_str)
    }

    fn known(&self, set: &ParameterSet) -> Result<(), Error> {
        if self.sets.contains(&set.name) {
            return Ok(());
        }
        Err(Error::unsupported(format!("{} does not know {}", self.about.name, set.name)))
    }

    fn key(&self, set: &ParameterSet, origin: Origin) -> Result<Key, Error> {
        self.known(set)?;
        let request = Request::Generate { set: set.name.clone(), origin, count: 1 };
        let mut connection = lock(&self.connection);
        let Answer::Generated { keys, state } = connection.ask(&request)? else {
            return Err(connection.mistake("no key"));
        };
        let [key] = <[_; 1]>::try_from(keys)
            .map_err(|keys| connection.mistake(format!("{} keys instead of one", keys.len())))?;
        let process = connection.number();
        drop(connection);
        tell(key.sample);
        let connection = Arc::clone(&self.connection);
        // From here on the key is dropped whatever comes.
        let made = RivalKey::new(connection, process, &key, state, set);
        check_length("public key", set.public_key_len(), &key.public_key)?;
        Ok(made.boxed(set))
    }
}

impl Backend for Subprocess {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn support(&self, set: &ParameterSet) -> Support {
        if self.sets.contains(&set.name) { Support::Yes } else { Support::No }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        let mut bytes = vec![0; ENTROPY];
        entropy.fill(&mut bytes)?;
        self.key(set, Origin::Entropy(bytes))
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        check_length("seed", set.seed_len, seed)?;
        self.key(set, Origin::Seed(seed.to_vec()))
    }

    fn load(&self, _: &ParameterSet, _: &[u8]) -> Result<Key, Error> {
        Err(Error::unsupported("keys stay in the program that made them"))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let mut verdicts = self.verify_many(set, &[Signed { public_key, message, signature }]);
        verdicts.pop().unwrap_or(Err(Error::BadSignature))
    }

    /// As one request. Nothing is checked before: what the program makes of bytes that are no signature is its
    /// affair, and part of what is looked at.
    fn verify_many(&self, set: &ParameterSet, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
        let asked = || {
            self.known(set)?;
            let one = |one: &Signed<'_>| rival::Signature {
                public_key: one.public_key.to_vec(),
                message: one.message.to_vec(),
                signature: one.signature.to_vec(),
            };
            let signed: Vec<_> = signed.iter().map(one).collect();
            let due = signed.len();
            let mut connection = lock(&self.connection);
            let request = Request::Verify { set: set.name.clone(), signed };
            match connection.ask(&request)? {
                Answer::Verified(verdicts) if verdicts.len() == due => Ok(verdicts),
                _ => Err(connection.mistake("another number of verdicts than of signatures")),
            }
        };
        match asked() {
            Ok(verdicts) => {
                let verdict = |one: rival::Verdict| {
                    tell(one.sample);
                    if one.verifies { Ok(()) } else { Err(Error::BadSignature) }
                };
                verdicts.into_iter().map(verdict).collect()
            }
            // A verifier that fails at bytes that are no signature has no answer to them, as one that panics.
            Err(Error::Backend { message }) => {
                vec![Err(Error::Panicked { message }); signed.len()]
            }
            Err(error) => vec![Err(error); signed.len()],
        }
    }
}

/// Bytes that a program seeds a generator with.
const ENTROPY: usize = 64;

/// Tells the clock of this thread what an operation took there.
fn tell(sample: Sample) {
    let Sample { wall, cpu, bytes, allocations, peak } = sample;
    // Without a clock there is nothing to tell, and the time of the whole request counts.
    if let Some(wall) = wall {
        let cpu = cpu.map(Duration::from_nanos);
        told::tell(Told { wall: Duration::from_nanos(wall), cpu, bytes, allocations, peak });
    }
}

/// A panic while it was locked left nothing half done that is not found out by the next answer's number.
fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
