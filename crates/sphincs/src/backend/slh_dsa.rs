//! RustCrypto's `slh-dsa`, 0.2.0-rc.5: SLH-DSA in Rust, one hash at a time.
//!
//! What it does not do, and what the fence is for (all read in its source and tried in
//! `tests/conformance.rs` and `tests/fence.rs`):
//!
//! * `slh_keygen_internal`, the only way in for the standard's seeds, is hidden from its docs and
//!   panics unless each seed has `n` bytes;
//! * `try_sign_with_context` returns a `Result`, but panics unless `opt_rand` has `n` bytes;
//! * `SigningKey::try_from` takes any `PK.root`: a key that was damaged there loads, and signs what
//!   nobody can verify. Behind the fence, loading derives the root again, which costs as much as
//!   generating the key; `fips205` and `purecrypto` do that themselves;
//! * `SigningKey` derives `Debug`, which prints `SK.seed` and `SK.prf`: it is never formatted here;
//! * keys are wiped only with its feature `zeroize`, off by default and on here;
//! * signatures and all that leads to them are on the stack, several times 50 kB for the 256f sets
//!   (its crate docs warn of that).

use super::code::{Code, Codes, split};
use super::held::{Held, ThirdPartyKey, addrnd};
use signer::{About, Backend, Entropy, Error, Key, ParameterSet, Randomness, SecretBytes, Support};
use slh_dsa::{
    ParameterSet as Types, Sha2_128f, Sha2_128s, Sha2_192f, Sha2_192s, Sha2_256f, Sha2_256s,
    Shake128f, Shake128s, Shake192f, Shake192s, Shake256f, Shake256s, Signature, SigningKey,
    VerifyingKey,
};
use std::marker::PhantomData;
use zeroize::Zeroizing;

/// The 12 SLH-DSA sets by the crate `slh-dsa`.
#[derive(Clone, Copy, Debug)]
pub struct SlhDsa {
    fenced: bool,
}

impl SlhDsa {
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

impl Default for SlhDsa {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for SlhDsa {
    fn about(&self) -> About {
        About {
            name: "slh-dsa".into(),
            version: "0.2.0-rc.5".into(),
            language: "Rust",
            features: "alloc, zeroize".into(),
            hash: "sha2 0.11 (SHA-NI at run time), sha3 0.11; one hash at a time".into(),
            heap_visible: true,
            notes: &[
                "Signing panics on randomness of a wrong length; the fence checks it.",
                "Key generation from seeds panics on a wrong length; the fence checks it.",
                "Loading does not check PK.root; the fence derives it again, at the cost of a key \
                 generation.",
                "Debug of its signing key prints the secret seeds; the fence never formats it.",
                "Signatures are built on the stack.",
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

/// One of the crate's types.
struct Row<P> {
    n: usize,
    types: PhantomData<fn() -> P>,
}

impl<P: Types + 'static> Row<P>
where
    SigningKey<P>: Send,
{
    const fn new(n: usize) -> Self {
        Self { n, types: PhantomData }
    }

    fn hold(&self, key: SigningKey<P>, fenced: bool) -> Key {
        let verifying_key: &VerifyingKey<P> = key.as_ref();
        let mut public_key = [0; 2 * MAX_N];
        public_key[..2 * self.n].copy_from_slice(&verifying_key.to_bytes());
        Held::boxed(SlhDsaKey { key, n: self.n, public_key }, fenced)
    }
}

impl<P: Types + 'static> Code for Row<P>
where
    SigningKey<P>: Send,
{
    fn generate(&self, seed: &[u8], fenced: bool) -> Result<Key, Error> {
        let [sk_seed, sk_prf, pk_seed] = split(seed, self.n);
        Ok(self.hold(SigningKey::<P>::slh_keygen_internal(sk_seed, sk_prf, pk_seed), fenced))
    }

    fn load(&self, secret_key: &[u8], fenced: bool) -> Result<Key, Error> {
        let key = SigningKey::<P>::try_from(secret_key).map_err(Error::backend)?;
        if fenced {
            let [sk_seed, sk_prf, pk_seed] = split(&secret_key[..3 * self.n], self.n);
            let derived = SigningKey::<P>::slh_keygen_internal(sk_seed, sk_prf, pk_seed);
            let (found, due): (&VerifyingKey<P>, &VerifyingKey<P>) =
                (key.as_ref(), derived.as_ref());
            if found != due {
                return Err(Error::backend("PK.root does not belong to the seeds"));
            }
        }
        Ok(self.hold(key, fenced))
    }

    fn verify(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
        let public_key = VerifyingKey::<P>::try_from(public_key).map_err(Error::backend)?;
        let signature = Signature::<P>::try_from(signature).map_err(Error::backend)?;
        public_key
            .try_verify_with_context(message, &[], &signature)
            .map_err(|_| Error::BadSignature)
    }
}

/// The crate's key; it hands out its public key by value only, so there is a copy.
struct SlhDsaKey<P: Types> {
    key: SigningKey<P>,
    n: usize,
    public_key: [u8; 2 * MAX_N],
}

impl<P: Types + 'static> ThirdPartyKey for SlhDsaKey<P>
where
    SigningKey<P>: Send,
{
    fn public_key(&self) -> &[u8] {
        &self.public_key[..2 * self.n]
    }

    fn secret_key(&self) -> SecretBytes {
        SecretBytes::new(self.key.to_vec())
    }

    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut room = Zeroizing::new([0; MAX_N]);
        let addrnd = addrnd(randomness, &mut room[..self.n])?;
        let signed =
            self.key.try_sign_with_context(message, &[], addrnd).map_err(Error::backend)?;
        signature.extend_from_slice(&signed.to_bytes());
        Ok(())
    }
}

/// Largest `n`.
const MAX_N: usize = 32;

static CODES: Codes = Codes(&[
    ("SLH-DSA-SHA2-128s", &Row::<Sha2_128s>::new(16)),
    ("SLH-DSA-SHA2-128f", &Row::<Sha2_128f>::new(16)),
    ("SLH-DSA-SHA2-192s", &Row::<Sha2_192s>::new(24)),
    ("SLH-DSA-SHA2-192f", &Row::<Sha2_192f>::new(24)),
    ("SLH-DSA-SHA2-256s", &Row::<Sha2_256s>::new(32)),
    ("SLH-DSA-SHA2-256f", &Row::<Sha2_256f>::new(32)),
    ("SLH-DSA-SHAKE-128s", &Row::<Shake128s>::new(16)),
    ("SLH-DSA-SHAKE-128f", &Row::<Shake128f>::new(16)),
    ("SLH-DSA-SHAKE-192s", &Row::<Shake192s>::new(24)),
    ("SLH-DSA-SHAKE-192f", &Row::<Shake192f>::new(24)),
    ("SLH-DSA-SHAKE-256s", &Row::<Shake256s>::new(32)),
    ("SLH-DSA-SHAKE-256f", &Row::<Shake256f>::new(32)),
]);
