//! Public keys.

use signer::{Error, ParameterSet, Scheme as Kind, check_length, check_word};

use crate::edit::{edit, repair};
use crate::input::Input;
use crate::{Scheme, xmss};

/// Decodes the bytes as they are, and a key that was edited.
pub fn run(scheme: &Scheme, data: &[u8]) {
    check(scheme, data);
    let mut input = Input(data);
    let flags = input.byte();
    let mut key = if flags & 1 == 0 {
        let set = input.pick((scheme.sets)());
        let mut key = input.0.to_vec();
        key.resize(set.public_key_len(), 0);
        repair(&set.public_key, &mut key, true, false);
        key
    } else {
        scheme.known(input.byte()).signed[0].key.clone()
    };
    for _ in 0..flags >> 6 {
        edit(&mut key, &mut input, data);
    }
    check(scheme, &key);
}

/// What decodes is a key of a known set, and encodes to the same bytes; what does not is told why.
fn check(scheme: &Scheme, key: &[u8]) {
    let again = (scheme.recode)(key);
    if xmss::is_xmss(scheme.kind) {
        return assert_eq!(again, xmss::set_of(scheme, key).map(|_| key.to_vec()));
    }
    match again {
        Ok(again) => {
            assert_eq!(again, key);
            assert!(is_key(scheme, key), "no key of any set decodes");
        }
        Err(Error::Length { what, expected, found }) => {
            assert_eq!((what, found), ("public key", key.len()));
            assert_ne!(expected, found);
        }
        Err(Error::UnknownType { what, found }) => {
            assert!(["number of levels", "LMS type", "LM-OTS type"].contains(&what), "{what}");
            let word = found.to_be_bytes();
            assert!(key.chunks(4).take(3).any(|bytes| *bytes == word), "the word is not there");
        }
        Err(error) => panic!("decoding a public key: {error}"),
    }
}

/// Whether the bytes are a key of LMS, or, for HSS, one behind a number of levels.
fn is_key(scheme: &Scheme, key: &[u8]) -> bool {
    let of = |key: &[u8], set: &ParameterSet| {
        check_length("public key", set.public_key_len(), key)?;
        set.public_key.iter().try_for_each(|field| check_word(field, key))
    };
    let lms = |key: &[u8]| hbs::lms::sets().iter().any(|set| of(key, set).is_ok());
    match (scheme.kind, key) {
        (Kind::Lms, _) => lms(key),
        (_, [0, 0, 0, 1..=8, top @ ..]) => lms(top),
        _ => false,
    }
}
