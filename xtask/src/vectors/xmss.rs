//! Vectors of XMSS and XMSS^MT (RFC 8391): the KAT files of the reference code.
//!
//! A `.rsp` file begins with `# NAME`, the public key and a fresh private key, compact, or, where the name
//! ends with `_fast`, with the states of the fast one. Then come messages in order, each with its
//! signature and with the private key after it. A vector is one of them: every backend is to verify the
//! signature, and those that speak the file's format of private keys are to make it, and the key.

use super::scheme::{Asked, Kind, Malformed, said, unhex, verdict};
use super::tally::{Tally, Vector};
use signer::{Error, Key, Randomness, quietly};
use xmss::SUITE;

/// The kinds of file.
pub(super) const KINDS: &[Kind] =
    &[Kind { what: "KATs of xmss-reference", knows: |name| name.ends_with(".rsp"), run }];

/// A signature of the file's key.
#[derive(Debug, Default)]
struct Count {
    line: usize,
    message: Vec<u8>,
    signature: Vec<u8>,
    /// The private key after it.
    secret_key: Vec<u8>,
}

/// Has the signatures verified and made.
fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let name = text.lines().next().and_then(|line| line.strip_prefix("# "));
    let name = name.ok_or_else(|| Malformed::new(1, "no `# NAME`"))?.trim();
    let (plain, fast) = match name.strip_suffix("_fast") {
        Some(plain) => (plain, true),
        None => (name, false),
    };
    let set = hbs::xmss::find(plain).map_err(|unknown| Malformed::new(1, unknown.to_string()))?;
    let (fresh, counts) = read(text)?;
    let [public_key, secret_key] = &fresh;
    let backends = asked.backends(&SUITE, &set);
    let mut keys: Vec<_> = backends
        .iter()
        .map(|backend| {
            let speaks = speaks(&backend.about().name, fast);
            speaks.then(|| quietly(|| backend.load(&set, secret_key)))
        })
        .collect();
    for count in counts {
        let Count { line, message, signature, .. } = &count;
        let mut vector = Vector::new(*line, format!("{name} of {} bytes", message.len()));
        for (backend, key) in backends.iter().zip(&mut keys) {
            let who = backend.about().name;
            let found = verdict(*backend, &set, public_key, message, signature);
            vector.check(&who, "valid", &found);
            if let Some(key) = key {
                vector.check(&who, "signs alike", &signs(key, &count));
            }
        }
        tally.add(vector);
    }
    Ok(())
}

/// Whether a backend's private keys are those of the file.
fn speaks(backend: &str, fast: bool) -> bool {
    match backend {
        "native-fast" => fast,
        "pq-xmss" => !fast,
        other => other.starts_with("native") && !fast,
    }
}

/// What a key makes of a message, in words.
fn signs(key: &mut Result<Key, Error>, count: &Count) -> String {
    let key = match key {
        Ok(key) => key,
        Err(error) => return format!("the key does not load: {error}"),
    };
    let mut signature = Vec::new();
    let signed = quietly(|| key.sign(&count.message, Randomness::Deterministic, &mut signature));
    if signed.is_err() {
        return said(signed);
    }
    match key.private_key().secret_key() {
        _ if signature != count.signature => "another signature".into(),
        Ok(secret_key) if secret_key.expose() != count.secret_key => "another key after it".into(),
        Ok(_) => "signs alike".into(),
        Err(error) => error.to_string(),
    }
}

/// The fresh key pair, and what it signs.
fn read(text: &str) -> Result<([Vec<u8>; 2], Vec<Count>), Malformed> {
    let mut fresh = [Vec::new(), Vec::new()];
    let mut counts: Vec<Count> = Vec::new();
    for (i, text) in text.lines().enumerate().skip(1) {
        let line = i + 1;
        let Some((field, value)) = text.split_once(" = ") else {
            if text.trim().is_empty() {
                continue;
            }
            return Err(Malformed::new(line, "neither empty nor `name = value`"));
        };
        let place = match (field, counts.last_mut()) {
            ("count", _) => {
                counts.push(Count { line, ..Count::default() });
                continue;
            }
            // What follows from the other fields.
            ("seed" | "mlen" | "smlen" | "sklen" | "remain" | "max", Some(_)) => continue,
            ("pk", None) => &mut fresh[0],
            ("sk", None) => &mut fresh[1],
            ("msg", Some(count)) => &mut count.message,
            ("sm", Some(count)) => &mut count.signature,
            ("sk", Some(count)) => &mut count.secret_key,
            _ => return Err(Malformed::new(line, format!("a field `{field}` here"))),
        };
        *place = unhex(line, field, value)?;
    }
    Ok((fresh, counts))
}
