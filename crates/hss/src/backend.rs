//! The implementations, one file each.
//!
//! | name | crate | sets that it runs |
//! |---|---|---|
//! | `native`, `native-small`, `native@<unit>` | [`hbs`] | all |
//! | `hbs-lms` | [`hbs_lms`](https://docs.rs/hbs-lms/0.2.0-alpha.1) | SHA-256 with n = 32, 1 to 7 levels of a total height of up to 60; most others with one level |
//! | `hbs-lms+aux` | the same, with a cache of the root tree | the same |
//! | `purecrypto` | [`purecrypto`](https://docs.rs/purecrypto) | SHA-256 with n = 32, 1 to 8 levels |

mod hbs_lms;
mod purecrypto;

pub use hbs_lms::HbsLms;
pub use purecrypto::Purecrypto;

use hbs::hss::HSS;
use std::sync::LazyLock;

use hbs::Native;
use signer::Backend;

/// All implementations, the default one first.
#[must_use]
pub fn backends() -> &'static [&'static dyn Backend] {
    static NATIVE: LazyLock<Vec<Native>> = LazyLock::new(|| Native::all(&HSS));
    static PUBLISHED: [&dyn Backend; 3] =
        [&HbsLms::new(), &HbsLms::new().with_aux(), &Purecrypto::new()];
    static BACKENDS: LazyLock<Vec<&dyn Backend>> = LazyLock::new(|| {
        NATIVE.iter().map(|native| native as &dyn Backend).chain(PUBLISHED).collect()
    });
    &BACKENDS
}
