//! `hbs reserve`.

use super::{indices, left};
use crate::answer::{Answer, Failure};
use crate::args::Reserve;
use crate::key;
use crate::world::World;
use serde_json::json;
use signer::Ledger;

pub(super) fn run(args: &Reserve, world: &mut World<'_>) -> Result<Answer, Failure> {
    let (set, open) = key::state(&args.key, &args.opening, None, world)?;
    let mut ledger = Ledger::open(open.store)?;
    let counter = *ledger.counter();
    if args.count > counter.remaining() {
        let left = left(counter.remaining());
        return Err(Failure::refused(format!(
            "there are {left}, and not {}: none was taken",
            args.count
        )));
    }
    let taken = ledger.reserve(args.count)?;
    if taken.left() < args.count {
        return Err(Failure::refused(format!(
            "others took indices meanwhile: {} were left, which are burnt now",
            taken.left()
        )));
    }
    let first = taken.index().unwrap_or(counter.next);
    let last = first + taken.left().saturating_sub(1);
    let counter = ledger.counter();
    let json = json!({
        "key": args.key,
        "set": set.name,
        "first": first,
        "last": last,
        "indices": indices(counter),
    });
    let text = format!(
        "indices {first} to {last} are taken: {} never signs with them\n{}\n",
        args.key.display(),
        left(counter.remaining())
    );
    Ok(Answer::new(json, text))
}
