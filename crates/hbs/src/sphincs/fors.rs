//! FORS, the few-time signature of a message's digest (FIPS 205 section 8).
//!
//! A tree's leaves are computed in batches of 512, of which eight roots of subtrees are left: what is
//! above those is small. Where trees are smaller than that, several are computed together, so that
//! their nodes share lanes.
//!
//! ```text
//!            /\            upper: 2^(a-6) leaves
//!    /\  /\  /\ … /\       64 leaves each; eight at a time
//! ```

use super::address::{ADDRESS, Address, Kind, retype};
use super::digest::Digest;
use super::params::Params;
use super::secrets::Secrets;

/// Leaves of a batch.
const LEAVES: usize = 512;
/// Height of the subtrees that a batch leaves the roots of.
const LOWER: u32 = 6;

/// The shape of what is computed together.
#[derive(Clone, Copy, Debug)]
struct Shape {
    n: usize,
    a: u32,
    k: usize,
}

/// Trees that are computed together.
pub(crate) const fn together(params: &Params) -> usize {
    let trees = LEAVES >> params.shape.a;
    if trees == 0 { 1 } else { trees }
}

/// Bytes of what comes of a tree: the revealed secret, its authentication path, the root.
pub(crate) const fn record_len(params: &Params) -> usize {
    (params.shape.a as usize + 2) * params.shape.n
}

/// Bytes that trees are computed in.
pub(crate) fn room(params: &Params) -> usize {
    let n = params.shape.n;
    LEAVES * (ADDRESS + 3 * n) + 2 * upper_len(params)
}

/// Bytes of the roots of all subtrees of trees that are computed together.
fn upper_len(params: &Params) -> usize {
    (together(params) << (params.shape.a - LOWER)) * params.shape.n
}

/// Writes the records of trees from number `first` on, as many as there is room for and at most
/// [`together`].
pub(crate) fn trees(
    secrets: &Secrets,
    address: Address,
    keypair: u32,
    digest: &Digest,
    first: usize,
    room: &mut [u8],
    records: &mut [u8],
) {
    let params = &secrets.params;
    let shape =
        Shape { n: params.shape.n, a: params.shape.a, k: records.len() / record_len(params) };
    let (upper, room) = room.split_at_mut(2 * upper_len(params));
    let roots_len = (shape.k << (shape.a - LOWER)) * shape.n;
    let (bottom, above) = upper.split_at_mut(upper.len() / 2);
    let mut trees = Trees {
        secrets,
        address,
        keypair,
        first: (first as u32) << shape.a,
        shape,
        revealed: |tree| digest.fors_index(params, first + tree),
        records,
    };
    for (batch, roots) in bottom[..roots_len].chunks_mut((LEAVES >> LOWER) * shape.n).enumerate() {
        trees.batch((batch * LEAVES) as u32, room, roots);
    }
    let (mut below, mut above) = (&mut bottom[..roots_len], &mut above[..roots_len]);
    let (addresses, _) = room.split_at_mut(LEAVES * ADDRESS);
    for z in LOWER..shape.a {
        trees.siblings(z, 0, below);
        let len = below.len() / 2;
        trees.parents(z + 1, 0, addresses, below, &mut above[..len]);
        (below, above) = (&mut above[..len], below);
    }
    let at = (shape.a as usize + 1) * shape.n;
    let record_len = record_len(params);
    for (record, root) in records.chunks_exact_mut(record_len).zip(below.chunks_exact(shape.n)) {
        record[at..].copy_from_slice(root);
    }
}

/// Trees that are being computed. Leaves and nodes are counted over all of them.
struct Trees<'a, R> {
    secrets: &'a Secrets,
    address: Address,
    keypair: u32,
    /// Number of the first leaf among those of the key.
    first: u32,
    shape: Shape,
    /// The leaf that a tree reveals.
    revealed: R,
    records: &'a mut [u8],
}

impl<R: Fn(usize) -> u32> Trees<'_, R> {
    /// Computes leaves from `from` on up to the roots of their subtrees.
    fn batch(&mut self, from: u32, room: &mut [u8], roots: &mut [u8]) {
        let n = self.shape.n;
        let hashes = &self.secrets.hashes;
        let count = (roots.len() / n) << LOWER;
        let (addresses, room) = room.split_at_mut(LEAVES * ADDRESS);
        let (secret, room) = room.split_at_mut(LEAVES * n);
        let (one, other) = room.split_at_mut(LEAVES * n);
        let width = hashes.form.len();
        {
            let (addresses, secret) = (&mut addresses[..count * width], &mut secret[..count * n]);
            let first = self.first + from;
            for (index, address) in (first..).zip(addresses.chunks_exact_mut(width)) {
                self.address.write(Kind::ForsPrf, [self.keypair, 0, index], address);
            }
            hashes.prf(self.secrets.sk_seed(), addresses, secret);
            self.secrets_of(from, secret);
            retype(addresses, hashes.form, Kind::ForsTree);
            hashes.f(addresses, secret, &mut one[..count * n]);
        }
        let (mut below, mut above) = (&mut one[..count * n], &mut other[..count * n]);
        for z in 0..LOWER {
            self.siblings(z, from >> z, below);
            let len = below.len() / 2;
            self.parents(z + 1, from >> (z + 1), addresses, below, &mut above[..len]);
            (below, above) = (&mut above[..len], below);
        }
        roots.copy_from_slice(below);
    }

    /// Nodes at `height`, from number `from` on, whose children are given.
    fn parents(
        &self,
        height: u32,
        from: u32,
        addresses: &mut [u8],
        children: &[u8],
        out: &mut [u8],
    ) {
        let hashes = &self.secrets.hashes;
        let (n, width) = (self.shape.n, hashes.form.len());
        let first = (self.first >> height) + from;
        let addresses = &mut addresses[..out.len() / n * width];
        for (index, address) in (first..).zip(addresses.chunks_exact_mut(width)) {
            self.address.write(Kind::ForsTree, [self.keypair, height, index], address);
        }
        hashes.t(addresses, children, out);
    }

    /// Takes the secrets that are revealed out of those of leaves from `from` on.
    fn secrets_of(&mut self, from: u32, secrets: &[u8]) {
        self.pick(0, from, 0, secrets, 0);
    }

    /// Takes the siblings at `height` on the ways of the revealed leaves out of nodes from `from` on.
    fn siblings(&mut self, height: u32, from: u32, nodes: &[u8]) {
        self.pick(height, from, 1, nodes, height as usize + 1);
    }

    /// Of each tree, copies the node at `height` above its revealed leaf, or its sibling where `flip`
    /// is 1, into the record as its value number `at`, if it is among the nodes from `from` on.
    fn pick(&mut self, height: u32, from: u32, flip: u32, nodes: &[u8], at: usize) {
        let Shape { n, a, k } = self.shape;
        let record_len = (a as usize + 2) * n;
        let count = (nodes.len() / n) as u32;
        let per_tree = 1 << (a - height);
        let trees = from / per_tree..(from + count).div_ceil(per_tree).min(k as u32);
        for tree in trees {
            let node = tree * per_tree + ((self.revealed)(tree as usize) >> height ^ flip);
            if (from..from + count).contains(&node) {
                let record = &mut self.records[tree as usize * record_len..][at * n..][..n];
                record.copy_from_slice(&nodes[(node - from) as usize * n..][..n]);
            }
        }
    }
}

/// The FORS public key of these roots (FIPS 205 Alg. 16 and 17), `n` bytes.
pub(crate) fn public_key(
    hashes: &super::hashes::Hashes,
    address: Address,
    keypair: u32,
    roots: &[u8],
    out: &mut [u8],
) {
    let mut head = [0; ADDRESS];
    let head = &mut head[..hashes.form.len()];
    address.write(Kind::ForsRoots, [keypair, 0, 0], head);
    hashes.t(head, roots, out);
}
