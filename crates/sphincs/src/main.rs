//! `sphincs-bench`: what every backend takes to generate a key, sign and verify.
#![forbid(unsafe_code)]

use std::process::ExitCode;

#[global_allocator]
static HEAP: measure::Heap = measure::Heap::new();

fn main() -> ExitCode {
    measure::report::main(&sphincs::SUITE, &HEAP)
}
