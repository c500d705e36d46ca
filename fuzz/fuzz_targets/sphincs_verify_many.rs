//! Many signatures of SPHINCS+ and SLH-DSA at a time against one by one.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::sphincs::{known, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: known::warm(), |data: &[u8]| verify::many(data));
