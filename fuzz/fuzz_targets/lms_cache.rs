//! Loading private keys of LMS with caches of what they keep.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{LMS, cache};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: LMS.warm(), |data: &[u8]| cache::run(&LMS, data));
