//! XMSS and XMSS^MT: which of the two an input is of, and the errors that their formats ask for.

use signer::{Error, ParameterSet, Scheme as Kind};

use crate::edit::Triple;
use crate::{Scheme, XMSS, XMSS_MT};

/// The family that an input is of, which its first byte says, and the rest: XMSS once in `every` times,
/// else XMSS^MT. Trees of XMSS are of height 10 at least, and take 20 times as long to make.
#[must_use]
pub fn family(data: &[u8], every: u8) -> (&'static Scheme, &[u8]) {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    (if first % every == 1 { &XMSS } else { &XMSS_MT }, rest)
}

/// Whether it is one of the two.
pub(crate) const fn is_xmss(scheme: Kind) -> bool {
    matches!(scheme, Kind::Xmss | Kind::XmssMt)
}

/// Makes all keys of both beforehand.
pub fn warm() {
    [&XMSS, &XMSS_MT].iter().for_each(|scheme| scheme.warm());
}

/// The set of an encoded public key.
///
/// # Errors
///
/// What is wrong with the key.
pub fn set_of(scheme: &Scheme, key: &[u8]) -> Result<&'static ParameterSet, Error> {
    let (what, found) = ("public key", key.len());
    let Some((oid, _)) = key.split_first_chunk() else {
        return Err(Error::Length { what, expected: 4 + 2 * 24, found });
    };
    let oid = u32::from_be_bytes(*oid);
    let Some(set) = (scheme.sets)().iter().find(|set| set.codes == [oid]) else {
        let what = if scheme.kind == Kind::Xmss { "OID of XMSS" } else { "OID of XMSS^MT" };
        return Err(Error::UnknownType { what, found: oid });
    };
    let expected = set.public_key_len();
    if found == expected { Ok(set) } else { Err(Error::Length { what, expected, found }) }
}

/// Whether a key and a signature are of one set.
///
/// # Errors
///
/// The first thing that is wrong, but for an index past the last, which is a signature that does not
/// verify.
pub fn formats(scheme: &Scheme, triple: &Triple) -> Result<(), Error> {
    let set = set_of(scheme, &triple.key)?;
    length("signature", set, triple.signature.len(), ParameterSet::signature_len)
}

/// Whether something has as many bytes as `len` says of its set.
///
/// # Errors
///
/// [`Error::OtherScheme`] if they are as many as that of the set of the other family has whose OID is the
/// same, or [`Error::Length`].
pub fn length(
    what: &'static str,
    set: &ParameterSet,
    found: usize,
    len: impl Fn(&ParameterSet) -> usize,
) -> Result<(), Error> {
    let expected = len(set);
    if found == expected {
        return Ok(());
    }
    Err(match twin(set).filter(|other| len(other) == found) {
        Some(other) => Error::OtherScheme { what, expected: set.scheme, found: other.scheme },
        None => Error::Length { what, expected, found },
    })
}

/// The set of the other family whose OID is the same.
pub(crate) fn twin(set: &ParameterSet) -> Option<&'static ParameterSet> {
    let twin = |other: &&ParameterSet| other.codes == set.codes && other.scheme != set.scheme;
    hbs::xmss::sets().iter().filter(|_| is_xmss(set.scheme)).find(twin)
}
