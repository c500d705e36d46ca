//! A key of `hbs-lms`: the crate's record, and what the wrapper counts beside it.

use super::{Suite, words};
use crate::backend::indices;
use hbs::lms::{Params, params::I_LEN};
use signer::{
    Error, Indices, Key, PrivateKey, Randomness, SecretBytes, StatefulSigner, check_length, fence,
};
use std::fmt;
use zeroize::Zeroizing;

/// First byte of the seed in a record `u64(count) ‖ levels ‖ seed`: `levels` has a byte for each of
/// eight levels, `type << 4 | otstype`, or 0xff for a level that there is not.
pub(super) const SEED: usize = 16;

const MAX_RECORD: usize = SEED + 32;
const MAX_PUBLIC_KEY: usize = 8 + I_LEN + 32;

pub(super) struct HbsLmsKey {
    suite: &'static Suite,
    params: Params,
    /// The first `16 + n` bytes count.
    record: Zeroizing<[u8; MAX_RECORD]>,
    /// The first `24 + n` bytes count.
    public_key: [u8; MAX_PUBLIC_KEY],
    indices: Indices,
    fenced: bool,
}

impl HbsLmsKey {
    /// The key with this record, whose public key is framed.
    pub(super) fn boxed(
        fenced: bool,
        suite: &'static Suite,
        params: &Params,
        record: &[u8],
        framed: &[u8],
    ) -> Result<Key, Error> {
        let (record_len, public_key_len) = (SEED + suite.n, params.public_key_len());
        check_length("private key", record_len, record)?;
        check_length("public key", 4 + public_key_len, framed)?;
        let mut key = Self {
            suite,
            params: *params,
            record: Zeroizing::new([0; MAX_RECORD]),
            public_key: [0; MAX_PUBLIC_KEY],
            indices: indices(count(record), params)?,
            fenced,
        };
        key.record[..record_len].copy_from_slice(record);
        key.public_key[..public_key_len].copy_from_slice(&framed[4..]);
        if fenced {
            words::translate_public_key(&mut key.public_key, words::of_standard(params));
        }
        Ok(Key::Stateful(Box::new(key)))
    }

    fn record(&self) -> &[u8] {
        &self.record[..SEED + self.suite.n]
    }
}

impl PrivateKey for HbsLmsKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key[..self.params.public_key_len()]
    }

    /// The crate's record; after the last signature the one that it calls wiped, which says no more
    /// than that, and which [`load`](signer::Backend::load) refuses as exhausted.
    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(SecretBytes::new(self.record().to_vec()))
    }
}

impl StatefulSigner for HbsLmsKey {
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
        if let Randomness::Given(given) = randomness {
            check_length("randomiser", self.params.ots.n, given)?;
            return Err(Error::unsupported("hbs-lms derives C from its seed and q"));
        }
        let Self { suite, params, record, indices, fenced, .. } = self;
        let (len, due) = (SEED + suite.n, (indices.next() + 1) % (1 << params.lms.h));
        indices.spend(signature, |signature| {
            let mut next = Zeroizing::new([0; MAX_RECORD]);
            let mut update = |new: &[u8]| {
                if let Some(next) = next.get_mut(..new.len()) {
                    next.copy_from_slice(new);
                }
            };
            fence(*fenced, || (suite.sign)(message, &record[..len], &mut update, signature))?;
            // The count of a wiped record is 0.
            if count(&*next) != due {
                return Err(Error::backend("the key did not advance by one"));
            }
            *record = next;
            if *fenced {
                words::translate_signature(signature, params, words::of_standard(params));
            }
            Ok(())
        })
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let record = &mut self.record;
        self.indices.skip_to(index, || {
            record[..8].copy_from_slice(&index.to_be_bytes());
            Ok(())
        })
    }
}

impl fmt::Debug for HbsLmsKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HbsLmsKey").field("indices", &self.indices).finish_non_exhaustive()
    }
}

/// Checks the count and the levels of a record of the right length.
pub(super) fn check_record(params: &Params, record: &[u8]) -> Result<(), Error> {
    let found = &record[..SEED];
    if found == USED_UP {
        return Err(Error::Exhausted);
    }
    let (lms, ots) = words::of_crate(params);
    let mut levels = NO_LEVELS;
    levels[0] = (lms << 4 | ots) as u8;
    for (expected, found) in levels.into_iter().zip(&found[8..]) {
        if expected != *found {
            let (expected, found) = (expected.into(), u32::from(*found));
            return Err(Error::Type { what: "level", expected, found });
        }
    }
    let (asked, lifetime) = (count(record), 1 << params.lms.h);
    if asked < lifetime { Ok(()) } else { Err(Error::Index { asked, next: lifetime }) }
}

/// The index of the next signature.
fn count(record: &[u8]) -> u64 {
    record.iter().take(8).fold(0, |count, byte| count << 8 | u64::from(*byte))
}

/// `levels` before the first is put in.
const NO_LEVELS: [u8; 8] = [0xff; 8];

/// Count and levels of a record that the crate has wiped.
const USED_UP: [u8; SEED] = [0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255];
