//! A private key of `hbs-lms`, and what is kept beside it.

use super::calls::Calls;
use super::encoding;
use super::words::{Word, foreign_words};
use hbs::hss::Params;
use signer::{
    Error, Indices, ParameterSet, PrivateKey, Randomness, SecretBytes, StatefulSigner,
    check_length, fence,
};
use std::fmt;
use zeroize::Zeroizing;

/// Most auxiliary data of a root tree taller than H10, in bytes.
const AUX_CAP: usize = 1 << 20;

/// A key with its state.
pub(super) struct HbsKey {
    calls: &'static Calls,
    fenced: bool,
    /// The crate's encoding; its count is the next index until the crate wipes it.
    encoded: Zeroizing<Vec<u8>>,
    public_key: Vec<u8>,
    /// What the crate made of the root tree; empty without auxiliary data. Holds no secret.
    aux: Vec<u8>,
    /// Words of a signature to be translated.
    words: Vec<Word>,
    randomness_len: usize,
    indices: Indices,
}

impl HbsKey {
    pub(super) fn new(
        calls: &'static Calls,
        set: &ParameterSet,
        params: &Params,
        fenced: bool,
        aux: bool,
        seed: &[u8],
        index: u64,
    ) -> Result<Self, Error> {
        let mut cache = if aux { vec![0; aux_len(params)] } else { Vec::new() };
        let mut used = &mut cache[..];
        let (mut encoded, mut public_key) = fence(fenced, || {
            let cache = if aux { Some(&mut used) } else { None };
            (calls.keygen)(params.levels(), seed, cache)
        })?;
        // Longer than what the crate used it would not pass the crate's HMAC, and be left alone.
        let used = used.len();
        cache.truncate(used);
        cache.shrink_to_fit();
        let mut words = Vec::new();
        if fenced && !calls.native {
            for word in foreign_words(set, &set.public_key) {
                word.write(&mut public_key, word.standard);
            }
            words.extend(foreign_words(set, &set.signature));
        }
        encoding::set_count(&mut encoded, index);
        Ok(Self {
            calls,
            fenced,
            encoded,
            public_key,
            aux: cache,
            words,
            randomness_len: set.n,
            indices: Indices::new(index, Some(encoding::lifetime(set)?))?,
        })
    }
}

impl PrivateKey for HbsKey {
    fn public_key(&self) -> &[u8] {
        &self.public_key
    }

    fn secret_key(&self) -> Result<SecretBytes, Error> {
        self.indices.check_sound()?;
        Ok(SecretBytes::new(self.encoded.to_vec()))
    }
}

impl StatefulSigner for HbsKey {
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
            check_length("randomness", self.randomness_len, given)?;
            return Err(Error::unsupported("hbs-lms always derives C"));
        }
        let Self { calls, fenced, encoded, aux, words, indices, .. } = self;
        indices.spend(signature, |signature| {
            fence(*fenced, || {
                let mut aux = &mut aux[..];
                let aux = if aux.is_empty() { None } else { Some(&mut aux) };
                (calls.sign)(message, encoded, aux, signature)
            })?;
            words.iter().for_each(|word| word.write(signature, word.standard));
            Ok(())
        })
    }

    fn skip_to(&mut self, index: u64) -> Result<(), Error> {
        let encoded = &mut self.encoded;
        self.indices.skip_to(index, || {
            encoding::set_count(encoded, index);
            Ok(())
        })
    }
}

impl fmt::Debug for HbsKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HbsKey")
            .field("indices", &self.indices)
            .field("aux", &self.aux.len())
            .finish_non_exhaustive()
    }
}

/// Room in bytes for a word, the root tree's levels h, h-2, h-4, … and an HMAC, of which the crate
/// takes as many levels as fit, from the leaves up.
fn aux_len(params: &Params) -> usize {
    let lms = params.levels()[0].lms;
    let levels = (1..=lms.h).rev().step_by(2).map(|level| lms.m << level);
    let whole = 4 + levels.sum::<usize>() + lms.m;
    if lms.h <= 10 { whole } else { whole.min(AUX_CAP) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, aux: bool) -> HbsKey {
        let set = hbs::hss::find(name).unwrap();
        let params = Params::of(&set).unwrap();
        let calls = Calls::of(&set).unwrap();
        HbsKey::new(calls, &set, &params, true, aux, &vec![7; set.n], 0).unwrap()
    }

    /// The whole tree, as the crate lays it out: level mask first, the leaves' level among them.
    #[test]
    fn auxiliary_data_holds_the_whole_root_tree() {
        for (name, len, mask) in [
            ("HSS-SHA256-H5-W1-L1", 1380, 0x8000_002au32),
            ("HSS-SHA256-H5-W1+H10-W1", 1380, 0x8000_002a),
            ("HSS-SHA256-H10-W1-L1", 43_684, 0x8000_0554),
            ("HSS-SHAKE-M24-H5-W2-L1", 4 + 24 * (2 + 8 + 32) + 24, 0x8000_002a),
        ] {
            let key = key(name, true);
            assert_eq!(key.aux.len(), len, "{name}");
            assert_eq!(key.aux[..4], mask.to_be_bytes(), "{name}");
        }
        assert!(key("HSS-SHA256-H5-W1-L1", false).aux.is_empty());
    }

    /// Signing with it and without it gives the same bytes; the crate leaves it as it was.
    #[test]
    fn auxiliary_data_changes_no_signature() {
        let (mut with, mut without) =
            (key("HSS-SHA256-H5-W2-L2", true), key("HSS-SHA256-H5-W2-L2", false));
        let aux = with.aux.clone();
        for index in [0, 1, 31, 32, 1023] {
            let (mut a, mut b) = (Vec::new(), Vec::new());
            with.skip_to(index).unwrap();
            without.skip_to(index).unwrap();
            with.sign(b"aux", Randomness::Deterministic, &mut a).unwrap();
            without.sign(b"aux", Randomness::Deterministic, &mut b).unwrap();
            assert_eq!(a, b, "index {index}");
            assert_eq!(with.aux, aux, "index {index}");
        }
    }

    #[test]
    fn a_taller_tree_gets_at_most_a_mebibyte() {
        for name in ["HSS-SHA256-H15-W8-L1", "HSS-SHA256-H20-W8-L1", "HSS-SHA256-H25-W8-L1"] {
            let params = Params::of(&hbs::hss::find(name).unwrap()).unwrap();
            assert_eq!(aux_len(&params), 1 << 20, "{name}");
        }
    }

    #[test]
    fn the_last_signature_wipes_the_key() {
        let set = hbs::hss::find("HSS-SHA256-H5-W1-L1").unwrap();
        let mut key = key("HSS-SHA256-H5-W1-L1", false);
        key.skip_to(31).unwrap();
        key.sign(b"last", Randomness::Deterministic, &mut Vec::new()).unwrap();
        assert_eq!(key.encoded[16..], [0; 32]);
        assert_eq!(encoding::decode(&set, &key.encoded), Err(Error::Exhausted));
    }

    /// Eight levels, which the backend does not let through, make the crate panic.
    #[test]
    fn a_key_that_failed_is_not_used_again() {
        let mut key = key("HSS-SHA256-H5-W1-L8", false);
        for _ in 0..2 {
            let mut signature = vec![7];
            let result = key.sign(b"m", Randomness::Deterministic, &mut signature);
            assert!(matches!(result, Err(Error::Panicked { .. })), "{result:?}");
            assert!(signature.is_empty());
            assert_eq!(key.index(), 1);
        }
        assert!(matches!(key.secret_key(), Err(Error::Panicked { .. })));
        assert!(matches!(key.skip_to(2), Err(Error::Panicked { .. })));
    }
}
