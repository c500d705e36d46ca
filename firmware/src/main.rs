//! A program that verifies a signature of one parameter set, and does nothing else: to see how much
//! code that takes (`cargo xtask size`).
//!
//! What it verifies comes from where the compiler cannot see it, as it does in a boot loader. It is
//! linked without a linker script, so that it has an entry point but no place of its own: to run it, an
//! image takes `verify` of its scheme.
#![no_std]
#![no_main]
#![expect(unsafe_code, reason = "the linker must find the entry point by its name")]

#[cfg_attr(feature = "hss", path = "hss.rs")]
#[cfg_attr(feature = "lms", path = "lms.rs")]
#[cfg_attr(feature = "slh-dsa-sha2", path = "slh_dsa_sha2.rs")]
#[cfg_attr(feature = "slh-dsa-shake", path = "slh_dsa_shake.rs")]
#[cfg_attr(feature = "xmss", path = "xmss.rs")]
#[cfg_attr(feature = "xmss-mt", path = "xmss_mt.rs")]
mod program;

use core::hint::black_box;
use core::panic::PanicInfo;

/// A signature to be verified, as bytes.
struct Signed<'a> {
    public_key: &'a [u8],
    message: &'a [u8],
    signature: &'a [u8],
}

// SAFETY: nothing else has this name: there is no C library, and no other crate has an entry point.
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let signed = Signed { public_key: &[], message: &[], signature: &[] };
    black_box(program::verify(&black_box(signed)).is_ok());
    halt()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    halt()
}

fn halt() -> ! {
    loop {
        core::hint::spin_loop();
    }
}
