//! A private key of `purecrypto` with its index, and how it moves on.

use super::state::{self, State};
use super::types;
use hbs::hss::Params;
use purecrypto::lms::HssPrivateKey;
use purecrypto::rng::{CryptoRng, RngCore};
use signer::{
    Error, Indices, ParameterSet, PrivateKey, Randomness, SecretBytes, StatefulSigner,
    check_length, fence,
};
use std::fmt;
use zeroize::Zeroizing;

/// A key with its state.
pub(super) struct PurecryptoKey {
    key: HssPrivateKey,
    fenced: bool,
    public_key: Vec<u8>,
    params: Params,
    indices: Indices,
}

impl PurecryptoKey {
    /// The key whose root has `SEED ‖ I` as given, 32 and 16 bytes.
    pub(super) fn generate(set: &ParameterSet, fenced: bool, seed: &[u8]) -> Result<Self, Error> {
        let params = params(set)?;
        let levels = params.levels().iter().copied().map(types).collect::<Option<Vec<_>>>();
        let levels = levels.ok_or_else(|| Error::unsupported("no such level in purecrypto"))?;
        // The crate draws I first.
        let (seed, i) = seed.split_at(set.n);
        let mut drawn = Zeroizing::new(i.to_vec());
        drawn.extend_from_slice(seed);
        let key =
            fence(fenced, || HssPrivateKey::generate(&levels, &mut Drawn(&drawn)).map_err(failed))?;
        let key = Self::new(set, fenced, key, params, 0)?;
        if key.public_key.get(12..28) != Some(i) {
            return Err(Error::backend("purecrypto draws something else than I and then SEED"));
        }
        Ok(key)
    }

    pub(super) fn load(set: &ParameterSet, fenced: bool, bytes: &[u8]) -> Result<Self, Error> {
        let params = params(set)?;
        state::check(&params, bytes)?;
        let key = fence(fenced, || HssPrivateKey::from_bytes(bytes).map_err(failed))?;
        let index = state::index(&params, bytes)?;
        Self::new(set, fenced, key, params, index)
    }

    fn new(
        set: &ParameterSet,
        fenced: bool,
        key: HssPrivateKey,
        params: Params,
        index: u64,
    ) -> Result<Self, Error> {
        let public_key = key.public_key().to_bytes().to_vec();
        let indices = Indices::new(index, set.lifetime.count())?;
        Ok(Self { key, fenced, public_key, params, indices })
    }
}

impl PrivateKey for PurecryptoKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(SecretBytes::new(self.key.to_bytes()))
    }
}

impl StatefulSigner for PurecryptoKey {
    fn index(&self) -> u64 {
        self.indices.next()
    }

    fn remaining(&self) -> u64 {
        self.indices.remaining()
    }

    fn sign(
        &mut self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        signature.clear();
        self.indices.check_left()?;
        let mut c = [0; 32];
        match randomness {
            Randomness::Deterministic => {
                return Err(Error::unsupported("purecrypto derives no C for messages"));
            }
            Randomness::Fresh(entropy) => entropy.fill(&mut c)?,
            Randomness::Given(given) => {
                check_length("randomness", c.len(), given)?;
                c.copy_from_slice(given);
            }
        }
        let Self { key, indices, fenced, .. } = self;
        indices.spend(signature, |signature| {
            *signature = fence(*fenced, || key.sign(&mut Drawn(&c), message).map_err(failed))?;
            Ok(())
        })
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let Self { key, params, indices, fenced, .. } = self;
        indices.skip_to(index, || fence(*fenced, || move_to(key, params, index)))
    }
}

impl fmt::Debug for PurecryptoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PurecryptoKey").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// Moves the crate's key to `index`, which is ahead of it.
///
/// A leaf signs a child key before the child can sign. So the first level that has to move gets
/// its new leaf and all below it count as used up: the next signature then starts with fresh
/// trees below, at leaf 0 each. Where a level below has to be past that, a signature that nobody
/// sees makes the trees, and the next round moves that level. Each such signature uses an index
/// between the old and the new one.
fn move_to(key: &mut HssPrivateKey, params: &Params, index: u64) -> Result<(), Error> {
    let parts = state::parts(params, index);
    let bottom = parts.len() - 1;
    loop {
        let mut state = State::new(key.to_bytes_with_cache(), parts.len())?;
        let moving = (0..bottom).find(|&i| state.next_leaf(i) != parts[i] + 1);
        let moving = moving.unwrap_or(bottom);
        state.set_next_leaf(moving, parts[moving]);
        for (i, level) in params.levels().iter().enumerate().skip(moving + 1) {
            state.set_next_leaf(i, 1 << level.lms.h);
        }
        *key = HssPrivateKey::from_bytes(state.seal()).map_err(failed)?;
        if parts[moving + 1..].iter().all(|&part| part == 0) {
            return Ok(());
        }
        let unseen = key.sign(&mut Drawn(&[0; 32]), b"").map_err(failed)?;
        drop(Zeroizing::new(unseen));
    }
}

fn params(set: &ParameterSet) -> Result<Params, Error> {
    Params::of(set).ok_or_else(|| Error::unsupported("no HSS parameter set"))
}

fn failed(error: purecrypto::lms::Error) -> Error {
    Error::backend(format_args!("{error:?}"))
}

/// Bytes that were drawn before, handed out once each, in order.
struct Drawn<'a>(&'a [u8]);

impl RngCore for Drawn<'_> {
    /// # Panics
    ///
    /// If more is asked for than was drawn: the trait knows no errors, and nothing else would be
    /// random.
    fn fill_bytes(&mut self, out: &mut [u8]) {
        let (now, later) = self.0.split_at(out.len());
        out.copy_from_slice(now);
        self.0 = later;
    }
}

impl CryptoRng for Drawn<'_> {}

#[cfg(test)]
mod tests;
