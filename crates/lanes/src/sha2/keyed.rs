//! The WOTS+ step of XMSS over SHA-2 (RFC 8391 sections 3.1.2 and 5.1), all of it in lanes.
//!
//! ```text
//! KEY = Hash(toByte(3) ‖ SEED ‖ ADRS with keyAndMask 0)
//! BM  = Hash(toByte(3) ‖ SEED ‖ ADRS with keyAndMask 1)
//! F   = Hash(toByte(0) ‖ KEY ‖ (x XOR BM))
//! ```
//!
//! With n = 32 (SHA-256) and n = 64 (SHA-512), `toByte(3, n) ‖ SEED` is one block, hashed once for a
//! key; PRF is one block more and F two, the first of which begins with eight words of zero. With
//! n = 24 `toByte` is 4 bytes long; PRF is two blocks, of which the second is nothing but padding,
//! and F is one.

mod n24;
mod n32;
mod n64;

pub(super) use n24::{Keyed24, padding_only};
pub(super) use n32::Keyed32;
pub(super) use n64::Keyed64;
