//! Loading private keys of HSS with caches of what they keep.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{HSS, cache};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: HSS.warm(), |data: &[u8]| cache::run(&HSS, data));
