//! AArch64: SHA-2 and SHA-3 instructions and NEON, chosen at run time.
//!
//! | unit | SHA-256 wide, narrow | SHA-512 | Keccak wide, narrow |
//! |---|---|---|---|
//! | `sha3` | SHA-256 instructions, two streams | SHA-512 instructions, two streams | 3 lanes, 2 on Apple; scalar |
//! | `sha2` | SHA-256 instructions, two streams | scalar | 3 lanes of NEON; scalar |
//! | `neon` | 4 lanes of NEON; scalar | scalar | 3 lanes of NEON; scalar |
//!
//! A unit uses nothing beyond what the table says, so that `HBS_CPU=sha2` shows what a machine
//! without FEAT_SHA3 would do.
//!
//! What is best was worked out and not measured: by LLVM's models of Neoverse N1, N2, V1 and V2
//! (llvm-mca) and published tables for Apple's cores. Figures here and below are such estimates, in
//! cycles. `sha512` has no lanes without its instructions: 64-bit words fill two, a rotation is two
//! shifts, and most cores shift vectors in half of their vector pipelines only.
//!
//! Each token below is proof that the CPU, and the operating system, have a set of features: its
//! field is private to this file, and only `detect` makes one.

mod hybrid;
mod neon;
mod sha256;
mod sha512;
#[cfg(test)]
mod tests;
mod words;

use std::sync::OnceLock;

use crate::LaneHash;
use crate::cpu::{Cpu, Engines};
use crate::engine::engine;
use crate::keccak::{Shake128, Shake256};
use crate::sha2::{Sha256, Sha512};
use crate::unit::Portable;

macro_rules! tokens {
    ($($(#[$doc:meta])* $token:ident: $($feature:tt),*;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $token(());

        impl $token {
            /// The proof, if it holds. Miri knows none of the instructions.
            fn detect() -> Option<Self> {
                let has = $(std::arch::is_aarch64_feature_detected!($feature))&&*;
                (has && !cfg!(miri)).then_some(Self(()))
            }
        }
    )* };
}

tokens! {
    /// This CPU has NEON, as every one that runs an operating system does.
    Neon: "neon";
    /// This CPU has the instructions for SHA-256 (FEAT_SHA256), and NEON.
    Sha2: "neon", "sha2";
    /// This CPU has the instructions for SHA-512 and for SHA-3 (FEAT_SHA512, FEAT_SHA3), and NEON.
    Sha3: "neon", "sha3";
}

/// The units of this machine, best first.
pub(crate) fn available() -> [Option<Cpu>; 3] {
    static UNITS: OnceLock<[Option<Cpu>; 3]> = OnceLock::new();
    *UNITS.get_or_init(|| [sha3(), sha2(), neon()])
}

fn sha3() -> Option<Cpu> {
    let (sha2, wide) = (Sha2::detect()?, Sha3::detect()?);
    let (shake128, shake256) = if cfg!(target_vendor = "apple") {
        (
            engine::<_, _, _, 21, 25, 2>("shake128/sha3x2", Shake128, wide, Portable, 2),
            engine::<_, _, _, 17, 25, 2>("shake256/sha3x2", Shake256, wide, Portable, 2),
        )
    } else {
        (
            engine::<_, _, _, 21, 25, 3>("shake128/sha3x3", Shake128, wide, Portable, 2),
            engine::<_, _, _, 17, 25, 3>("shake256/sha3x3", Shake256, wide, Portable, 2),
        )
    };
    let sha512 = engine::<_, _, _, 16, 8, 1>("sha512/sha512", Sha512, Portable, wide, 2);
    Some(Cpu::new("sha3", Engines { sha256: sha256(sha2), sha512, shake128, shake256 }))
}

fn sha2() -> Option<Cpu> {
    let (sha2, wide) = (Sha2::detect()?, Neon::detect()?);
    Some(Cpu::new("sha2", Engines { sha256: sha256(sha2), ..neon_words(wide) }))
}

fn neon() -> Option<Cpu> {
    let wide = Neon::detect()?;
    let sha256 = engine("sha256/neonx4", Sha256, wide, Portable, 3);
    Some(Cpu::new("neon", Engines { sha256, ..neon_words(wide) }))
}

/// SHA-256 by its instructions: 68 cycles for each of two, where four lanes of NEON take 210 to 310
/// for each.
fn sha256(serial: Sha2) -> &'static dyn LaneHash {
    engine::<_, _, _, 16, 8, 1>("sha256/sha2", Sha256, Portable, serial, 2)
}

/// The functions of 64-bit words on NEON. SHA-256's place is left to the caller.
fn neon_words(wide: Neon) -> Engines {
    Engines {
        shake128: engine("shake128/neonx3", Shake128, wide, Portable, 3),
        shake256: engine("shake256/neonx3", Shake256, wide, Portable, 3),
        ..Cpu::portable().engines()
    }
}
