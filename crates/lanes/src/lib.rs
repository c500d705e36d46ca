//! Many short, independent hashes at once, at the limit of the machine.
//!
//! Hash-based signatures are made of short hashes: Winternitz chains, tree nodes, secrets derived
//! from seeds. One alone leaves most of a CPU idle; thousands of them are independent, so a vector
//! unit computes 4, 8 or 16 at once, one to a lane. This crate is where that happens, and what the
//! rest of the workspace sees of it is small: a [`Cpu`] is a vector unit proven present on this
//! machine, and a [`LaneHash`] is one hash function on it.
//!
//! ```text
//! Cpu::detect().engines().sha256.chain_many(..)    one dynamic call for a batch;
//!    └ Engine<Sha256, Avx512, ShaNi>               monomorphic from here down:
//!        ├ schedule   rows into lanes, longest first, lanes refilled
//!        ├ sha2       SHA-2, once, over words: u32, u64 or a vector of them
//!        │   └ Word   a dozen operations of each vector unit
//!        └ serial     what is too little for lanes, one or a few messages at a time
//! ```
//!
//! ```
//! use lanes::{Cpu, Rows, RowsMut, Run, Runs};
//!
//! // Three Winternitz chains of LM-OTS, each from its start to its end (RFC 8554 section 4.3):
//! // tmp = H(I ‖ u32(q) ‖ u16(i) ‖ u8(j) ‖ tmp).
//! let sha256 = Cpu::detect().engines().sha256;
//! let identifier = sha256.midstate(&[7; 16]);
//! let heads = [[0, 0, 0, 5, 0, 0, 0], [0, 0, 0, 5, 0, 1, 0], [0, 0, 0, 5, 0, 2, 0]].concat();
//! let mut chains = [9u8; 3 * 32];
//! sha256.chain_many(
//!     &identifier,
//!     Rows::new(&heads, 7),
//!     Runs::Same(Run { start: 0, end: 15 }),
//!     RowsMut::new(&mut chains, 32),
//! );
//! assert_ne!(chains[..32], chains[32..64]);
//! ```
//!
//! # What is not here
//!
//! No scheme, no parameter set, no threads (a batch is work for one thread), and nothing for one
//! long message: that is what `sha2` and `sha3` are for.
//!
//! # Why words and not bytes
//!
//! A chain of 15 hashes fed with bytes at each step spends a third of its time on moving them in and
//! out of lanes. Here a chain's value stays transposed from its first step to its last, what does not
//! change from step to step is computed once, and a lane whose chain has ended takes the next one.
//!
//! # Unsafe code
//!
//! Only in the files named after an architecture. Each has a token that proves that the CPU has what
//! the file uses; a token is made by detection alone, and every vector value is made with one.
#![no_std]
#![deny(unsafe_code)]
#![expect(
    clippy::needless_range_loop,
    reason = "a loop over lanes reads and writes several arrays at the same place"
)]

#[cfg(any(feature = "std", test))]
extern crate std;

mod block;
mod bytes;
mod chains;
#[cfg(target_has_atomic = "64")]
mod counted;
mod cpu;
mod engine;
mod function;
mod hash;
mod keccak;
mod masked;
mod midstate;
mod nodes;
mod rows;
mod schedule;
mod serial;
mod sha2;
mod small;
mod ticks;
mod unit;
mod values;
mod wide;
mod word;

#[cfg(all(feature = "std", target_arch = "aarch64", target_endian = "little"))]
mod aarch64;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod x86_64;

#[cfg(target_has_atomic = "64")]
pub use counted::Counted;
#[cfg(feature = "std")]
pub use cpu::UnknownCpu;
pub use cpu::{Cpu, Engines};
pub use hash::{LaneHash, Masked, Run, Runs, Step};
pub use midstate::Midstate;
pub use rows::{Rows, RowsMut};
pub use ticks::{TICKS, ticks};
