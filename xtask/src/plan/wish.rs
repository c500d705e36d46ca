//! What is needed, as a list of limits.

use serde::Serialize;

use super::Args;
use super::amount::count_text;
use super::candidate::Candidate;
use measure::units::{bytes, digits, grouped, time};

/// What somebody needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Wish {
    /// Years that they have to last.
    pub(super) years: Option<f64>,
    /// What a set has to keep to.
    pub(super) limits: Vec<Limit>,
}

/// One limit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "limit", content = "value")]
pub(super) enum Limit {
    /// Signatures of one key, at least.
    Signatures(#[serde(serialize_with = "number")] u128),
    /// Nanoseconds of a key, at most.
    Keygen(f64),
    /// Nanoseconds of a signature, at most.
    Sign(f64),
    /// Nanoseconds of verifying one, at most.
    Verify(f64),
    /// Bytes, at most.
    Signature(u64),
    /// Bytes, at most.
    PublicKey(u64),
    /// Bytes of a signer, at most.
    Memory(u64),
    /// Security category, at least.
    Category(u8),
    /// Whether keys count their signatures.
    Stateful(bool),
    /// Document that has or allows it.
    Standard(&'static str),
}

/// Documents that can be asked for.
const STANDARDS: [&str; 7] = [
    "RFC 8554",
    "RFC 9858",
    "RFC 8391",
    "SP 800-208",
    "FIPS 205",
    "SPHINCS+ round 3.1",
    "CNSA 2.0",
];

/// The document of this name, in any case and spacing.
pub(super) fn standard(name: &str) -> Result<&'static str, String> {
    let plain = |text: &str| {
        text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
    };
    let found = STANDARDS.into_iter().find(|known| plain(known) == plain(name));
    found.ok_or_else(|| format!("no such document; known: {}", STANDARDS.join(", ")))
}

impl Wish {
    pub(super) fn of(args: &Args) -> Self {
        let stateful = match (args.stateful, args.stateless) {
            (false, false) => None,
            (stateful, _) => Some(Limit::Stateful(stateful)),
        };
        let limits = [
            args.signatures.map(Limit::Signatures),
            args.signature_bytes.map(Limit::Signature),
            args.public_key_bytes.map(Limit::PublicKey),
            args.verify_ms.map(|ms| Limit::Verify(ms * 1e6)),
            args.sign_ms.map(|ms| Limit::Sign(ms * 1e6)),
            args.keygen_s.map(|s| Limit::Keygen(s * 1e9)),
            args.memory.map(Limit::Memory),
            args.category.map(Limit::Category),
            stateful,
            args.standard.map(Limit::Standard),
        ];
        let limits = limits.into_iter().flatten().collect();
        Self { years: args.years, limits }
    }

    /// Signatures that one key has to make.
    pub(super) fn signatures(&self) -> Option<u128> {
        self.limits.iter().find_map(|limit| match limit {
            Limit::Signatures(least) => Some(*least),
            _ => None,
        })
    }
}

impl Limit {
    /// Whether the set keeps to it. What is not known of a set keeps to nothing.
    pub(super) fn admits(&self, candidate: &Candidate) -> bool {
        let set = &candidate.set;
        let within = |most: f64| self.value(candidate).is_some_and(|value| value <= most);
        match *self {
            Self::Signatures(least) => {
                1u128.checked_shl(candidate.lifetime_log2()).is_none_or(|most| least <= most)
            }
            Self::Keygen(most) | Self::Sign(most) | Self::Verify(most) => within(most),
            Self::Signature(most) | Self::PublicKey(most) | Self::Memory(most) => {
                within(most as f64)
            }
            Self::Category(least) => set.category >= least,
            Self::Stateful(stateful) => set.stateful == stateful,
            Self::Standard("CNSA 2.0") => set.cnsa_2_0.verdict.allows(),
            Self::Standard(name) => set.standards.contains(&name),
        }
    }

    /// What it limits: less is nearer to it, which of lifetimes and categories is the negative. `None`
    /// if that is not known, or no number.
    pub(super) fn value(&self, candidate: &Candidate) -> Option<f64> {
        let set = &candidate.set;
        match self {
            Self::Signatures(_) => Some(-f64::from(candidate.lifetime_log2())),
            Self::Keygen(_) => candidate.keygen.map(|figure| figure.value),
            Self::Sign(_) => candidate.sign.map(|figure| figure.value),
            Self::Verify(_) => candidate.verify.map(|figure| figure.value),
            Self::Signature(_) => Some(set.signature as f64),
            Self::PublicKey(_) => Some(set.public_key as f64),
            Self::Memory(_) => candidate.memory.map(|figure| figure.value),
            Self::Category(_) => Some(-f64::from(set.category)),
            Self::Stateful(_) | Self::Standard(_) => None,
        }
    }

    /// The limit in words.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Signatures(least) => format!("{} signatures a key", count_text(*least)),
            Self::Keygen(most) => format!("key generation within {}", time(*most)),
            Self::Sign(most) => format!("signing within {}", time(*most)),
            Self::Verify(most) => format!("verifying within {}", time(*most)),
            Self::Signature(most) => format!("signatures of at most {}", bytes(*most)),
            Self::PublicKey(most) => format!("public keys of at most {}", bytes(*most)),
            Self::Memory(most) => format!("signers within {} of memory", bytes(*most)),
            Self::Category(least) => format!("security category {least} or higher"),
            Self::Stateful(true) => "stateful schemes".to_owned(),
            Self::Stateful(false) => "stateless schemes".to_owned(),
            Self::Standard(name) => format!("{name} only"),
        }
    }

    /// What the best of some sets has, in words.
    pub(super) fn best(&self, value: f64) -> String {
        match self {
            Self::Signatures(_) => format!("Most signatures a key: 2^{}", -value),
            Self::Keygen(_) => format!("Fastest key generation: {}", time(value)),
            Self::Sign(_) => format!("Fastest signing: {}", time(value)),
            Self::Verify(_) => format!("Fastest verifying: {}", time(value)),
            Self::Signature(_) => format!("Shortest signature: {} bytes", grouped(value as u64)),
            Self::PublicKey(_) => format!("Shortest public key: {} bytes", grouped(value as u64)),
            Self::Memory(_) => format!("Least memory: {} bytes", grouped(value as u64)),
            Self::Category(_) => format!("Highest category: {}", digits(-value)),
            Self::Stateful(true) => "With a stateless scheme".to_owned(),
            Self::Stateful(false) => "With a stateful scheme".to_owned(),
            Self::Standard(_) => "With another document".to_owned(),
        }
    }
}

/// A document has no integers of over 64 bits.
fn number<S: serde::Serializer>(count: &u128, to: S) -> Result<S::Ok, S::Error> {
    match u64::try_from(*count) {
        Ok(count) => to.serialize_u64(count),
        Err(_) => to.serialize_f64(*count as f64),
    }
}
