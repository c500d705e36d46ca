//! Where things stand in encoded private keys.
//!
//! ```text
//! u32(type) ‖ u32(otstype) ‖ u32(q) ‖ I ‖ SEED ‖ T[1]                                   LMS
//! u32(levels) ‖ types of each level ‖ u64(index) ‖ I ‖ SEED ‖ T[1]                      HSS
//! OID ‖ idx ‖ SK_SEED ‖ SK_PRF ‖ root ‖ SEED                                            XMSS
//! ```

use std::ops::Range;

use signer::{ParameterSet, Scheme as Kind};

use crate::edit::read;
use crate::xmss::is_xmss;

/// The index.
pub(crate) fn index(set: &ParameterSet) -> Range<usize> {
    let words = 4 * set.codes.len();
    match set.scheme {
        Kind::Hss => 4 + words..4 + words + 8,
        // As many bytes as a signature has for it.
        Kind::Xmss | Kind::XmssMt => words..words + set.signature[0].len,
        _ => words..words + 4,
    }
}

/// The secret that a cache of the key is sealed with: `SEED`, or `SK_SEED`.
pub(crate) fn sealing(set: &ParameterSet) -> Range<usize> {
    let start = index(set).end + if is_xmss(set.scheme) { 0 } else { I_LEN };
    start..start + set.n
}

/// Bytes of all.
pub(crate) fn len(set: &ParameterSet) -> usize {
    sealing(set).end + if is_xmss(set.scheme) { 3 * set.n } else { set.n }
}

/// `SK_PRF`, from which no tree follows; nothing in LMS and HSS.
pub(crate) fn sk_prf(set: &ParameterSet) -> Range<usize> {
    let start = sealing(set).end;
    start..start + if is_xmss(set.scheme) { set.n } else { 0 }
}

/// What is left without it: all that is checked.
pub(crate) fn checked(set: &ParameterSet, secret: &[u8]) -> Vec<u8> {
    let sk_prf = sk_prf(set);
    [&secret[..sk_prf.start], &secret[sk_prf.end..]].concat()
}

/// The index of the key's next signature. Where the number of all does not fit, a key that has none left
/// says so with the last index and an `SK_PRF` of zeros.
pub(crate) fn next(set: &ParameterSet, secret: &[u8]) -> u64 {
    let place = index(set);
    let (next, end) = (read(&secret[place.clone()]), set.lifetime.count());
    let is_last = end == Some(next.saturating_add(1));
    let full = end == 1_u64.checked_shl(8 * place.len() as u32);
    let wiped = secret[sk_prf(set)].iter().all(|byte| *byte == 0);
    next + u64::from(is_xmss(set.scheme) && is_last && full && wiped)
}

/// Bytes of `I`.
const I_LEN: usize = 16;
