//! What is asked of XMSS and XMSS^MT.

use super::known::{CHAINS, Format, compare};
use super::text::File;
use super::{Variant, chain, key, liboqs, progress, reference};
use crate::say;
use hbs::Options;
use hbs::xmss::Params;

/// The files of a key.
pub(super) fn files(
    params: Params,
    format: Format,
    variant: Option<Variant>,
    options: &Options,
) -> Result<Vec<File>, String> {
    let bar = progress(params.name(), None);
    let files = match (format, variant) {
        (Format::Reference, variant) => {
            let variant = variant.unwrap_or(Variant::Small);
            reference::files(params, variant, options).map(Vec::from)
        }
        (_, Some(Variant::Small)) => return Err("liboqs' keys are fast".into()),
        (Format::Liboqs, _) => liboqs::file(params, options).map(|file| vec![file]),
        (Format::ReferenceHead, _) => {
            liboqs::file(params, options).map(|file| liboqs::head_files(&params, &file).into())
        }
    };
    bar.finish_and_clear();
    files.map_err(|error| error.to_string())
}

/// A chain, with the digests that are known on the way.
pub(super) fn follow(params: Params, signatures: u64, options: &Options) -> Result<bool, String> {
    let (name, max) = (params.name(), key::max(params.h));
    if signatures > max {
        // The reference code's last signature is none.
        return Err(format!("chains of {name} have up to {max} signatures, not {signatures}"));
    }
    let bar = progress(name.clone(), Some(signatures));
    let mut all_equal = true;
    let result = chain::follow(params, signatures, options, |count, digest| {
        bar.set_position(count);
        let known = CHAINS.iter().find(|chain| (chain.set, chain.signatures) == (&*name, count));
        if count == signatures || known.is_some() {
            let (equal, verdict) = compare(&digest(), known.map(|chain| chain.known));
            all_equal &= equal;
            bar.suspend(|| {
                say(format_args!("{}  {name}, {count} signatures  {verdict}", digest()));
            });
        }
    });
    bar.finish_and_clear();
    result.map(|()| all_equal).map_err(|error| error.to_string())
}
