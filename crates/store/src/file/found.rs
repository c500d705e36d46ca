//! What is found in a state file.

use super::{APART, FILE};
use crate::disk::{About, Kind};
use crate::slot::{Flaw, LEN, Seal, Slot};
use signer::Counter;

/// Checks what a state file is.
pub(super) fn check(about: &About) -> Result<(), &'static str> {
    match about.kind {
        Kind::File => {}
        Kind::Link => return Err("it is a symbolic link: give the place itself"),
        _ => return Err("it is no file"),
    }
    if about.open_to_others == Some(true) {
        return Err("others may read or write it: chmod go= it, and ask who could have");
    }
    match about.len == FILE as u64 {
        true => Ok(()),
        false => Err(
            "it does not have the length of a state: it is damaged, and the key must not be used",
        ),
    }
}

/// The slot to go on from, and whether the other one is damaged.
pub(super) fn read(seal: &Seal, bytes: &[u8]) -> Result<(Slot, bool), &'static str> {
    let slot = |at: usize| match bytes.get(at..).and_then(<[u8]>::first_chunk::<LEN>) {
        Some(bytes) => seal.decode(bytes),
        None => Err(Flaw::Damaged),
    };
    match [slot(0), slot(APART)] {
        [Ok(one), Ok(other)] => {
            let (old, new) =
                if one.sequence < other.sequence { (one, other) } else { (other, one) };
            // A merger may go further than its ceiling, because it is written twice before it counts: if the
            // second is torn, the first was not signed with.
            let follows = old.sequence.checked_add(1) == Some(new.sequence)
                && (new.counter.next <= old.ceiling
                    && (new.counter == old.counter || old.counter.allows(&new.counter))
                    || old.counter.may_grow_to(&new.counter));
            match follows && at(new.sequence) == if one == new { 0 } else { APART } {
                true => Ok((new, false)),
                false => Err(
                    "its two slots contradict each other: somebody changed it, and the key must not be used",
                ),
            }
        }
        [Ok(good), Err(_)] if at(good.sequence) == 0 => Ok((good, true)),
        [Err(_), Ok(good)] if at(good.sequence) == APART => Ok((good, true)),
        [Err(Flaw::OtherKey), _] | [_, Err(Flaw::OtherKey)] => {
            Err("it is the state of another key: its slots contradict the public key")
        }
        _ => Err(
            "both of its slots are damaged. Nobody knows which indices were used: never use the key again",
        ),
    }
}

/// Where the slot with this sequence is.
pub(super) const fn at(sequence: u64) -> usize {
    if sequence.is_multiple_of(2) { APART } else { 0 }
}

/// How far the slot after one with this counter may go.
pub(super) fn ceiling(counter: &Counter, stride: u64) -> u64 {
    counter.next.saturating_add(stride).min(counter.limit)
}
