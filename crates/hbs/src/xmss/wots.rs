//! One-time signatures, WOTS+ (RFC 8391 section 3).
//!
//! The secrets of a key's chains are `PRF_keygen(SK_SEED, SEED, ADRS)` (SP 800-208 section 6.2), where
//! step and keyAndMask are zero.

use lanes::{Midstate, Rows, RowsMut, Run, Runs};

use super::address::ADDRESS;
use super::hashes::Hashes;

/// Chains: their values go on by steps of runs.
pub(crate) fn chains(hashes: &Hashes, addresses: &[u8], runs: Runs<'_>, values: &mut [u8]) {
    let (addresses, values) = (Rows::new(addresses, ADDRESS), RowsMut::new(values, hashes.n));
    hashes.hash.masked_chain_many(&hashes.f(), addresses, runs, values);
}

/// The same, from the secrets on.
pub(crate) fn chains_from_secrets(
    hashes: &Hashes,
    keygen: &Midstate,
    addresses: &[u8],
    runs: Runs<'_>,
    values: &mut [u8],
) {
    hashes.prf(keygen, addresses, values);
    chains(hashes, addresses, runs, values);
}

/// The run of a whole chain.
pub(crate) const WHOLE: Run = Run { start: 0, end: 15 };
/// Chains of a key with n = 64, the most.
pub(crate) const LEN_MAX: usize = 131;
