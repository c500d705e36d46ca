//! HSS, the hierarchy of LMS trees: RFC 8554 section 6.

pub mod params;

pub use params::{Params, find, sets};
