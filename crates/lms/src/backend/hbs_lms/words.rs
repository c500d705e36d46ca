//! The word that HSS puts in front, and the crate's type words.

use hbs::lms::Params;
use signer::Error;

/// Room in bytes for the longest signature of LMS with its frame, H25 with W1.
pub(super) const FRAME: usize = 4 + 9324;

/// `u32(word) ‖ bytes`, laid out in `out`. On the stack, as the crate's own copies are, so that
/// what it does without a heap is seen to be done so.
pub(super) fn frame<'a>(word: u32, bytes: &[u8], out: &'a mut [u8]) -> Result<&'a mut [u8], Error> {
    let len = 4 + bytes.len();
    let expected = out.len() - 4;
    let framed = out.get_mut(..len).ok_or(Error::Length {
        what: "key or signature",
        expected,
        found: bytes.len(),
    })?;
    framed[..4].copy_from_slice(&word.to_be_bytes());
    framed[4..].copy_from_slice(bytes);
    Ok(framed)
}

/// The type words `type, otstype` that the crate gives `params`: those of the set with the same
/// height and width that has SHA-256 and n = 32.
pub(super) fn of_crate(params: &Params) -> (u32, u32) {
    (4 + params.lms.h / 5, 1 + params.ots.w.ilog2())
}

/// The type words that the standard gives `params`.
pub(super) fn of_standard(params: &Params) -> (u32, u32) {
    (params.lms.code, params.ots.code)
}

/// Puts `words` into a public key of LMS.
pub(super) fn translate_public_key(public_key: &mut [u8], words: (u32, u32)) {
    put(public_key, 0, words.0);
    put(public_key, 4, words.1);
}

/// Puts `words` into a signature of LMS.
pub(super) fn translate_signature(signature: &mut [u8], params: &Params, words: (u32, u32)) {
    put(signature, 4, words.1);
    put(signature, 4 + params.ots.signature_len(), words.0);
}

/// Writes a word, if there is room for it.
fn put(bytes: &mut [u8], at: usize, word: u32) {
    if let Some(place) = bytes.get_mut(at..at + 4) {
        place.copy_from_slice(&word.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_sha_256_with_n_32_are_the_standards() {
        let mut longest = 0;
        for set in hbs::lms::sets() {
            let params = Params::of(set).expect("a set of LMS");
            longest = longest.max(params.signature_len());
            let same = of_crate(&params) == of_standard(&params);
            assert_eq!(same, set.name.starts_with("LMS-SHA256-M32-"), "{}", set.name);
        }
        assert_eq!(longest + 4, FRAME);
    }
}
