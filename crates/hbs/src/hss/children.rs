//! Trees below (RFC 8554 section 6.2). One is derived from the leaf above that signs its public key,
//! as `hash-sigs` does since its secret method 2, and Botan and BouncyCastle with it:
//!
//! ```text
//! SEED' = H(I ‖ u32(q) ‖ u16(0xfffe) ‖ u8(0xff) ‖ SEED)
//! I'    = the first 16 bytes of H(I ‖ u32(q) ‖ u16(0xffff) ‖ u8(0xff) ‖ SEED)
//! ```

use alloc::vec::Vec;

use signer::Randomness;
use zeroize::Zeroizing;

use crate::lms;
use crate::lms::ots::{HEAD, N_MAX};
use crate::lms::params::I_LEN;
use crate::lms::tree::LmsTree;
use crate::seed::Seed;
use crate::stateful::{Leaves, RANDOMISER};

/// The tree that leaf `q` of the tree above signs.
pub(super) fn child(params: lms::Params, above: &LmsTree, q: u32) -> LmsTree {
    let n = params.ots.n;
    let derive = |domain: u16, out: &mut [u8]| {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&q.to_be_bytes());
        head[4..6].copy_from_slice(&domain.to_be_bytes());
        head[6] = 0xff;
        above.ots.secrets(above.seed.expose(), &head, out);
    };
    let mut seed = Zeroizing::new([0; N_MAX]);
    let mut digest = [0; N_MAX];
    derive(D_CHILD_SEED, &mut seed[..n]);
    derive(D_CHILD_I, &mut digest[..n]);
    let mut id = [0; I_LEN];
    id.copy_from_slice(&digest[..I_LEN]);
    LmsTree::new(above.ots.hash, params, id, Seed::new(&seed[..n]))
}

/// The signature of a tree's public key by the current leaf above, and the public key.
pub(super) fn link(above: &mut Leaves<LmsTree>, below: &LmsTree, root: &[u8]) -> Vec<u8> {
    let public_key = lms::PublicKey::new(below.params, below.id, root).encode();
    let len = above.tree.params.signature_len();
    // It is kept: no longer than it is.
    let mut link = Vec::with_capacity(len + public_key.len());
    link.resize(len, 0);
    let mut c = [0; RANDOMISER];
    // The same each time, so that a leaf above never signs with two randomisers.
    let c = above.randomiser(Randomness::Deterministic, &mut c).expect("it is derived");
    above.sign(c, &public_key, &mut link);
    link.extend_from_slice(&public_key);
    link
}

const D_CHILD_SEED: u16 = 0xfffe;
const D_CHILD_I: u16 = 0xffff;
