//! `hbs`, this project's own.
//!
//! `native` hashes on the best vector unit of the machine and keeps of a tree what 64 MiB allow;
//! `native-small` keeps nothing, so that each signature takes as long as generating the key;
//! `native@<unit>` is `native` on a vector unit of the machine that is not its best.

use super::refusal;
use hbs::lms::{Params, PrivateKey, PublicKey, params::I_LEN, verify};
use hbs::{Options, WalkKind};
use lanes::Cpu;
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Randomness, SecretBytes, StatefulSigner,
    Support, check_length, check_type,
};
use std::borrow::Cow;
use std::fmt;

/// `hbs` on a vector unit, with a walk.
#[derive(Debug)]
pub struct Native {
    name: Cow<'static, str>,
    options: Options,
}

impl Native {
    /// `native`, `native-small`, and one for each other vector unit of this machine.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let small = Options { walk: WalkKind::Recompute, ..Options::default() };
        let mut all = vec![
            Self { name: "native".into(), options: Options::default() },
            Self { name: "native-small".into(), options: small },
        ];
        let best = Cpu::detect().name();
        all.extend(Cpu::available().filter(|cpu| cpu.name() != best).map(|cpu| Self {
            name: format!("native@{}", cpu.name()).into(),
            options: Options { cpu, ..Options::default() },
        }));
        all
    }

    fn params(&self, set: &ParameterSet) -> Result<Params, Error> {
        Params::of(set).ok_or_else(|| refusal(&self.name, set, Support::No))
    }
}

impl Backend for Native {
    fn about(&self) -> About {
        About {
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            language: "Rust",
            features: match self.options.walk {
                WalkKind::Recompute => "keeps no nodes".into(),
                _ => "keeps nodes, at most 64 MiB".into(),
            },
            hash: format!("its own (lanes: {})", self.options.cpu.name()).into(),
            heap_visible: true,
            notes: &[],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        if Params::of(set).is_some() { Support::Yes } else { Support::No }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        let key = PrivateKey::generate(self.params(set)?, entropy, &self.options)?;
        Ok(NativeKey::boxed(key))
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        let params = self.params(set)?;
        check_length("seed", set.seed_len, seed)?;
        let (seed, id) = seed.split_at(params.ots.n);
        let mut array = [0; I_LEN];
        array.copy_from_slice(id);
        Ok(NativeKey::boxed(PrivateKey::from_seed(params, array, seed, &self.options)?))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        let params = self.params(set)?;
        Ok(NativeKey::boxed(PrivateKey::decode(params, secret_key, &self.options)?))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        self.params(set)?;
        check_type(set, public_key, signature)?;
        let key = PublicKey::decode(public_key)?;
        verify(self.options.cpu.engines(), &key, message, signature)
    }
}

/// A key with its encoded public key.
struct NativeKey {
    key: PrivateKey,
    public_key: Vec<u8>,
}

impl NativeKey {
    fn boxed(key: PrivateKey) -> Key {
        let public_key = key.public_key().encode();
        Key::Stateful(Box::new(Self { key, public_key }))
    }
}

impl signer::PrivateKey for NativeKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        Ok(self.key.encode())
    }
}

impl StatefulSigner for NativeKey {
    fn index(&self) -> u64 {
        self.key.index()
    }

    fn remaining(&self) -> u64 {
        self.key.remaining()
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.key.sign(message, randomness, signature)
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        self.key.skip_to(index)
    }
}

impl fmt::Debug for NativeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.key.fmt(f)
    }
}
