//! The implementations that can run, one file each.
//!
//! | backend | runs | language |
//! |---|---|---|
//! | [`SlhDsa`] | the 12 SLH-DSA sets | Rust |
//! | [`Fips205`] | the 12 SLH-DSA sets | Rust |
//! | [`PureCrypto`] | the 12 SLH-DSA sets | Rust, many hashes at once |
//! | `PqcryptoSphincsplus`, feature `c-backends` | the 12 simple sets of SPHINCS+ round 3.1 | C |
//!
//! Nothing here runs the 12 robust sets of SPHINCS+ yet.
//!
//! All four encode a private key as FIPS 205 does, `SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root`, so a key
//! of one SLH-DSA backend loads in each other.

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

use signer::Backend;

pub(crate) static BACKENDS: &[&dyn Backend] = &[
    &SlhDsa::new(),
    &Fips205::new(),
    &PureCrypto::new(),
    #[cfg(feature = "c-backends")]
    &PqcryptoSphincsplus::new(),
];
