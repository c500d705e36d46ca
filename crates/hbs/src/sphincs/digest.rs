//! Hashes of messages (FIPS 205 sections 4.1, 11.1, 11.2), and what they choose (Alg. 19).
//!
//! ```text
//! SHAKE    PRF_msg = SHAKE256(SK.prf ‖ addrnd ‖ M')
//!          H_msg   = SHAKE256(R ‖ PK.seed ‖ PK.root ‖ M')
//! SHA2     PRF_msg = HMAC-SHA-X(SK.prf, addrnd ‖ M')                     X = 256 for n = 16, else 512
//!          H_msg   = MGF1-SHA-X(R ‖ PK.seed ‖ SHA-X(R ‖ PK.seed ‖ PK.root ‖ M'), m)
//! ```

use core::hint::black_box;

use lanes::{LaneHash, Midstate, Rows, RowsMut};
use signer::Scheme;

use super::message::{BEFORE, Message};
use super::params::{Params, Shape};

/// `PRF_msg`, `n` bytes.
pub(crate) fn prf_msg(
    hash: &dyn LaneHash,
    sk_prf: &[u8],
    addrnd: &[u8],
    message: &Message<'_>,
    out: &mut [u8],
) {
    match hash.digest() {
        None => one(hash, &hash.midstate(&[]), [sk_prf, addrnd, &[]], message, out),
        Some(len) => {
            // HMAC (FIPS 198-1). Its key is shorter than a block.
            let padded = |byte: u8| {
                let mut block = [byte; BLOCK];
                block.iter_mut().zip(sk_prf).for_each(|(block, key)| *block ^= key);
                let midstate = hash.midstate(&block[..hash.block()]);
                wipe(&mut block);
                midstate
            };
            let mut inner = [0; DIGEST];
            one(hash, &padded(0x36), [addrnd, &[], &[]], message, &mut inner[..len]);
            let outer = Message::internal(&inner[..len]);
            one(hash, &padded(0x5c), [&[], &[], &[]], &outer, out);
            wipe(&mut inner);
        }
    }
}

/// `H_msg`, `m` bytes.
pub(crate) fn h_msg(
    hash: &dyn LaneHash,
    r: &[u8],
    pk_seed: &[u8],
    pk_root: &[u8],
    message: &Message<'_>,
    out: &mut [u8],
) {
    let nothing = hash.midstate(&[]);
    match hash.digest() {
        None => one(hash, &nothing, [r, pk_seed, pk_root], message, out),
        Some(len) => {
            let mut inner = [0; DIGEST];
            let inner = &mut inner[..len];
            one(hash, &nothing, [r, pk_seed, pk_root], message, inner);
            for (counter, out) in (0_u32..).zip(out.chunks_mut(len)) {
                let counter = counter.to_be_bytes();
                let last = Message::internal(&counter);
                one(hash, &nothing, [r, pk_seed, inner], &last, out);
            }
        }
    }
}

/// `Hash(prefix ‖ parts ‖ message)`.
fn one(
    hash: &dyn LaneHash,
    prefix: &Midstate,
    parts: [&[u8]; 3],
    message: &Message<'_>,
    out: &mut [u8],
) {
    let mut head = [0; 2 * N_MAX + DIGEST + BEFORE];
    let mut end = 0;
    for part in parts.into_iter().chain([message.before()]) {
        head[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    }
    let (heads, width) = (Rows::repeat(&head[..end], 1), out.len());
    let message = Rows::repeat(message.rest(), 1);
    hash.hash_many(prefix, heads, message, RowsMut::new(out, width));
    wipe(&mut head);
}

fn wipe(bytes: &mut [u8]) {
    bytes.fill(0);
    black_box(bytes);
}

/// The digest of a message: which leaves of FORS sign it, and which one-time key signs those.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digest {
    bytes: [u8; M_MAX],
}

impl Digest {
    /// `H_msg`.
    pub(crate) fn new(
        hash: &dyn LaneHash,
        params: &Params,
        r: &[u8],
        public_key: &[u8],
        message: &Message<'_>,
    ) -> Self {
        let mut bytes = [0; M_MAX];
        let (pk_seed, pk_root) = public_key.split_at(params.shape.n);
        h_msg(hash, r, pk_seed, pk_root, message, &mut bytes[..params.shape.m]);
        Self { bytes }
    }

    /// The leaf of FORS tree `i` that is revealed (FIPS 205 Alg. 4, first bit highest; SPHINCS+ takes
    /// the bits of each byte from the lowest up, and the first is an index's lowest).
    pub(crate) fn fors_index(&self, params: &Params, i: usize) -> u32 {
        let a = params.shape.a as usize;
        let (first, skip) = (i * a / 8, i * a % 8);
        // At most 7 + 14 bits.
        let bytes = [0, 1, 2, 0].map(|k| self.bytes.get(first + k).copied().unwrap_or(0));
        let index = if params.scheme == Scheme::SphincsPlus {
            u32::from_le_bytes(bytes) >> skip
        } else {
            u32::from_be_bytes(bytes) >> (32 - skip - a)
        };
        index & ((1 << a) - 1)
    }

    /// Which leaf of all at the bottom of the hypertree signs: `idx_tree` and, in its lowest bits,
    /// `idx_leaf`.
    pub(crate) fn leaf(&self, params: &Params) -> u128 {
        let Shape { h, k, a, .. } = params.shape;
        let hp = params.shape.hp();
        let md = (k * a).div_ceil(8) as usize;
        let tree_len = (h - hp).div_ceil(8) as usize;
        let leaf_len = hp.div_ceil(8) as usize;
        let number = |bytes: &[u8], bits: u32| {
            let number = bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte));
            number & ((1 << bits) - 1)
        };
        let tree = number(&self.bytes[md..][..tree_len], h - hp);
        let leaf = number(&self.bytes[md + tree_len..][..leaf_len], hp);
        tree << hp | leaf
    }
}

/// Bytes of the longest digest of a message.
const M_MAX: usize = 49;
/// Bytes of the longest hash value of a set.
pub(crate) const N_MAX: usize = 32;
/// Bytes of the longest digest of SHA-2.
const DIGEST: usize = 64;
/// Bytes of its longest block.
const BLOCK: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;

    fn params(name: &str) -> Params {
        Params::named(name).expect("a row")
    }

    fn digest(first: &[u8]) -> Digest {
        let mut bytes = [0; M_MAX];
        bytes[..first.len()].copy_from_slice(first);
        Digest { bytes }
    }

    #[test]
    fn indices_by_either_order_of_bits() {
        // a = 6: 101100 011110 …, and from the other side 001101 111000 … (lowest bit first).
        let digest = digest(&[0b1011_0001, 0b1110_0000]);
        let fips = params("SLH-DSA-SHA2-128f");
        assert_eq!([0, 1].map(|i| digest.fors_index(&fips, i)), [0b101100, 0b011110]);
        let round_3 = params("SPHINCS+-SHA2-128f-simple");
        assert_eq!([0, 1].map(|i| digest.fors_index(&round_3, i)), [0b110001, 0b000010]);
    }

    #[test]
    fn leaves_of_the_whole_hypertree() {
        // 256f: 40 bytes choose in FORS, 8 the tree, all 64 bits of them, and 1 the leaf, by 4 bits.
        let mut bytes = vec![0xff; 40];
        bytes.extend([0x80, 0, 0, 0, 0, 0, 0, 1, 0xf5]);
        let leaf = digest(&bytes).leaf(&params("SLH-DSA-SHAKE-256f"));
        assert_eq!(leaf, 0x8000_0000_0000_0001 << 4 | 5);
        // 128s: 21, then 54 bits in 7 bytes, then 9 bits in 2.
        let mut bytes = vec![0xff; 21];
        bytes.extend([0xff, 0, 0, 0, 0, 0, 2, 0xff, 3]);
        let leaf = digest(&bytes).leaf(&params("SLH-DSA-SHAKE-128s"));
        assert_eq!(leaf, (0x3f_0000_0000_0002 << 9) | 0x103);
    }
}
