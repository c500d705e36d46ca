//! Parts of a key, each with indices of its own, for more machines than one and for backups: a copy of a key
//! would sign with the same indices, a part of it cannot.
//!
//! What is given away is durably gone before anybody has it, so that a failure in between loses it:
//!
//! | | first | then |
//! |---|---|---|
//! | [`split`] | the key gives up its last indices | a folder is made that begins with them |
//! | [`merge`] | the other folder gives up all it has | the key takes it in, and the folder is removed |

use crate::directory::{Directory, OpenKey};
use crate::file::{Identity, Options};
use crate::secret::Ask;
use signer::{Counter, Error, Ledger, StateStore};
use std::path::Path;

/// What a part is to have.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// As many indices.
    pub n: u64,
    /// And as many more as it takes to begin at a multiple of this.
    pub aligned: u64,
    /// Where its anchor is made, if it gets one.
    pub anchor: Option<&'a Path>,
}

/// Gives the last indices of the key in `from`, as many as `part` says, to a new folder `to`, whose secret is encrypted as that of `from` is. Returns what it has.
///
/// # Errors
///
/// [`Error::Index`] if not that many are left; those of opening and of making. If the new folder cannot be
/// made, its indices are lost, and the error says which.
pub fn split(
    from: &Directory<'_>,
    to: &Directory<'_>,
    part: Part<'_>,
    options: Options,
    ask: &mut Ask<'_>,
) -> Result<Counter, Error> {
    if to.exists()? {
        let what = format!("{} is there already: choose another name", to.path().display());
        return Err(Error::storage(what));
    }
    let OpenKey { secret, public_key, store, .. } = from.open(options, ask)?;
    let file = from.secret_file()?;
    let Part { n, aligned, anchor } = part;
    let part = Ledger::open(store.own()?)?.split(n, aligned)?;
    let identity = Identity { seed: &secret.seed, public_key: &public_key };
    let made = to.create_part(&file, &secret.set, identity, part, anchor, options);
    made.map_err(|error| {
        Error::storage(format!(
            "indices {} to {} were taken out of the key and are lost, for the part could not be made: {error}",
            part.start,
            part.limit - 1
        ))
    })?;
    Ok(part)
}

/// What came of a merger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merged {
    /// What the key has now.
    pub counter: Counter,
    /// Indices that were lost by it.
    pub lost: u64,
}

/// Takes the indices that `part` has left, which must come after those of `key`, into `key`, and removes
/// `part`.
///
/// A key has one next index. If `part` has signed, the indices that `key` has left below would be lost: it is
/// then refused unless `lose` is at least their number.
///
/// # Errors
///
/// [`Error::Storage`] for two keys, and for a loss; [`Error::Index`] for indices that do not follow; those of
/// opening. If `key` cannot be written, the indices of `part` are lost, and the error says so.
pub fn merge(
    key: &Directory<'_>,
    part: &Directory<'_>,
    lose: u64,
    options: Options,
    ask: &mut Ask<'_>,
) -> Result<Merged, Error> {
    let lower = key.open(options, ask)?;
    let upper = part.open(options, ask)?;
    if lower.public_key != upper.public_key {
        return Err(Error::storage("they are two keys, and no parts of one"));
    }
    let mut store = lower.store.own()?;
    let (from, mut gone) = (store.load()?, Ledger::open(upper.store.own()?)?);
    let counter = from.merged(gone.counter())?;
    let lost = if counter.next == from.next { 0 } else { from.remaining() };
    if lost > lose {
        return Err(Error::storage(format!(
            "{} has signed, and comes after {}, which has {lost} indices left: they would be lost. Sign with \
             those first, or agree to lose them (--lose {lost})",
            part.path().display(),
            key.path().display(),
        )));
    }
    gone.retire()?;
    drop(gone);
    store.change(|store| store.grow(&counter)).map_err(|error| {
        Error::storage(format!(
            "indices {} to {} are lost: they were taken out of {}, and {error}",
            counter.next,
            counter.limit - 1,
            part.path().display()
        ))
    })?;
    part.remove()?;
    Ok(Merged { counter, lost })
}
