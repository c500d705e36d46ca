//! `hbs keygen`.

use super::fingerprint;
use crate::answer::{Answer, Failure};
use crate::args::Keygen;
use crate::key::is_stateless;
use crate::world::World;
use crate::{files, passphrase, pem, progress, sets};
use hbs::Stored;
use serde_json::json;
use signer::{Backend, Counter, Error, ParameterSet, Scheme};
use std::path::{Path, absolute};
use store::{Cost, Directory, Lock, NewKey, Secret, Shared};
use zeroize::Zeroizing;

pub(super) fn run(args: &Keygen, world: &mut World<'_>) -> Result<Answer, Failure> {
    let set = sets::find(&args.set)?;
    if args.pem && set.scheme != Scheme::SlhDsa {
        return Err(Failure::usage(format!("{} has no form in PEM here: SLH-DSA has", set.name)));
    }
    if args.anchor.is_some() && is_stateless(&set) {
        return Err(Failure::usage(format!("{} has no state to anchor", set.name)));
    }
    if args.store.is_some() && is_stateless(&set) {
        return Err(Failure::usage(format!("{} has no indices to count", set.name)));
    }
    let shared = args.store.as_deref().map(shared).transpose()?;
    shared.as_ref().map_or(Ok(()), Shared::reach)?;
    // Before the tree is built, and the passphrase asked for.
    if world.disk.about(&args.key).is_ok() {
        return Err(there(&args.key));
    }
    let seed = seed(&set, args.seed_file.as_deref(), world)?;
    if args.pem {
        return write_pem(&set, &seed, args);
    }
    let passphrase = match args.encrypt {
        true => Some(passphrase::new(args.opening.passphrase_file.as_deref(), world.prompt)?),
        false => None,
    };
    let native = sets::native(set.scheme, args.opening.options()?);
    let (public_key, cache) = if is_stateless(&set) {
        let key = native.generate_from_seed(&set, &seed)?;
        (key.private_key().public_key().to_vec(), None)
    } else {
        let stored = Stored { seed: &seed, public_key: None, index: 0 };
        let threads = args.opening.threads();
        let (key, _) = progress::during(&set, threads, || native.reopen(&set, &stored, &[]))?;
        (key.public_key().to_vec(), Some(key.cache()))
    };
    let count = set.lifetime.count().unwrap_or(u64::MAX);
    let counter = cache.is_some().then(|| Counter::new(0, count)).transpose()?;
    let anchor = args.anchor.as_ref().map(absolute).transpose().map_err(Failure::refused)?;
    let secret = Secret { set: set.name.clone(), seed };
    let lock = passphrase.as_ref().map(|passphrase| Lock {
        passphrase,
        cost: Cost::default(),
        entropy: &mut *world.entropy,
    });
    let directory = Directory::new(world.disk, &args.key);
    let new = NewKey {
        secret: &secret,
        public_key: &public_key,
        counter,
        lock,
        anchor: anchor.as_deref(),
        shared: shared.as_ref(),
    };
    directory.create(new, args.opening.state(None))?;
    if let Some(cache) = cache {
        // Without it the first signature takes as long as this did.
        let _ = directory.keep(&cache);
    }
    Ok(answer(&set, &public_key, &args.key, args.encrypt))
}

fn answer(set: &ParameterSet, public_key: &[u8], path: &Path, encrypted: bool) -> Answer {
    let lifetime = set.lifetime.to_string();
    let json = json!({
        "key": path,
        "set": set.name,
        "public_key": hex::encode(public_key),
        "fingerprint": fingerprint(public_key),
        "signatures": set.lifetime.count(),
        "signature_bytes": set.signature_len(),
        "encrypted": encrypted,
    });
    let text = format!(
        "{}: a key of {}\nsignatures: {lifetime}, of {} bytes\npublic key: {}\n",
        path.display(),
        set.name,
        set.signature_len(),
        hex::encode(public_key),
    );
    Answer::new(json, text)
}

/// A database, by a name that is good from wherever it is used.
fn shared(text: &str) -> Result<Shared, Failure> {
    match text.parse().map_err(Failure::usage)? {
        Shared::Sqlite(path) => Ok(Shared::Sqlite(absolute(path).map_err(Failure::refused)?)),
        other => Ok(other),
    }
}

fn there(path: &Path) -> Failure {
    let what = "is there already: a key is never written over; choose another name";
    Failure::refused(format!("{} {what}", path.display()))
}

fn seed(
    set: &ParameterSet,
    file: Option<&Path>,
    world: &mut World<'_>,
) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let Some(file) = file else {
        let mut seed = Zeroizing::new(vec![0; set.seed_len]);
        world.entropy.fill(&mut seed)?;
        return Ok(seed);
    };
    let seed = Zeroizing::new(files::read(file)?);
    signer::check_length("seed", set.seed_len, &seed)?;
    Ok(seed)
}

fn write_pem(set: &ParameterSet, seed: &[u8], args: &Keygen) -> Result<Answer, Failure> {
    let native = sets::native(set.scheme, args.opening.options()?);
    let key = native.generate_from_seed(set, seed)?;
    let key = key.private_key();
    let pem = pem::private_key(set, key.secret_key()?.expose())?;
    // For its owner alone, as the folders of keys are.
    let mut file =
        store::Disk::create(&store::Os, &args.key).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => there(&args.key),
            _ => Failure::refused(format!("{} cannot be made: {error}", args.key.display())),
        })?;
    let written = file.write_at(0, pem.as_bytes()).and_then(|()| file.sync());
    written.map_err(|error| Error::storage(format!("{}: {error}", args.key.display())))?;
    Ok(answer(set, key.public_key(), &args.key, false))
}
