//! Decoding private keys of HSS, and signing with them to the end.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{HSS, private_key};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: HSS.warm(), |data: &[u8]| private_key::run(&HSS, data));
