//! The implementations that can run, one file each.
//!
//! | backend | runs | language |
//! |---|---|---|
//! | `native`, `native-top`, `native@<unit>` | all 36 sets | Rust, this project's [`hbs`] |
//! | [`SlhDsa`] | the 12 SLH-DSA sets | Rust |
//! | [`Fips205`] | the 12 SLH-DSA sets | Rust |
//! | [`PureCrypto`] | the 12 SLH-DSA sets | Rust, many hashes at once |
//! | `PqcryptoSphincsplus`, feature `c-backends` | the 12 simple sets of SPHINCS+ round 3.1 | C |
//!
//! `native-top` keeps the nodes of the top tree. Only this project's run the robust sets of SPHINCS+.
//!
//! All encode a private key as FIPS 205 does, `SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root`, so a key
//! of one backend loads in each other that runs its set.

mod code;
mod fips205;
mod held;
#[cfg(feature = "c-backends")]
mod pqcrypto_sphincsplus;
mod purecrypto;
mod slh_dsa;

pub use self::fips205::Fips205;
#[cfg(feature = "c-backends")]
pub use self::pqcrypto_sphincsplus::PqcryptoSphincsplus;
pub use self::purecrypto::PureCrypto;
pub use self::slh_dsa::SlhDsa;

use hbs::Native;
use hbs::sphincs::SPHINCS;
use signer::Backend;
use std::sync::LazyLock;

/// Every backend of this build, the default first.
#[must_use]
pub fn backends() -> &'static [&'static dyn Backend] {
    static NATIVE: LazyLock<Vec<Native>> = LazyLock::new(|| Native::all(&SPHINCS));
    static BACKENDS: LazyLock<Vec<&dyn Backend>> = LazyLock::new(|| {
        let native = NATIVE.iter().map(|native| native as &dyn Backend);
        native.chain(PUBLISHED.iter().copied()).collect()
    });
    &BACKENDS
}

static PUBLISHED: &[&dyn Backend] = &[
    &SlhDsa::new(),
    &Fips205::new(),
    &PureCrypto::new(),
    #[cfg(feature = "c-backends")]
    &PqcryptoSphincsplus::new(),
];
