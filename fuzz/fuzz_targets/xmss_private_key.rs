//! Decoding private keys of XMSS and XMSS^MT, and signing with them to the end.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{private_key, xmss};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: xmss::warm(), |data: &[u8]| {
    let (scheme, data) = xmss::family(data, 32);
    private_key::run(scheme, data);
});
