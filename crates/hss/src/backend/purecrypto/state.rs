//! The encodings of a `purecrypto` private key, as far as its indices are concerned.
//!
//! ```text
//! "HSS3" or "HSS4" ‖ u32(L)
//! ‖ L times: u32(type) ‖ u32(otstype) ‖ I[16] ‖ SEED[32] ‖ u32(next leaf) ‖ T[1][32]
//! ‖ L-1 signatures of child keys ‖ (HSS4 only) L caches ‖ HMAC[32]
//! ```
//!
//! The leaf that signed the current child of a level is used already, so that the next leaf of every
//! level but the bottom one is one ahead of the level's part of the index.

use hbs::hss::Params;
use hbs::lms;
use purecrypto::hash::{Hmac, Sha256};
use signer::{Error, check_length};
use zeroize::Zeroizing;

/// Length in bytes of the magic and the level count.
const HEAD: usize = 8;
/// Length in bytes of a level.
const LEVEL: usize = 92;
/// Where in a level the identifier, the seed and the next leaf are.
const I: usize = 8;
const SEED: usize = 24;
const NEXT: usize = 56;
/// Length in bytes of the HMAC.
const TAG: usize = 32;
/// What the HMAC of an encoding with caches starts with.
const DOMAIN: &[u8] = b"purecrypto/lms/hss-privkey-v4";

/// An encoded key with caches, whose indices can be moved.
pub(super) struct State(Zeroizing<Vec<u8>>);

impl State {
    /// Takes over what `to_bytes_with_cache` gave for a key of `levels` levels.
    pub(super) fn new(bytes: Vec<u8>, levels: usize) -> Result<Self, Error> {
        let bytes = Zeroizing::new(bytes);
        if bytes.len() < HEAD + levels * LEVEL + TAG || !bytes.starts_with(b"HSS4") {
            return Err(Error::backend("purecrypto's encoding of a key is not the expected one"));
        }
        Ok(Self(bytes))
    }

    /// Next leaf of a level.
    pub(super) fn next_leaf(&self, level: usize) -> u32 {
        next_leaf(&self.0, level)
    }

    /// Sets the next leaf of a level.
    pub(super) fn set_next_leaf(&mut self, level: usize, leaf: u32) {
        let at = HEAD + level * LEVEL + NEXT;
        self.0[at..at + 4].copy_from_slice(&leaf.to_be_bytes());
    }

    /// The encoding, with an HMAC over what was set: `HMAC(SEED[0], domain ‖ I[0] ‖ all before it)`.
    pub(super) fn seal(&mut self) -> &[u8] {
        let body = self.0.len() - TAG;
        let root = &self.0[HEAD..HEAD + LEVEL];
        let tag = Hmac::<Sha256>::new(&root[SEED..SEED + 32])
            .chain(DOMAIN)
            .chain(&root[I..I + 16])
            .chain(&self.0[..body])
            .finalize();
        self.0[body..].copy_from_slice(&tag);
        &self.0
    }
}

/// Checks that `bytes` have the shape of an `HSS3` encoding of a key of `params`.
///
/// # Errors
///
/// [`Error::Length`] and [`Error::Type`] for what is none.
pub(super) fn check(params: &Params, bytes: &[u8]) -> Result<(), Error> {
    let levels = params.levels();
    let parents = &levels[..levels.len() - 1];
    let signatures: usize = parents.iter().map(lms::Params::signature_len).sum();
    check_length("private key", HEAD + levels.len() * LEVEL + signatures + TAG, bytes)?;
    word(bytes, 0, "magic", u32::from_be_bytes(*b"HSS3"))?;
    word(bytes, 4, "L", levels.len() as u32)?;
    levels.iter().enumerate().try_for_each(|(i, level)| {
        let at = HEAD + i * LEVEL;
        word(bytes, at, "LMS type", level.lms.code)?;
        word(bytes, at + 4, "LM-OTS type", level.ots.code)
    })
}

/// Index of the next signature of a key of `params` with this encoding.
///
/// # Errors
///
/// [`Error::Index`] if a level that signs a child key has not used a leaf for it, or if the index does
/// not fit.
pub(super) fn index(params: &Params, bytes: &[u8]) -> Result<u64, Error> {
    let bottom = params.levels().len() - 1;
    let index = params.levels().iter().enumerate().try_fold(0u64, |above, (i, level)| {
        let part = next_leaf(bytes, i).checked_sub(u32::from(i < bottom))?;
        // The part of a used-up level carries over into the one above.
        above.checked_mul(1 << level.lms.h)?.checked_add(part.into())
    });
    index.ok_or(Error::Index { asked: u64::MAX, next: 0 })
}

/// The parts of `index`, root first: what each level's next leaf is, less one above the bottom.
pub(super) fn parts(params: &Params, mut index: u64) -> Vec<u32> {
    let mut parts = Vec::with_capacity(params.levels().len());
    for level in params.levels().iter().rev() {
        parts.push((index & ((1 << level.lms.h) - 1)) as u32);
        index >>= level.lms.h;
    }
    parts.reverse();
    parts
}

fn next_leaf(bytes: &[u8], level: usize) -> u32 {
    read(bytes, HEAD + level * LEVEL + NEXT)
}

fn word(bytes: &[u8], at: usize, what: &'static str, expected: u32) -> Result<(), Error> {
    match read(bytes, at) {
        found if found == expected => Ok(()),
        found => Err(Error::Type { what, expected, found }),
    }
}

/// A word of an encoding whose length was checked.
fn read(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
}
