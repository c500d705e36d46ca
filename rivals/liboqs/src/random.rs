//! What the library draws instead of randomness: bytes that it is given, each once.

use crate::ffi::Failed;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::cell::RefCell;

thread_local! {
    static SUPPLY: RefCell<Supply> = const { RefCell::new(Supply { bytes: Vec::new(), short: false }) };
}

/// Bytes that are left, the next one last.
struct Supply {
    bytes: Vec<u8>,
    short: bool,
}

/// What the next operation draws.
pub(crate) fn supply(bytes: &[u8]) {
    let bytes = bytes.iter().rev().copied().collect();
    SUPPLY.set(Supply { bytes, short: false });
}

/// Whether it drew all of it and no more: only then is it known what it made of it.
pub(crate) fn drawn() -> Result<(), Failed> {
    let Supply { bytes, short } = SUPPLY.replace(Supply { bytes: Vec::new(), short: false });
    if bytes.is_empty() && !short { Ok(()) } else { Err(Failed) }
}

/// Hands out the next bytes; zeros if there are none left.
pub(crate) fn draw(out: &mut [u8]) {
    SUPPLY.with_borrow_mut(|supply| {
        for byte in out {
            let next = supply.bytes.pop();
            supply.short |= next.is_none();
            *byte = next.unwrap_or(0);
        }
    });
}

/// Bytes of a generator that is seeded with the first bytes of `entropy`.
pub(crate) fn expand(entropy: &[u8], len: usize) -> Result<Vec<u8>, Failed> {
    let mut bytes = vec![0; len];
    StdRng::from_seed(*entropy.first_chunk().ok_or(Failed)?).fill_bytes(&mut bytes);
    Ok(bytes)
}
