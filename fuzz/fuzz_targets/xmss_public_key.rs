//! Decoding public keys of XMSS and XMSS^MT.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{public_key, xmss};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: xmss::warm(), |data: &[u8]| {
    let (scheme, data) = xmss::family(data, 2);
    public_key::run(scheme, data);
});
