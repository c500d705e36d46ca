//! The implementations, the default one first.
//!
//! | backend | crate | sets | private key |
//! |---|---|---|---|
//! | [`PqXmss`] | `pq-xmss` | all 77 | `OID ‖ idx ‖ SK_SEED ‖ SK_PRF ‖ root ‖ SEED` |
//! | [`PureCrypto`] | `purecrypto` | 12 XMSS, 10 XMSS^MT | the same behind `XMSk` or `XMTk` |
//!
//! RustCrypto's crate `xmss` is not among them: its 0.1.0-pre.0 decodes no XMSS^MT key, public or
//! private, and rebuilds every tree for each signature. `pq-xmss` is by the same author and later.

mod held;
mod pq_xmss;
mod purecrypto;

pub use self::{pq_xmss::PqXmss, purecrypto::PureCrypto};

use signer::Backend;

/// Every backend, the default one first.
#[must_use]
pub fn backends() -> &'static [&'static dyn Backend] {
    static PQ_XMSS: PqXmss = PqXmss::new();
    static PURECRYPTO: PureCrypto = PureCrypto::new();
    static BACKENDS: [&dyn Backend; 2] = [&PQ_XMSS, &PURECRYPTO];
    &BACKENDS
}
