//! `hbs verify`.

use super::fingerprint;
use crate::answer::{Answer, Failure};
use crate::args::Verify;
use crate::world::World;
use crate::{files, pem, sets};
use serde_json::json;
use signer::ParameterSet;
use std::path::Path;
use store::Directory;

pub(super) fn run(args: &Verify, world: &mut World<'_>) -> Result<Answer, Failure> {
    if args.signature.is_some() && args.files.len() > 1 {
        return Err(Failure::usage("--signature is for one file; without it each file has a .sig"));
    }
    let (said, public_key) = public_key(&args.public_key, world)?;
    let named = args.set.as_deref().map(sets::find).transpose()?;
    if let (Some(said), Some(named)) = (&said, &named)
        && said.name != named.name
    {
        let what = format!("the public key is of {}, and --set says {}", said.name, named.name);
        return Err(Failure::usage(what));
    }
    let set = said.or(named);
    let (mut text, mut all, mut good) = (String::new(), Vec::new(), true);
    for file in &args.files {
        let signature = match &args.signature {
            Some(signature) => signature.clone(),
            None if files::is_standard(file) => {
                return Err(Failure::usage(
                    "for the standard input, say where the signature is: --signature",
                ));
            }
            None => files::signature_of(file),
        };
        let bytes = files::read(&signature)?;
        let set = match &set {
            Some(set) => set.clone(),
            None => sets::of_signed(&public_key, &bytes)?,
        };
        let message = files::read(file)?;
        let context = args.context.as_deref();
        let verdict = sets::verify(&set, &public_key, &message, context, &bytes)?;
        let index = set.signature_index(&bytes).filter(|_| verdict.is_ok());
        let (said, error) = match &verdict {
            Ok(()) => {
                let at = index.map_or(String::new(), |index| format!(", index {index}"));
                (format!("good, {}{at}", set.name), None)
            }
            Err(error) => (format!("BAD: {error}"), Some(error.to_string())),
        };
        text.push_str(&format!("{}: {said}\n", file.display()));
        good &= verdict.is_ok();
        all.push(json!({
            "file": file,
            "signature": signature,
            "verifies": verdict.is_ok(),
            "set": set.name,
            "index": index,
            "error": error,
        }));
    }
    let json =
        json!({ "fingerprint": fingerprint(&public_key), "verifies": good, "signatures": all });
    Ok(Answer { json, text, good })
}

/// A public key, and its set where that is said with it.
fn public_key(path: &Path, world: &World<'_>) -> Result<(Option<ParameterSet>, Vec<u8>), Failure> {
    if world.disk.about(path).is_ok_and(|about| about.kind == store::Kind::Folder) {
        let directory = Directory::new(world.disk, path);
        let set =
            sets::find(&directory.set()?).map_err(|unknown| Failure::refused(unknown.name))?;
        return Ok((Some(set), directory.public_key()?));
    }
    let bytes = files::read(path)?;
    if !pem::is_pem(&bytes) {
        return Ok((None, bytes));
    }
    let (set, key) = pem::read_public_key(&bytes)?;
    Ok((Some(set), key))
}
