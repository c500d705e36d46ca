//! SPHINCS+ and SLH-DSA: all 36 sets, whose keys and signatures have no word in them that says which set
//! they are of.

pub mod case;
pub mod key;
pub mod known;
pub mod verify;
