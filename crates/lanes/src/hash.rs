//! The waist: one hash function on one vector unit.

use core::fmt::Debug;

use crate::{Midstate, Rows, RowsMut, values};

/// One hash function on one [`Cpu`](crate::Cpu).
///
/// Rows are independent of each other and results do not depend on [`lanes`](Self::lanes), so a
/// caller passes batches as large as it has: thousands of rows lose nothing, and a few rows are done
/// the way that is fastest for a few. A call costs some ten nanoseconds beside the hashing.
///
/// Every method takes a [`Midstate`] of the same function, and heads: what stands between the prefix
/// and the message and differs from row to row, such as an address. A method panics if the rows of a
/// call do not fit together, which is an error of the program: shapes are fixed by the scheme and do
/// not come from input.
///
/// Running times depend on shapes and on the lengths of runs, never on the bytes of a row.
pub trait LaneHash: Debug + Send + Sync {
    /// The function and how it is computed, for reports: `sha256/avx512x16+sha-ni`.
    fn name(&self) -> &'static str;

    /// The function alone, as its standard writes it: `SHA-256`, `SHAKE256`.
    fn function(&self) -> &'static str;

    /// Messages hashed at once, at least 1; a multiple of this many rows leaves no lane idle.
    fn lanes(&self) -> usize;

    /// Bytes in a block: of the compression function's input, or the rate of the sponge.
    fn block(&self) -> usize;

    /// Blocks that a message of `len` bytes is with its padding, at least 1.
    fn blocks(&self, len: usize) -> usize;

    /// Bytes in a digest; none for SHAKE, whose output has any length.
    fn digest(&self) -> Option<usize>;

    /// The state after `prefix`, of any length.
    fn midstate(&self, prefix: &[u8]) -> Midstate;

    /// `out[i] = Hash(prefix ‖ heads[i] ‖ messages[i])`, the first `out.width()` bytes of it.
    ///
    /// # Panics
    ///
    /// If the numbers of rows differ, or `out` is wider than a digest (SHAKE has no such limit).
    fn hash_many(&self, prefix: &Midstate, heads: Rows<'_>, messages: Rows<'_>, out: RowsMut<'_>);

    /// Winternitz chains: for each step number `j` of the run of row `i`, in order,
    /// `values[i] = Hash(prefix ‖ heads[i] ‖ values[i])`, the first `values.width()` bytes of it,
    /// with `j` modulo 256 in the last byte of the head. So a run may begin with the secret of LM-OTS,
    /// whose number is 255 and whose value is `SEED`, and go on with step 0 (RFC 8554 appendix A).
    ///
    /// That is the step of LM-OTS (head `u32(q) ‖ u16(i) ‖ u8(j)`, RFC 8554 section 4.3) and F of
    /// SLH-DSA (head `ADRS` or `ADRSc`, FIPS 205 section 11). Their layouts stay in lanes from the
    /// first step to the last; any other is right too, but not fast. The chains of a call share
    /// lanes: a lane whose run has ended takes the next, longest runs first.
    ///
    /// # Panics
    ///
    /// If the numbers of rows differ, a head is empty, a value is wider than a digest or than
    /// 64 bytes, or a run ends before it starts, has more than 256 steps, or ends beyond 512.
    fn chain_many(&self, prefix: &Midstate, heads: Rows<'_>, runs: Runs<'_>, values: RowsMut<'_>);

    /// `out[i] = Hash(.. ‖ (messages[i] XOR masks))` with masks derived from `heads[i]`: see
    /// [`Masked`]. Such are the nodes of XMSS trees and L-trees, and `T_l` of robust SPHINCS+.
    ///
    /// # Panics
    ///
    /// If the numbers of rows differ, `out` is wider than a digest or than 64 bytes, a message is not
    /// a whole number of `out.width()` bytes, or longer than 8192 bytes, or 255 values, or the heads
    /// are not what [`Masked`] says.
    fn masked_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        messages: Rows<'_>,
        out: RowsMut<'_>,
    );

    /// Chains of masked hashes: for each step number `j` of the run of row `i`, in order,
    /// `values[i] = Hash(.. ‖ (values[i] XOR mask))`, with `j` in the head where [`Masked`] says.
    ///
    /// That is WOTS+ of XMSS (RFC 8391 section 3.1.2) and of robust SPHINCS+.
    ///
    /// # Panics
    ///
    /// As [`masked_many`](Self::masked_many) and [`chain_many`](Self::chain_many), and if a run ends
    /// beyond 256.
    fn masked_chain_many(
        &self,
        masked: &Masked<'_>,
        heads: Rows<'_>,
        runs: Runs<'_>,
        values: RowsMut<'_>,
    );

    /// Chains of which every value is kept, for a leaf that is to sign what is not known yet: row
    /// `j * heads.len() + i` of `values` is chain `i` after its steps `0 .. j`. The first
    /// `heads.len()` rows are the starts of the chains.
    ///
    /// # Panics
    ///
    /// As [`chain_many`](Self::chain_many) and [`masked_chain_many`](Self::masked_chain_many); if the
    /// number of rows of `values` is not `heads.len() * (1 + steps)`; for [`Masked::Keyed`].
    fn chain_values(&self, step: Step<'_>, heads: Rows<'_>, steps: u32, values: RowsMut<'_>) {
        values::one_by_one(self, step, heads, 0..heads.len(), steps, values);
    }
}

/// What a chain is steps of.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// Those of [`LaneHash::chain_many`], after this prefix.
    Plain(&'a Midstate),
    /// Those of [`LaneHash::masked_chain_many`].
    Masked(Masked<'a>),
}

/// Where the key and the masks of a masked hash come from. `n` is the width of its result.
#[derive(Clone, Copy, Debug)]
pub enum Masked<'a> {
    /// XMSS: the key and each `n` bytes of mask are pseudorandom (RFC 8391 section 5.1).
    ///
    /// `PRF(b) = Hash(prf ‖ head)` with `b` in the last byte of the head, and the result is
    /// `Hash(hash ‖ PRF(0) ‖ (message XOR (PRF(1) ‖ PRF(2) ‖ ..)))`. Heads are addresses of 32 bytes
    /// (RFC 8391 section 2.5): a step number goes into byte 27, the last of the hash address, and
    /// `b` into byte 31, the last of keyAndMask.
    Keyed {
        /// After `toByte(3, ..) ‖ SEED`.
        prf: &'a Midstate,
        /// After `toByte(0, ..)` for F or `toByte(1, ..)` for H.
        hash: &'a Midstate,
    },
    /// Robust SPHINCS+ (round 3.1): the mask is stretched from the address, the key is the address.
    ///
    /// The result is `Hash(hash ‖ head ‖ (message XOR mask))`, where the mask is as many bytes as
    /// the message of `MGF1(mask ‖ head)` for SHA-2 and of `Hash(mask ‖ head)` for SHAKE. A step
    /// number goes into the last byte of the head, which is 1 to 64 bytes wide.
    Robust {
        /// After `PK.seed`.
        mask: &'a Midstate,
        /// After `PK.seed`, padded to a block for SHA-2.
        hash: &'a Midstate,
    },
}

/// Steps `start..end` of a chain: `start <= end`, and at most 256 of them.
///
/// `end` is at most 256 in masked chains, and 512 in others, where step numbers go on after 255 with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first step number, which is hashed.
    pub start: u32,
    /// The step number to stop before; `start` itself for an empty run.
    pub end: u32,
}

impl Run {
    /// Number of steps.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.end - self.start
    }

    /// Whether there is no step.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.start == self.end
    }
}

/// The runs of a batch of chains.
#[derive(Clone, Copy, Debug)]
pub enum Runs<'a> {
    /// The same for every row.
    Same(Run),
    /// One for each row.
    Each(&'a [Run]),
}

impl Runs<'_> {
    /// The run of row `i`.
    ///
    /// # Panics
    ///
    /// If there is no row `i`.
    #[inline(always)]
    #[must_use]
    pub fn run(&self, i: usize) -> Run {
        match self {
            Self::Same(run) => *run,
            Self::Each(runs) => runs[i],
        }
    }

    /// Panics unless these are runs for `rows` rows that end at `most` at most.
    pub(crate) fn check(&self, rows: usize, most: u32) {
        let sound = |run: &Run| {
            let Run { start, end } = *run;
            assert!(start <= end && end <= most && run.len() <= 256, "not a run");
        };
        match self {
            Self::Same(run) => sound(run),
            Self::Each(runs) => {
                assert_eq!(runs.len(), rows, "one run for each row");
                runs.iter().for_each(sound);
            }
        }
    }
}
