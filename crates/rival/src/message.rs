//! Requests and answers. How they are written is in `codec`.

mod codec;
mod sample;

pub use sample::Sample;

/// What a program is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Request {
    /// What it is, and what it can do.
    Describe {
        /// Version that the other end speaks.
        version: u32,
    },
    /// To generate keys.
    Generate {
        /// Parameter set.
        set: String,
        /// What they are made from.
        origin: Origin,
        /// How many, one after the other.
        count: u32,
    },
    /// To sign, with a key that was generated.
    Sign {
        /// Number of the key.
        key: u32,
        /// Of the randomisers.
        randomness: Randomness,
        /// What to sign, one after the other.
        messages: Vec<Vec<u8>>,
    },
    /// To verify signatures.
    Verify {
        /// Parameter set.
        set: String,
        /// What to verify, one after the other.
        signed: Vec<Signature>,
    },
    /// To forget a key.
    Drop {
        /// Number of the key.
        key: u32,
    },
    /// To end.
    Quit,
}

/// What keys are made from.
#[derive(Clone, PartialEq, Eq)]
pub enum Origin {
    /// A generator with this seed: which, and how, is the program's affair.
    Entropy(Vec<u8>),
    /// The seed of the standard: every program makes the same key from it.
    Seed(Vec<u8>),
}

impl std::fmt::Debug for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, bytes) = match self {
            Self::Entropy(bytes) => ("Entropy", bytes),
            Self::Seed(bytes) => ("Seed", bytes),
        };
        write!(f, "{name}({} bytes)", bytes.len())
    }
}

/// What the randomisers of signatures are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Randomness {
    /// What the standard derives.
    Deterministic,
    /// Of a generator with this seed, or any other.
    Fresh(Vec<u8>),
    /// These bytes.
    Given(Vec<u8>),
}

/// A signature with what it is to be verified by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Public key.
    pub public_key: Vec<u8>,
    /// What was signed.
    pub message: Vec<u8>,
    /// The signature.
    pub signature: Vec<u8>,
}

/// A request that went well. What it answers has to be known to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// To [`Request::Describe`].
    Description(Description),
    /// To [`Request::Generate`].
    Generated {
        /// The keys.
        keys: Vec<Generated>,
        /// Of the last of them.
        state: (u64, u64),
    },
    /// To [`Request::Sign`].
    Signed {
        /// The signatures.
        signatures: Vec<(Sample, Vec<u8>)>,
        /// Index and remaining signatures of the key afterwards.
        state: (u64, u64),
    },
    /// To [`Request::Verify`].
    Verified(Vec<Verdict>),
    /// To [`Request::Drop`] and [`Request::Quit`].
    Gone(Gone),
}

/// Nothing to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gone;

/// What a program says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Version of the protocol.
    pub protocol: u32,
    /// Name, such as `bouncycastle`.
    pub name: String,
    /// Version of the library that it runs.
    pub version: String,
    /// Language of the library.
    pub language: String,
    /// Features and options.
    pub features: String,
    /// Hash code.
    pub hash: String,
    /// Names of the parameter sets that it runs.
    pub sets: Vec<String>,
}

/// A key that was generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// What it took.
    pub sample: Sample,
    /// Its number.
    pub key: u32,
    /// Its public key.
    pub public_key: Vec<u8>,
}

/// Whether a signature verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What it took to find out.
    pub sample: Sample,
    /// Whether it does.
    pub verifies: bool,
}

/// A request that did not go well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The program cannot do this.
    Unsupported(String),
    /// The key is used up.
    Exhausted(String),
    /// It failed.
    Failed(String),
}

#[cfg(test)]
mod tests;
