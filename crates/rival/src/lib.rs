//! The protocol by which an implementation in any language is measured: a program that reads requests on
//! its standard input and answers on its standard output, one after the other. Version [`VERSION`].
//!
//! # Frames
//!
//! ```text
//! request  u32(length of the rest) ‖ u32(id) ‖ u8(kind) ‖ body
//! answer   u32(length of the rest) ‖ u32(id of the request) ‖ u8(status) ‖ body
//! ```
//!
//! Integers are big-endian. `bytes` is `u32(length) ‖ that many bytes`, `text` is `bytes` in UTF-8. A frame has
//! at most [`MOST`] bytes after its length. Bytes after the body are an error, and so are too few.
//!
//! | kind | request | body |
//! |---|---|---|
//! | 1 | [`Describe`](Request::Describe) | `u32(version)` |
//! | 2 | [`Generate`](Request::Generate) | `text(set) ‖ u8(0: entropy, 1: the standard's seed) ‖ bytes(it) ‖ u32(count)` |
//! | 3 | [`Sign`](Request::Sign) | `u32(key) ‖ u8(0: deterministic, 1: fresh, 2: given) ‖ bytes(randomness) ‖ u32(count) ‖ count * bytes(message)` |
//! | 4 | [`Verify`](Request::Verify) | `text(set) ‖ u32(count) ‖ count * (bytes(public key) ‖ bytes(message) ‖ bytes(signature))` |
//! | 5 | [`Drop`](Request::Drop) | `u32(key)` |
//! | 6 | [`Quit`](Request::Quit) | nothing; the program answers and ends |
//!
//! | status | answer to | body |
//! |---|---|---|
//! | 0 | describe | `u32(version) ‖ text(name) ‖ text(version) ‖ text(language) ‖ text(features) ‖ text(hash code) ‖ u32(count) ‖ count * text(set)` |
//! | 0 | generate | `u32(count) ‖ count * (sample ‖ u32(key) ‖ bytes(public key)) ‖ u64(index) ‖ u64(remaining)` |
//! | 0 | sign | `u32(count) ‖ count * (sample ‖ bytes(signature)) ‖ u64(index) ‖ u64(remaining)` |
//! | 0 | verify | `u32(count) ‖ count * (sample ‖ u8(0: does not verify, 1: does))` |
//! | 0 | drop, quit | nothing |
//! | 1 | any | `text`: it cannot do this |
//! | 2 | sign | `text`: the key was used up before it had signed all of them |
//! | 3 | any | `text`: it failed |
//!
//! ```text
//! sample   u64(wall, ns) ‖ u64(CPU, ns) ‖ u64(bytes allocated) ‖ u64(allocations) ‖ u64(peak bytes)
//! ```
//!
//! The peak is the most that was alive at once above what was alive before the operation. What a program cannot
//! tell is `u64::MAX`, which is never taken for 0.
//!
//! | version | what it brought |
//! |---|---|
//! | 1 | all else |
//! | 2 | the peak in a sample |
//!
//! # What a program has to do
//!
//! * It times each of the `count` operations of a request with its own clock, around the operation and
//!   nothing else, decoding of public keys and signatures included.
//! * Public keys, signatures, and the seed of [`Generate`](Request::Generate) are the standard's bytes; sets have
//!   the standard's names, as `cargo xtask bench --params` takes them. Entropy is as many bytes as it takes to
//!   seed a generator: 64 of them.
//! * The first operation of its kind on a set is cold, and timed like that. A program that gets faster while it
//!   runs, such as one on a Java virtual machine, warms up before it answers the second, outside of the time.
//! * A key of a stateful scheme signs with each index once. The index and remaining of an answer are those of the
//!   key after it (of the last one that was generated); a stateless key has `u64::MAX` twice.
//! * What it wants to say, it says on standard error: the last lines are shown if it fails.
//! * If its input ends it ends.
//!
//! [`serve`] is the program's end of it in Rust, for a [`Rival`]; the other end is `measure::Subprocess`.
#![forbid(unsafe_code)]

mod bytes;
mod frame;
mod message;
mod serve;

pub use bytes::Malformed;
pub use frame::{FrameError, MOST, read_frame, write_frame};
pub use message::{
    Answer, Description, Generated, Gone, Origin, Randomness, Refusal, Request, Sample, Signature,
    Verdict,
};
pub use serve::{Failure, Rival, Server, State, serve, timed};

/// Version of the protocol. A program that speaks another says so in its description, and is not used.
pub const VERSION: u32 = 2;
