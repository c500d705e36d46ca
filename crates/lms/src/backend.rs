//! The implementations of LMS.
//!
//! | backend | hash | heights | takes `SEED ‖ I` | takes `C` | key in memory | skips by |
//! |---|---|---|---|---|---|---|
//! | [`Native`] | all four | 5 to 25 | yes | yes | tree, or its upper half and two subtrees, or nothing | counting |
//! | [`LmsSignature`] | SHA-256, n = 32 | 5, 10 | yes | yes | whole tree | rebuilding it |
//! | [`Purecrypto`] | SHA-256, n = 32 | 5 to 25 | yes | yes | tree, top 15 levels | rebuilding it |
//! | [`HbsLms`] | all four, but for n = 24 with w = 1 | 5 to 25 | no | no | seed and count | counting |
//!
//! Third-party code is fenced: lengths and type words are checked before it sees them, and its panics
//! are caught. `unfenced()` leaves that out, for tests that show what the fence is for.

mod hbs_lms;
mod lms_signature;
mod purecrypto;

pub use hbs_lms::HbsLms;
pub use lms_signature::LmsSignature;
pub use purecrypto::Purecrypto;

use hbs::Native;
use hbs::lms::{LMS, Params};
use signer::{
    Backend, Error, Field, Indices, ParameterSet, Part, Randomness, Support, check_length,
    check_word,
};
use std::sync::LazyLock;

/// Every backend, the default one first.
#[must_use]
pub fn backends() -> &'static [&'static dyn Backend] {
    static NATIVE: LazyLock<Vec<Native>> = LazyLock::new(|| Native::all(&LMS));
    static PUBLISHED: [&dyn Backend; 3] =
        [&LmsSignature::new(), &HbsLms::new(), &Purecrypto::new()];
    static BACKENDS: LazyLock<Vec<&dyn Backend>> = LazyLock::new(|| {
        NATIVE.iter().map(|native| native as &dyn Backend).chain(PUBLISHED).collect()
    });
    &BACKENDS
}

/// What to say when a set that `support` does not run is asked for.
fn refusal(name: &str, set: &ParameterSet, support: Support) -> Error {
    match support {
        Support::Unsupported(why) => Error::Unsupported { what: why },
        _ => Error::unsupported(format!("{name} does not know {}", set.name)),
    }
}

/// Checks the words `type ‖ otstype` that a private key begins with.
fn check_codes(params: &Params, record: &[u8]) -> Result<(), Error> {
    let word = |name, offset, value| {
        let field = Field { name, level: 0, offset, len: 4, part: Part::Fixed { value } };
        check_word(&field, record)
    };
    word("LMS type", 0, params.lms.code)?;
    word("LM-OTS type", 4, params.ots.code)
}

/// The randomiser `C` of a signature with n = 32, for crates that draw it from a generator: drawn
/// here, so that a failing source is told from a failing crate.
fn randomiser(randomness: Randomness<'_>) -> Result<[u8; 32], Error> {
    let mut c = [0; 32];
    match randomness {
        Randomness::Deterministic => {
            return Err(Error::unsupported("the crate draws C at random"));
        }
        Randomness::Fresh(entropy) => entropy.fill(&mut c)?,
        Randomness::Given(given) => {
            check_length("randomiser", c.len(), given)?;
            c.copy_from_slice(given);
        }
    }
    Ok(c)
}

/// The indices of a key from `next` on.
fn indices(next: u64, params: &Params) -> Result<Indices, Error> {
    Indices::new(next, Some(1 << params.lms.h))
}
