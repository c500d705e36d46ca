//! A key that is opened, to sign with.

use crate::answer::Failure;
use crate::args::Opening;
use crate::world::World;
use crate::{files, passphrase, pem, progress, sets};
use hbs::{CachedSigner, Options, Stored, Workers, sphincs};
use signer::{Durable, Error, Ledger, Lifetime, ParameterSet};
use std::path::Path;
use std::time::{Duration, Instant};
use store::{Count, Directory, OpenKey, Secret};

/// A key with its set.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) set: ParameterSet,
    pub(crate) public_key: Vec<u8>,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Stateful(Box<Stateful>),
    Stateless(Box<sphincs::PrivateKey>),
}

/// A key that counts.
#[derive(Debug)]
pub(crate) struct Stateful {
    pub(crate) key: Durable<Count, dyn CachedSigner>,
    /// Indices that opening it gave up, for one of the slots of its state was damaged.
    pub(crate) burnt: u64,
    /// Opening took long enough for what is kept of the trees to be kept anew.
    stale: bool,
}

/// Opening that takes longer than this is worth a new cache.
const SLOW: Duration = Duration::from_millis(50);

/// Whether keys of a set have no state.
pub(crate) fn is_stateless(set: &ParameterSet) -> bool {
    set.lifetime == Lifetime::Unlimited
}

impl Opening {
    /// How keys are kept and computed.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        Ok(Options { workers: Workers::new(self.threads())?, ..Options::default() })
    }

    pub(crate) fn threads(&self) -> usize {
        let most = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(most, usize::from)
    }

    /// How states are opened.
    pub(crate) const fn state(&self, adopt: Option<u64>) -> store::Options {
        store::Options { allow_volatile: self.allow_volatile, adopt }
    }
}

/// The folder of a stateful key, with its set: for what does not sign.
pub(crate) fn state(
    path: &Path,
    opening: &Opening,
    adopt: Option<u64>,
    world: &mut World<'_>,
) -> Result<(ParameterSet, OpenKey), Failure> {
    let World { disk, prompt, .. } = world;
    let directory = Directory::new(*disk, path);
    let mut ask = || passphrase::known(opening.passphrase_file.as_deref(), prompt);
    let (secret, public_key) = directory.secret(&mut ask)?;
    let set = set(&secret)?;
    if is_stateless(&set) {
        let what = format!("{} is a key of {}, which has no state", path.display(), set.name);
        return Err(Failure::refused(what));
    }
    Ok((set, directory.open_with(secret, public_key, opening.state(adopt))?))
}

/// The set of a secret.
pub(crate) fn set(secret: &Secret) -> Result<ParameterSet, Failure> {
    sets::find(&secret.set).map_err(|unknown| {
        Failure::refused(format!("the key is of a set that is not known here: {}", unknown.name))
    })
}

/// A stateless key of this seed.
fn stateless(
    set: &ParameterSet,
    seed: &[u8],
    public_key: &[u8],
    opening: &Opening,
) -> Result<Kind, Failure> {
    let params = sphincs::Params::of(set)
        .ok_or_else(|| Failure::refused(format!("{} is no set of SLH-DSA", set.name)))?;
    let key = sphincs::PrivateKey::from_seeds(params, seed, &opening.options()?)?;
    match key.public().as_bytes() == public_key {
        true => Ok(Kind::Stateless(Box::new(key))),
        false => Err(Error::Corrupt { what: "public key" }.into()),
    }
}

/// Opens the key at `path`: a folder, or a file in PEM. With fewer indices than `low_water`, a tenth if nobody says,
/// it is low.
pub(crate) fn open(
    path: &Path,
    opening: &Opening,
    low_water: Option<u64>,
    world: &mut World<'_>,
) -> Result<Opened, Failure> {
    if std::fs::metadata(path).is_ok_and(|about| about.is_file()) {
        return open_pem(path, opening);
    }
    let directory = Directory::new(world.disk, path);
    if !directory.has_state() {
        let mut ask = || passphrase::known(opening.passphrase_file.as_deref(), world.prompt);
        let (secret, public_key) = directory.secret(&mut ask)?;
        let set = set(&secret)?;
        if is_stateless(&set) {
            let kind = stateless(&set, &secret.seed, &public_key, opening)?;
            return Ok(Opened { set, public_key, kind });
        }
        // Opening it says what a missing state means.
        return Err(match directory.open_with(secret, public_key, opening.state(None)) {
            Err(error) => error.into(),
            Ok(_) => Failure::refused("the state of the key has just come into being: try again"),
        });
    }
    let (set, open) = state(path, opening, None, world)?;
    let OpenKey { secret, public_key, store, opened } = open;
    let mut ledger = Ledger::open(store)?;
    if let Some(mark) = low_water {
        ledger = ledger.with_low_water(mark);
    }
    let index = ledger.counter().next;
    if ledger.counter().remaining() == 0 {
        return Err(Error::Exhausted.into());
    }
    let cache = directory.cache();
    let native = sets::native(set.scheme, opening.options()?);
    let stored = Stored { seed: &secret.seed, public_key: Some(&public_key), index };
    let begun = Instant::now();
    let reopen = |cache: &[u8]| native.reopen(&set, &stored, cache);
    let (key, used) = match cache.is_empty() {
        true => progress::during(&set, opening.threads(), || reopen(&[]))?,
        // If it turns out to be of no use, the tree is built without a word.
        false => reopen(&cache)?,
    };
    let stale = !used || begun.elapsed() > SLOW;
    let key = Box::new(Stateful { key: Durable::new(key, ledger)?, burnt: opened.burnt, stale });
    Ok(Opened { set, public_key, kind: Kind::Stateful(key) })
}

fn open_pem(path: &Path, opening: &Opening) -> Result<Opened, Failure> {
    let bytes = zeroize::Zeroizing::new(files::read(path)?);
    if !pem::is_pem(&bytes) {
        let what = format!("{} is no folder of a key, and no PEM", path.display());
        return Err(Failure::refused(what));
    }
    let (set, key) = pem::read_private_key(&bytes)?;
    let (seed, public_key) = (&key[..set.seed_len], key[2 * set.n..].to_vec());
    let kind = stateless(&set, seed, &public_key, opening)?;
    Ok(Opened { set, public_key, kind })
}

impl Stateful {
    /// Stores how many signatures were made and, if that saves time, what is kept of the trees.
    pub(crate) fn close(mut self, directory: &Directory<'_>) -> Result<(), Error> {
        if std::mem::take(&mut self.stale) {
            // Without it the next opening takes as long as this one did.
            let _ = directory.keep(&self.key.key().cache());
        }
        self.key.close().map(drop)
    }
}
