//! Decoding public and private keys of SPHINCS+ and SLH-DSA, and signing with fast ones.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::sphincs::{key, known};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: known::warm_fast(), |data: &[u8]| key::run(data));
