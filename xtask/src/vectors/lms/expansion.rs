//! HSS signatures of one key and one message at rising indices, as SHA-256 digests: `params` are the
//! type words of each level, root first, `rand` is `SEED ‖ I` of the root, `sha256` has the digests by
//! index. Child trees and each `C` are derived as hash-sigs does (`SECRET_METHOD` 2).
//!
//! Who derives them so makes all signatures from the first index to the last, so that every subtree
//! ends and the next one begins, and halfway the key is encoded and loaded. Who does not verifies them.

use super::hss_set;
use crate::probe::sha256;
use crate::vectors::scheme::{Asked, Malformed, json, unhex, verdict};
use crate::vectors::tally::{Tally, Vector};
use hbs::hss::HSS;
use hbs::{Native, Options, WalkKind, lms};
use serde::Deserialize;
use signer::{Backend, Error, Key, ParameterSet, Randomness, quietly};
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    params: Vec<[u32; 2]>,
    rand: String,
    pk: String,
    msg: String,
    /// How it was made.
    #[serde(default, rename = "note")]
    _note: String,
    sha256: BTreeMap<u64, String>,
}

/// A file as it is meant.
struct Chain {
    set: ParameterSet,
    seed: Vec<u8>,
    public_key: Vec<u8>,
    message: Vec<u8>,
    links: Vec<Link>,
    /// The public key.
    head: Vector,
}

/// One signature.
struct Link {
    index: u64,
    /// In lower-case hex.
    digest: String,
    vector: Vector,
    /// The signature, once somebody has made it.
    made: Option<Vec<u8>>,
}

/// Indices up to this many before the next digest are signed with, not skipped.
const SIGNED_GAP: u64 = 64;

/// Has the signatures made and verified.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    let mut chain = read(text)?;
    // The walk that a key of these heights would not choose.
    let options = Options { walk: WalkKind::Subtrees, ..Options::default() };
    let subtrees = Native::new("native by subtrees", options, &HSS);
    let mut backends: Vec<&dyn Backend> = asked.backends(&hss::SUITE, &chain.set);
    let all = backends.clone();
    if asked.backend.is_none() {
        backends.push(&subtrees);
    }
    for backend in backends {
        if let Err((i, error)) = chain.sign(backend) {
            let Chain { head, links, .. } = &mut chain;
            let vector = links.get_mut(i).map_or(head, |link| &mut link.vector);
            match error {
                Error::Unsupported { what } => vector.skip(format!("not supported: {what}")),
                error => {
                    vector.check(&backend.about().name, "a key or signature", &error.to_string())
                }
            }
        }
    }
    let Chain { set, public_key, message, head, links, .. } = chain;
    tally.add(head);
    for Link { made, mut vector, .. } in links {
        for backend in &all {
            let Some(signature) = &made else { continue };
            let found = verdict(*backend, &set, &public_key, &message, signature);
            vector.check(&backend.about().name, "valid", &found);
        }
        tally.add(vector);
    }
    Ok(())
}

impl Chain {
    /// Has a backend make the key and all signatures. An error comes with the number of the signature
    /// that it stopped at, or that of all if there was no key.
    fn sign(&mut self, backend: &dyn Backend) -> Result<(), (usize, Error)> {
        let Self { set, seed, public_key, message, links, head } = self;
        let (name, count) = (backend.about().name, links.len());
        let key = quietly(|| backend.generate_from_seed(set, seed));
        let mut key = key.map_err(|error| (count, error))?;
        let found = hex::encode(key.private_key().public_key());
        head.check(&name, &hex::encode(public_key), &found);
        let mut signature = Vec::new();
        for (i, link) in links.iter_mut().enumerate() {
            let step = |key: &mut Key, signature: &mut Vec<u8>| {
                if i == count / 2 {
                    let secret_key = key.private_key().secret_key()?;
                    *key = backend.load(set, secret_key.expose())?;
                }
                go_to(key, link.index, message, signature)?;
                key.sign(message, Randomness::Deterministic, signature)
            };
            quietly(|| step(&mut key, &mut signature)).map_err(|error| (i, error))?;
            let digest = sha256(&signature);
            link.vector.check(&name, &link.digest, &digest);
            if digest == link.digest {
                link.made.get_or_insert_with(|| signature.clone());
            }
        }
        Ok(())
    }
}

/// Brings a key to an index, signing on the way there unless it is long.
fn go_to(key: &mut Key, index: u64, message: &[u8], signature: &mut Vec<u8>) -> Result<(), Error> {
    let Key::Stateful(key) = key else { return Err(Error::unsupported("the key has no index")) };
    if index.saturating_sub(key.index()) > SIGNED_GAP {
        key.skip_to(index)?;
    }
    while key.index() < index {
        key.sign(message, Randomness::Deterministic, signature)?;
    }
    Ok(())
}

fn read(text: &str) -> Result<Chain, Malformed> {
    let file: File = json(text)?;
    let line = |field: &str| {
        1 + text.lines().position(|line| line.contains(&format!("\"{field}\""))).unwrap_or(0)
    };
    let bytes = |field: &str, text: &str| unhex(line(field), field, text);
    let levels = file.params.iter().map(|&[lms, ots]| lms::Params::from_codes(lms, ots));
    let set = levels.collect::<Option<_>>().ok_or_else(|| "no level has these types".into());
    let set = set.and_then(hss_set).map_err(|wrong| Malformed::new(line("params"), wrong))?;
    let seed = bytes("rand", &file.rand)?;
    if seed.len() != set.seed_len {
        let what = format!("rand must have {} bytes, not {}", set.seed_len, seed.len());
        return Err(Malformed::new(line("rand"), what));
    }
    let (public_key, message) = (bytes("pk", &file.pk)?, bytes("msg", &file.msg)?);
    let mut links = Vec::new();
    for (index, digest) in file.sha256 {
        let line = line(&index.to_string());
        if set.lifetime.count().is_some_and(|count| index >= count) {
            return Err(Malformed::new(line, format!("{} has no index {index}", set.name)));
        }
        let digest = hex::encode(unhex(line, "digest", &digest)?);
        let vector = Vector::new(line, format!("{} index {index}", set.name));
        links.push(Link { index, digest, vector, made: None });
    }
    let head = Vector::new(line("pk"), format!("{} public key", set.name));
    Ok(Chain { set, seed, public_key, message, links, head })
}
