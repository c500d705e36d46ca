//! Verifying (RFC 8554 section 6.3), one signature or many at a time. The levels of a signature are
//! verified side by side: what each of them signs, and with which key, stands in the signature.

use lanes::Engines;
use signer::Error;

use super::codec::{PublicKey, links};
use crate::lms;
use crate::stateful;

/// Verifies `signature` over `message`, decoding included.
///
/// # Errors
///
/// [`Error::BadSignature`] if it does not verify, [`Error::Length`], [`Error::Type`] and
/// [`Error::UnknownType`] for bytes that are no signature of as many levels as the key has.
pub fn verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    let links = links(key, message, signature)?;
    if let [link] = &links[..] {
        return lms::verify(engines, &link.key, link.message, link.signature);
    }
    let signed: Vec<_> = links.iter().map(|link| link.signed()).collect();
    lms::verify_many(engines, &signed).into_iter().collect()
}

/// A signature to be verified.
pub type Signed<'a> = stateful::Signed<'a, PublicKey>;

/// Verifies many signatures, of any keys and types, as [`verify`] does each. Those whose levels have
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
        verdicts[i] = std::mem::replace(&mut verdicts[i], Ok(())).and(verdict);
    }
    verdicts
}
