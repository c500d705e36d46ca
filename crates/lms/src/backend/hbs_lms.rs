//! Fraunhofer AISEC's `hbs-lms` 0.2.0-alpha.1, with one level and without the frame of HSS.
//!
//! The crate speaks HSS only. A public key or signature of LMS is that of an HSS key with one level
//! without the word in front (`L = 1`, `Nspk = 0`; RFC 8554 section 6); the wrapper takes it off and
//! puts it on.
//!
//! What it cannot do or does wrong:
//! * `SEED` and `I` are derived from a seed of its own, and `C` from them and `q`: a key cannot be
//!   generated from the standard's seed, nor `C` be given;
//! * keys and signatures with SHAKE or n = 24 carry the type words of SHA-256 with n = 32. Nothing
//!   else is wrong with them: the fence puts in the words of RFC 9858, and takes them out again to
//!   verify. With n = 24 and w = 1 the checksum is shifted by 7 bits instead of 8 as well, which
//!   nothing can repair from outside;
//! * the verifier panics on truncated bytes and unknown words, and ignores trailing bytes: the
//!   fence checks all lengths and words;
//! * a record whose count lies past the last leaf is taken, and signs with leaf 0 again; a record
//!   does not say which hash function it is for; a word that it does not know panics. The fence
//!   checks count and words;
//! * without aux data, which is how the plain API is used and how it is timed here, each signature
//!   builds the whole tree anew, and so does loading, for the public key;
//! * stack use is up to 1 MiB whatever the parameters; `get_lifetime` decodes and derives the whole
//!   key, and fails like anything else once the key is used up, so the wrapper counts.

mod key;
mod words;

use self::key::HbsLmsKey;
use super::refusal;
use ::hbs_lms::{
    HashChain, HssParameter, LmotsAlgorithm, LmsAlgorithm, Seed, Sha256_192, Sha256_256,
    Shake256_192, Shake256_256,
};
use hbs::HashFunction;
use hbs::lms::Params;
use signer::{
    About, Backend, Entropy, Error, Key, ParameterSet, Support, check_length, check_type, fence,
};
use zeroize::{Zeroize, Zeroizing};

/// The crate `hbs-lms`.
#[derive(Clone, Copy, Debug)]
pub struct HbsLms {
    fenced: bool,
}

impl HbsLms {
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

    fn suite(&self, set: &ParameterSet) -> Result<(&'static Suite, Params), Error> {
        let known = Params::of(set).and_then(|params| {
            let (hash, n) = (params.lms.hash, params.lms.m);
            let suite = SUITES.iter().find(|suite| (suite.hash, suite.n) == (hash, n))?;
            (!is_misshifted(&params)).then_some((suite, params))
        });
        known.ok_or_else(|| refusal("hbs-lms", set, self.support(set)))
    }
}

impl Default for HbsLms {
    fn default() -> Self {
        Self::new()
    }
}

impl Backend for HbsLms {
    fn about(&self) -> About {
        About {
            name: "hbs-lms".into(),
            version: "0.2.0-alpha.1".into(),
            language: "Rust",
            features: "default features, one level, no aux data".into(),
            hash: "sha2 0.10 (SHA-NI at run time), sha3 0.10".into(),
            heap_visible: true,
            notes: &[
                "Speaks HSS only: the wrapper takes the word L or Nspk off and puts it on.",
                "Derives SEED, I and C from a seed of its own.",
                "Without aux data each signature rebuilds the tree; so does loading.",
                "SHAKE and n = 24 carry the type words of SHA-256 with n = 32: the fence \
                 translates.",
                "n = 24 with w = 1 has a wrong checksum shift as well: unsupported.",
                "The verifier panics on truncated bytes and unknown words and ignores trailing \
                 bytes: the fence checks.",
                "A private key whose count is past the last leaf signs with leaf 0 again: the \
                 fence checks.",
                "Needs up to 1 MiB of stack.",
            ],
        }
    }

    fn support(&self, set: &ParameterSet) -> Support {
        match Params::of(set) {
            None => Support::No,
            Some(params) if is_misshifted(&params) => Support::Unsupported(MISSHIFTED.into()),
            Some(_) => Support::Yes,
        }
    }

    fn generate(&self, set: &ParameterSet, entropy: &mut dyn Entropy) -> Result<Key, Error> {
        let (suite, params) = self.suite(set)?;
        let mut seed = Zeroizing::new([0; 32]);
        let seed = &mut seed[..suite.n];
        entropy.fill(seed)?;
        let (record, public_key) = fence(self.fenced, || (suite.generate)(&params, seed))?;
        HbsLmsKey::boxed(self.fenced, suite, &params, &record, &public_key)
    }

    fn generate_from_seed(&self, set: &ParameterSet, _: &[u8]) -> Result<Key, Error> {
        self.suite(set)?;
        Err(Error::unsupported("hbs-lms derives SEED and I from a seed of its own"))
    }

    fn load(&self, set: &ParameterSet, secret_key: &[u8]) -> Result<Key, Error> {
        let (suite, params) = self.suite(set)?;
        check_length("private key", key::SEED + suite.n, secret_key)?;
        if self.fenced {
            key::check_record(&params, secret_key)?;
        }
        let seed = &secret_key[key::SEED..];
        let (_, public_key) = fence(self.fenced, || (suite.generate)(&params, seed))?;
        HbsLmsKey::boxed(self.fenced, suite, &params, secret_key, &public_key)
    }

    fn verify(
        &self,
        set: &ParameterSet,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), Error> {
        let (suite, params) = self.suite(set)?;
        if self.fenced {
            check_type(set, public_key, signature)?;
        }
        let (mut key_frame, mut signature_frame) = ([0; 64], [0; words::FRAME]);
        let public_key = words::frame(1, public_key, &mut key_frame)?;
        let signature = words::frame(0, signature, &mut signature_frame)?;
        if self.fenced {
            words::translate_public_key(&mut public_key[4..], words::of_crate(&params));
            words::translate_signature(&mut signature[4..], &params, words::of_crate(&params));
        }
        fence(self.fenced, || (suite.verify)(message, signature, public_key))
    }
}

/// The crate's code for one hash function.
struct Suite {
    hash: HashFunction,
    n: usize,
    generate: Generate,
    sign: Sign,
    verify: Verify,
}

/// From the crate's seed: its record, and the public key, framed.
type Generate = fn(&Params, &[u8]) -> Result<(Zeroizing<Vec<u8>>, Vec<u8>), Error>;
/// Message, record, what to do with the next record, and where the signature goes, unframed.
type Sign = fn(&[u8], &[u8], &mut dyn FnMut(&[u8]), &mut Vec<u8>) -> Result<(), Error>;
/// Message, signature and public key, both framed.
type Verify = fn(&[u8], &[u8], &[u8]) -> Result<(), Error>;

impl Suite {
    const fn of<H: HashChain>(hash: HashFunction) -> Self {
        let n = H::OUTPUT_SIZE as usize;
        Self { hash, n, generate: generate::<H>, sign: sign::<H>, verify: verify::<H> }
    }
}

static SUITES: [Suite; 4] = [
    Suite::of::<Sha256_256>(HashFunction::Sha256),
    Suite::of::<Sha256_192>(HashFunction::Sha256),
    Suite::of::<Shake256_256>(HashFunction::Shake256),
    Suite::of::<Shake256_192>(HashFunction::Shake256),
];

fn generate<H: HashChain>(
    params: &Params,
    seed: &[u8],
) -> Result<(Zeroizing<Vec<u8>>, Vec<u8>), Error> {
    let (lms, ots) = words::of_crate(params);
    let level = HssParameter::<H>::new(LmotsAlgorithm::from(ots), LmsAlgorithm::from(lms));
    let mut own = Seed::<H>::default();
    check_length("seed", own.len(), seed)?;
    own.as_mut_slice().copy_from_slice(seed);
    let (mut signing, verifying) =
        ::hbs_lms::keygen(&[level], &own, None).map_err(Error::backend)?;
    let record = Zeroizing::new(signing.as_slice().to_vec());
    // The crate wipes its seed, but not its record.
    signing.as_mut_slice().zeroize();
    Ok((record, verifying.as_slice().to_vec()))
}

fn sign<H: HashChain>(
    message: &[u8],
    record: &[u8],
    next: &mut dyn FnMut(&[u8]),
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let mut update = |record: &[u8]| {
        next(record);
        Ok(())
    };
    let signature =
        ::hbs_lms::sign::<H>(message, record, &mut update, None).map_err(Error::backend)?;
    let unframed = signature.as_ref().get(4..).ok_or_else(|| Error::backend("no signature"))?;
    out.extend_from_slice(unframed);
    Ok(())
}

fn verify<H: HashChain>(message: &[u8], signature: &[u8], public_key: &[u8]) -> Result<(), Error> {
    ::hbs_lms::verify::<H>(message, signature, public_key).map_err(|_| Error::BadSignature)
}

/// Whether the crate gives the checksum another shift than RFC 9858.
fn is_misshifted(params: &Params) -> bool {
    (params.ots.n, params.ots.w) == (24, 1)
}

const MISSHIFTED: &str = "hbs-lms shifts the checksum of n = 24 with w = 1 by 7 bits instead of 8: \
                          nobody else can verify it";
