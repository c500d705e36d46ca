//! `hbs adopt`.

use super::{indices, left};
use crate::answer::{Answer, Failure};
use crate::args::Adopt;
use crate::key;
use crate::world::World;
use serde_json::json;
use signer::StateStore;

pub(super) fn run(args: &Adopt, world: &mut World<'_>) -> Result<Answer, Failure> {
    let (set, mut open) = key::state(&args.key, &args.opening, Some(args.skip), world)?;
    let counter = open.store.load()?;
    let json = json!({
        "key": args.key,
        "set": set.name,
        "skipped": args.skip,
        "indices": indices(&counter),
    });
    let text = format!(
        "{} signs here now, from index {} on: {}\nWhere it was before it must never sign again.\n",
        args.key.display(),
        counter.next,
        left(counter.remaining())
    );
    Ok(Answer::new(json, text))
}
