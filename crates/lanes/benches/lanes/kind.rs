//! Kinds of chains: of which scheme, and how they are run in lanes.

use lanes::{LaneHash, Masked, Midstate, Rows, RowsMut, Runs};

use crate::data;
use crate::message::Message;
use crate::rival::Rival;

/// How a step is put together of hashes ([`LaneHash::chain_many`], [`Masked`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// `Hash(first ‖ head ‖ value)`
    Plain,
    /// Keys and masks from `Hash(first ‖ head)`.
    Keyed,
    /// Masks from `Hash(first ‖ head)`, the head for a key.
    Robust,
}

/// Chains of a scheme.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The scheme.
    pub(crate) scheme: &'static str,
    /// Its way.
    pub(crate) way: Way,
    /// What PRF or the only hash begins with.
    first: Vec<u8>,
    /// What the masked hash begins with.
    second: Vec<u8>,
    /// Bytes of a head.
    pub(crate) head: usize,
}

/// The byte of an XMSS address that holds the step number, and that of `keyAndMask`.
pub(crate) const STEP_AT: usize = 27;
pub(crate) const KEY_AND_MASK_AT: usize = 31;

impl Kind {
    /// LM-OTS (RFC 8554 section 4.3): `I ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp`.
    pub(crate) fn lm_ots() -> Self {
        let first = data::bytes(1, 16);
        Self { scheme: "lm-ots", way: Way::Plain, first, second: Vec::new(), head: 7 }
    }

    /// F of SLH-DSA (FIPS 205 section 11).
    pub(crate) fn sphincs<R: Rival>(n: usize) -> Self {
        let (first, head) = seeded::<R>(n);
        Self { scheme: "sphincs", way: Way::Plain, first, second: Vec::new(), head }
    }

    /// F of robust SPHINCS+ (round 3.1).
    pub(crate) fn robust<R: Rival>(n: usize) -> Self {
        let (second, head) = seeded::<R>(n);
        Self { scheme: "robust", way: Way::Robust, first: data::bytes(2, n), second, head }
    }

    /// WOTS+ of XMSS (RFC 8391 section 3.1.2); the hash of tree nodes with `padding` 1.
    pub(crate) fn xmss(n: usize, padding: u8) -> Self {
        let to_byte = |number| {
            let mut bytes = vec![0; if n == 24 { 4 } else { n }];
            *bytes.last_mut().expect("it is not empty") = number;
            bytes
        };
        let first = [to_byte(3), data::bytes(3, n)].concat();
        Self { scheme: "xmss", way: Way::Keyed, first, second: to_byte(padding), head: 32 }
    }

    /// The heads of `rows` chains.
    pub(crate) fn heads(&self, rows: usize) -> Vec<u8> {
        data::bytes(4, rows * self.head)
    }

    /// A message of `len` bytes for the masked hash.
    pub(crate) fn message<M: Message>(&self, len: usize) -> M {
        M::new(&self.second, len)
    }

    /// Takes the steps in lanes.
    pub(crate) fn lanes(&self, engine: &'static dyn LaneHash) -> InLanes {
        let [first, second] = [&self.first, &self.second].map(|prefix| engine.midstate(prefix));
        InLanes { way: self.way, engine, first, second, head: self.head }
    }

    /// The messages of a step by a rival: of the first hash, and of the masked one.
    pub(crate) fn messages<R: Rival, M: Message>(&self, n: usize) -> [M; 2] {
        let [first, second] = match self.way {
            Way::Plain => [self.head + n, 0],
            Way::Keyed => [self.head, 2 * n],
            Way::Robust => [self.head + R::COUNTER, self.head + n],
        };
        [M::new(&self.first, first), self.message(second)]
    }
}

/// What the messages of SLH-DSA begin with, and the bytes of an address.
fn seeded<R: Rival>(n: usize) -> (Vec<u8>, usize) {
    let mut seed = data::bytes(2, n);
    if R::COUNTER == 0 {
        return (seed, 32);
    }
    seed.resize(R::BLOCK, 0);
    (seed, 22)
}

/// Chains in lanes.
#[derive(Debug)]
pub(crate) struct InLanes {
    way: Way,
    pub(crate) engine: &'static dyn LaneHash,
    first: Midstate,
    second: Midstate,
    head: usize,
}

impl InLanes {
    /// Runs the chains with these heads and values of `n` bytes.
    pub(crate) fn run(&self, heads: &[u8], runs: Runs<'_>, values: &mut [u8], n: usize) {
        let (heads, values) = (Rows::new(heads, self.head), RowsMut::new(values, n));
        match self.masked() {
            None => self.engine.chain_many(&self.first, heads, runs, values),
            Some(masked) => self.engine.masked_chain_many(&masked, heads, runs, values),
        }
    }

    /// What the masks come from, if there are any.
    pub(crate) fn masked(&self) -> Option<Masked<'_>> {
        let (first, hash) = (&self.first, &self.second);
        match self.way {
            Way::Plain => None,
            Way::Keyed => Some(Masked::Keyed { prf: first, hash }),
            Way::Robust => Some(Masked::Robust { mask: first, hash }),
        }
    }
}
