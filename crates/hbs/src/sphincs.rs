//! SPHINCS+ (round 3.1) and SLH-DSA (FIPS 205).

pub mod params;

pub use params::{Params, find, sets};
