//! Verifying (FIPS 205 Alg. 20), one signature or many at a time. Signatures of one key share lanes.

#[cfg(feature = "alloc")]
mod many;
mod roots;

use lanes::Engines;
use signer::{Error, check_length};

use self::roots::{Item, Room, roots};
use super::address::ADDRESS;
use super::codec::PublicKey;
use super::digest::N_MAX;
use super::hashes::Hashes;
use super::message::Message;
use super::params::K_MAX;
use super::wots::{LEN_MAX, WHOLE};

#[cfg(feature = "alloc")]
pub(crate) use many::signed;
#[cfg(feature = "alloc")]
pub use many::{Signed, verify_many};

/// Verifies a signature of `message`: in SLH-DSA with an empty context.
///
/// # Errors
///
/// [`Error::BadSignature`] if it does not verify, [`Error::Length`] for a signature of another length
/// than the set's, at which nothing else is looked at.
pub fn verify(
    engines: Engines,
    key: &PublicKey,
    message: &[u8],
    signature: &[u8],
) -> Result<(), Error> {
    verify_message(engines, key, &key.params().message(message), signature)
}

/// Verifies a signature of a message with its context.
///
/// # Errors
///
/// Those of [`verify`].
pub fn verify_message(
    engines: Engines,
    key: &PublicKey,
    message: &Message<'_>,
    signature: &[u8],
) -> Result<(), Error> {
    check_length("signature", key.params().signature_len(), signature)?;
    let hashes = Hashes::new(engines, key.params(), key.seed());
    let items = [Item::new(&hashes, key, message, signature)];
    let mut room = Room {
        addresses: &mut [0; ADDRESS * LEN_MAX],
        values: &mut [0; N_MAX * LEN_MAX],
        pairs: &mut [0; 2 * N_MAX * K_MAX],
        runs: &mut [WHOLE; LEN_MAX],
        nodes: &mut [0; N_MAX],
    };
    let mut verdict = [Ok(())];
    run(&hashes, key, &items, &mut room, &mut verdict);
    let [verdict] = verdict;
    verdict
}

/// Verifies signatures of one key.
fn run(
    hashes: &Hashes,
    key: &PublicKey,
    items: &[Item<'_>],
    room: &mut Room<'_>,
    verdicts: &mut [Result<(), Error>],
) {
    roots(hashes, key.params(), items, room, |_| {});
    for (node, verdict) in room.nodes.chunks_exact(hashes.n).zip(verdicts) {
        if node != key.root() {
            *verdict = Err(Error::BadSignature);
        }
    }
}
