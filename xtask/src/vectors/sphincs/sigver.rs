//! SLH-DSA signatures to be verified, valid and not, in base64. An array; of each signature follow two that
//! are invalid, one without its last byte and one with a byte more.

use super::framed::{Fields, Framed, NATIVE_ALONE};
use super::{base64, set};
use crate::vectors::scheme::{Asked, Malformed, json_rows, said, unhex, verdict};
use crate::vectors::tally::{Tally, Vector};
use hbs::Options;
use hbs::sphincs::{Params, PublicKey, verify_message};
use serde::Deserialize;
use signer::{Error, quietly};
use sphincs::SUITE;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Row {
    tc: u32,
    set: String,
    iface: String,
    pre: String,
    pk: String,
    msg: String,
    ctx: String,
    hash_alg: String,
    sig_b64: String,
    ok: bool,
}

/// Has the signatures verified.
pub(super) fn run(text: &str, asked: &Asked<'_>, tally: &mut Tally) -> Result<(), Malformed> {
    for (line, row) in json_rows::<Row>(text, "tc")? {
        let (set, params) = set(line, &row.set)?;
        let public_key = unhex(line, "pk", &row.pk)?;
        let Row { iface, pre, ctx, hash_alg, msg, .. } = &row;
        let framed = Framed::read(line, Fields { iface, pre, ctx, hash_alg, msg })?;
        let whole = base64::decode(&row.sig_b64)
            .map_err(|wrong| Malformed::new(line, format!("sigB64: {wrong}")))?;
        let name = format!("{} tc {} {}", set.name, row.tc, framed.what());
        let longer = [&whole[..], &[0]].concat();
        let Some((_, shorter)) = whole.split_last() else {
            return Err(Malformed::new(line, "sigB64: nothing"));
        };
        for (signature, valid, how) in [
            (&whole[..], row.ok, ""),
            (shorter, false, " without its last byte"),
            (&longer, false, " with a byte more"),
        ] {
            let expected = if valid { "valid" } else { "invalid" };
            let mut vector = Vector::new(line, format!("{name}{how}"));
            if asked.takes("native") {
                let found = said(quietly(|| direct(params, &public_key, &framed, signature)));
                vector.check("native", expected, &found);
            }
            match framed.plain() {
                None => vector.skip(NATIVE_ALONE),
                Some(message) => {
                    for backend in asked.backends(&SUITE, &set) {
                        let found = verdict(backend, &set, &public_key, message, signature);
                        vector.check(&backend.about().name, expected, &found);
                    }
                }
            }
            tally.add(vector);
        }
    }
    Ok(())
}

/// A verdict by our own interface, which takes every message.
fn direct(
    params: Params,
    public_key: &[u8],
    framed: &Framed,
    signature: &[u8],
) -> Result<(), Error> {
    let key = PublicKey::decode(params, public_key)?;
    verify_message(Options::default().engines, &key, &framed.message()?, signature)
}
