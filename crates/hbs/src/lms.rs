//! LMS and LM-OTS: RFC 8554 sections 4 and 5, RFC 9858, SP 800-208 section 4.

pub mod params;

pub use params::{LmotsType, LmsType, Params, find, sets};
