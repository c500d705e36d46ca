//! One-time signatures (RFC 8554 section 4).
//!
//! What is hashed, where `I` is the tree's identifier, `q` the leaf's number, `i` a chain's number:
//!
//! ```text
//! x[i]   = H(I ‖ u32(q) ‖ u16(i) ‖ u8(0xff) ‖ SEED)            appendix A
//! step j = H(I ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp)                section 4.3
//! K      = H(I ‖ u32(q) ‖ u16(0x8080) ‖ y[0] ‖ … ‖ y[p-1])     section 4.3
//! Q      = H(I ‖ u32(q) ‖ u16(0x8181) ‖ C ‖ message)           section 4.5
//! C      = H(I ‖ u32(q) ‖ u16(0xfffd) ‖ u8(0xff) ‖ SEED)       the standard's test cases
//! ```

use lanes::{LaneHash, Midstate, Rows, RowsMut, Run, Runs};

use super::params::{I_LEN, LmotsType};
use crate::winternitz::Winternitz;

/// The one-time keys of a tree, as far as they are public: what is hashed with its identifier.
#[derive(Debug)]
pub(crate) struct Ots {
    pub(crate) hash: &'static dyn LaneHash,
    pub(crate) types: LmotsType,
    pub(crate) winternitz: Winternitz,
    /// After `I`.
    pub(crate) prefix: Midstate,
}

impl Ots {
    pub(crate) fn new(hash: &'static dyn LaneHash, types: LmotsType, id: &[u8; I_LEN]) -> Self {
        Self { hash, types, winternitz: types.winternitz(), prefix: hash.midstate(id) }
    }

    /// Bytes of the heads of the chains of one leaf.
    pub(crate) fn heads_len(&self) -> usize {
        HEAD * self.winternitz.chains()
    }

    /// Writes the heads `u32(q) ‖ u16(i) ‖ u8(0xff)` of all chains of the leaves from `q` on. The last
    /// byte is that of secrets; in chains it is the step number.
    pub(crate) fn heads(&self, q: u32, heads: &mut [u8]) {
        for (q, heads) in (q..).zip(heads.chunks_exact_mut(self.heads_len())) {
            for (i, head) in (0_u16..).zip(heads.as_chunks_mut::<HEAD>().0) {
                head[..4].copy_from_slice(&q.to_be_bytes());
                head[4..6].copy_from_slice(&i.to_be_bytes());
                head[6] = SECRET;
            }
        }
    }

    /// What is derived from `SEED` with these heads, `n` bytes each.
    pub(crate) fn secrets(&self, seed: &[u8], heads: &[u8], out: &mut [u8]) {
        let heads = Rows::new(heads, HEAD);
        let seeds = Rows::repeat(seed, heads.len());
        self.hash.hash_many(&self.prefix, heads, seeds, RowsMut::new(out, self.types.n));
    }

    /// Chains from their secrets on, one for each head, of as many steps as [`from_secret`] says.
    pub(crate) fn chains_from_secrets(
        &self,
        seed: &[u8],
        heads: &[u8],
        runs: Runs<'_>,
        values: &mut [u8],
    ) {
        values.chunks_exact_mut(self.types.n).for_each(|value| value.copy_from_slice(seed));
        self.chains(heads, runs, values);
    }

    /// Goes on with chains.
    pub(crate) fn chains(&self, heads: &[u8], runs: Runs<'_>, values: &mut [u8]) {
        let values = RowsMut::new(values, self.types.n);
        self.hash.chain_many(&self.prefix, Rows::new(heads, HEAD), runs, values);
    }

    /// The run of a whole chain from its secret on.
    pub(crate) const fn whole(&self) -> Run {
        from_secret(self.winternitz.last_step())
    }

    /// The public keys `K` of leaves, at most [`NUMBERS`], from `q` on, whose chains end with these
    /// values.
    pub(crate) fn public_keys(&self, q: u32, ends: &[u8], out: &mut [u8]) {
        self.numbered(q, D_PBLC, ends, out);
    }

    /// `H(I ‖ u32(number) ‖ u16(domain) ‖ message)` for numbers from the first on and rows of messages:
    /// at most [`NUMBERS`].
    pub(crate) fn numbered(&self, first: u32, domain: u16, messages: &[u8], out: &mut [u8]) {
        let out = RowsMut::new(out, self.types.n);
        let mut heads = [0; NUMBERS * NUMBER];
        let heads = &mut heads[..out.len() * NUMBER];
        for (number, head) in (first..).zip(heads.as_chunks_mut::<NUMBER>().0) {
            head[..4].copy_from_slice(&number.to_be_bytes());
            head[4..].copy_from_slice(&domain.to_be_bytes());
        }
        let messages = Rows::new(messages, messages.len() / out.len());
        self.hash.hash_many(&self.prefix, Rows::new(heads, NUMBER), messages, out);
    }

    /// The randomiser `C` that the standard's test cases derive, `n` bytes.
    pub(crate) fn randomiser(&self, seed: &[u8], q: u32, out: &mut [u8]) {
        let mut head = [0; HEAD];
        head[..4].copy_from_slice(&q.to_be_bytes());
        head[4..6].copy_from_slice(&D_RANDOMISER.to_be_bytes());
        head[6] = SECRET;
        self.secrets(seed, &head, out);
    }

    /// `Q`, from `C` and the message.
    pub(crate) fn message_hash(&self, q: u32, c: &[u8], message: &[u8], out: &mut [u8]) {
        let mut head = [0; NUMBER + N_MAX];
        let head = &mut head[..NUMBER + c.len()];
        head[..4].copy_from_slice(&q.to_be_bytes());
        head[4..NUMBER].copy_from_slice(&D_MESG.to_be_bytes());
        head[NUMBER..].copy_from_slice(c);
        let (head, message) = (Rows::repeat(head, 1), Rows::repeat(message, 1));
        self.hash.hash_many(&self.prefix, head, message, RowsMut::new(out, self.types.n));
    }
}

/// The run of a secret and the `steps` steps after it. A secret is hashed as a step is, with number
/// 0xff, of `SEED`; so it stays in lanes on its way into the chain.
pub(crate) const fn from_secret(steps: u32) -> Run {
    Run { start: SECRET as u32, end: SECRET as u32 + 1 + steps }
}

/// Bytes of `u32(q) ‖ u16(i) ‖ u8(j)`.
pub(crate) const HEAD: usize = 7;
/// Bytes of `u32(q) ‖ u16(domain)`.
const NUMBER: usize = 6;
/// Rows of [`Ots::numbered`] at most.
pub(crate) const NUMBERS: usize = 64;
/// Bytes of the longest hash value.
pub(crate) const N_MAX: usize = 32;
/// Bytes of the shortest.
pub(crate) const N_MIN: usize = 24;
/// Chains of the one-time key with the most.
pub(crate) const P_MAX: usize = 265;

/// In the place of a step number, for secrets (RFC 8554 appendix A).
const SECRET: u8 = 0xff;
pub(crate) const D_PBLC: u16 = 0x8080;
pub(crate) const D_MESG: u16 = 0x8181;
pub(crate) const D_LEAF: u16 = 0x8282;
pub(crate) const D_INTR: u16 = 0x8383;
const D_RANDOMISER: u16 = 0xfffd;
