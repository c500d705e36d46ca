//! x86-64: AVX-512, SHA-NI, AVX2, SSE2, chosen at run time.
//!
//! | unit | SHA-256 wide, narrow | SHA-512 and Keccak wide, narrow |
//! |---|---|---|
//! | `avx512` | 16 lanes; SHA-NI, else scalar | 8 lanes; scalar with BMI |
//! | `sha-ni` | SHA-NI, two streams | 4 lanes of AVX2, else scalar; scalar with BMI |
//! | `avx2` | 8 lanes; scalar with BMI | 4 lanes; scalar with BMI |
//! | `sse2` | 4 lanes; scalar | scalar |
//!
//! A unit uses nothing beyond what the table says, so that `HBS_CPU=avx2` shows what a machine
//! without SHA-NI would do.
//!
//! Each token below is proof that the CPU, and the operating system, have a set of features: its
//! field is private to this file, and only `detect` makes one.

mod avx2;
mod avx512;
mod gather;
mod pair;
mod scalar;
mod sha_ni;
mod spmd;
mod starts;
mod transpose;
mod tsc;
mod vector;
mod windows;

use std::sync::OnceLock;

use crate::cpu::{Cpu, Engines};
use crate::engine::engine;
use crate::keccak::{Shake128, Shake256};
use crate::sha2::{Sha256, Sha512};
use crate::unit::{Portable, Unit};

pub(crate) use tsc::ticks;

macro_rules! tokens {
    ($($(#[$doc:meta])* $token:ident: $($feature:tt),*;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $token(());

        impl $token {
            /// The proof, if it holds. Miri, which is there for the rest, knows few of the instructions.
            fn detect() -> Option<Self> {
                let has = $(std::is_x86_feature_detected!($feature))&&*;
                (has && !cfg!(miri)).then_some(Self(()))
            }
        }
    )* };
}

tokens! {
    /// This CPU has AVX-512 F, BW, DQ and VL, which came together in servers.
    Avx512: "avx512f", "avx512bw", "avx512dq", "avx512vl";
    /// This CPU has AVX2.
    Avx2: "avx2";
    /// This CPU has SSE2, as every x86-64 does.
    Sse2: "sse2";
    /// This CPU has the SHA extensions and what they are used with.
    ShaNi: "sha", "sse4.1", "ssse3";
    /// This CPU has the bit instructions that save a third of scalar Keccak: `andn` and `rorx`.
    Bmi: "bmi1", "bmi2";
}

/// The units of this machine, best first.
pub(crate) fn available() -> [Option<Cpu>; 4] {
    static UNITS: OnceLock<[Option<Cpu>; 4]> = OnceLock::new();
    *UNITS.get_or_init(|| [avx512(), sha_ni(), avx2(), sse2()])
}

fn avx512() -> Option<Cpu> {
    let (wide, bmi) = (Avx512::detect()?, Bmi::detect()?);
    let sha256 = match ShaNi::detect() {
        Some(sha) => {
            let narrow = sha_ni::Masked { sha, avx512: wide };
            engine("sha256/avx512x16+sha-ni", Sha256, wide, narrow, 11)
        }
        None => engine("sha256/avx512x16", Sha256, wide, bmi, 2),
    };
    Some(Cpu::new(
        "avx512",
        Engines {
            sha256,
            ..wide_words::<_, 8>(
                wide,
                bmi,
                ["sha512/avx512x8", "shake128/avx512x8", "shake256/avx512x8"],
            )
        },
    ))
}

fn sha_ni() -> Option<Cpu> {
    let narrow = ShaNi::detect()?;
    // Two streams beat eight lanes of AVX2: 110 against 144 cycles a block on Raptor Cove, 72
    // against 121 on Zen 4, 95 against 106 on Zen 5.
    let sha256 = engine::<_, _, _, 16, 8, 1>("sha256/sha-ni", Sha256, Portable, narrow, 2);
    let others = match (Avx2::detect(), Bmi::detect()) {
        (Some(wide), Some(bmi)) => {
            wide_words::<_, 4>(wide, bmi, ["sha512/avx2x4", "shake128/avx2x4", "shake256/avx2x4"])
        }
        _ => Cpu::portable().engines(),
    };
    Some(Cpu::new("sha-ni", Engines { sha256, ..others }))
}

fn avx2() -> Option<Cpu> {
    let (wide, bmi) = (Avx2::detect()?, Bmi::detect()?);
    let sha256 = engine("sha256/avx2x8", Sha256, wide, bmi, 2);
    Some(Cpu::new(
        "avx2",
        Engines {
            sha256,
            ..wide_words::<_, 4>(wide, bmi, ["sha512/avx2x4", "shake128/avx2x4", "shake256/avx2x4"])
        },
    ))
}

fn sse2() -> Option<Cpu> {
    let sha256 = engine("sha256/sse2x4", Sha256, Sse2::detect()?, Portable, 2);
    Some(Cpu::new("sse2", Engines { sha256, ..Cpu::portable().engines() }))
}

/// The functions of 64-bit words on `wide`. The name of SHA-256's place is left to the caller.
fn wide_words<U: Unit<u64, L>, const L: usize>(
    wide: U,
    bmi: Bmi,
    names: [&'static str; 3],
) -> Engines {
    Engines {
        sha256: Cpu::portable().engines().sha256,
        sha512: engine(names[0], Sha512, wide, bmi, 2),
        shake128: engine(names[1], Shake128, wide, bmi, 2),
        shake256: engine(names[2], Shake256, wide, bmi, 2),
    }
}
