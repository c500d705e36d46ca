//! Verifying as the standard has it, slow and plain: what our verdicts are held against, for all
//! parameter sets.

pub mod sphincs;
pub mod xmss;

use signer::{ParameterSet, check_type};

use crate::edit::Triple;

#[allow(dead_code, reason = "it makes signatures too")]
#[path = "../../crates/lms/tests/oracle/mod.rs"]
mod oracle;

/// RFC 8554 algorithm 6.
pub fn lms(triple: &Triple) -> bool {
    let Triple { key, message, signature } = triple;
    let sets = hbs::lms::sets().iter();
    let mut fitting = sets.filter(|set| check_type(set, key, signature).is_ok());
    // Those of one type differ in nothing else.
    fitting.next().is_some_and(|set| {
        set.signature_index(signature).is_some() && oracle::verifies(set, key, message, signature)
    })
}

/// RFC 8554 section 6.3.
pub fn hss(triple: &Triple) -> bool {
    links(triple).is_some_and(|links| links.iter().all(lms))
}

/// What each level signs.
fn links(triple: &Triple) -> Option<Vec<Triple>> {
    let (levels, key) = triple.key.split_first_chunk()?;
    let (signed_keys, mut signature) = triple.signature.split_first_chunk()?;
    let (levels, signed_keys) = (u32::from_be_bytes(*levels), u32::from_be_bytes(*signed_keys));
    if !(1..=8).contains(&levels) || signed_keys != levels - 1 {
        return None;
    }
    let mut key = key.to_vec();
    let mut links = Vec::new();
    for _ in 0..signed_keys {
        let (by_key, rest) = signature.split_at_checked(set_of(&key)?.signature_len())?;
        let (next, rest) = rest.split_at_checked(set_of(rest)?.public_key_len())?;
        let link = Triple { key, message: next.to_vec(), signature: by_key.to_vec() };
        links.push(link);
        (key, signature) = (next.to_vec(), rest);
    }
    links.push(Triple { key, message: triple.message.clone(), signature: signature.to_vec() });
    Some(links)
}

/// The set whose type words a key begins with.
fn set_of(key: &[u8]) -> Option<&'static ParameterSet> {
    let mut sets = hbs::lms::sets().iter();
    sets.find(|set| {
        let words: Vec<_> = set.codes.iter().flat_map(|code| code.to_be_bytes()).collect();
        key.starts_with(&words)
    })
}
