//! A stateful scheme that signs nothing, to try the runner on: a signature is its index, its message's
//! length and its key. Faults can be switched on, and every index that any key ever used is written
//! down here, where the runner cannot reach.

use signer::{
    About, Backend, Entropy, Error, Field, Key, Lifetime, ParameterSet, Part, PrivateKey,
    Randomness, Scheme, SecretBytes, StatefulSigner, Support,
};
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::{Arc, Mutex};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fault {
    None,
    /// Every third signature uses the index of the one before.
    ReusesIndex,
    /// The third signature of each key does not verify.
    BadSignature,
    /// The third signature of each key fails.
    Fails,
    /// Key generation panics.
    Panics,
    /// The verifier says yes to everything.
    AcceptsAll,
    /// The verifier says no to everything.
    RefusesAll,
    /// The key claims to have signatures left when it has none.
    RunsOut,
    /// The first signature of each key works much longer than the others.
    SlowFirst,
}

/// How often each index of each public key was used.
type Used = HashMap<(Vec<u8>, u64), u32>;

/// A backend with a fault and a memory.
#[derive(Debug)]
pub(crate) struct Toy {
    fault: Fault,
    threads: usize,
    used: Arc<Mutex<Used>>,
}

/// A backend that lives as long as the tests.
pub(crate) fn toy(fault: Fault) -> &'static Toy {
    Box::leak(Box::new(Toy { fault, threads: 1, used: Arc::default() }))
}

impl Toy {
    /// How often the most used index of any key was used.
    pub(crate) fn most_used(&self) -> u32 {
        self.used.lock().expect("no panic").values().copied().max().unwrap_or(0)
    }

    /// Signatures made in all.
    pub(crate) fn signatures(&self) -> u32 {
        self.used.lock().expect("no panic").values().sum()
    }
}

/// Keys that live for eight signatures.
pub(crate) fn set() -> ParameterSet {
    let field = |name, offset, len, part| Field { name, level: 0, offset, len, part };
    ParameterSet {
        scheme: Scheme::Lms,
        name: "TOY-H3".into(),
        codes: vec![],
        n: 8,
        seed_len: 8,
        randomness_len: None,
        public_key: vec![field("T[1]", 0, 8, Part::Bytes)],
        signature: vec![
            field("q", 0, 4, Part::Index { bits: 3 }),
            field("key", 4, 8, Part::Bytes),
            field("len", 12, 8, Part::Bytes),
        ],
        lifetime: Lifetime::Signatures { log2: 3 },
    }
}

#[derive(Debug)]
struct ToyKey {
    public_key: [u8; 8],
    next: u64,
    fault: Fault,
    used: Arc<Mutex<Used>>,
}

impl Backend for Toy {
    fn about(&self) -> About {
        About {
            name: format!("toy-{:?}", self.fault).to_lowercase().into(),
            version: "1".into(),
            language: "Rust",
            features: "".into(),
            hash: "none".into(),
            heap_visible: true,
            notes: &[],
        }
    }

    fn support(&self, _: &ParameterSet) -> Support {
        Support::Yes
    }

    fn generate(&self, _: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        assert_ne!(self.fault, Fault::Panics, "no keys today");
        let mut public_key = [0; 8];
        entropy.fill(&mut public_key)?;
        let (fault, used) = (self.fault, self.used.clone());
        Ok(Key::Stateful(Box::new(ToyKey { public_key, next: 0, fault, used })))
    }

    fn generate_from_seed(&self, _: &ParameterSet, _: &[u8]) -> Result<Key, Error> {
        Err(Error::unsupported("seeds"))
    }

    fn load(&self, _: &ParameterSet, _: &[u8]) -> Result<Key, Error> {
        Err(Error::unsupported("loading"))
    }

    fn verify(
        &self,
        _: &ParameterSet,
        key: &[u8],
        message: &[u8],
        sig: &[u8],
    ) -> Result<(), Error> {
        let right = &sig[4..12] == key && sig[12..] == (message.len() as u64).to_be_bytes();
        match self.fault {
            Fault::AcceptsAll => Ok(()),
            Fault::RefusesAll => Err(Error::BadSignature),
            _ => right.then_some(()).ok_or(Error::BadSignature),
        }
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn with_threads(&self, threads: usize) -> Result<Option<Box<dyn Backend>>, Error> {
        Ok(Some(Box::new(Self { fault: self.fault, threads, used: self.used.clone() })))
    }
}

impl PrivateKey for ToyKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(SecretBytes::new(vec![0; 12]))
    }
}

impl StatefulSigner for ToyKey {
    fn index(&self) -> u64 {
        self.next
    }

    fn remaining(&self) -> u64 {
        if self.fault == Fault::RunsOut { 99 } else { 8 - self.next }
    }

    fn sign(&mut self, message: &[u8], _: Randomness<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        out.clear();
        if self.next == 8 {
            return Err(Error::Exhausted);
        }
        if self.fault == Fault::SlowFirst && self.next == 0 {
            (0..1_u64 << 20).for_each(|i| _ = black_box(i));
        }
        let third = self.next == 2;
        if self.fault == Fault::Fails && third {
            self.next += 1;
            return Err(Error::backend("the third one"));
        }
        let index = self.next - u64::from(self.fault == Fault::ReusesIndex && third);
        self.next += 1;
        *self
            .used
            .lock()
            .expect("no panic")
            .entry((self.public_key.to_vec(), index))
            .or_default() += 1;
        out.extend((index as u32).to_be_bytes());
        out.extend(self.public_key);
        let wrong = u64::from(self.fault == Fault::BadSignature && third);
        out.extend((message.len() as u64 + wrong).to_be_bytes());
        Ok(())
    }

    fn skip_to(&mut self, _: u64) -> Result<(), Error> {
        Err(Error::unsupported("skipping"))
    }
}
