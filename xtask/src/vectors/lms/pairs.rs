//! HSS signatures, valid and not, as lines of a name and bytes in hex: `PublicKey = ..`, `Msg = ..`, and
//! then `Signature = ..` or `InvalidSignature = ..`. The line of a signature ends a vector; a comment
//! begins with `#`, and the last one before a vector is its name.

use super::set_of_signature;
use crate::vectors::scheme::{Asked, Malformed, unhex, verdict};
use crate::vectors::tally::{Tally, Vector};

/// Has the signatures verified.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let mut title = "";
    let (mut public_key, mut message) = (None, None);
    let mut last = 0;
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
        let (name, value) =
            text.split_once('=')
                .map(|(name, value)| (name.trim(), value.trim()))
                .ok_or_else(|| Malformed::new(line, "neither a comment nor `name = hex`"))?;
        let bytes = unhex(line, name, value)?;
        let expected = match name {
            "PublicKey" => {
                put(line, name, &mut public_key, bytes)?;
                continue;
            }
            "Msg" => {
                put(line, name, &mut message, bytes)?;
                continue;
            }
            "Signature" => "valid",
            "InvalidSignature" => "invalid",
            _ => return Err(Malformed::new(line, format!("unknown name `{name}`"))),
        };
        let missing =
            |what| Malformed::new(line, format!("a signature without a {what} before it"));
        let public_key = public_key.take().ok_or_else(|| missing("PublicKey"))?;
        let message: Vec<u8> = message.take().ok_or_else(|| missing("Msg"))?;
        let set = set_of_signature(&public_key, &bytes);
        let set = set.map_err(|wrong| Malformed::new(line, wrong))?;
        let mut vector = Vector::new(line, format!("{} {title}", set.name).trim());
        for backend in asked.backends(&hss::SUITE, &set) {
            let found = verdict(backend, &set, &public_key, &message, &bytes);
            vector.check(&backend.about().name, expected, &found);
        }
        tally.add(vector);
    }
    match (public_key, message) {
        (None, None) => Ok(()),
        _ => Err(Malformed::new(last, "a vector without a signature")),
    }
}

/// Keeps a value that may be given once.
fn put(
    line: usize,
    name: &str,
    place: &mut Option<Vec<u8>>,
    bytes: Vec<u8>,
) -> Result<(), Malformed> {
    match place.replace(bytes) {
        None => Ok(()),
        Some(_) => Err(Malformed::new(line, format!("`{name}` twice in one vector"))),
    }
}
