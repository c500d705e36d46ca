//! The levels of a signature, or of many, at a time.

use alloc::vec::Vec;
use core::mem;

use lanes::Engines;
use signer::Error;

use crate::hss::codec::{Link, PublicKey, links};
use crate::lms;
use crate::stateful;

/// Verifies the levels of one signature.
pub(super) fn side_by_side(engines: Engines, links: &[Link<'_>]) -> Result<(), Error> {
    let signed: Vec<_> = links.iter().map(Link::signed).collect();
    lms::verify_many(engines, &signed).into_iter().collect()
}

/// A signature to be verified.
pub type Signed<'a> = stateful::Signed<'a, PublicKey>;

/// Verifies many signatures, of any keys and types, as [`verify`](super::verify) does each. Those whose levels have
/// the same types are verified together, so that their chains and nodes share lanes.
#[must_use]
pub fn verify_many(engines: Engines, signed: &[Signed<'_>]) -> Vec<Result<(), Error>> {
    let mut verdicts = Vec::with_capacity(signed.len());
    let mut decoded = Vec::with_capacity(signed.len());
    for (i, Signed { key, message, signature }) in signed.iter().enumerate() {
        verdicts.push(links(key, message, signature).map(|links| decoded.push((i, links))));
    }
    // Level by level, because those of one level are likely to be of one type.
    let deepest = decoded.iter().map(|(_, links)| links.len()).max().unwrap_or(0);
    let level = |level: usize| {
        decoded.iter().filter_map(move |(i, links)| Some((*i, links.get(level)?.signed())))
    };
    let (numbers, links): (Vec<_>, Vec<_>) = (0..deepest).flat_map(level).unzip();
    for (i, verdict) in numbers.into_iter().zip(lms::verify_many(engines, &links)) {
        verdicts[i] = mem::replace(&mut verdicts[i], Ok(())).and(verdict);
    }
    verdicts
}

impl Link<'_> {
    pub(crate) const fn signed(&self) -> lms::Signed<'_> {
        lms::Signed { key: &self.key, message: self.message, signature: self.signature }
    }
}
