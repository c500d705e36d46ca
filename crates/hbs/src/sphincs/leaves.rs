//! The public keys of one-time keys, which are the leaves of the hypertree (FIPS 205 section 5.1), many at
//! a time.

use lanes::Runs;

use super::address::{ADDRESS, Kind, retype};
use super::hashes::Hashes;
use super::leaf::Leaf;
use super::params::Params;
use super::secrets::Secrets;
use super::wots::WHOLE;

/// Leaves that are computed together: with 16 of them no lane of any hash idles.
pub(crate) const BATCH: usize = 16;

/// Bytes that a leaf needs to be computed in.
pub(crate) fn room(params: &Params) -> usize {
    params.shape.wots_len() * (ADDRESS + params.shape.n)
}

/// Writes the public keys of leaves, at most [`BATCH`].
pub(crate) fn leaves(secrets: &Secrets, leaves: &[Leaf], room: &mut [u8], out: &mut [u8]) {
    let Secrets { hashes, params, .. } = secrets;
    let (addresses, room) = room.split_at_mut(params.shape.wots_len() * leaves.len() * ADDRESS);
    let values = &mut room[..params.shape.wots_len() * leaves.len() * hashes.n];
    let addresses = starts(secrets, leaves, addresses, values);
    hashes.chains(addresses, Runs::Same(WHOLE), values);
    public_keys(hashes, leaves, values, out);
}

/// Writes where the chains of leaves start. Returns their addresses, to go on with.
pub(crate) fn starts<'a>(
    secrets: &Secrets,
    leaves: &[Leaf],
    addresses: &'a mut [u8],
    values: &mut [u8],
) -> &'a [u8] {
    let Secrets { hashes, params, .. } = secrets;
    let len = params.shape.wots_len() * hashes.form.len();
    let addresses = &mut addresses[..leaves.len() * len];
    for (leaf, addresses) in leaves.iter().zip(addresses.chunks_exact_mut(len)) {
        leaf.address.chains(Kind::WotsPrf, leaf.number, addresses);
    }
    hashes.prf(secrets.sk_seed(), addresses, values);
    retype(addresses, hashes.form, Kind::WotsHash);
    addresses
}

/// Writes the public keys of leaves, at most [`BATCH`], whose chains end with these values.
pub(crate) fn public_keys(hashes: &Hashes, leaves: &[Leaf], ends: &[u8], out: &mut [u8]) {
    let width = hashes.form.len();
    let mut addresses = [0; BATCH * ADDRESS];
    let addresses = &mut addresses[..leaves.len() * width];
    for (leaf, address) in leaves.iter().zip(addresses.chunks_exact_mut(width)) {
        leaf.address.write(Kind::WotsPk, [leaf.number, 0, 0], address);
    }
    hashes.t(addresses, ends, out);
}
