//! The fence around third-party code: what is caught after it. What is checked before is in `check`.

use crate::Error;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::thread;

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
}
