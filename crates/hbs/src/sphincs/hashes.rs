//! The functions of FIPS 205 section 11, keyed by `PK.seed`, and the robust ones of SPHINCS+.
//!
//! ```text
//! PRF(PK.seed, SK.seed, ADRS) = Hash(prefix ‖ ADRS ‖ SK.seed)
//! T_l(PK.seed, ADRS, M)       = Hash(prefix ‖ ADRS ‖ M)              F = T_1, H = T_2
//!     robust                    Hash(prefix ‖ ADRS ‖ (M XOR mask)), mask = Hash(PK.seed ‖ ADRS)
//! ```
//!
//! The prefix is `PK.seed`, filled up to a block for SHA-2, whose state is computed once for a key.
//! With `n > 16`, `H` and `T_l` are SHA-512 where `F` and `PRF` are SHA-256. Masks of SHA-2 are MGF1's.

use lanes::{Engines, LaneHash, Masked, Midstate, Rows, RowsMut, Runs, Step};

use super::address::Form;
use super::params::Params;
use crate::HashFunction;

/// Hashing under a public key. Rows of addresses stand back to back, and so do values of `n` bytes.
#[derive(Debug)]
pub(crate) struct Hashes {
    pub(crate) n: usize,
    pub(crate) form: Form,
    robust: bool,
    /// For `F` and `PRF`.
    short: Keyed,
    /// For `T_l` with `l > 1`; also hashes messages.
    long: Keyed,
}

/// A hash function with `PK.seed` in it.
#[derive(Clone, Debug)]
struct Keyed {
    hash: &'static dyn LaneHash,
    /// After the prefix.
    prefix: Midstate,
    /// After `PK.seed`.
    seed: Midstate,
}

impl Keyed {
    fn new(hash: &'static dyn LaneHash, pk_seed: &[u8]) -> Self {
        let mut prefix = [0; LONGEST_BLOCK];
        prefix[..pk_seed.len()].copy_from_slice(pk_seed);
        let len = if hash.digest().is_some() { hash.block() } else { pk_seed.len() };
        Self { hash, prefix: hash.midstate(&prefix[..len]), seed: hash.midstate(pk_seed) }
    }

    const fn masked(&self) -> Masked<'_> {
        Masked::Robust { mask: &self.seed, hash: &self.prefix }
    }

    fn t(&self, robust: bool, heads: Rows<'_>, messages: Rows<'_>, out: RowsMut<'_>) {
        if robust {
            self.hash.masked_many(&self.masked(), heads, messages, out);
        } else {
            self.hash.hash_many(&self.prefix, heads, messages, out);
        }
    }
}

impl Hashes {
    pub(crate) fn new(engines: Engines, params: &Params, pk_seed: &[u8]) -> Self {
        let n = params.shape.n;
        let short = Keyed::new(params.hash.engine(engines), pk_seed);
        let (form, long) = match params.hash {
            HashFunction::Sha256 if n > 16 => {
                (Form::Compressed, Keyed::new(engines.sha512, pk_seed))
            }
            HashFunction::Sha256 => (Form::Compressed, short.clone()),
            _ => (Form::Full, short.clone()),
        };
        Self { n, form, robust: params.robust, short, long }
    }

    /// What hashes messages.
    pub(crate) const fn message(&self) -> &'static dyn LaneHash {
        self.long.hash
    }

    /// `PRF` for each address.
    pub(crate) fn prf(&self, sk_seed: &[u8], addresses: &[u8], out: &mut [u8]) {
        let heads = self.heads(addresses);
        let seeds = Rows::repeat(sk_seed, heads.len());
        let out = RowsMut::new(out, self.n);
        self.short.hash.hash_many(&self.short.prefix, heads, seeds, out);
    }

    /// `F` for each address.
    pub(crate) fn f(&self, addresses: &[u8], values: &[u8], out: &mut [u8]) {
        let (values, out) = (Rows::new(values, self.n), RowsMut::new(out, self.n));
        self.short.t(self.robust, self.heads(addresses), values, out);
    }

    /// `T_l` for each address, where as many messages stand back to back, `l > 1` values each.
    pub(crate) fn t(&self, addresses: &[u8], messages: &[u8], out: &mut [u8]) {
        let heads = self.heads(addresses);
        let messages = Rows::new(messages, messages.len() / heads.len());
        self.long.t(self.robust, heads, messages, RowsMut::new(out, self.n));
    }

    /// Goes on with chains, each by its run.
    pub(crate) fn chains(&self, addresses: &[u8], runs: Runs<'_>, values: &mut [u8]) {
        let (heads, values) = (self.heads(addresses), RowsMut::new(values, self.n));
        let Keyed { hash, prefix, .. } = &self.short;
        if self.robust {
            hash.masked_chain_many(&self.short.masked(), heads, runs, values);
        } else {
            hash.chain_many(prefix, heads, runs, values);
        }
    }

    /// All values of chains: see [`LaneHash::chain_values`].
    pub(crate) fn chain_values(&self, addresses: &[u8], steps: u32, values: &mut [u8]) {
        let Keyed { hash, prefix, .. } = &self.short;
        let masked = || Step::Masked(self.short.masked());
        let step = if self.robust { masked() } else { Step::Plain(prefix) };
        hash.chain_values(step, self.heads(addresses), steps, RowsMut::new(values, self.n));
    }

    fn heads<'a>(&self, addresses: &'a [u8]) -> Rows<'a> {
        Rows::new(addresses, self.form.len())
    }
}

/// Bytes of a block of SHA-512, and of more than any `PK.seed`.
const LONGEST_BLOCK: usize = 128;
