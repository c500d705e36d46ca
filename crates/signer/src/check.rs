//! What is checked of bytes from outside before any code sees them.

use crate::{Error, Field, Part};

/// Checks a length.
///
/// # Errors
///
/// [`Error::Length`] if `bytes` has another length than `expected`.
pub fn check_length(what: &'static str, expected: usize, bytes: &[u8]) -> Result<(), Error> {
    if bytes.len() == expected {
        Ok(())
    } else {
        Err(Error::Length { what, expected, found: bytes.len() })
    }
}

/// Checks the big-endian integer at `field` against the value that the set fixes. Fields of other
/// kinds pass.
///
/// # Errors
///
/// [`Error::Type`] if it is another (reported as `u32::MAX` if it is larger than that),
/// [`Error::Length`] if `bytes` ends before it.
pub fn check_word(field: &Field, bytes: &[u8]) -> Result<(), Error> {
    let Part::Fixed { value } = field.part else { return Ok(()) };
    let word = field.slice(bytes).ok_or(Error::Length {
        what: field.name,
        expected: field.offset.saturating_add(field.len),
        found: bytes.len(),
    })?;
    let found = word
        .iter()
        .try_fold(0u32, |word, byte| (word >> 24 == 0).then_some(word << 8 | u32::from(*byte)));
    if found == Some(value) {
        Ok(())
    } else {
        let found = found.unwrap_or(u32::MAX);
        Err(Error::Type { what: field.name, expected: value, found })
    }
}

/// Checks what third-party decoders are known to get wrong: the lengths of a public key and a
/// signature and every type word, OID and level count in them.
///
/// # Errors
///
/// [`Error::Length`] or [`Error::Type`] for the first that is not what `set` calls for.
#[cfg(feature = "alloc")]
pub fn check_type(
    set: &crate::ParameterSet,
    public_key: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    check_length("public key", set.public_key_len(), public_key)?;
    check_length("signature", set.signature_len(), signature)?;
    set.public_key.iter().try_for_each(|field| check_word(field, public_key))?;
    set.signature.iter().try_for_each(|field| check_word(field, signature))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_checked_against_what_the_set_fixes() {
        let field =
            Field { name: "OID", level: 0, offset: 1, len: 4, part: Part::Fixed { value: 0x0102 } };
        assert_eq!(check_word(&field, &[9, 0, 0, 1, 2]), Ok(()));
        assert_eq!(
            check_word(&field, &[9, 0, 0, 1, 3]),
            Err(Error::Type { what: "OID", expected: 0x0102, found: 0x0103 })
        );
        assert_eq!(
            check_word(&field, &[9, 0, 0, 1]),
            Err(Error::Length { what: "OID", expected: 5, found: 4 })
        );
        let long = Field { len: 5, ..field };
        assert_eq!(check_word(&long, &[9, 0, 0, 0, 1, 2]), Ok(()));
        assert_eq!(
            check_word(&long, &[9, 1, 0, 0, 1, 2]),
            Err(Error::Type { what: "OID", expected: 0x0102, found: u32::MAX })
        );
    }
}
