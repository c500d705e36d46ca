//! Decoding public keys of LMS.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{LMS, public_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: LMS.warm(), |data: &[u8]| public_key::run(&LMS, data));
