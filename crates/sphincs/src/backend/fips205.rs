//! Integrity Chain's `fips205`, 0.5: SLH-DSA in Rust, one hash at a time.
//!
//! What it does not do, and what the fence is for:
//!
//! * its interface is arrays, so no wrong length reaches it; without the fence nothing fails
//!   (`tests/conformance.rs`). The fence is there for what nobody has seen yet;
//! * it takes randomness from a generator of `rand_core` 0.6 only. Bytes are drawn before, where
//!   that may fail, and handed to it as [`Drawn`];
//! * loading a key costs as much as generating it, since it derives `PK.root` again;
//! * it stands on `sha3` 0.10 and `keccak` 0.1, whose code gets 2.3 times slower with
//!   `-C target-cpu=native` on an AVX-512 machine: compare it with default flags too.

use super::code::{Code, Codes, split};
use super::held::{Held, ThirdPartyKey, addrnd};
use fips205::traits::{KeyGen as _, SerDes, Signer, Verifier};
use fips205::{
    slh_dsa_sha2_128f, slh_dsa_sha2_128s, slh_dsa_sha2_192f, slh_dsa_sha2_192s, slh_dsa_sha2_256f,
    slh_dsa_sha2_256s, slh_dsa_shake_128f, slh_dsa_shake_128s, slh_dsa_shake_192f,
    slh_dsa_shake_192s, slh_dsa_shake_256f, slh_dsa_shake_256s,
};
use rand_core_06::{CryptoRng, RngCore};
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Randomness, SecretBytes, Support,
    check_length,
};
use std::num::NonZeroU32;
use zeroize::Zeroizing;

/// The 12 SLH-DSA sets by the crate `fips205`.
#[derive(Clone, Copy, Debug)]
pub struct Fips205 {
    fenced: bool,
}

impl Fips205 {
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

impl Default for Fips205 {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for Fips205 {
    fn about(&self) -> About {
        About {
            name: "fips205".into(),
            version: "0.5.0".into(),
            language: "Rust",
            features: "default".into(),
            hash: "sha2 0.10 (SHA-NI at run time), sha3 0.10; one hash at a time".into(),
            heap_visible: true,
            notes: &[
                "Lengths are in its types: the fence changes nothing that the checks see.",
                "Loading costs as much as generating, since it derives PK.root again.",
                "SHAKE sets get slower, not faster, with -C target-cpu=native (keccak 0.1).",
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

/// One of the crate's modules, by its types and its sizes in bytes.
struct Row<Public, Private, const N: usize, const PK: usize, const SK: usize, const SIG: usize> {
    generate: Generate<Public, Private, N>,
}

/// Generates a key from `SK.seed`, `SK.prf` and `PK.seed`.
type Generate<Public, Private, const N: usize> =
    fn(&[u8; N], &[u8; N], &[u8; N]) -> (Public, Private);

impl<Public, Private, const N: usize, const PK: usize, const SK: usize, const SIG: usize> Code
    for Row<Public, Private, N, PK, SK, SIG>
where
    Public: SerDes<ByteArray = [u8; PK]> + Verifier<Signature = [u8; SIG]> + 'static,
    Private: SerDes<ByteArray = [u8; SK]>
        + Signer<Signature = [u8; SIG], PublicKey = Public>
        + Clone
        + Send
        + 'static,
{
    fn generate(&self, seed: &[u8], fenced: bool) -> Result<Key, Error> {
        let [sk_seed, sk_prf, pk_seed] = split(seed, N);
        let (public_key, key) = (self.generate)(
            array("seed", sk_seed)?,
            array("seed", sk_prf)?,
            array("seed", pk_seed)?,
        );
        Ok(Held::boxed(Fips205Key { key, public_key: public_key.into_bytes() }, fenced))
    }

    fn load(&self, secret_key: &[u8], fenced: bool) -> Result<Key, Error> {
        let bytes = Zeroizing::new(*array("secret key", secret_key)?);
        let key = Private::try_from_bytes(*bytes).map_err(Error::backend)?;
        let public_key = key.get_public_key().into_bytes();
        Ok(Held::boxed(Fips205Key { key, public_key }, fenced))
    }

    fn verify(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
        let public_key = *array("public key", public_key)?;
        let public_key = Public::try_from_bytes(public_key).map_err(Error::backend)?;
        let signature = array("signature", signature)?;
        if public_key.verify(message, signature, &[]) { Ok(()) } else { Err(Error::BadSignature) }
    }
}

/// The crate's key; it hands out its public key by value only, so there is a copy.
struct Fips205Key<Private, const PK: usize> {
    key: Private,
    public_key: [u8; PK],
}

impl<Private, const PK: usize, const SK: usize, const SIG: usize> ThirdPartyKey
    for Fips205Key<Private, PK>
where
    Private: SerDes<ByteArray = [u8; SK]> + Signer<Signature = [u8; SIG]> + Clone + Send + 'static,
{
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> SecretBytes {
        let bytes = Zeroizing::new(self.key.clone().into_bytes());
        SecretBytes::new(bytes.to_vec())
    }

    fn sign(
        &self,
        message: &[u8],
        randomness: Randomness<'_>,
        signature: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut room = Zeroizing::new([0; MAX_N]);
        let n = PK / 2;
        let addrnd = addrnd(randomness, &mut room[..n])?;
        if let Some(addrnd) = addrnd {
            check_length("randomness", n, addrnd)?;
        }
        let mut drawn = Drawn(addrnd.unwrap_or_default());
        let signed = self.key.try_sign_with_rng(&mut drawn, message, &[], addrnd.is_some());
        signature.extend_from_slice(&signed.map_err(Error::backend)?);
        Ok(())
    }
}

/// Bytes drawn before, as the generator that the crate asks for: each is given once, and when all
/// are given it fails.
struct Drawn<'a>(&'a [u8]);

impl RngCore for Drawn<'_> {
    fn next_u32(&mut self) -> u32 {
        rand_core_06::impls::next_u32_via_fill(self)
    }

    fn next_u64(&mut self) -> u64 {
        rand_core_06::impls::next_u64_via_fill(self)
    }

    /// The crate never calls this; if it did and bytes were missing, the fence would tell.
    fn fill_bytes(&mut self, out: &mut [u8]) {
        self.try_fill_bytes(out).expect("more randomness is asked for than was drawn");
    }

    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), rand_core_06::Error> {
        let (now, later) = self.0.split_at_checked(out.len()).ok_or(NonZeroU32::MIN)?;
        out.copy_from_slice(now);
        self.0 = later;
        Ok(())
    }
}

impl CryptoRng for Drawn<'_> {}

/// `bytes` as an array.
fn array<'a, const LEN: usize>(
    what: &'static str,
    bytes: &'a [u8],
) -> Result<&'a [u8; LEN], Error> {
    bytes.try_into().map_err(|_| Error::Length { what, expected: LEN, found: bytes.len() })
}

/// Largest `n`.
const MAX_N: usize = 32;

macro_rules! codes {
    ($($set:literal => $module:ident,)*) => {
        Codes(&[$((
            $set,
            &Row::<
                $module::PublicKey,
                $module::PrivateKey,
                { $module::N },
                { $module::PK_LEN },
                { $module::SK_LEN },
                { $module::SIG_LEN },
            > { generate: $module::KG::keygen_from_seed },
        )),*])
    };
}

static CODES: Codes = codes! {
    "SLH-DSA-SHA2-128s" => slh_dsa_sha2_128s,
    "SLH-DSA-SHA2-128f" => slh_dsa_sha2_128f,
    "SLH-DSA-SHA2-192s" => slh_dsa_sha2_192s,
    "SLH-DSA-SHA2-192f" => slh_dsa_sha2_192f,
    "SLH-DSA-SHA2-256s" => slh_dsa_sha2_256s,
    "SLH-DSA-SHA2-256f" => slh_dsa_sha2_256f,
    "SLH-DSA-SHAKE-128s" => slh_dsa_shake_128s,
    "SLH-DSA-SHAKE-128f" => slh_dsa_shake_128f,
    "SLH-DSA-SHAKE-192s" => slh_dsa_shake_192s,
    "SLH-DSA-SHAKE-192f" => slh_dsa_shake_192f,
    "SLH-DSA-SHAKE-256s" => slh_dsa_shake_256s,
    "SLH-DSA-SHAKE-256f" => slh_dsa_shake_256f,
};
