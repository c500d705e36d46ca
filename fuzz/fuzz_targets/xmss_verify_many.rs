//! Many signatures of XMSS or XMSS^MT at a time against one by one.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{verify, xmss};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: xmss::warm(), |data: &[u8]| {
    let (scheme, data) = xmss::family(data, 2);
    verify::many(scheme, data);
});
