//! The implementations, the default one first.
//!
//! | backend | crate | sets | private key |
//! |---|---|---|---|
//! | [`Native`] | this project's `hbs` | all 77 | `OID ‖ idx ‖ SK_SEED ‖ SK_PRF ‖ root ‖ SEED` |
//! | `native-fast` | the same | all 77 | the same, and the reference code's BDS state |
//! | [`PqXmss`] | `pq-xmss` | all 77 | `OID ‖ idx ‖ SK_SEED ‖ SK_PRF ‖ root ‖ SEED` |
//! | [`PureCrypto`] | `purecrypto` | 12 XMSS, 10 XMSS^MT | the same behind `XMSk` or `XMTk` |
//!
//! RustCrypto's crate `xmss` is not among them: its 0.1.0-pre.0 decodes no XMSS^MT key, public or
//! private, and rebuilds every tree for each signature. `pq-xmss` is by the same author and later.

mod held;
mod pq_xmss;
mod purecrypto;

pub use self::{pq_xmss::PqXmss, purecrypto::PureCrypto};

use hbs::xmss::{XMSS, XMSS_FAST};
use std::sync::LazyLock;

use hbs::{Native, Options};
use signer::Backend;

/// Every backend, the default one first.
#[must_use]
pub fn backends() -> &'static [&'static dyn Backend] {
    static NATIVE: LazyLock<Vec<Native>> = LazyLock::new(|| {
        let mut native = Native::all(&XMSS);
        let fast = Native::new("native-fast", Options::default(), &XMSS_FAST);
        // Behind `native` and `native-small`.
        native.insert(2, fast);
        native
    });
    static PUBLISHED: [&dyn Backend; 2] = [&PqXmss::new(), &PureCrypto::new()];
    static BACKENDS: LazyLock<Vec<&dyn Backend>> = LazyLock::new(|| {
        NATIVE.iter().map(|native| native as &dyn Backend).chain(PUBLISHED).collect()
    });
    &BACKENDS
}
