//! The files of github.com/ducnguyen-aq/xmss-reference, commit 1a7fdc5: 16 signatures of one key.

use super::drbg::Drbg;
use super::key::{Key, Variant};
use super::text::{File, Text};
use hbs::Options;
use hbs::xmss::Params;
use signer::Error;

/// Signatures in a file.
const COUNT: usize = 16;

/// Names of the request file and of the response file.
pub(super) fn names(params: &Params, variant: Variant) -> [String; 2] {
    let name = params.name().replace('/', "-");
    [".req", ".rsp"].map(|end| format!("PQCsignKAT_{name}{}{end}", variant.suffix()))
}

/// Both files. Keys and messages are drawn from one generator: after the key, and after each message, a
/// seed, which the next message is drawn with; messages are 33, 66, … 528 bytes.
pub(super) fn files(
    params: Params,
    variant: Variant,
    options: &Options,
) -> Result<[File; 2], Error> {
    let mut drbg = Drbg::counting(0);
    let mut key = Key::generate(params, variant, &mut drbg, options)?;
    let (mut request, mut response) = (Text::default(), Text::default());
    response.0 = format!("# {}{}\n\n", params.name(), variant.suffix());
    request.key(&key)?;
    response.key(&key)?;
    let mut signature = Vec::new();
    for count in 0..COUNT {
        let seed = drbg.reseed();
        let message = drbg.bytes(33 * (count + 1));
        request.request(count, &seed, &message);
        request.open(&["smlen", "sm", "sklen", "sk", "remain", "max"]);
        request.gap(1);

        key.sign(&message, &mut signature)?;
        let secret = key.secret()?;
        response.request(count, &seed, &message);
        response.field("smlen", signature.len());
        response.bytes("sm", &signature);
        response.field("sklen", secret.len());
        response.bytes("sk", &secret);
        response.field("remain", key.remain());
        response.field("max", key.max());
        response.gap(1);
    }
    let [req, rsp] = names(&params, variant);
    Ok([File { name: req, text: request.0 }, File { name: rsp, text: response.0 }])
}
