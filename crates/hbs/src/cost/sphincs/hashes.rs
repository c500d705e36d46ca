//! Lengths of what is hashed (FIPS 205 section 11, SPHINCS+ round 3.1 section 7.2); the chapter
//! [`sphincs`](crate::sphincs) lays it out.
//!
//! ```text
//! PRF, T_l      SHA2     after a block of PK.seed: ADRSc ‖ M
//!               SHAKE    PK.seed ‖ ADRS ‖ M
//! mask          SHA2     PK.seed ‖ ADRSc ‖ u32(i), for each digest of SHA2 that M is long
//!               SHAKE    PK.seed ‖ ADRS, and as many bytes as M is long
//! ```

use lanes::{Cpu, LaneHash};

use crate::HashFunction;
use crate::cost::Costs;
use crate::sphincs::Params;
use crate::sphincs::address::Form;

/// What hashing costs with some parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hashes {
    pub(super) params: Params,
    /// For `F` and `PRF`.
    short: Function,
    /// For `T_l` with `l` > 1 and for messages.
    long: Function,
}

impl Hashes {
    pub(super) fn new(params: Params) -> Self {
        let wide = params.hash == HashFunction::Sha256 && params.shape.n > 16;
        let long = if wide { HashFunction::Sha512 } else { params.hash };
        Self { params, short: Function::new(params.hash), long: Function::new(long) }
    }

    /// A block of `PK.seed` with each function of SHA2. SHAKE has it in front of each message.
    pub(super) fn midstates(&self) -> Costs<u64> {
        if self.long.hash.digest().is_none() {
            return Costs::default();
        }
        let short = self.short.costs(1);
        if self.long.which == self.short.which { short } else { short + self.long.costs(1) }
    }

    /// `PRF(PK.seed, SK.seed, ADRS)`
    pub(super) fn prf(&self) -> Costs<u64> {
        self.short.costs(self.after_seed(&self.short, self.params.shape.n))
    }

    /// `F`, which is `T_1`.
    pub(super) fn f(&self) -> Costs<u64> {
        self.t(&self.short, 1)
    }

    /// `H`, which is `T_2`.
    pub(super) fn h(&self) -> Costs<u64> {
        self.t(&self.long, 2)
    }

    /// `T_len`, of a one-time public key.
    pub(super) fn t_len(&self) -> Costs<u64> {
        self.t(&self.long, self.params.shape.wots_len())
    }

    /// `T_k`, of a FORS public key.
    pub(super) fn t_k(&self) -> Costs<u64> {
        self.t(&self.long, self.params.shape.k as usize)
    }

    /// `PRF_msg(SK.prf, addrnd, M)` of `len` bytes.
    pub(super) fn prf_msg(&self, len: usize) -> Costs<u64> {
        let (n, long) = (self.params.shape.n, &self.long);
        long.costs(match long.hash.digest() {
            None => long.blocks(2 * n + len),
            // HMAC: each of its two hashes has a block of the key before it.
            Some(digest) => 1 + long.blocks(n + len) + 1 + long.blocks(digest),
        })
    }

    /// `H_msg(R, PK.seed, PK.root, M)` of `len` bytes.
    pub(super) fn h_msg(&self, len: usize) -> Costs<u64> {
        let (n, long) = (self.params.shape.n, &self.long);
        let hash = long.blocks(3 * n + len);
        long.costs(match long.hash.digest() {
            None => hash + long.squeezed(self.params.shape.m),
            Some(digest) => {
                let parts = self.params.shape.m.div_ceil(digest) as u64;
                hash + parts * long.blocks(2 * n + digest + COUNTER)
            }
        })
    }

    /// `T_l`, mask included if there is one.
    fn t(&self, function: &Function, l: usize) -> Costs<u64> {
        let len = l * self.params.shape.n;
        let mask = if self.params.robust { self.mask(function, len) } else { 0 };
        function.costs(mask + self.after_seed(function, len))
    }

    fn mask(&self, function: &Function, len: usize) -> u64 {
        let input = self.params.shape.n + self.form().len();
        match function.hash.digest() {
            None => function.blocks(input) + function.squeezed(len),
            Some(digest) => len.div_ceil(digest) as u64 * function.blocks(input + COUNTER),
        }
    }

    /// An address and `len` bytes under `PK.seed`.
    fn after_seed(&self, function: &Function, len: usize) -> u64 {
        let before = if function.hash.digest().is_some() { 0 } else { self.params.shape.n };
        function.blocks(before + self.form().len() + len)
    }

    const fn form(&self) -> Form {
        match self.params.hash {
            HashFunction::Sha256 => Form::Compressed,
            _ => Form::Full,
        }
    }
}

/// A hash function.
#[derive(Clone, Copy, Debug)]
struct Function {
    which: HashFunction,
    hash: &'static dyn LaneHash,
}

impl Function {
    fn new(which: HashFunction) -> Self {
        // How many blocks a length is depends on no unit.
        Self { which, hash: which.engine(Cpu::portable().engines()) }
    }

    fn costs(&self, blocks: u64) -> Costs<u64> {
        Costs::of(self.which, blocks)
    }

    /// Blocks of a message, padding included.
    fn blocks(&self, len: usize) -> u64 {
        self.hash.blocks(len) as u64
    }

    /// Permutations of SHAKE for output after its first block.
    fn squeezed(&self, out: usize) -> u64 {
        (out.div_ceil(self.hash.block()).max(1) - 1) as u64
    }
}

/// Bytes of the counter of MGF1.
const COUNTER: usize = 4;

#[cfg(test)]
mod tests {
    use lanes::Counted;

    use super::*;
    use crate::sphincs::digest;
    use crate::sphincs::params::rows;

    /// `PRF`, `F`, `H`, `T_len`, `T_k` of the `s` set, of the `f` set.
    type Row = [u64; 6];

    /// Worked out by hand: a row for each `n`.
    const SHA2_SIMPLE: [Row; 3] = [[1, 1, 1, 10, 4, 9], [1, 1, 1, 10, 4, 7], [1, 1, 1, 18, 6, 10]];
    const SHA2_ROBUST: [Row; 3] =
        [[1, 2, 2, 28, 11, 26], [1, 2, 2, 30, 11, 20], [1, 3, 2, 52, 17, 28]];
    const SHAKE_SIMPLE: [Row; 3] = [[1, 1, 1, 5, 3, 5], [1, 1, 1, 10, 4, 7], [1, 1, 1, 17, 6, 9]];
    const SHAKE_ROBUST: [Row; 3] =
        [[1, 2, 2, 10, 5, 9], [1, 2, 2, 19, 7, 13], [1, 2, 2, 33, 12, 18]];

    #[test]
    fn calls_worked_out_by_hand() {
        for params in rows() {
            let table = match (params.hash, params.robust) {
                (HashFunction::Sha256, false) => SHA2_SIMPLE,
                (HashFunction::Sha256, true) => SHA2_ROBUST,
                (_, false) => SHAKE_SIMPLE,
                (_, true) => SHAKE_ROBUST,
            };
            let n = params.shape.n;
            let [prf, f, h, t_len, of_s, of_f] = table[n / 8 - 2];
            let t_k = if params.shape.name.ends_with('s') { of_s } else { of_f };
            let (short, long) = match params.hash {
                HashFunction::Sha256 if n > 16 => (HashFunction::Sha256, HashFunction::Sha512),
                hash => (hash, hash),
            };
            let hashes = Hashes::new(*params);
            let found = [hashes.prf(), hashes.f(), hashes.h(), hashes.t_len(), hashes.t_k()];
            let due = [(short, prf), (short, f), (long, h), (long, t_len), (long, t_k)];
            assert_eq!(found, due.map(|(hash, due)| Costs::of(hash, due)), "{}", params.name());
        }
    }

    /// Three blocks and more, with and without what SLH-DSA puts before a message.
    #[test]
    fn messages_of_every_length() {
        let engine = |hash: HashFunction| hash.engine(Cpu::detect().engines());
        let bytes = [7; 420];
        for params in rows() {
            let hashes = Hashes::new(*params);
            let counted: &'static _ = Box::leak(Box::new(Counted::new(engine(hashes.long.which))));
            let mut out = [0; 64];
            for len in 0..=bytes.len() {
                let message = params.message(&bytes[..len]);
                let seed = &bytes[..params.shape.n];
                digest::prf_msg(counted, seed, seed, &message, &mut out[..seed.len()]);
                let due = hashes.long.costs(counted.take());
                assert_eq!(hashes.prf_msg(message.len()), due, "{}, {len}", params.name());
                let m = params.shape.m;
                digest::h_msg(counted, seed, seed, seed, &message, &mut out[..m]);
                let due = hashes.long.costs(counted.take());
                assert_eq!(hashes.h_msg(message.len()), due, "{}, {len}", params.name());
            }
        }
    }
}
