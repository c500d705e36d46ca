//! L-trees (RFC 8391 section 4.1.5): the ends of a one-time key's chains become a leaf.
//!
//! They are not binary: at each height the nodes go in pairs, and the last one, if it is left over,
//! goes up as it is.

use super::address::{ADDRESS, Address};
use super::hashes::Hashes;

/// Where L-trees are worked on.
pub(crate) struct Room<'a> {
    /// Half of `len` addresses, for each leaf.
    pub(crate) addresses: &'a mut [u8],
    /// `len` values, for each leaf.
    pub(crate) pairs: &'a mut [u8],
}

/// The leaves whose chains end with `len` values each, which are overwritten. Each has an address.
/// They go through the heights together, so that they share lanes.
pub(crate) fn leaves(
    hashes: &Hashes,
    at: impl Fn(usize) -> (Address, u32),
    len: usize,
    values: &mut [u8],
    room: Room<'_>,
    out: &mut [u8],
) {
    let n = hashes.n;
    let leaves = out.len() / n;
    let (mut nodes, mut other) = (values, room.pairs);
    let mut count = len;
    for height in 0.. {
        if count == 1 {
            break;
        }
        let pairs = count / 2;
        let addresses = &mut room.addresses[..leaves * pairs * ADDRESS];
        for (k, addresses) in addresses.chunks_exact_mut(pairs * ADDRESS).enumerate() {
            let (address, leaf) = at(k);
            address.ltree(leaf, height, addresses);
        }
        if count.is_multiple_of(2) {
            let out = &mut other[..leaves * pairs * n];
            hashes.nodes(addresses, &nodes[..leaves * count * n], out);
            core::mem::swap(&mut nodes, &mut other);
            count = pairs;
            continue;
        }
        // Without those that are left over the pairs of all leaves stand back to back.
        let (paired, left) = other[..leaves * count * n].split_at_mut(leaves * 2 * pairs * n);
        let rows = nodes.chunks_exact(count * n);
        for ((row, paired), left) in
            rows.zip(paired.chunks_exact_mut(2 * pairs * n)).zip(left.chunks_exact_mut(n))
        {
            paired.copy_from_slice(&row[..2 * pairs * n]);
            left.copy_from_slice(&row[2 * pairs * n..]);
        }
        hashes.nodes(addresses, paired, &mut nodes[..leaves * pairs * n]);
        for (k, left) in left.chunks_exact(n).enumerate().rev() {
            nodes.copy_within(k * pairs * n..(k + 1) * pairs * n, k * (pairs + 1) * n);
            nodes[((k + 1) * (pairs + 1) - 1) * n..][..n].copy_from_slice(left);
        }
        count = pairs + 1;
    }
    out.copy_from_slice(&nodes[..out.len()]);
}
