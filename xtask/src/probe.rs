//! `cargo xtask probe`: one key, one signature or one verdict of one backend, byte by byte.
//!
//! For whoever writes another implementation and wants to know where the bytes part. The answer is one
//! JSON object on standard output, bytes in lower-case hex, with SHA-256 digests of what is long.

use crate::registry::{backend, suite};
use crate::say;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use signer::{Backend, Error, Key, ParameterSet, Randomness};
use std::fs;
use std::process::ExitCode;

/// A question.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0; 1 the signature is invalid, or the backend failed; 2 a question \
                        that makes no sense.\nBytes are HEX, or @FILE for the bytes of a file."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    /// The key pair of a seed
    Keygen {
        #[command(flatten)]
        key: FromSeed,
    },
    /// A signature by the key pair of a seed
    Sign {
        #[command(flatten)]
        key: FromSeed,
        /// Index to sign with, for a stateful scheme
        #[arg(long, value_name = "N", default_value_t = 0)]
        index: u64,
        /// Message
        #[arg(long, value_name = "HEX|@FILE")]
        message: String,
        /// Randomiser (LMS and HSS: C; SLH-DSA and SPHINCS+: addrnd) [default: deterministic where
        /// the backend can, else fresh]
        #[arg(long, value_name = "HEX|@FILE")]
        randomness: Option<String>,
    },
    /// Whether a signature is valid
    Verify {
        #[command(flatten)]
        of: Of,
        /// Public key, as the standard encodes it
        #[arg(long, value_name = "HEX|@FILE")]
        public_key: String,
        /// Message
        #[arg(long, value_name = "HEX|@FILE")]
        message: String,
        /// Signature, as the standard encodes it
        #[arg(long, value_name = "HEX|@FILE")]
        signature: String,
    },
}

/// Whom to ask.
#[derive(Debug, clap::Args)]
struct Of {
    /// Scheme: lms, hss, xmss or sphincs
    #[arg(long, value_name = "NAME")]
    scheme: String,
    /// Backend [default: the scheme's first that runs the set]
    #[arg(long, value_name = "NAME")]
    backend: Option<String>,
    /// Parameter set
    #[arg(long, value_name = "NAME")]
    params: String,
}

#[derive(Debug, clap::Args)]
struct FromSeed {
    #[command(flatten)]
    of: Of,
    /// The standard's seeds, one behind the other: LMS and HSS SEED I, XMSS SK_SEED SK_PRF PUB_SEED,
    /// SPHINCS+ and SLH-DSA SK.seed SK.prf PK.seed
    #[arg(long, value_name = "HEX|@FILE")]
    seed: String,
}

/// Why there is no answer.
enum Trouble {
    /// The question makes no sense.
    Question(String),
    /// The backend failed.
    Backend(Error),
}

impl From<String> for Trouble {
    fn from(wrong: String) -> Self {
        Self::Question(wrong)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        match error {
            Error::Unsupported { .. } | Error::Length { .. } | Error::Index { .. } => {
                Self::Question(error.to_string())
            }
            error => Self::Backend(error),
        }
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let answer = match &args.question {
        Question::Keygen { key } => keygen(key),
        Question::Sign { key, index, message, randomness } => {
            sign(key, *index, message, randomness.as_deref())
        }
        Question::Verify { of, public_key, message, signature } => {
            verify(of, public_key, message, signature)
        }
    };
    match answer {
        Ok(answer) => {
            let valid = answer.get("valid") != Some(&Value::Bool(false));
            say(Value::Object(answer));
            ExitCode::from(u8::from(!valid))
        }
        Err(Trouble::Question(wrong)) => {
            eprintln!("xtask probe: {wrong}");
            ExitCode::from(2)
        }
        Err(Trouble::Backend(error)) => {
            eprintln!("xtask probe: {error}");
            ExitCode::FAILURE
        }
    }
}

fn keygen(from: &FromSeed) -> Result<Map<String, Value>, Trouble> {
    let (backend, set) = from.of.asked()?;
    let key = backend.generate_from_seed(&set, &bytes("seed", &from.seed)?)?;
    Ok(describe(backend, &set, &key))
}

fn sign(
    from: &FromSeed,
    index: u64,
    message: &str,
    randomness: Option<&str>,
) -> Result<Map<String, Value>, Trouble> {
    let (backend, set) = from.of.asked()?;
    let message = bytes("message", message)?;
    let randomness = randomness.map(|text| bytes("randomness", text)).transpose()?;
    let mut key = backend.generate_from_seed(&set, &bytes("seed", &from.seed)?)?;
    match &mut key {
        Key::Stateful(key) => key.skip_to(index)?,
        Key::Stateless(_) if index > 0 => {
            return Err(format!("{} has no index", set.scheme).into());
        }
        Key::Stateless(_) => (),
    }
    let mut signature = Vec::new();
    match &randomness {
        Some(given) => key.sign(&message, Randomness::Given(given), &mut signature)?,
        None => match key.sign(&message, Randomness::Deterministic, &mut signature) {
            Err(Error::Unsupported { .. }) => {
                key.sign(&message, Randomness::Fresh(&mut signer::Os), &mut signature)?;
            }
            result => result?,
        },
    }
    let public_key = key.private_key().public_key();
    let valid = backend.verify(&set, public_key, &message, &signature);
    let mut answer = describe(backend, &set, &key);
    answer.insert("signature".into(), hex::encode(&signature).into());
    answer.insert("signature_sha256".into(), sha256(&signature).into());
    answer.insert("valid".into(), valid.is_ok().into());
    if let Some(index) = set.signature_index(&signature) {
        answer.insert("index".into(), index.into());
    }
    Ok(answer)
}

fn verify(
    of: &Of,
    public_key: &str,
    message: &str,
    signature: &str,
) -> Result<Map<String, Value>, Trouble> {
    let (backend, set) = of.asked()?;
    let (public_key, message, signature) = (
        bytes("public key", public_key)?,
        bytes("message", message)?,
        bytes("signature", signature)?,
    );
    let verdict = backend.verify(&set, &public_key, &message, &signature);
    let mut answer = named(backend, &set);
    answer.insert("valid".into(), verdict.is_ok().into());
    match verdict {
        Ok(()) => (),
        Err(error @ Error::Unsupported { .. }) => return Err(error.into()),
        Err(error) => {
            answer.insert("reason".into(), error.to_string().into());
        }
    }
    Ok(answer)
}

impl Of {
    /// The backend and the set asked for.
    fn asked(&self) -> Result<(&'static dyn Backend, ParameterSet), String> {
        let suite = suite(&self.scheme)?;
        let set = (suite.find)(&self.params).map_err(|unknown| unknown.to_string())?;
        let backend = backend(suite, &set, self.backend.as_deref())?;
        Ok((backend, set))
    }
}

fn named(backend: &dyn Backend, set: &ParameterSet) -> Map<String, Value> {
    let about = backend.about();
    let mut answer = Map::new();
    answer.insert("backend".into(), json!(about.name));
    answer.insert("version".into(), json!(about.version));
    answer.insert("parameter_set".into(), json!(set.name));
    answer
}

fn describe(backend: &dyn Backend, set: &ParameterSet, key: &Key) -> Map<String, Value> {
    let mut answer = named(backend, set);
    let key = key.private_key();
    answer.insert("public_key".into(), hex::encode(key.public_key()).into());
    answer.insert("public_key_sha256".into(), sha256(key.public_key()).into());
    let secret_key = key.secret_key().ok();
    answer.insert("secret_key".into(), json!(secret_key.map(|key| hex::encode(key.expose()))));
    answer
}

/// SHA-256 in hex, by a crate that no backend signs with.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Bytes given as hex, or as `@FILE`.
fn bytes(what: &str, text: &str) -> Result<Vec<u8>, String> {
    match text.strip_prefix('@') {
        Some(path) => fs::read(path).map_err(|error| format!("{what}: {path}: {error}")),
        None => hex::decode(text).map_err(|error| format!("{what}: {error}")),
    }
}
