//! The encoding of a private key: `u64(count) ‖ u8(parameters)[8] ‖ seed`, 16 + n bytes.
//!
//! hash-sigs has the same for its `SECRET_METHOD` 0. A key that has used its last index is wiped: no
//! count, no parameters, no seed.

use super::calls::type_words;
use hbs::hss::Params;
use signer::{Error, Lifetime, ParameterSet, check_length};

/// Length in bytes of the longest encoding, that of n = 32.
pub(super) const MAX_LEN: usize = HEAD + 32;

/// Length in bytes of the count and the parameters.
const HEAD: usize = 16;

/// What stands for a level that is not there, and for each level of a wiped key.
const NO_LEVEL: u8 = 0xff;

/// Index and seed of an encoded key of `set`.
///
/// # Errors
///
/// [`Error::Length`], [`Error::Type`] and [`Error::Index`] for what is no key of the set,
/// [`Error::Exhausted`] for one that the crate wiped.
pub(super) fn decode<'a>(set: &ParameterSet, bytes: &'a [u8]) -> Result<(u64, &'a [u8]), Error> {
    check_length("private key", HEAD + set.n, bytes)?;
    let Some((count, (parameters, seed))) = bytes
        .split_first_chunk()
        .and_then(|(count, rest)| Some((count, rest.split_at_checked(8)?)))
    else {
        return Err(Error::backend("the private key is cut off"));
    };
    if parameters == [NO_LEVEL; 8] {
        return Err(Error::Exhausted);
    }
    for (&found, expected) in parameters.iter().zip(parameter_bytes(set)) {
        if found != expected {
            let (expected, found) = (expected.into(), found.into());
            return Err(Error::Type { what: "parameter byte", expected, found });
        }
    }
    let index = u64::from_be_bytes(*count);
    if index >= lifetime(set)? {
        return Err(Error::Index { asked: index, next: 0 });
    }
    Ok((index, seed))
}

/// The crate's byte for each level: LMS type word above LM-OTS type word, 4 bits each.
fn parameter_bytes(set: &ParameterSet) -> [u8; 8] {
    let mut bytes = [NO_LEVEL; 8];
    let params = Params::of(set);
    let levels = params.iter().flat_map(|params| params.levels());
    for (byte, &level) in bytes.iter_mut().zip(levels) {
        if let Some((lms, ots)) = type_words(level) {
            *byte = (lms << 4 | ots) as u8;
        }
    }
    bytes
}

/// Writes the count of an encoded key.
pub(super) fn set_count(encoded: &mut [u8], index: u64) {
    if let Some(count) = encoded.first_chunk_mut() {
        *count = index.to_be_bytes();
    }
}

/// Number of indices of a key of `set`; it fits wherever the crate runs.
pub(super) fn lifetime(set: &ParameterSet) -> Result<u64, Error> {
    Lifetime::count(set.lifetime).ok_or_else(|| Error::unsupported(super::HEIGHT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_key_of_the_set_is_refused() {
        let set = hbs::hss::find("HSS-SHA256-H5-W2+H10-W8").unwrap();
        let mut good = [7; 48];
        good[8..16].copy_from_slice(&[0x52, 0x64, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        set_count(&mut good, 32_767);
        assert_eq!(decode(&set, &good), Ok((32_767, &[7; 32][..])));
        let changed = |at: usize, byte: u8| {
            let mut bytes = good;
            bytes[at] = byte;
            decode(&set, &bytes).map(|(index, _)| index)
        };
        // 32768 would sign with leaf 0 again.
        assert_eq!(changed(6, 0x80), Err(Error::Index { asked: 0x80ff, next: 0 }));
        assert!(matches!(changed(0, 0xff), Err(Error::Index { .. })));
        for at in 8..16 {
            let refused = changed(at, 0x54);
            assert!(matches!(refused, Err(Error::Type { .. })), "byte {at}: {refused:?}");
        }
        for len in [0, 7, 8, 16, 47] {
            assert!(matches!(decode(&set, &good[..len]), Err(Error::Length { .. })));
        }
        good[8..16].fill(0xff);
        assert_eq!(decode(&set, &good), Err(Error::Exhausted));
    }
}
