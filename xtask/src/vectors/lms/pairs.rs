//! HSS signatures, valid and not, as lines of a name and bytes in hex: `PublicKey = ..`, `Msg = ..`, and
//! then `Signature = ..` or `InvalidSignature = ..`. The line of a signature ends a vector; a comment
//! begins with `#`, and the last one before a vector is its name.
//!
//! Ours verifies them one by one, as every backend does, and then all of the file together.

use super::case::{self, Case};
use super::set_of_signature;
use crate::vectors::scheme::{Asked, Malformed, unhex};
use crate::vectors::tally::{Tally, Vector};
use hbs::Options;
use hbs::hss::{PublicKey, Signed, verify_many};

/// Has the signatures verified.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let mut cases = Vec::new();
    let read = read(text, |mut case| {
        case.verify(&hss::SUITE, asked);
        cases.push(case);
    });
    case::finish(cases, asked, tally, PublicKey::decode, |all| {
        let signed = |&(key, message, signature)| Signed { key, message, signature };
        let all: Vec<_> = all.iter().map(signed).collect();
        verify_many(Options::default().engines, &all)
    });
    read
}

fn read(text: &str, mut each: impl FnMut(Case)) -> Result<(), Malformed> {
    let (mut title, mut last) = ("", 0);
    let (mut public_key, mut message) = (None, None);
    for (i, text) in text.lines().enumerate() {
        let (line, text) = (i + 1, text.trim());
        if let Some(comment) = text.strip_prefix('#') {
            title = comment.trim();
            continue;
        }
        if text.is_empty() {
            continue;
        }
        last = line;
        let malformed = |what: String| Malformed::new(line, what);
        let (name, value) =
            text.split_once('=')
                .map(|(name, value)| (name.trim(), value.trim()))
                .ok_or_else(|| malformed("neither a comment nor `name = hex`".into()))?;
        let (place, valid) = match name {
            "PublicKey" => (Some(&mut public_key), false),
            "Msg" => (Some(&mut message), false),
            "Signature" => (None, true),
            "InvalidSignature" => (None, false),
            _ => return Err(malformed(format!("unknown name `{name}`"))),
        };
        let bytes = unhex(line, name, value)?;
        if let Some(place) = place {
            match place.replace(bytes) {
                None => continue,
                Some(_) => return Err(malformed(format!("`{name}` twice in one vector"))),
            }
        }
        let missing = |what| malformed(format!("a signature without a {what} before it"));
        let public_key = public_key.take().ok_or_else(|| missing("PublicKey"))?;
        let message = message.take().ok_or_else(|| missing("Msg"))?;
        let set = set_of_signature(&public_key, &bytes).map_err(malformed)?;
        let vector = Vector::new(line, format!("{} {title}", set.name).trim());
        each(Case { vector, set, public_key, message, signature: bytes, valid });
    }
    match (public_key, message) {
        (None, None) => Ok(()),
        _ => Err(Malformed::new(last, "a vector without a signature")),
    }
}
