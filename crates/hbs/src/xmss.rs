//! XMSS and XMSS^MT: RFC 8391, SP 800-208 section 5.

pub mod params;

pub use params::{Params, find, sets};
