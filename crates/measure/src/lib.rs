//! Measurements of hash-based signatures that hold.
//!
//! * The probes: a [`Clock`] that reads wall time, thread CPU time and what the processor [`Counts`], a
//!   [`Heap`] that a binary installs as its global allocator, [`peak_stack`], and the [`Machine`] that
//!   figures were taken on.
//! * The [`runner`]: every backend on one parameter set, with keys that cannot run out
//!   ([`KeyPool`](pool::KeyPool)), and indices that are used once ([`Ledger`](pool::Ledger)).
//! * [`Subprocess`]: a backend in any language, as a program that answers on its standard output.
//! * The [`record`]: one JSON document a machine and scheme.
//! * The [`report`] command that the four `<scheme>-bench` binaries are, and the [`cases`] of the four
//!   Divan suites; and what every [`program()`] begins with.
//!
//! What is slow, wrong or unsupported in a backend is a row that says so; nothing here panics for it.
#![deny(unsafe_code)]

pub mod cases;
pub mod life;
pub mod machine;
pub mod pool;
pub mod record;
pub mod report;
pub mod runner;
pub mod stats;
pub mod units;

mod alloc;
mod baseline;
mod clock;
mod counts;
mod limit;
mod messages;
mod plan;
mod program;
mod session;
mod stack;
mod subprocess;
mod suite;
mod table;

pub use alloc::{Heap, HeapUse, Threads};
pub use baseline::{Baselines, Mark};
pub use clock::{Clock, Elapsed, Resolution, Started};
pub use counts::Counts;
pub use limit::Work;
pub use machine::Machine;
pub use messages::{MessageBytes, Messages, ROTATION};
pub use plan::Plan;
pub use pool::Turn;
pub use program::{program, with_stack};
pub use report::Bar;
pub use session::{SEED, Session};
pub use stack::peak_stack;
pub use subprocess::{Program, Subprocess};
pub use suite::{Choice, Suite, with_threads};
pub use table::Table;
