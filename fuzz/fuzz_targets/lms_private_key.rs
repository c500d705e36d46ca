//! Decoding private keys of LMS, and signing with them to the end.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{LMS, private_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: LMS.warm(), |data: &[u8]| private_key::run(&LMS, data));
