//! From a parameter set to the third-party code that runs it, and the fence in between.

use signer::{Entropy, Error, Key, ParameterSet, Support, check_length, check_type, quietly};
use zeroize::Zeroizing;

/// The code of one parameter set of one crate. Its methods may panic.
pub(super) trait Code: Sync {
    /// FIPS 205 Alg. 18; `seed` is `SK.seed ‖ SK.prf ‖ PK.seed` and, behind the fence, `3n` bytes.
    fn generate(&self, seed: &[u8], fenced: bool) -> Result<Key, Error>;

    /// A key from `SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root`, as `secret_key` of [`Held`] encodes it.
    ///
    /// [`Held`]: super::held::Held
    fn load(&self, secret_key: &[u8], fenced: bool) -> Result<Key, Error>;

    /// Alg. 24 with an empty context, or what SPHINCS+ has in its place.
    fn verify(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error>;
}

/// What one crate runs: a row for each parameter set, with its name.
pub(super) struct Codes<C: ?Sized + 'static = dyn Code>(
    pub(super) &'static [(&'static str, &'static C)],
);

impl<C: Code + ?Sized> Codes<C> {
    pub(super) fn support(&self, set: &ParameterSet) -> Support {
        if self.find(set).is_ok() { Support::Yes } else { Support::No }
    }

    pub(super) fn find(&self, set: &ParameterSet) -> Result<&'static C, Error> {
        let row = self.0.iter().find(|(name, _)| *name == set.name);
        row.map(|(_, code)| *code)
            .ok_or_else(|| Error::unsupported(format!("this crate does not have {}", set.name)))
    }

    pub(super) fn load(
        &self,
        fenced: bool,
        set: &ParameterSet,
        secret_key: &[u8],
    ) -> Result<Key, Error> {
        let code = self.find(set)?;
        if fenced {
            check_length("secret key", 4 * set.n, secret_key)?;
        }
        quietly(|| code.load(secret_key, fenced))
    }

    pub(super) fn verify(
        &self,
        fenced: bool,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let code = self.find(set)?;
        if fenced {
            check_type(set, public_key, signature)?;
        }
        quietly(|| code.verify(public_key, message, signature))
    }

    pub(super) fn generate(
        &self,
        fenced: bool,
        set: &ParameterSet,
        entropy: &mut dyn Entropy,
    ) -> Result<Key, Error> {
        let code = self.find(set)?;
        let mut seed = Zeroizing::new(vec![0; set.seed_len]);
        entropy.fill(&mut seed)?;
        quietly(|| code.generate(&seed, fenced))
    }

    pub(super) fn generate_from_seed(
        &self,
        fenced: bool,
        set: &ParameterSet,
        seed: &[u8],
    ) -> Result<Key, Error> {
        let code = self.find(set)?;
        if fenced {
            check_length("seed", set.seed_len, seed)?;
        }
        quietly(|| code.generate(seed, fenced))
    }
}

/// `SK.seed`, `SK.prf` and `PK.seed`: `n` bytes each, except that a seed of a wrong length, which
/// only passes where there is no fence, leaves the last too long, or the last ones too short.
pub(super) fn split(seed: &[u8], n: usize) -> [&[u8]; 3] {
    let (sk_seed, rest) = seed.split_at(n.min(seed.len()));
    let (sk_prf, pk_seed) = rest.split_at(n.min(rest.len()));
    [sk_seed, sk_prf, pk_seed]
}
