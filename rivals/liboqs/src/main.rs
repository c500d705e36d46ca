//! liboqs as a rival: LMS, HSS, XMSS, XMSS^MT and SPHINCS+. See `crates/rival`.

mod ffi;
mod random;
mod sets;

use ffi::{Failed, Key};
use rival::{
    Description, Failure, Origin, Randomness, Refusal, Rival, Sample, Signature, State, Verdict,
};
use sets::{Scheme, Set};
use std::io;

fn main() -> io::Result<()> {
    ffi::draw_from_here();
    let oqs = Oqs { sets: Set::all() };
    rival::serve(oqs, &mut io::stdin().lock(), &mut io::stdout().lock())
}

#[derive(Debug)]
struct Oqs {
    sets: Vec<Set>,
}

#[derive(Debug)]
struct OqsKey {
    key: Key,
    set: Set,
    public_key: Vec<u8>,
    next: u64,
}

impl Oqs {
    fn find(&self, name: &str) -> Result<(&Set, Key), Failure> {
        let set = self.sets.iter().find(|set| set.name == name);
        let found = set.and_then(|set| Some((set, Key::new(&set.library)?)));
        found.ok_or_else(|| Refusal::Unsupported(format!("there is no {name}")))
    }
}

impl OqsKey {
    /// What the library draws to sign: with SPHINCS+ `opt_rand`, which is `PK.seed` if nothing else is asked for.
    fn to_draw(&self, randomness: &Randomness) -> Result<Vec<u8>, Failure> {
        match (self.set.scheme, randomness) {
            (Scheme::Sphincs { n }, Randomness::Deterministic) => Ok(self.public_key[..n].to_vec()),
            (Scheme::Sphincs { n }, Randomness::Fresh(entropy)) => {
                random::expand(entropy, n).map_err(failed)
            }
            (Scheme::Sphincs { .. }, Randomness::Given(bytes)) => Ok(bytes.clone()),
            (_, Randomness::Given(_)) => {
                Err(Refusal::Unsupported("the library derives it".to_owned()))
            }
            _ => Ok(Vec::new()),
        }
    }
}

fn failed(_: Failed) -> Failure {
    Refusal::Failed("the library failed, or drew other bytes than expected".to_owned())
}

impl Rival for Oqs {
    type Key = OqsKey;

    fn describe(&self) -> Description {
        let text = |text: &str| text.to_owned();
        Description {
            protocol: rival::VERSION,
            name: text("liboqs"),
            version: text("0.13.0 (source of oqs-sys 0.11.0)"),
            language: text("C"),
            features: text("OQS_DIST_BUILD, no OpenSSL, private keys stored in memory"),
            hash: text("its own (portable SHA-2; Keccak and SPHINCS+ with AVX2 at run time)"),
            sets: self.sets.iter().map(|set| set.name.clone()).collect(),
        }
    }

    /// From entropy it is from a seed that a generator with it draws.
    fn generate(
        &mut self,
        set: &str,
        origin: &Origin,
    ) -> Result<(Sample, OqsKey, Vec<u8>), Failure> {
        let (set, mut key) = self.find(set)?;
        let seed = match origin {
            Origin::Entropy(entropy) => random::expand(entropy, set.seed_len()).map_err(failed)?,
            Origin::Seed(seed) => seed.clone(),
        };
        key.prepare().map_err(failed)?;
        let mut room = vec![0; key.public_key_len()];
        random::supply(&seed);
        let (sample, generated) = rival::timed(|| key.generate(&mut room));
        generated.and_then(|()| random::drawn()).map_err(failed)?;
        let Some(public_key) = room.strip_prefix(set.prefixes().0).map(<[u8]>::to_vec) else {
            return Err(Refusal::Failed("a public key without its level count".to_owned()));
        };
        let set = set.clone();
        Ok((sample, OqsKey { key, set, public_key: public_key.clone(), next: 0 }, public_key))
    }

    fn sign(
        &mut self,
        key: &mut OqsKey,
        message: &[u8],
        randomness: &Randomness,
    ) -> Result<(Sample, Vec<u8>), Failure> {
        let to_draw = key.to_draw(randomness)?;
        if self.state(key).remaining == 0 {
            return Err(Refusal::Exhausted("the key has no index left".to_owned()));
        }
        let mut room = vec![0; key.key.signature_len()];
        // Used up, whatever comes of it.
        key.next += 1;
        random::supply(&to_draw);
        let (sample, signed) = rival::timed(|| key.key.sign(message, &mut room));
        let len = signed.map_err(failed)?;
        random::drawn().map_err(failed)?;
        room.truncate(len);
        let Some(signature) = room.strip_prefix(key.set.prefixes().1).map(<[u8]>::to_vec) else {
            return Err(Refusal::Failed("a signature without its level count".to_owned()));
        };
        Ok((sample, signature))
    }

    /// The library does not ask how long a public key is: one of another length is none.
    fn verify(&mut self, set: &str, signed: &Signature) -> Result<Verdict, Failure> {
        let (set, key) = self.find(set)?;
        let (before_key, before_signature) = set.prefixes();
        let mut public_key = [before_key, &signed.public_key].concat();
        let mut signature = [before_signature, &signed.signature].concat();
        let (key_len, len) = (public_key.len(), signature.len());
        public_key.resize(key_len.max(ffi::READ.0), 0);
        signature.resize(len.max(ffi::READ.1), 0);
        let (sample, verified) = rival::timed(|| {
            if key_len != key.public_key_len() {
                return Err(Failed);
            }
            key.verify(&signed.message, &signature, len, &public_key)
        });
        Ok(Verdict { sample, verifies: verified.is_ok() })
    }

    fn state(&self, key: &OqsKey) -> State {
        let of = |lifetime: u64| State { index: key.next, remaining: lifetime - key.next };
        key.set.lifetime().map_or(State::STATELESS, of)
    }
}
