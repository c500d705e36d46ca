//! `purecrypto` 0.10: SLH-DSA in Rust, many hashes at once where the CPU can.
//!
//! What it does not do, and what the fence is for (tried in `tests/conformance.rs`):
//!
//! * `from_seeds` panics on seeds that are too short, as its docs say, and silently takes the first
//!   `n` bytes of longer ones;
//! * it takes randomness from a generator that cannot fail. Bytes are drawn before, where that may
//!   fail, and handed to it as [`Drawn`];
//! * loading a key costs as much as generating it, since it derives `PK.root` again.

use super::code::{Code, Codes, split};
use super::held::{Held, ThirdPartyKey, addrnd};
use purecrypto::slhdsa::{ParamSet, PrivateKey, PublicKey};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Randomness, SecretBytes, Support,
    check_length,
};
use zeroize::Zeroizing;

/// The 12 SLH-DSA sets by the crate `purecrypto`.
#[derive(Clone, Copy, Debug)]
pub struct PureCrypto {
    fenced: bool,
}

impl PureCrypto {
    /// With the fence.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true }
    }

    /// Without the checks before the crate's code, to see what it does then.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false }
    }
}

impl Default for PureCrypto {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for PureCrypto {
    fn about(&self) -> About {
        About {
            name: "purecrypto".into(),
            version: "0.10.4".into(),
            language: "Rust",
            features: "alloc, hash, rng, slhdsa, std".into(),
            hash: "its own: 8 or 16 SHA-256 (AVX2, AVX-512), 8 Keccak (AVX-512) at once".into(),
            heap_visible: true,
            notes: &[
                "Key generation from seeds panics on short ones and cuts long ones; the fence \
                 checks them.",
                "Loading costs as much as generating, since it derives PK.root again.",
            ],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        CODES.support(set)
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        CODES.generate(self.fenced, set, entropy)
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        CODES.generate_from_seed(self.fenced, set, seed)
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        CODES.load(self.fenced, set, secret_key)
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        CODES.verify(self.fenced, set, public_key, message, signature)
    }
}

/// One of the crate's parameter sets, and its `n`.
struct Row(ParamSet, usize);

impl Code for Row {
    fn generate(&self, seed: &[u8], fenced: bool) -> Result<Key, Error> {
        let Self(set, n) = *self;
        let [sk_seed, sk_prf, pk_seed] = split(seed, n);
        let (key, _) = PrivateKey::from_seeds(set, sk_seed, sk_prf, pk_seed);
        Ok(Held::boxed(key, fenced))
    }

    fn load(&self, secret_key: &[u8], fenced: bool) -> Result<Key, Error> {
        let key = PrivateKey::from_bytes(self.0, secret_key).map_err(backend)?;
        Ok(Held::boxed(key, fenced))
    }

    fn verify(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
        let public_key = PublicKey::from_bytes(self.0, public_key).map_err(backend)?;
        if public_key.verify(signature, message, &[]) { Ok(()) } else { Err(Error::BadSignature) }
    }
}

impl ThirdPartyKey for PrivateKey {
    /// The second half of the encoded key, so that there is no copy.
    fn public_key(&self) -> &[u8] {
        let bytes = self.to_bytes();
        &bytes[bytes.len() / 2..]
    }

    fn secret_key(&self) -> SecretBytes {
        SecretBytes::new(self.to_bytes().to_vec())
    }

    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let n = self.to_bytes().len() / 4;
        let mut room = Zeroizing::new([0; MAX_N]);
        let addrnd = addrnd(randomness, &mut room[..n])?;
        signature.resize(self.signature_len(), 0);
        let signed = match addrnd {
            None => self.sign_deterministic_into(message, &[], signature),
            Some(bytes) => {
                check_length("randomness", n, bytes)?;
                self.sign_into(&mut Drawn(bytes), message, &[], signature)
            }
        };
        signed.map(drop).map_err(backend)
    }
}

/// Bytes drawn before, as the generator that the crate asks for: `n` of them, asked for once.
struct Drawn<'a>(&'a [u8]);

impl purecrypto::rng::RngCore for Drawn<'_> {
    /// Panics, within the fence, if asked for another number of bytes: randomness must not be used
    /// twice, nor invented.
    fn fill_bytes(&mut self, out: &mut [u8]) {
        out.copy_from_slice(std::mem::take(&mut self.0));
    }
}

/// The crate's errors have no text.
fn backend(error: purecrypto::slhdsa::Error) -> Error {
    Error::backend(format_args!("{error:?}"))
}

/// Largest `n`.
const MAX_N: usize = 32;

static CODES: Codes = Codes(&[
    ("SLH-DSA-SHA2-128s", &Row(ParamSet::Sha2_128s, 16)),
    ("SLH-DSA-SHA2-128f", &Row(ParamSet::Sha2_128f, 16)),
    ("SLH-DSA-SHA2-192s", &Row(ParamSet::Sha2_192s, 24)),
    ("SLH-DSA-SHA2-192f", &Row(ParamSet::Sha2_192f, 24)),
    ("SLH-DSA-SHA2-256s", &Row(ParamSet::Sha2_256s, 32)),
    ("SLH-DSA-SHA2-256f", &Row(ParamSet::Sha2_256f, 32)),
    ("SLH-DSA-SHAKE-128s", &Row(ParamSet::Shake_128s, 16)),
    ("SLH-DSA-SHAKE-128f", &Row(ParamSet::Shake_128f, 16)),
    ("SLH-DSA-SHAKE-192s", &Row(ParamSet::Shake_192s, 24)),
    ("SLH-DSA-SHAKE-192f", &Row(ParamSet::Shake_192f, 24)),
    ("SLH-DSA-SHAKE-256s", &Row(ParamSet::Shake_256s, 32)),
    ("SLH-DSA-SHAKE-256f", &Row(ParamSet::Shake_256f, 32)),
]);
