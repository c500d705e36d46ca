//! Decoding fast keys of XMSS and XMSS^MT, with all that they keep, and signing with them.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{fast_key, xmss};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: xmss::warm(), |data: &[u8]| {
    let (scheme, data) = xmss::family(data, 32);
    fast_key::run(scheme, data);
});
