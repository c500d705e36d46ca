//! Parameter sets: by name, and by what public keys and signatures say of themselves.

use crate::answer::Failure;
use hbs::{Chapter, Native, Options, hss, lms, sphincs, xmss};
use lanes::Cpu;
use signer::{Backend, Error, ParameterSet, Part, Scheme, UnknownSet, check_word, normalised};

/// The code of a scheme.
pub(crate) fn chapter(scheme: Scheme) -> &'static dyn Chapter {
    match scheme {
        Scheme::Lms => &lms::LMS,
        Scheme::Hss => &hss::HSS,
        Scheme::Xmss | Scheme::XmssMt => &xmss::XMSS,
        _ => &sphincs::SPHINCS,
    }
}

/// The implementation of a scheme.
pub(crate) fn native(scheme: Scheme, options: Options) -> Native {
    Native::new("native", options, chapter(scheme))
}

/// All sets that lists have: there are more of HSS.
pub(crate) fn listed() -> impl Iterator<Item = &'static ParameterSet> {
    [lms::sets(), hss::sets(), xmss::sets(), sphincs::sets()].into_iter().flatten()
}

/// The set called `name`, in any spelling.
pub(crate) fn find(name: &str) -> Result<ParameterSet, UnknownSet> {
    let spelt = normalised(name);
    let find = match spelt.split(['-', '_']).next().unwrap_or_default() {
        "HSS" => hss::find,
        "LMS" => lms::find,
        "XMSS" | "XMSSMT" | "XMSS^MT" => xmss::find,
        "SLH" | "SPHINCS+" | "SPHINCS" => sphincs::find,
        _ => {
            let all: Vec<_> = listed().cloned().collect();
            return signer::find(&all, name).cloned();
        }
    };
    find(name)
}

/// Whether the words that a set fixes are these, and the length is right.
fn fits(fields: &[signer::Field], len: usize, bytes: &[u8]) -> bool {
    bytes.len() == len && fields.iter().all(|field| check_word(field, bytes).is_ok())
}

/// The sets that a public key may be of: more than one where its bytes do not say.
pub(crate) fn of_public_key(bytes: &[u8]) -> Vec<ParameterSet> {
    let fit = |set: &&ParameterSet| {
        set.scheme != Scheme::Hss && fits(&set.public_key, set.public_key_len(), bytes)
    };
    listed().filter(fit).cloned().collect()
}

/// The levels of an HSS public key and the parameters of the root, if it is one.
pub(crate) fn hss_root(public_key: &[u8]) -> Option<(usize, lms::Params)> {
    let (levels, key) = (word(public_key, 0)? as usize, public_key.get(4..)?);
    let root = lms::Params::from_codes(word(key, 0)?, word(key, 4)?)?;
    let whole = key.len() == root.public_key_len();
    ((1..=hss::params::MAX_LEVELS).contains(&levels) && whole).then_some((levels, root))
}

/// The set of an HSS public key and a signature: that says what the levels below the root are.
fn hss(public_key: &[u8], signature: &[u8]) -> Option<ParameterSet> {
    let (count, root) = hss_root(public_key)?;
    let mut levels = vec![root];
    let mut at = 4;
    while levels.len() < count {
        at += levels.last()?.signature_len();
        let level = lms::Params::from_codes(word(signature, at)?, word(signature, at + 4)?)?;
        at += level.public_key_len();
        levels.push(level);
    }
    Some(hss::Params::new(levels)?.set())
}

/// The set of a public key and a signature.
pub(crate) fn of_signed(public_key: &[u8], signature: &[u8]) -> Result<ParameterSet, Failure> {
    if let Some(set) = hss(public_key, signature) {
        return Ok(set);
    }
    let keys = of_public_key(public_key);
    let mut fit = keys.iter().filter(|set| fits(&set.signature, set.signature_len(), signature));
    match (fit.next(), fit.next()) {
        (Some(set), None) => Ok(set.clone()),
        (Some(set), Some(other)) => Err(Failure::usage(format!(
            "the public key may be of {}, of {} or of others: say which with --set",
            set.name, other.name
        ))),
        (None, _) => Err(Failure::refused(match keys.first() {
            Some(set) if keys.len() == 1 => format!(
                "that is no signature of {}: it has {} bytes and should have {}",
                set.name,
                signature.len(),
                set.signature_len()
            ),
            Some(_) => {
                format!("no set has such a public key and signatures of {} bytes", signature.len())
            }
            None if hss_root(public_key).is_some() => {
                "that is no signature of this HSS key: its levels cannot be".to_owned()
            }
            None => format!("{} bytes that are no public key of any set", public_key.len()),
        })),
    }
}

/// The sets that a signature may be of.
pub(crate) fn of_signature(bytes: &[u8]) -> Vec<ParameterSet> {
    let fit = |set: &&ParameterSet| fits(&set.signature, set.signature_len(), bytes);
    listed().filter(fit).cloned().collect()
}

/// What a stateless key signs: the message with its context, or, in SPHINCS+, which has none, alone.
pub(crate) fn stateless_message<'a>(
    set: &ParameterSet,
    message: &'a [u8],
    context: Option<&str>,
) -> Result<sphincs::Message<'a>, Failure> {
    match (set.scheme, context) {
        (Scheme::SlhDsa, context) => {
            Ok(sphincs::Message::pure(message, context.unwrap_or_default().as_bytes())?)
        }
        (_, None) => Ok(sphincs::Message::internal(message)),
        (_, Some(_)) => Err(Failure::usage(format!("{} knows no --context", set.name))),
    }
}

/// Verifies a signature; the context is for SLH-DSA alone.
pub(crate) fn verify(
    set: &ParameterSet,
    public_key: &[u8],
    message: &[u8],
    context: Option<&str>,
    signature: &[u8],
) -> Result<Result<(), Error>, Failure> {
    if let Err(error) = signer::check_type(set, public_key, signature) {
        return Ok(Err(error));
    }
    if let Some(params) = sphincs::Params::of(set) {
        let message = stateless_message(set, message, context)?;
        let key = sphincs::PublicKey::decode(params, public_key)?;
        let engines = Cpu::detect().engines();
        return Ok(sphincs::verify_message(engines, &key, &message, signature));
    }
    if context.is_some() {
        return Err(Failure::usage(format!("{} knows no --context", set.name)));
    }
    let native = native(set.scheme, Options::default());
    Ok(native.verify(set, public_key, message, signature))
}

/// Leaves of a tree at the bottom: what a part of a key is made of.
pub(crate) fn bottom(set: &ParameterSet) -> u64 {
    let height = match set.scheme {
        Scheme::Hss => set.signature.iter().rev().find_map(|field| match field.part {
            Part::Index { bits } => Some(bits),
            _ => None,
        }),
        Scheme::XmssMt => xmss::Params::of(set).map(|params| params.h / params.d),
        _ => None,
    };
    height.map_or(1, |height| 1 << height)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().copied().map(u32::from_be_bytes)
}
