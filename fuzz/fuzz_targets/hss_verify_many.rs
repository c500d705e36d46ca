//! Many signatures of HSS at a time against one by one.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{HSS, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: HSS.warm(), |data: &[u8]| verify::many(&HSS, data));
