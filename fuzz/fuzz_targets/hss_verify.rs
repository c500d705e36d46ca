//! Decoding and verifying signatures of HSS.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{HSS, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: HSS.warm(), |data: &[u8]| verify::one(&HSS, data));
