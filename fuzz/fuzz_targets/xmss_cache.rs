//! Loading private keys of XMSS and XMSS^MT with caches of what they keep.
#![no_main]
#![forbid(unsafe_code)]

use hbs_fuzz::{cache, xmss};
use libfuzzer_sys::fuzz_target;

fuzz_target!(init: xmss::warm(), |data: &[u8]| {
    let (scheme, data) = xmss::family(data, 32);
    cache::run(scheme, data);
});
