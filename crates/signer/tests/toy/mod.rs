//! A toy scheme, stateful or not, that keeps the whole contract, or all of it but a [`Fault`].
//!
//! Nothing about it is a signature: who knows the public key can sign. Public key:
//! `type ‖ H("public" ‖ seed)`. Signature, with state: `U ‖ q ‖ type ‖ C ‖ H(public key ‖ U ‖ q ‖ C ‖
//! message)`, where `U` stands for all that an HSS signature repeats of the upper level. Without:
//! `type ‖ R ‖ H(public key ‖ R ‖ message)`.

mod fault;
mod key;
mod randomiser;
mod verify;

pub(crate) use fault::Fault;

use key::ToyKey;
use sha2::{Digest, Sha256};
use signer::{
    About, Backend, Entropy, Error, Field, Key, Lifetime, Os, ParameterSet, Part, Scheme, Signed,
    Support, check_length,
};

/// Number of signatures of a stateful key.
const LIFETIME: u32 = 32;

/// First 4 bytes of keys and signatures.
const TYPE: u32 = 0x00c0_ffee;

/// The parameter set of the stateful or the stateless toy.
fn set(stateful: bool) -> ParameterSet {
    let lay_out = |parts: &[(u32, &'static str, usize, Part)]| {
        let mut offset = 0;
        let mut field = |&(level, name, len, part)| {
            let field = Field { name, level, offset, len, part };
            offset += len;
            field
        };
        parts.iter().map(&mut field).collect::<Vec<_>>()
    };
    let level = u32::from(stateful);
    let kind = (level, "type", 4, Part::Fixed { value: TYPE });
    // As RFC 8554 and FIPS 205 call it: what signing is given, or made from that.
    let randomiser = (level, if stateful { "C" } else { "R" }, 8, Part::Bytes);
    let index = (level, "q", 4, Part::Index { bits: LIFETIME.ilog2() });
    let upper = (0, "U", 8, Part::Bytes);
    let signature = [upper, index, kind, randomiser, (level, "H", 32, Part::Bytes)];
    ParameterSet {
        scheme: if stateful { Scheme::Hss } else { Scheme::SlhDsa },
        name: if stateful { "TOY-STATEFUL" } else { "TOY-STATELESS" }.into(),
        codes: vec![TYPE],
        n: 32,
        seed_len: 32,
        randomness_len: Some(8),
        public_key: lay_out(&[kind, (level, "K", 32, Part::Bytes)]),
        signature: lay_out(if stateful { &signature } else { &signature[2..] }),
        lifetime: match stateful {
            true => Lifetime::Signatures { log2: LIFETIME.ilog2() },
            false => Lifetime::Unlimited,
        },
    }
}

/// A backend that runs one of the two sets.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    pub(crate) set: ParameterSet,
    faults: Vec<Fault>,
}

impl Toy {
    pub(crate) fn new(stateful: bool, faults: &[Fault]) -> Self {
        Self { set: set(stateful), faults: faults.to_vec() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.faults.contains(&fault)
    }

    fn stateful(&self) -> bool {
        self.set.lifetime != Lifetime::Unlimited
    }

    fn key(&self, seed: [u8; 32]) -> Key {
        self.boxed(ToyKey::new(self.clone(), seed))
    }

    fn boxed(&self, key: ToyKey) -> Key {
        let wrongly = self.has(Fault::KeyWithoutState) || self.has(Fault::KeyWithState);
        if self.stateful() != wrongly {
            Key::Stateful(Box::new(key))
        } else {
            Key::Stateless(Box::new(key))
        }
    }

    fn unless<'a>(&self, fault: Fault, bytes: &'a [u8]) -> &'a [u8] {
        if self.has(fault) { &[] } else { bytes }
    }

    /// Hash of a public key, a signature without its hash, and a message.
    fn digest(&self, public_key: &[u8], head: &[u8], message: &[u8]) -> [u8; 32] {
        let message = match self.has(Fault::MessageTailIgnored) {
            true => &message[..message.len().min(64)],
            false => self.unless(Fault::MessageIgnored, message),
        };
        let own_type = if self.has(Fault::KeyTypeIgnored) { 4 } else { 0 };
        let key = self.unless(Fault::KeyIgnored, &public_key[own_type..]);
        let (rest, c) = head.split_at(head.len() - 8);
        let (rest, _own_type) = rest.split_at(rest.len() - 4);
        let (upper, q) = rest.split_at(rest.len().saturating_sub(4));
        let q = self.unless(Fault::IndexIgnored, q);
        hash(&[key, upper, q, self.unless(Fault::RandomiserIgnored, c), message])
    }
}

impl Backend for Toy {
    fn about(&self) -> About {
        About {
            name: format!("toy {:?}", self.faults).into(),
            version: "1".into(),
            language: "Rust",
            features: "".into(),
            hash: "sha2".into(),
            heap_visible: true,
            notes: &[],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        match *set == self.set && !self.has(Fault::DeniesSupport) {
            true => Support::Yes,
            false => Support::No,
        }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        if *set != self.set || self.has(Fault::ClaimsSupport) {
            return Err(Error::unsupported("another set"));
        }
        let entropy = if self.has(Fault::LacksAnySource) { &mut Os } else { entropy };
        let mut seed = [0; 32];
        let (first, second) = seed.split_at_mut(16);
        match entropy.fill(first) {
            Err(_) if self.has(Fault::EntropyFailureIgnored) => (),
            Err(_) if self.has(Fault::EntropyFailureMisnamed) => return Err(Error::backend("no")),
            Err(_) if self.has(Fault::EntropyPanics) => panic!("no entropy"),
            result => result?,
        }
        match entropy.fill(second) {
            Err(_) if self.has(Fault::SecondDrawUnchecked) => (),
            Err(_) if self.has(Fault::EntropyFailureIgnored) => (),
            result => result?,
        }
        Ok(self.key(if self.has(Fault::EntropyIgnored) { [7; 32] } else { seed }))
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        if *set != self.set || self.has(Fault::LacksSeed) {
            return Err(Error::unsupported("no seeds"));
        }
        let mut own = [0; 32];
        match seed.get(..32) {
            Some(seed) if self.has(Fault::SeedLengthIgnored) => own.copy_from_slice(seed),
            _ if self.has(Fault::SeedLengthMisnamed) && seed.len() != 32 => {
                return Err(Error::backend("a bad seed"));
            }
            _ => {
                check_length("seed", set.seed_len, seed)?;
                own.copy_from_slice(seed);
            }
        }
        match () {
            () if self.has(Fault::SeedIgnored) => own = [7; 32],
            () if self.has(Fault::SeedTailIgnored) => own[16..].fill(0),
            () if self.has(Fault::SeedUnstable) => own[0] ^= count(),
            () => (),
        }
        let mut key = ToyKey::new(self.clone(), own);
        key.broken = self.has(Fault::SeedKeySignsWrong);
        Ok(self.boxed(key))
    }

    fn load(&self, _: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        Ok(self.boxed(ToyKey::decode(self.clone(), secret_key)?))
    }

    fn verify_many(&self, set: &ParameterSet, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
        let verify = |one: &Signed<'_>| {
            if self.has(Fault::ManyAllVerify) {
                return Ok(());
            }
            self.verify(set, one.public_key, one.message, one.signature)
        };
        let forgotten = usize::from(self.has(Fault::ManyForgetsOne));
        signed.iter().skip(forgotten).map(verify).collect()
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        self.checked(set, public_key, message, signature)
    }
}

fn start(bytes: &[u8], len: usize) -> &[u8] {
    bytes.get(..len).unwrap_or(bytes)
}

fn word(bytes: &[u8]) -> u32 {
    bytes[..4].iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
}

fn first_8(hash: &[u8; 32]) -> [u8; 8] {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash[..8]);
    bytes
}

/// SHA-256 of parts, each behind its length.
fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// Another value each time, and never 0.
fn count() -> u8 {
    use std::sync::atomic::{AtomicU8, Ordering};
    static COUNT: AtomicU8 = AtomicU8::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed) | 0x80
}
