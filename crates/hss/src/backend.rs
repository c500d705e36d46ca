//! The implementations, one file each.
//!
//! | name | crate | sets that it runs |
//! |---|---|---|
//! | `hbs-lms` | [`hbs_lms`](https://docs.rs/hbs-lms/0.2.0-alpha.1) | SHA-256 with n = 32, 1 to 7 levels of a total height of up to 60; most others with one level |
//! | `hbs-lms+aux` | the same, with a cache of the root tree | the same |
//! | `purecrypto` | [`purecrypto`](https://docs.rs/purecrypto) | SHA-256 with n = 32, 1 to 8 levels |

mod hbs_lms;
mod purecrypto;

pub use hbs_lms::HbsLms;
pub use purecrypto::Purecrypto;

use signer::Backend;

/// All implementations, the default one first.
#[must_use]
pub fn backends() -> &'static [&'static dyn Backend] {
    const BACKENDS: &[&dyn Backend] =
        &[&HbsLms::new(), &HbsLms::new().with_aux(), &Purecrypto::new()];
    BACKENDS
}
