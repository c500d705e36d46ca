//! RustCrypto's `lms-signature` 0.1.0-rc.2.
//!
//! What it cannot do:
//! * heights 15, 20 and 25 of SHA256_M32 are listed but do not compile, not even to verify
//!   (RustCrypto/signatures#1438); the other 60 sets it does not know;
//! * its only encoder consumes the key, which cannot be cloned: a key cannot be saved and go on
//!   signing. The wrapper keeps `SEED` beside it and writes the record itself;
//! * a loaded key builds its whole tree anew, and that is the only way to another index;
//! * the tree lies inside the key, 65,556 bytes for H10: keys are boxed, and made on the stack;
//! * its own copy of `SEED` is not wiped when a key is dropped. The wrapper's is.
//!
//! Its decoders check lengths, type words and `q`, and do not panic. The fence is thus for what a
//! newer version may do, and for saying which field is wrong.

mod key;

use self::key::{LmsKey, RECORD_LEN, SEED_LEN};
use super::{check_codes, refusal};
use ::lms_signature::lms::{
    LmsMode, LmsSha256M32H5, LmsSha256M32H10, Signature, SigningKey, VerifyingKey,
};
use ::lms_signature::ots::{
    LmsOtsMode, LmsOtsSha256N32W1, LmsOtsSha256N32W2, LmsOtsSha256N32W4, LmsOtsSha256N32W8,
};
use hbs::HashFunction;
use hbs::lms::{Params, params::I_LEN};
use signature::Verifier as _;
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Support, check_length, check_type, fence,
};
use zeroize::Zeroizing;

/// The crate `lms-signature`.
#[derive(Clone, Copy, Debug)]
pub struct LmsSignature {
    fenced: bool,
}

impl LmsSignature {
    /// With its fence.
    #[must_use]
    pub const fn new() -> Self {
        Self { fenced: true }
    }

    /// Without its fence, as tests want it.
    #[must_use]
    pub const fn unfenced() -> Self {
        Self { fenced: false }
    }

    fn mode(&self, set: &ParameterSet) -> Result<(&'static Mode, Params), Error> {
        let known = Params::of(set).and_then(|params| {
            let codes = (params.lms.code, params.ots.code);
            MODES.iter().find(|mode| mode.codes == codes).map(|mode| (mode, params))
        });
        known.ok_or_else(|| refusal("lms-signature", set, self.support(set)))
    }
}

impl Default for LmsSignature {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for LmsSignature {
    fn about(&self) -> About {
        About {
            name: "lms-signature".into(),
            version: "0.1.0-rc.2".into(),
            language: "Rust",
            features: "none to choose".into(),
            hash: "sha2 0.11 (SHA-NI at run time)".into(),
            heap_visible: true,
            notes: &[
                "H15, H20 and H25 are listed but do not compile (RustCrypto/signatures#1438).",
                "A key cannot be encoded and go on signing: the wrapper keeps SEED and writes the \
                 60-byte record itself.",
                "Loading and skipping rebuild the whole tree.",
                "The whole tree lies inside the key: the wrapper boxes it.",
                "The crate does not wipe SEED when a key is dropped.",
            ],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        match Params::of(set) {
            Some(Params { lms, .. }) if (lms.hash, lms.m) == (HashFunction::Sha256, 32) => {
                match lms.h {
                    5 | 10 => Support::Yes,
                    _ => Support::Unsupported(NO_TALL_TREES.into()),
                }
            }
            _ => Support::No,
        }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        self.mode(set)?;
        let mut seed = Zeroizing::new([0; SEED_LEN + I_LEN]);
        entropy.fill(&mut *seed)?;
        self.generate_from_seed(set, &*seed)
    }

    fn generate_from_seed(&self, set: &ParameterSet, seed: &[u8]) -> Result<Key, Error> {
        let (mode, params) = self.mode(set)?;
        check_length("seed", SEED_LEN + I_LEN, seed)?;
        let (seed, id) = seed.split_at(SEED_LEN);
        fence(self.fenced, || (mode.generate)(self.fenced, &params, id, seed))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        let (mode, params) = self.mode(set)?;
        if self.fenced {
            check_length("private key", RECORD_LEN, secret_key)?;
            check_codes(&params, secret_key)?;
        }
        fence(self.fenced, || (mode.load)(self.fenced, &params, secret_key))
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let (mode, _) = self.mode(set)?;
        if self.fenced {
            check_type(set, public_key, signature)?;
        }
        fence(self.fenced, || (mode.verify)(public_key, message, signature))
    }
}

/// The crate's code for one parameter set.
struct Mode {
    /// LMS and LM-OTS type words.
    codes: (u32, u32),
    generate: Generate,
    load: Load,
    verify: Verify,
}

/// Whether fenced, the parameters, `I` and `SEED`.
type Generate = fn(bool, &Params, &[u8], &[u8]) -> Result<Key, Error>;
/// Whether fenced, the parameters, and a record.
type Load = fn(bool, &Params, &[u8]) -> Result<Key, Error>;
/// Public key, message and signature.
type Verify = fn(&[u8], &[u8], &[u8]) -> Result<(), Error>;

impl Mode {
    const fn of<M>() -> Self
    where
        M: LmsMode + 'static,
        Signature<M>: Into<Vec<u8>>,
        SigningKey<M>: Send,
    {
        Self {
            codes: (M::TYPECODE, code_of::<M::OtsMode>()),
            generate: LmsKey::<M>::generate,
            load: LmsKey::<M>::load,
            verify: verify::<M>,
        }
    }
}

static MODES: [Mode; 8] = [
    Mode::of::<LmsSha256M32H5<LmsOtsSha256N32W1>>(),
    Mode::of::<LmsSha256M32H5<LmsOtsSha256N32W2>>(),
    Mode::of::<LmsSha256M32H5<LmsOtsSha256N32W4>>(),
    Mode::of::<LmsSha256M32H5<LmsOtsSha256N32W8>>(),
    Mode::of::<LmsSha256M32H10<LmsOtsSha256N32W1>>(),
    Mode::of::<LmsSha256M32H10<LmsOtsSha256N32W2>>(),
    Mode::of::<LmsSha256M32H10<LmsOtsSha256N32W4>>(),
    Mode::of::<LmsSha256M32H10<LmsOtsSha256N32W8>>(),
];

/// The type word of an LM-OTS mode; the trait that has it cannot be named.
const fn code_of<O: LmsOtsMode>() -> u32 {
    O::TYPECODE
}

fn verify<M: LmsMode>(public_key: &[u8], message: &[u8], signature: &[u8]) -> Result<(), Error> {
    let public_key = VerifyingKey::<M>::try_from(public_key).map_err(|_| Error::BadSignature)?;
    // What passes the fence and does not decode has a `q` past the last leaf.
    let signature = Signature::<M>::try_from(signature).map_err(|_| Error::BadSignature)?;
    public_key.verify(message, &signature).map_err(|_| Error::BadSignature)
}

const NO_TALL_TREES: &str = "lms-signature lists LMS_SHA256_M32_H15, H20 and H25 but does not \
                             compile with them, not even to verify (RustCrypto/signatures#1438)";
