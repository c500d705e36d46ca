//! The fence between bytes from outside and third-party code: what is checked before, and what is
//! caught after.

use crate::{Error, Field, ParameterSet, Part};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread;

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
pub fn check_type(set: &ParameterSet, public_key: &[u8], signature: &[u8]) -> Result<(), Error> {
    check_length("public key", set.public_key_len(), public_key)?;
    check_length("signature", set.signature_len(), signature)?;
    set.public_key.iter().try_for_each(|field| check_word(field, public_key))?;
    set.signature.iter().try_for_each(|field| check_word(field, signature))
}

/// Runs third-party code; a panic in it becomes [`Error::Panicked`] and prints nothing. Panics of
/// other threads are printed as ever, and calls may be nested.
///
/// A key that panicked while signing may have used its index and may be inconsistent: the caller
/// must not sign with it again.
///
/// What is not caught: an abort, which a panic is in a build with `panic = "abort"`, a stack
/// overflow, a loop without end. Nor is a panic silent if the program sets a hook of its own after
/// the first call.
///
/// # Errors
///
/// Those of `code`, or [`Error::Panicked`].
pub fn quietly<T>(code: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    static HOOK: Once = Once::new();
    // A thread that is unwinding may not touch the hook: that would be a second panic, an abort.
    if !thread::panicking() {
        HOOK.call_once(|| {
            let loud = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                if FENCED.get() == 0 {
                    loud(info);
                }
            }));
        });
    }
    FENCED.set(FENCED.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(code));
    FENCED.set(FENCED.get() - 1);
    result.unwrap_or_else(|payload| {
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".to_owned());
        Err(Error::Panicked { message })
    })
}

/// Runs third-party code [`quietly`], or as it is if `fenced` is false: tests take the fence away to
/// show what it is for.
///
/// # Errors
///
/// Those of `code`, or, with the fence, [`Error::Panicked`].
pub fn fence<T>(fenced: bool, code: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    if fenced { quietly(code) } else { code() }
}

thread_local! {
    /// Depth of [`quietly`] calls on this thread.
    static FENCED: Cell<u32> = const { Cell::new(0) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let never: Result<(), Error> = quietly(|| panic!("index {} out of range", 7));
        assert_eq!(never, Err(Error::Panicked { message: "index 7 out of range".into() }));
        assert_eq!(quietly(|| Ok(3)), Ok(3));
        assert_eq!(FENCED.get(), 0);
    }

    #[test]
    fn a_panic_may_carry_anything() {
        let never: Result<(), Error> = quietly(|| panic::panic_any(7));
        assert_eq!(never, Err(Error::Panicked { message: "no message".into() }));
    }

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
