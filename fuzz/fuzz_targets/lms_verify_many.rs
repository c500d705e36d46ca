//! Many signatures of LMS at a time against one by one.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{LMS, verify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: LMS.warm(), |data: &[u8]| verify::many(&LMS, data));
