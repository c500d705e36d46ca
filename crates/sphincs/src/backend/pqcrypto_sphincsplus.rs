//! `pqcrypto-sphincsplus` 0.7: PQClean's C code of SPHINCS+ round 3.1, the simple sets, with AVX2
//! where the CPU has it.
//!
//! This is SPHINCS+, not SLH-DSA: there is no context, and the FORS indices are read from the digest
//! in another bit order, so that the two agree on one shape only, 192f, whose indices are whole
//! bytes. `tests/bridge.rs` shows both.
//!
//! What it does not do, and what the fence is for:
//!
//! * `keypair()` takes neither a seed nor a generator: it draws from the operating system itself, and
//!   aborts the process if that fails (a panic that cannot leave C). [`Backend::generate`] leaves its
//!   `entropy` alone, and [`Backend::generate_from_seed`] is unsupported. The C function that takes a
//!   seed exists but is not bound;
//! * `detached_sign` draws its randomness in the same way: only [`Randomness::Fresh`] is supported,
//!   and its source is left alone;
//! * `SecretKey::from_bytes` takes any bytes of the right length, and nothing derives a public key.
//!   Behind the fence, loading signs once and verifies that, which costs a signature;
//! * its secret keys are `Copy` and not wiped: what lives long is kept here, in bytes that are.

use super::code::{Code, Codes};
use super::held::{Held, ThirdPartyKey};
use pqcrypto_sphincsplus::{
    sphincssha2128fsimple, sphincssha2128ssimple, sphincssha2192fsimple, sphincssha2192ssimple,
    sphincssha2256fsimple, sphincssha2256ssimple, sphincsshake128fsimple, sphincsshake128ssimple,
    sphincsshake192fsimple, sphincsshake192ssimple, sphincsshake256fsimple, sphincsshake256ssimple,
};
use pqcrypto_traits::sign::{DetachedSignature, PublicKey, SecretKey, VerificationError};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Randomness, SecretBytes, Support, quietly,
};

/// The 12 simple sets of SPHINCS+ by the crate `pqcrypto-sphincsplus`.
#[derive(Clone, Copy, Debug)]
pub struct PqcryptoSphincsplus {
    fenced: bool,
}

impl PqcryptoSphincsplus {
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

impl Default for PqcryptoSphincsplus {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for PqcryptoSphincsplus {
    fn about(&self) -> About {
        About {
            name: "pqcrypto-sphincsplus".into(),
            version: "0.7.2".into(),
            language: "C",
            features: "avx2, std".into(),
            hash: "PQClean: AVX2 at run time, 8 SHA-256 or 4 Keccak at once".into(),
            heap_visible: false,
            notes: &[
                "SPHINCS+ round 3.1, which is not SLH-DSA: other FORS indices, no context.",
                "Draws from the operating system itself: takes no seed and no randomness, and \
                 aborts the process if the source fails.",
                "Loading checks nothing but the length; the fence signs once and verifies that.",
            ],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        CODES.support(set)
    }

    /// Leaves `entropy` alone: the crate draws from the operating system itself.
    fn generate(&self, set: &ParameterSet, _entropy: &mut dyn Entropy) -> Result<Key, Error> {
        let code = CODES.find(set)?;
        quietly(|| Ok(code.keypair(self.fenced)))
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

/// Code that generates keys from randomness of its own.
trait OwnRandomness: Code {
    fn keypair(&self, fenced: bool) -> Key;
}

/// One of the crate's modules, by its functions.
struct Row<PK, SK, S> {
    keypair: fn() -> (PK, SK),
    sign: fn(&[u8], &SK) -> S,
    verify: fn(&S, &[u8], &PK) -> Result<(), VerificationError>,
}

impl<PK, SK, S> OwnRandomness for Row<PK, SK, S>
where
    PK: PublicKey + 'static,
    SK: SecretKey + 'static,
    S: DetachedSignature + 'static,
{
    fn keypair(&self, fenced: bool) -> Key {
        let (_, secret_key) = (self.keypair)();
        let bytes = SecretBytes::new(secret_key.as_bytes().to_vec());
        Held::boxed(PqcryptoKey { bytes, sign: self.sign }, fenced)
    }
}

impl<PK, SK, S> Code for Row<PK, SK, S>
where
    PK: PublicKey + 'static,
    SK: SecretKey + 'static,
    S: DetachedSignature + 'static,
{
    fn generate(&self, _seed: &[u8], _fenced: bool) -> Result<Key, Error> {
        Err(Error::unsupported("pqcrypto-sphincsplus generates keys from its own randomness only"))
    }

    fn load(&self, secret_key: &[u8], fenced: bool) -> Result<Key, Error> {
        let decoded = SK::from_bytes(secret_key).map_err(Error::backend)?;
        let key = PqcryptoKey { bytes: SecretBytes::new(secret_key.to_vec()), sign: self.sign };
        if fenced {
            let trial = (self.sign)(&[], &decoded);
            self.verify(key.public_key(), &[], trial.as_bytes())
                .map_err(|_| Error::backend("PK.root does not belong to the seeds"))?;
        }
        Ok(Held::boxed(key, fenced))
    }

    fn verify(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
        let public_key = PK::from_bytes(public_key).map_err(Error::backend)?;
        let signature = S::from_bytes(signature).map_err(Error::backend)?;
        (self.verify)(&signature, message, &public_key).map_err(|_| Error::BadSignature)
    }
}

/// The bytes of a key, since the crate's own type is not wiped, and what signs with them.
struct PqcryptoKey<SK, S> {
    bytes: SecretBytes,
    sign: fn(&[u8], &SK) -> S,
}

impl<SK: SecretKey + 'static, S: DetachedSignature + 'static> ThirdPartyKey for PqcryptoKey<SK, S> {
    fn public_key(&self) -> &[u8] {
        let bytes = self.bytes.expose();
        &bytes[bytes.len() / 2..]
    }

    fn secret_key(&self) -> SecretBytes {
        self.bytes.clone()
    }

    /// Copies `4n` bytes first, and `Fresh` leaves its source alone.
    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Randomness::Fresh(_) = randomness else {
            return Err(Error::unsupported(
                "pqcrypto-sphincsplus signs with its own randomness only",
            ));
        };
        let secret_key = SK::from_bytes(self.bytes.expose()).map_err(Error::backend)?;
        signature.extend_from_slice((self.sign)(message, &secret_key).as_bytes());
        Ok(())
    }
}

macro_rules! codes {
    ($($set:literal => $module:ident,)*) => {
        Codes(&[$((
            $set,
            &Row {
                keypair: $module::keypair,
                sign: $module::detached_sign,
                verify: $module::verify_detached_signature,
            },
        )),*])
    };
}

static CODES: Codes<dyn OwnRandomness> = codes! {
    "SPHINCS+-SHA2-128s-simple" => sphincssha2128ssimple,
    "SPHINCS+-SHA2-128f-simple" => sphincssha2128fsimple,
    "SPHINCS+-SHA2-192s-simple" => sphincssha2192ssimple,
    "SPHINCS+-SHA2-192f-simple" => sphincssha2192fsimple,
    "SPHINCS+-SHA2-256s-simple" => sphincssha2256ssimple,
    "SPHINCS+-SHA2-256f-simple" => sphincssha2256fsimple,
    "SPHINCS+-SHAKE-128s-simple" => sphincsshake128ssimple,
    "SPHINCS+-SHAKE-128f-simple" => sphincsshake128fsimple,
    "SPHINCS+-SHAKE-192s-simple" => sphincsshake192ssimple,
    "SPHINCS+-SHAKE-192f-simple" => sphincsshake192fsimple,
    "SPHINCS+-SHAKE-256s-simple" => sphincsshake256ssimple,
    "SPHINCS+-SHAKE-256f-simple" => sphincsshake256fsimple,
};
