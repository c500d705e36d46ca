//! The files of liboqs, commit 8979276: one signature of a fast key. And those of
//! github.com/ducnguyen-aq/xmss-reference, commit e2e20ab, which hold the same.

use super::drbg::Drbg;
use super::key::{Key, Variant};
use super::text::{File, Text};
use hbs::Options;
use hbs::xmss::Params;
use signer::{Entropy, Error, Given};

/// Name of the response file; liboqs has no requests.
pub(super) fn name(params: &Params) -> String {
    format!("{}.rsp", params.name().replace('/', "-"))
}

/// The response file. The key is drawn from a generator, or was drawn from the system; the message is
/// drawn with a seed of another generator.
pub(super) fn file(params: Params, options: &Options) -> Result<File, Error> {
    let seeds = seeds(&params);
    let (mut drawn, mut given) = (Drbg::counting(0), seeds.as_deref().map(Given));
    let entropy: &mut dyn Entropy = match &mut given {
        Some(given) => given,
        None => &mut drawn,
    };
    let mut key = Key::generate(params, Variant::Fast, entropy, options)?;
    let mut text = Text::default();
    text.key(&key)?;
    let mut drbg = Drbg::counting(10);
    let seed = drbg.reseed();
    let message = drbg.bytes(33);
    let mut signature = Vec::new();
    key.sign(&message, &mut signature)?;
    text.request(0, &seed, &message);
    text.field("smlen", signature.len());
    text.bytes("sm", &signature);
    text.field("remain", key.remain());
    text.field("max", key.max());
    Ok(File { name: name(&params), text: text.0 })
}

/// Names of the request file and of the response file of xmss-reference.
pub(super) fn head_names(params: &Params) -> [String; 2] {
    let name = params.name().replace('/', "-");
    [".req", ".rsp"].map(|end| format!("{name}{end}"))
}

/// The files of xmss-reference, from that of liboqs. Its program does not end the last line; some files
/// were edited by hand, and end with an empty line, responses with two.
pub(super) fn head_files(params: &Params, liboqs: &File) -> [File; 2] {
    let text = format!("# {}\n\n{}", params.name(), liboqs.text.trim_end());
    let asked = text.split("smlen").next().unwrap_or_default();
    let request = format!("{asked}smlen =\nsm =\nremain =\nmax =");
    let (asked_end, end) = if is_edited(params) { ("\n\n", "\n\n\n") } else { ("", "") };
    let [req, rsp] = head_names(params);
    [File { name: req, text: request + asked_end }, File { name: rsp, text: text + end }]
}

/// Whether a set's files were edited.
fn is_edited(params: &Params) -> bool {
    let sets = ["XMSSMT-SHA2_20/2_256", "XMSSMT-SHA2_20/4_256", "XMSSMT-SHA2_40/2_256"];
    params.d == 1 || sets.contains(&&*params.name())
}

/// `SK_SEED ‖ SK_PRF ‖ SEED` of a set whose key liboqs drew from the system.
fn seeds(params: &Params) -> Option<Vec<u8>> {
    let name = params.name();
    let mut rows = include_str!("known/liboqs-keys.txt").lines();
    let seeds = rows.find_map(|row| row.strip_prefix(&*name)?.strip_prefix(' '))?;
    hex::decode(seeds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_sets_have_keys_from_the_system() {
        let with = hbs::xmss::rows().iter().filter(|row| seeds(row).is_some());
        let names: Vec<_> = with
            .inspect(|row| assert_eq!(seeds(row).map(|seeds| seeds.len()), Some(3 * row.n())))
            .map(Params::name)
            .collect();
        assert_eq!(names.len(), 9, "{names:?}");
    }
}
