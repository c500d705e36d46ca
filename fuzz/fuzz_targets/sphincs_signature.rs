//! Verifying signatures of SPHINCS+ and SLH-DSA.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::sphincs::{known, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: known::warm(), |data: &[u8]| verify::one(data));
