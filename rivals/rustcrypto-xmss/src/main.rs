//! The crate `xmss` of RustCrypto as a rival: see `crates/rival`.
#![deny(unsafe_code)]

mod heap;
mod sets;

use heap::{Heap, Used};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rival::{
    Description, Failure, Origin, Randomness, Refusal, Rival, Sample, Signature, State, Verdict,
};
use sets::{KeyPair, SETS, Set};
use std::io;

#[global_allocator]
static HEAP: Heap = Heap::new();

fn main() -> io::Result<()> {
    rival::serve(Xmss, &mut io::stdin().lock(), &mut io::stdout().lock())
}

#[derive(Debug)]
struct Xmss;

/// What an operation takes, with what it allocates: nothing else runs here.
fn measured<T>(operation: impl FnOnce() -> T) -> (Sample, T) {
    HEAP.used();
    let (sample, result) = rival::timed(operation);
    let Used { bytes, allocations, peak } = HEAP.used();
    let [bytes, allocations, peak] = [bytes, allocations, peak].map(|figure| Some(figure as u64));
    (Sample { bytes, allocations, peak, ..sample }, result)
}

fn find(name: &str) -> Result<&'static Set, Failure> {
    let found = SETS.iter().find(|set| set.name == name);
    found.ok_or_else(|| Refusal::Unsupported(format!("there is no {name}")))
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Refusal::Failed(error.to_string())
}

impl Rival for Xmss {
    type Key = Box<dyn KeyPair>;

    fn describe(&self) -> Description {
        let text = |text: &str| text.to_owned();
        Description {
            protocol: rival::VERSION,
            name: text("rustcrypto-xmss"),
            version: text("0.1.0-pre.0"),
            language: text("Rust"),
            features: text("default"),
            hash: text("sha2 and sha3 (SHA-NI at run time)"),
            sets: SETS.iter().map(|set| text(set.name)).collect(),
        }
    }

    /// From entropy it is from a seed that a generator with it draws.
    fn generate(
        &mut self,
        set: &str,
        origin: &Origin,
    ) -> Result<(Sample, Self::Key, Vec<u8>), Failure> {
        let set = find(set)?;
        let mut seed = vec![0; set.seed_len];
        match origin {
            Origin::Entropy(bytes) => {
                let first = bytes.first_chunk().ok_or_else(|| failed("too little entropy"))?;
                StdRng::from_seed(*first).fill_bytes(&mut seed);
            }
            Origin::Seed(given) => seed.clone_from(given),
        }
        let (sample, key) = measured(|| (set.from_seed)(&seed));
        let key = key.map_err(failed)?;
        let public_key = key.public_key();
        Ok((sample, key, public_key))
    }

    fn sign(
        &mut self,
        key: &mut Self::Key,
        message: &[u8],
        randomness: &Randomness,
    ) -> Result<(Sample, Vec<u8>), Failure> {
        if matches!(randomness, Randomness::Given(_)) {
            return Err(Refusal::Unsupported("the standard derives r".to_owned()));
        }
        if self.state(key).remaining == 0 {
            return Err(Refusal::Exhausted("the key has no index left".to_owned()));
        }
        let (sample, signature) = measured(|| key.sign(message));
        Ok((sample, signature.map_err(failed)?))
    }

    fn verify(&mut self, set: &str, signed: &Signature) -> Result<Verdict, Failure> {
        let set = find(set)?;
        let (sample, verifies) = measured(|| (set.verify)(signed));
        Ok(Verdict { sample, verifies })
    }

    fn state(&self, key: &Self::Key) -> State {
        let (index, lifetime) = key.state();
        State { index, remaining: lifetime.saturating_sub(index) }
    }
}
