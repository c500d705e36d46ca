//! The functions of RFC 8391 section 5.1 and SP 800-208 section 5, keyed by `SEED`.
//!
//! ```text
//! F(KEY, M)           = H(toByte(0, p) ‖ KEY ‖ M)
//! H(KEY, M)           = H(toByte(1, p) ‖ KEY ‖ M)
//! H_msg(R, idx, M)    = H(toByte(2, p) ‖ R ‖ root ‖ toByte(idx, n) ‖ M)
//! PRF(KEY, M)         = H(toByte(3, p) ‖ KEY ‖ M)
//! PRF_keygen(KEY, M)  = H(toByte(4, p) ‖ KEY ‖ SEED ‖ ADRS)
//! ```

use lanes::{Engines, LaneHash, Masked, Midstate, Rows, RowsMut};
use zeroize::Zeroizing;

use super::params::Params;
use crate::node::N_MAX;

/// Hashing under a public key.
#[derive(Debug)]
pub(crate) struct Hashes {
    pub(crate) hash: &'static dyn LaneHash,
    pub(crate) n: usize,
    padding_len: usize,
    nothing: Midstate,
    /// After `toByte(3, p) ‖ SEED`.
    prf: Midstate,
    f: Midstate,
    h: Midstate,
}

impl Hashes {
    pub(crate) fn new(engines: Engines, params: &Params, seed: &[u8]) -> Self {
        let (hash, padding_len) = (params.hash.function.engine(engines), params.hash.padding_len);
        let midstate = |domain, key| prefix(hash, padding_len, domain, [key, &[]]);
        Self {
            hash,
            n: params.n(),
            padding_len,
            nothing: hash.midstate(&[]),
            prf: midstate(PRF, seed),
            f: midstate(F, &[]),
            h: midstate(H, &[]),
        }
    }

    /// What `F` is keyed and masked with.
    pub(crate) const fn f(&self) -> Masked<'_> {
        Masked::Keyed { prf: &self.prf, hash: &self.f }
    }

    /// What `H` is keyed and masked with.
    pub(crate) const fn h(&self) -> Masked<'_> {
        Masked::Keyed { prf: &self.prf, hash: &self.h }
    }

    /// `H` for each address, where pairs of nodes stand back to back.
    pub(crate) fn nodes(&self, addresses: &[u8], pairs: &[u8], out: &mut [u8]) {
        let (addresses, pairs) = (Rows::new(addresses, 32), Rows::new(pairs, 2 * self.n));
        self.hash.masked_many(&self.h(), addresses, pairs, RowsMut::new(out, self.n));
    }

    /// `H_msg`, `n` bytes.
    pub(crate) fn message(
        &self,
        r: &[u8],
        root: &[u8],
        index: u64,
        message: &[u8],
        out: &mut [u8],
    ) {
        let n = self.n;
        let mut head = [0; 4 * N_MAX];
        let head = &mut head[..self.padding_len + 3 * n];
        let (padding, rest) = head.split_at_mut(self.padding_len);
        padding[self.padding_len - 1] = H_MSG;
        rest[..n].copy_from_slice(r);
        rest[n..2 * n].copy_from_slice(root);
        rest[3 * n - 8..].copy_from_slice(&index.to_be_bytes());
        let (head, message) = (Rows::repeat(head, 1), Rows::repeat(message, 1));
        self.hash.hash_many(&self.nothing, head, message, RowsMut::new(out, n));
    }

    /// After `toByte(3, p) ‖ KEY`, for [`prf`](Self::prf).
    pub(crate) fn prf_of(&self, key: &[u8]) -> Midstate {
        prefix(self.hash, self.padding_len, PRF, [key, &[]])
    }

    /// After `toByte(4, p) ‖ KEY ‖ SEED`, for [`prf`](Self::prf).
    pub(crate) fn prf_keygen_of(&self, key: &[u8], seed: &[u8]) -> Midstate {
        prefix(self.hash, self.padding_len, PRF_KEYGEN, [key, seed])
    }

    /// `PRF` or `PRF_keygen` of rows of 32 bytes, `n` bytes each.
    pub(crate) fn prf(&self, key: &Midstate, rows: &[u8], out: &mut [u8]) {
        let rows = Rows::new(rows, 32);
        let nothing = Rows::empty(rows.len());
        self.hash.hash_many(key, rows, nothing, RowsMut::new(out, self.n));
    }
}

/// After `toByte(domain, len)` and two parts of at most 64 bytes.
fn prefix(hash: &dyn LaneHash, len: usize, domain: u8, parts: [&[u8]; 2]) -> Midstate {
    let mut bytes = Zeroizing::new([0; 3 * N_MAX]);
    bytes[len - 1] = domain;
    let mut end = len;
    for part in parts {
        bytes[end..end + part.len()].copy_from_slice(part);
        end += part.len();
    }
    hash.midstate(&bytes[..end])
}

const F: u8 = 0;
const H: u8 = 1;
const H_MSG: u8 = 2;
const PRF: u8 = 3;
const PRF_KEYGEN: u8 = 4;
