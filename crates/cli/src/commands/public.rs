//! `hbs public`.

use super::fingerprint;
use crate::answer::{Answer, Failure};
use crate::args::Public;
use crate::world::World;
use crate::{files, pem, sets};
use serde_json::json;
use signer::ParameterSet;
use std::path::Path;
use store::Directory;
use zeroize::Zeroizing;

pub(super) fn run(args: &Public, world: &mut World<'_>) -> Result<Answer, Failure> {
    let (set, key) = public_key(args, world)?;
    let bytes = match args.pem {
        true => pem::public_key(&set, &key)?.into_bytes(),
        false => key.clone(),
    };
    let json = json!({
        "key": args.key,
        "set": set.name,
        "public_key": hex::encode(&key),
        "fingerprint": fingerprint(&key),
        "output": args.output,
    });
    let text = match &args.output {
        Some(output) => {
            files::must_write(output, &bytes, false)?;
            match files::is_standard(output) {
                true => String::new(),
                false => format!("{}: {} bytes\n", output.display(), bytes.len()),
            }
        }
        None if args.pem => String::from_utf8_lossy(&bytes).into_owned(),
        None => format!("{}\n", hex::encode(&key)),
    };
    Ok(Answer::new(json, text))
}

/// The public key of a key, and its set.
fn public_key(args: &Public, world: &World<'_>) -> Result<(ParameterSet, Vec<u8>), Failure> {
    let path: &Path = &args.key;
    if std::fs::metadata(path).is_ok_and(|about| about.is_file()) {
        let (set, key) = pem::read_private_key(&Zeroizing::new(files::read(path)?))?;
        let public_key = key[2 * set.n..].to_vec();
        return Ok((set, public_key));
    }
    let directory = Directory::new(world.disk, path);
    let set = sets::find(&directory.set()?).map_err(|unknown| Failure::refused(unknown.name))?;
    Ok((set, directory.public_key()?))
}
