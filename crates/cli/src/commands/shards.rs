//! `hbs split` and `hbs merge`.

use super::{indices, left};
use crate::answer::{Answer, Failure};
use crate::args::{Merge, Opening, Split};
use crate::key::{is_stateless, set};
use crate::world::World;
use crate::{passphrase, sets};
use serde_json::json;
use signer::{Error, ParameterSet};
use std::path::{Path, absolute};
use store::{Directory, Part, Passphrase};
use zeroize::Zeroizing;

pub(super) fn split(args: &Split, world: &mut World<'_>) -> Result<Answer, Failure> {
    let set = set_of(&args.key, &args.opening, world)?;
    let anchor = args.anchor.as_ref().map(absolute).transpose().map_err(Failure::refused)?;
    let World { disk, prompt, .. } = world;
    let (from, to) = (Directory::new(*disk, &args.key), Directory::new(*disk, &args.part));
    let part = Part { n: args.count, aligned: sets::bottom(&set), anchor: anchor.as_deref() };
    let file = args.opening.passphrase_file.as_deref();
    let mut ask = || passphrase::known(file, prompt);
    let part = match store::split(&from, &to, part, args.opening.state(None), &mut ask) {
        Err(Error::Index { asked, next }) => {
            return Err(Failure::refused(format!(
                "the part would begin with index {asked}, and the next one of the key is {next}: not that many are \
                 left{}",
                match sets::bottom(&set) {
                    1 => String::new(),
                    leaves => format!(", in whole trees of {leaves}"),
                }
            )));
        }
        part => part?,
    };
    let json = json!({
        "key": args.key,
        "part": args.part,
        "set": set.name,
        "indices": indices(&part),
    });
    let text = format!(
        "{} has indices {} to {}: {}\n",
        args.part.display(),
        part.start,
        part.limit - 1,
        left(part.remaining())
    );
    Ok(Answer::new(json, text))
}

pub(super) fn merge(args: &Merge, world: &mut World<'_>) -> Result<Answer, Failure> {
    let World { disk, prompt, .. } = world;
    let (key, part) = (Directory::new(*disk, &args.key), Directory::new(*disk, &args.part));
    let file = args.opening.passphrase_file.as_deref();
    // One passphrase for both: a part is encrypted as its key is.
    let mut known: Option<Zeroizing<Vec<u8>>> = None;
    let mut ask = || {
        let bytes = match known.take() {
            Some(bytes) => bytes,
            None => passphrase::known(file, prompt)?.expose(),
        };
        known = Some(bytes.clone());
        Passphrase::new(bytes)
    };
    let merged = store::merge(&key, &part, args.lose, args.opening.state(None), &mut ask);
    let merged = match merged {
        Err(Error::Index { asked, next }) => {
            return Err(Failure::refused(format!(
                "{} begins with index {asked}, and {} ends before {next}: a part comes back to what it was split from",
                args.part.display(),
                args.key.display()
            )));
        }
        merged => merged?,
    };
    let counter = &merged.counter;
    let json = json!({ "key": args.key, "lost": merged.lost, "indices": indices(counter) });
    let lost = match merged.lost {
        0 => String::new(),
        lost => format!("{lost} indices are lost\n"),
    };
    let text = format!(
        "{} is removed, and {} has its indices: {}\n{lost}",
        args.part.display(),
        args.key.display(),
        left(counter.remaining())
    );
    Ok(Answer::new(json, text))
}

fn set_of(path: &Path, opening: &Opening, world: &mut World<'_>) -> Result<ParameterSet, Failure> {
    let World { disk, prompt, .. } = world;
    let mut ask = || passphrase::known(opening.passphrase_file.as_deref(), prompt);
    let (secret, _) = Directory::new(*disk, path).secret(&mut ask)?;
    let set = set(&secret)?;
    match is_stateless(&set) {
        true => Err(Failure::refused(format!("{} has no indices to split", set.name))),
        false => Ok(set),
    }
}
