//! What every backend must pass, as one function over `&dyn Backend` and one of its parameter sets.
//!
//! [`run`] tries the whole contract of [`Backend`] and tells for each [`Check`] what came of it.
//! Nothing stops at the first failure, and a panic is a failure of the check that it happened in, so
//! that third-party code can be tried without its fence too and the report says what the fence is for.
//!
//! [`store()`] does the same for a place where the state of keys is kept.
//!
//! [`cross()`] lets each backend verify what each other one signed.

mod cross;
mod end;
mod keys;
mod refuse;
mod sign;
mod state;
mod store;
mod subject;

pub use cross::{Cross, cross};
pub use store::{Open, Openers, store};

use crate::{Backend, Entropy, Key, ParameterSet, StatefulSigner, quietly};
use std::fmt;
use subject::{Flaw, Signed, Subject, Verdict};

/// One thing that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Check {
    /// A key is generated from entropy if and only if the set is supported. It is stateful if the
    /// set is, and its public key has the right length and type words.
    Generate,
    /// A source that fails at one of its first calls is reported as such, by generation and by
    /// signing.
    EntropyFailure,
    /// The same seed gives the same key, which signs; another seed gives another, a seed of another
    /// length an error.
    Seed,
    /// Messages of 0 bytes to 4 KiB are signed with fresh randomness and verify; lengths and type
    /// words are right.
    RoundTrip,
    /// Two keys in the same state sign alike when randomness is given or derived, and not alike when
    /// it is drawn or given otherwise; given randomness of another length is refused.
    Randomness,
    /// The signature does not verify over another message.
    OtherMessage,
    /// The signature does not verify under another key.
    OtherKey,
    /// A flipped bit in any field of the signature is refused.
    FlippedSignature,
    /// A flipped bit in any field of the public key is refused.
    FlippedPublicKey,
    /// Every truncation of the signature is refused.
    ShortSignature,
    /// Every extension of the signature is refused.
    LongSignature,
    /// Every truncation and extension of the public key is refused.
    PublicKeyLength,
    /// Zeros and ones of the right length, and nothing at all, are refused.
    Garbage,
    /// Many signatures at a time, good ones and bad ones, get the verdicts that each gets alone.
    Many,
    /// Each signature uses the next index and preparing uses none, no one-time key of an upper level
    /// signs again, and `remaining` counts exactly.
    Indices,
    /// An encoded private key loads with its state and signs with its next index, upper levels
    /// unchanged; its truncations and extensions are refused, and garbage does not panic.
    Reload,
    /// Indices can be given up, and never taken back; a refusal changes nothing.
    Skip,
    /// The last index signs.
    LastIndex,
    /// After the last index the key is exhausted, again and again, after preparing, which it may, after
    /// skipping and after a reload.
    Exhausted,
}

impl Check {
    /// Every check, in the order in which [`run`] makes them.
    pub const ALL: [Self; 19] = [
        Self::Generate,
        Self::EntropyFailure,
        Self::Seed,
        Self::RoundTrip,
        Self::Randomness,
        Self::OtherMessage,
        Self::OtherKey,
        Self::FlippedSignature,
        Self::FlippedPublicKey,
        Self::ShortSignature,
        Self::LongSignature,
        Self::PublicKeyLength,
        Self::Garbage,
        Self::Many,
        Self::Indices,
        Self::Reload,
        Self::Skip,
        Self::LastIndex,
        Self::Exhausted,
    ];
}

/// What came of a [`Check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It holds.
    Passed,
    /// It does not, and this is what happened.
    Failed(String),
    /// It does not apply, or the backend says that it cannot do this.
    Skipped(String),
}

/// How much [`run`] may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Lengths tried for [`Check::ShortSignature`], evenly spaced; 0 tries every one, and flips a
    /// bit in every hash value for [`Check::FlippedSignature`].
    pub truncations: usize,
    /// Whether [`Check::LastIndex`] and [`Check::Exhausted`] may be made on keys that live longer than
    /// 1,024 signatures, by skipping.
    pub long_lives: bool,
}

impl Effort {
    /// For every set, in a test suite that runs in minutes.
    pub const TEST: Self = Self { truncations: 64, long_lives: false };
    /// Everything.
    pub const FULL: Self = Self { truncations: 0, long_lives: true };
}

/// What [`run`] found out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Report {
    /// Backend and parameter set.
    pub subject: String,
    /// An outcome for each check, in order.
    pub outcomes: Vec<(Check, Outcome)>,
}

impl Report {
    /// The checks that failed.
    #[must_use]
    pub fn failed(&self) -> Vec<Check> {
        let failed = |(check, outcome): &(Check, Outcome)| {
            matches!(outcome, Outcome::Failed(_)).then_some(*check)
        };
        self.outcomes.iter().filter_map(failed).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.subject)?;
        for (check, outcome) in &self.outcomes {
            let check = format!("{check:?}");
            match outcome {
                Outcome::Passed => writeln!(f, "  {check:<17} passed")?,
                Outcome::Failed(why) => writeln!(f, "  {check:<17} FAILED   {why}")?,
                Outcome::Skipped(why) => writeln!(f, "  {check:<17} skipped  {why}")?,
            }
        }
        Ok(())
    }
}

/// Makes every check on `backend` and `set`. A set that the backend does not support is skipped.
pub fn run(
    backend: &dyn Backend,
    set: &ParameterSet,
    entropy: &mut dyn Entropy,
    effort: Effort,
) -> Report {
    let subject = Subject { backend, set };
    let mut run = Run { subject, entropy, effort, draws: 0, key: None, signed: None, spent: None };
    let mut outcomes = Vec::new();
    for check in Check::ALL {
        let outcome = match quietly(|| Ok(run.check(check))) {
            Ok(Ok(())) => Outcome::Passed,
            Ok(Err(Flaw::Failed(why))) => Outcome::Failed(why),
            Ok(Err(Flaw::Skipped(why))) => Outcome::Skipped(why),
            Err(panicked) => {
                // Whatever it happened on is not to be used again.
                (run.key, run.spent) = (None, None);
                Outcome::Failed(panicked.to_string())
            }
        };
        outcomes.push((check, outcome));
    }
    let about = backend.about();
    Report { subject: format!("{} {} on {}", about.name, about.version, set.name), outcomes }
}

/// What the checks hand on to those after them.
struct Run<'a> {
    subject: Subject<'a>,
    entropy: &'a mut dyn Entropy,
    effort: Effort,
    /// How often [`Check::Generate`] saw the source called.
    draws: usize,
    /// A key that has signed nothing that counts.
    key: Option<Key>,
    /// A signature that verifies, of a message that is not empty, from [`Check::RoundTrip`].
    signed: Option<Signed>,
    /// The key that [`Check::LastIndex`] used up.
    spent: Option<Box<dyn StatefulSigner>>,
}

impl Run<'_> {
    fn check(&mut self, check: Check) -> Verdict {
        match check {
            Check::Generate => self.generate(),
            Check::EntropyFailure => self.entropy_failure(),
            Check::Seed => self.seed(),
            Check::RoundTrip => self.round_trip(),
            Check::Randomness => self.randomness(),
            Check::OtherMessage => self.other_message(),
            Check::OtherKey => self.other_key(),
            Check::FlippedSignature => self.flipped_signature(),
            Check::FlippedPublicKey => self.flipped_public_key(),
            Check::ShortSignature => self.short_signature(),
            Check::LongSignature => self.long_signature(),
            Check::PublicKeyLength => self.public_key_length(),
            Check::Garbage => self.garbage(),
            Check::Many => self.many(),
            Check::Indices => self.indices(),
            Check::Reload => self.reload(),
            Check::Skip => self.skip(),
            Check::LastIndex => self.last_index(),
            Check::Exhausted => self.exhausted(),
        }
    }
}
