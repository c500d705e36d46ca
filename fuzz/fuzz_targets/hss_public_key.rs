//! Decoding public keys of HSS.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{HSS, public_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: HSS.warm(), |data: &[u8]| public_key::run(&HSS, data));
