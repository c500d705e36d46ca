//! A vector unit: where a computation on words is run on all lanes at once.

use core::fmt::Debug;

use crate::bytes::copy;
use crate::function::Words;
use crate::keccak;
use crate::midstate::LONGEST_BLOCK;
use crate::word::Word;
use crate::{Rows, RowsMut};

/// `N` words of `L` lanes, transposed: word `i` of lane `l` is `.0[i][l]`.
///
/// Aligned, so that a vector never straddles a cache line: with the function that holds one on its
/// stack, LLVM aligns its spill slots too. Without that, Keccak lost up to 40 % at some addresses on
/// Raptor Cove.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Lanes<T, const L: usize, const N: usize>(pub(crate) [[T; L]; N]);

impl<T: Copy + Default, const L: usize, const N: usize> Lanes<T, L, N> {
    /// All zero.
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self([[T::default(); L]; N])
    }

    /// Writes the first `out.len()` bytes of lane `lane`, at most all of its words.
    #[inline(always)]
    pub(crate) fn write<F: Words<Bits = T>>(&self, lane: usize, out: &mut [u8]) {
        F::put(self.0.iter().map(|word| word[lane]), out);
    }

    /// Makes word `i` `words[i]` in each lane.
    #[inline(always)]
    pub(crate) fn set(&mut self, words: [T; N]) {
        for (lanes, word) in self.0.iter_mut().zip(words) {
            *lanes = [word; L];
        }
    }

    /// Overwrites what may be secret. Cheap enough for each batch, and not to be optimised away.
    #[inline(always)]
    pub(crate) fn wipe(&mut self) {
        *self = Self::zero();
        core::hint::black_box(self);
    }
}

/// A computation on words of type `T` that is repeated: `x = step(c, j, x)`.
pub(crate) trait Kernel<T, const C: usize, const N: usize>: Copy {
    /// One step, from the constants `c` of a row, its counter `j` and its value `x`.
    fn step<W: Word<T>>(self, proof: W::Proof, c: &[W; C], j: W, x: [W; N]) -> [W; N];

    /// What is added to the counter after each step.
    fn stride(self) -> T;

    /// Whether it is worth compiling once more for two sets of lanes.
    const IN_PAIRS: bool = false;
}

/// A vector unit with `L` lanes of words of type `T`; a value proves that this CPU has it.
pub(crate) trait Unit<T: Copy + Default, const L: usize>:
    Copy + Debug + Send + Sync + 'static
{
    /// Runs `steps` steps of `kernel` on every lane.
    fn iterate<K: Kernel<T, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        c: &Lanes<T, L, C>,
        j: &mut Lanes<T, L, 1>,
        x: &mut Lanes<T, L, N>,
        steps: u32,
    );

    /// Whether [`iterate_two`](Self::iterate_two) is more than one set after the other.
    const IN_PAIRS: bool = false;
    /// Whether it has a kernel for each layout of chains, or does without them to be small.
    const KERNELS: bool = true;
    /// Whether rows are moved to lanes and back in vectors, and not byte by byte.
    const MOVES_VECTORS: bool = false;

    /// The same with two sets, operation by operation in turns where one hides the latency of the
    /// other.
    #[inline(always)]
    fn iterate_two<K: Kernel<T, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        sets: &mut [Set<T, L, C, N>; 2],
        steps: u32,
    ) {
        for Set { constants, j, value } in sets {
            self.iterate(kernel, constants, j, value, steps);
        }
    }

    /// Runs `job` in a function that is compiled for this vector unit.
    fn enter<J: Job>(self, job: J);

    /// Keccak-f[1600] on a state in each lane; to be called by a job.
    #[inline(always)]
    fn permute(self, state: &mut Lanes<u64, L, 25>) {
        keccak::permute_lanes(state);
    }

    /// The first `B` words of `L` rows, one in each lane. A row is `template` with its bytes of each
    /// part in their place, where `template` is zero. What is beyond the words is left out.
    #[inline(always)]
    fn gather<F: Words<Bits = T>, const B: usize>(
        self,
        template: &[u8],
        parts: &[Part<'_>],
        lanes: &mut Lanes<T, L, B>,
    ) {
        let mut bytes = [0; LONGEST_BLOCK];
        for l in 0..L {
            let bytes = &mut bytes[..B * F::WIDTH];
            bytes.copy_from_slice(&template[..B * F::WIDTH]);
            for part in parts.iter().filter(|part| l < part.count) {
                let room = bytes.len() - part.at;
                let row = part.row(l);
                copy(&mut bytes[part.at..], &row[..row.len().min(room)]);
            }
            for (i, lane) in lanes.0.iter_mut().enumerate() {
                lane[l] = F::word_at(bytes, i);
            }
        }
    }

    /// Writes the first `len` bytes of the words of each lane to its row, from byte `at` on, for the
    /// first `count` lanes.
    #[inline(always)]
    fn scatter<F: Words<Bits = T>, const N: usize>(
        self,
        lanes: &Lanes<T, L, N>,
        out: &mut RowsMut<'_>,
        place: Place<'_>,
    ) {
        for l in 0..place.count {
            lanes.write::<F>(l, &mut out.row_mut(place.rows.row(l))[place.at..][..place.len]);
        }
    }
}

/// Work for [`Unit::enter`]. A trait and not a closure, because `run` can be `#[inline(always)]`: a
/// closure stays a function of its own, compiled without the vector unit.
pub(crate) trait Job {
    /// Does it.
    fn run(self);
}

/// What a kernel works on.
#[derive(Debug)]
pub(crate) struct Set<T, const L: usize, const C: usize, const N: usize> {
    pub(crate) constants: Lanes<T, L, C>,
    pub(crate) j: Lanes<T, L, 1>,
    pub(crate) value: Lanes<T, L, N>,
}

impl<T: Copy + Default, const L: usize, const C: usize, const N: usize> Set<T, L, C, N> {
    /// All zero.
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self { constants: Lanes::zero(), j: Lanes::zero(), value: Lanes::zero() }
    }

    /// Overwrites what may be secret.
    #[inline(always)]
    pub(crate) fn wipe(&mut self) {
        self.constants.wipe();
        self.value.wipe();
    }
}

/// Which row is in a lane.
#[derive(Clone, Copy)]
pub(crate) enum Which<'a> {
    /// In lane `l` this one and `l` more.
    From(usize),
    /// In lane `l` the row with this number.
    These(&'a [usize]),
}

impl Which<'_> {
    /// The row in lane `l`.
    #[inline(always)]
    pub(crate) fn row(self, l: usize) -> usize {
        match self {
            Self::From(first) => first + l,
            Self::These(rows) => rows[l],
        }
    }
}

/// A part of messages, one in each lane: `len` bytes from byte `from` of its row on are the bytes from
/// `at` on of the message in a lane. Lanes from `count` on have none.
#[derive(Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) which: Which<'a>,
    pub(crate) count: usize,
    pub(crate) from: usize,
    pub(crate) len: usize,
    pub(crate) at: usize,
}

impl<'a> Part<'a> {
    /// The bytes for lane `l`.
    #[inline(always)]
    pub(crate) fn row(&self, l: usize) -> &'a [u8] {
        &self.rows.row(self.which.row(l))[self.from..][..self.len]
    }
}

/// Where lanes are written to.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub(crate) rows: Which<'a>,
    pub(crate) count: usize,
    pub(crate) at: usize,
    pub(crate) len: usize,
}

/// [`Unit::iterate`] as a loop over lanes, to be inlined into a function that is compiled for a
/// vector unit: LLVM makes vectors of it, because the body is one straight line without a branch.
/// The speed guard (`tests/speed.rs`) notices if one day it does not.
#[inline(always)]
pub(crate) fn lane_by_lane<T, K, const L: usize, const C: usize, const N: usize>(
    kernel: K,
    c: &Lanes<T, L, C>,
    j: &mut Lanes<T, L, 1>,
    x: &mut Lanes<T, L, N>,
    steps: u32,
) where
    T: Word<T, Proof = ()>,
    K: Kernel<T, C, N>,
{
    for _ in 0..steps {
        for l in 0..L {
            let mut constants = [c.0[0][l]; C];
            for i in 1..C {
                constants[i] = c.0[i][l];
            }
            let mut value = [x.0[0][l]; N];
            for i in 1..N {
                value[i] = x.0[i][l];
            }
            let value = kernel.step::<T>((), &constants, j.0[0][l], value);
            for (lanes, word) in x.0.iter_mut().zip(value) {
                lanes[l] = word;
            }
            j.0[0][l] = j.0[0][l].add(kernel.stride());
        }
    }
}

/// One lane of plain integers. It runs everywhere and is what every other unit is compared with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl<T: Word<T, Proof = ()> + Default> Unit<T, 1> for Portable {
    #[inline(never)]
    fn enter<J: Job>(self, job: J) {
        job.run();
    }

    #[inline(never)]
    fn iterate<K: Kernel<T, C, N>, const C: usize, const N: usize>(
        self,
        kernel: K,
        c: &Lanes<T, 1, C>,
        j: &mut Lanes<T, 1, 1>,
        x: &mut Lanes<T, 1, N>,
        steps: u32,
    ) {
        lane_by_lane(kernel, c, j, x, steps);
    }
}
