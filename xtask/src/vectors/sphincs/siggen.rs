//! SLH-DSA signatures to be made, deterministic and randomised. An array; of a signature it has the SHA-256
//! of all, `R`, the SHA-256 of `SIG_FORS`, and the first 8 bytes of that of each layer, from the bottom, so
//! that one that differs is told by the part where it does.

use super::framed::{Fields, Framed, NATIVE_ALONE};
use super::set;
use crate::probe::sha256;
use crate::vectors::scheme::{Asked, Malformed, json_rows, unhex};
use crate::vectors::tally::{Tally, Vector};
use hbs::Options;
use hbs::sphincs::{Params, PrivateKey};
use serde::Deserialize;
use signer::{Backend, Error, Key, ParameterSet, Randomness, quietly};
use sphincs::SUITE;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Row {
    tc: u32,
    set: String,
    iface: String,
    pre: String,
    /// Whether it is not randomised.
    det: bool,
    sk: String,
    msg: String,
    ctx: String,
    hash_alg: String,
    addrnd: String,
    sig_len: usize,
    sig_sha256: String,
    #[serde(rename = "R")]
    r: String,
    fors_sha256: String,
    #[serde(rename = "xmssSha256_8")]
    layers: Vec<String>,
}

/// What a signature must be.
struct Due {
    params: Params,
    /// Of all.
    digest: String,
    r: String,
    fors: String,
    /// The beginnings, from the bottom.
    layers: Vec<String>,
}

const ALIKE: &str = "signs alike";

/// Has the signatures made.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    for (line, row) in json_rows::<Row>(text, "tc")? {
        let (set, params) = set(line, &row.set)?;
        let due = row.due(line, params)?;
        let Row { iface, pre, ctx, hash_alg, msg, .. } = &row;
        let framed = Framed::read(line, Fields { iface, pre, ctx, hash_alg, msg })?;
        let secret_key = unhex(line, "sk", &row.sk)?;
        let addrnd = unhex(line, "addrnd", &row.addrnd)?;
        if row.det != addrnd.is_empty() {
            return Err(Malformed::new(
                line,
                "det or addrnd: randomness of what is not randomised",
            ));
        }
        let randomness =
            || if row.det { Randomness::Deterministic } else { Randomness::Given(&addrnd) };
        let name = format!("{} tc {} {}", set.name, row.tc, framed.what());
        let mut vector = Vector::new(line, name);
        if asked.takes("native") {
            let made = quietly(|| direct(params, &secret_key, &framed, randomness()));
            vector.check("native", ALIKE, &due.verdict(made));
        }
        match framed.plain() {
            None => vector.skip(NATIVE_ALONE),
            Some(message) => {
                for backend in asked.backends(&SUITE, &set) {
                    let sign = || through(backend, &set, &secret_key, message, randomness());
                    vector.check(&backend.about().name, ALIKE, &due.verdict(quietly(sign)));
                }
            }
        }
        tally.add(vector);
    }
    Ok(())
}

/// A signature by our own interface, which takes every message.
fn direct(
    params: Params,
    secret_key: &[u8],
    framed: &Framed,
    randomness: Randomness<'_>,
) -> Result<Vec<u8>, Error> {
    let key = PrivateKey::decode(params, secret_key, &Options::default())?;
    let mut signature = Vec::new();
    key.sign_message(&framed.message()?, randomness, &mut signature)?;
    Ok(signature)
}

/// A signature by the interface of all backends.
fn through(
    backend: &dyn Backend,
    set: &ParameterSet,
    secret_key: &[u8],
    message: &[u8],
    randomness: Randomness<'_>,
) -> Result<Vec<u8>, Error> {
    let mut signature = Vec::new();
    match backend.load(set, secret_key)? {
        Key::Stateless(key) => key.sign(message, randomness, &mut signature)?,
        Key::Stateful(_) => return Err(Error::unsupported("a key that counts")),
    }
    Ok(signature)
}

impl Row {
    fn due(&self, line: usize, params: Params) -> Result<Due, Malformed> {
        let lower = |field: &str, text: &str| unhex(line, field, text).map(hex::encode);
        let lengths = [self.sig_len, self.layers.len()];
        let expected = [params.signature_len(), params.shape.d as usize];
        if lengths != expected {
            let what = format!("{lengths:?} bytes and layers, not {expected:?} as the set has");
            return Err(Malformed::new(line, what));
        }
        let layers = self.layers.iter().map(|layer| lower("xmssSha256_8", layer));
        Ok(Due {
            params,
            digest: lower("sigSha256", &self.sig_sha256)?,
            r: lower("R", &self.r)?,
            fors: lower("forsSha256", &self.fors_sha256)?,
            layers: layers.collect::<Result<_, _>>()?,
        })
    }
}

impl Due {
    /// Whether a signature is as published, in words.
    fn verdict(&self, made: Result<Vec<u8>, Error>) -> String {
        match made {
            Ok(signature) if sha256(&signature) == self.digest => ALIKE.into(),
            Ok(signature) => self.first_difference(&signature),
            Err(error) => error.to_string(),
        }
    }

    /// The first part of a signature that is another. All that follows is another, too: each part signs
    /// the one before.
    fn first_difference(&self, signature: &[u8]) -> String {
        let Self { params, r, fors, layers, .. } = self;
        if signature.len() != params.signature_len() {
            return format!("{} bytes", signature.len());
        }
        let shape = params.shape;
        let (found_r, rest) = signature.split_at(shape.n);
        let (found_fors, rest) = rest.split_at(shape.k as usize * (shape.a as usize + 1) * shape.n);
        if hex::encode(found_r) != *r {
            return "another R".into();
        }
        if sha256(found_fors) != *fors {
            return "another SIG_FORS".into();
        }
        let found = rest.chunks_exact(rest.len() / layers.len());
        let other = found.zip(layers).position(|(found, due)| !sha256(found).starts_with(due));
        match other {
            Some(layer) => format!("another signature in layer {layer}"),
            None => "another digest of the same parts".into(),
        }
    }
}
