//! Divan suite: key generation by parameter set, signing and verifying by message length and set, for
//! every backend. What it consists of is at [`measure::divan_suite`].
#![forbid(unsafe_code)]

measure::divan_suite!(sphincs::SUITE);
