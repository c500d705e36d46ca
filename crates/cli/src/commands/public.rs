//! `hbs public`.

use super::fingerprint;
use crate::answer::{Answer, Failure};
use crate::args::Public;
use crate::key::set;
use crate::world::World;
use crate::{files, passphrase, pem};
use serde_json::json;
use signer::ParameterSet;
use std::path::Path;
use store::Directory;
use zeroize::Zeroizing;

pub(super) fn run(args: &Public, world: &mut World<'_>) -> Result<Answer, Failure> {
    let (set, key) = public_key(args, world)?;
    let bytes = match (&set, args.pem) {
        (Some(set), true) => pem::public_key(set, &key)?.into_bytes(),
        _ => key.clone(),
    };
    let json = json!({
        "key": args.key,
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

/// The public key of a key, and its set if that is needed: for a folder that takes its secret.
fn public_key(
    args: &Public,
    world: &mut World<'_>,
) -> Result<(Option<ParameterSet>, Vec<u8>), Failure> {
    let path: &Path = &args.key;
    if std::fs::metadata(path).is_ok_and(|about| about.is_file()) {
        let (set, key) = pem::read_private_key(&Zeroizing::new(files::read(path)?))?;
        let public_key = key[2 * set.n..].to_vec();
        return Ok((Some(set), public_key));
    }
    let directory = Directory::new(world.disk, path);
    if !args.pem {
        return Ok((None, directory.public_key()?));
    }
    let file = args.opening.passphrase_file.as_deref();
    let mut ask = || passphrase::known(file, world.prompt);
    let (secret, public_key) = directory.secret(&mut ask)?;
    Ok((Some(set(&secret)?), public_key))
}
