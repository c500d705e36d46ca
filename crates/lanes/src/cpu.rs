//! Which vector unit to use: found once, named in reports, forced in tests.

use core::fmt;
use core::marker::PhantomData;

use crate::LaneHash;
use crate::engine::Engine;
use crate::keccak::{Shake128, Shake256};
use crate::sha2::{Sha256, Sha512};
use crate::small::Small;
use crate::unit::Portable;

/// A vector unit that this machine is known to have, with the hash functions on it.
#[derive(Clone, Copy)]
pub struct Cpu {
    name: &'static str,
    engines: Engines,
}

/// The hash functions of a [`Cpu`].
#[derive(Clone, Copy, Debug)]
pub struct Engines {
    /// SHA-256 (FIPS 180-4).
    pub sha256: &'static dyn LaneHash,
    /// SHA-512 (FIPS 180-4).
    pub sha512: &'static dyn LaneHash,
    /// SHAKE128 (FIPS 202).
    pub shake128: &'static dyn LaneHash,
    /// SHAKE256 (FIPS 202).
    pub shake256: &'static dyn LaneHash,
}

/// The environment variable that names the unit that [`Cpu::detect`] takes.
#[cfg(feature = "std")]
const VARIABLE: &str = "HBS_CPU";

impl Cpu {
    /// The vector units of this machine, best first; the last is always `portable`.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        let vector = crate::x86_64::available();
        #[cfg(all(feature = "std", target_arch = "aarch64", target_endian = "little"))]
        let vector = crate::aarch64::available();
        #[cfg(not(all(
            feature = "std",
            any(target_arch = "x86_64", all(target_arch = "aarch64", target_endian = "little"))
        )))]
        let vector = [None::<Self>; 0];
        vector.into_iter().flatten().chain([PORTABLE])
    }

    /// The best vector unit of this machine, or the one that the environment variable `HBS_CPU`
    /// names. Programs ask [`from_env`](Self::from_env) first and say what is wrong.
    ///
    /// # Panics
    ///
    /// If `HBS_CPU` names a unit that this machine does not have: a figure measured on another unit
    /// than the one asked for would be worse than none.
    #[must_use]
    pub fn detect() -> Self {
        #[cfg(feature = "std")]
        {
            Self::from_env().unwrap_or_else(|unknown| panic!("{unknown}"))
        }
        #[cfg(not(feature = "std"))]
        {
            Self::best()
        }
    }

    /// What [`detect`](Self::detect) finds. An empty variable is an unset one.
    ///
    /// # Errors
    ///
    /// If `HBS_CPU` names a unit that this machine does not have.
    #[cfg(feature = "std")]
    pub fn from_env() -> Result<Self, UnknownCpu> {
        let wanted = std::env::var_os(VARIABLE).unwrap_or_default();
        let wanted = wanted.to_string_lossy();
        if wanted.trim().is_empty() {
            return Ok(Self::best());
        }
        Self::named(&wanted).ok_or_else(|| UnknownCpu { wanted: wanted.into_owned() })
    }

    fn best() -> Self {
        Self::available().next().unwrap_or(PORTABLE)
    }

    /// The unit of this name, if this machine has it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::available().find(|cpu| cpu.name == name)
    }

    /// The unit that every machine has.
    #[must_use]
    pub const fn portable() -> Self {
        PORTABLE
    }

    /// Plain integers in little code, for CPUs with little memory: on a Cortex-M4 a verifier is 38 kB
    /// with it, and 640 kB with [`portable`](Self::portable). Chains of LM-OTS take 1.6 times as long with
    /// SHA-256 and 1.1 times with SHAKE256 (Zen 5). None of [`available`](Self::available): it is for who
    /// asks for it.
    #[must_use]
    pub const fn small() -> Self {
        SMALL
    }

    /// The name for reports and for `HBS_CPU`, such as `avx512`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The hash functions on this unit.
    #[must_use]
    pub const fn engines(&self) -> Engines {
        self.engines
    }

    pub(crate) const fn new(name: &'static str, engines: Engines) -> Self {
        Self { name, engines }
    }
}

impl fmt::Debug for Cpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cpu").field(&self.name).finish()
    }
}

/// No vector unit of this machine: what `HBS_CPU` names instead.
#[cfg(feature = "std")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCpu {
    wanted: std::string::String,
}

/// A sentence, with the units that there are.
#[cfg(feature = "std")]
impl fmt::Display for UnknownCpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: std::vec::Vec<_> = Cpu::available().map(|cpu| cpu.name).collect();
        let (wanted, names) = (&self.wanted, names.join(", "));
        write!(f, "unknown vector unit `{wanted}` in {VARIABLE}; this machine has {names}")
    }
}

#[cfg(feature = "std")]
impl core::error::Error for UnknownCpu {}

/// Plain integers: everywhere.
const PORTABLE: Cpu = Cpu::new(
    "portable",
    Engines {
        sha256: &integers::<Sha256, _, 16, 8>("sha256/portable", Portable),
        sha512: &integers::<Sha512, _, 16, 8>("sha512/portable", Portable),
        shake128: &integers::<Shake128, _, 21, 25>("shake128/portable", Portable),
        shake256: &integers::<Shake256, _, 17, 25>("shake256/portable", Portable),
    },
);

/// The same in little code.
const SMALL: Cpu = Cpu::new(
    "small",
    Engines {
        sha256: &integers::<Sha256, _, 16, 8>("sha256/small", Small),
        sha512: &integers::<Sha512, _, 16, 8>("sha512/small", Small),
        shake128: &integers::<Shake128, _, 21, 25>("shake128/small", Small),
        shake256: &integers::<Shake256, _, 17, 25>("shake256/small", Small),
    },
);

const fn integers<F, U: Copy, const B: usize, const S: usize>(
    name: &'static str,
    unit: U,
) -> Engine<F, U, U, B, S, 1> {
    Engine { function: PhantomData, wide: unit, serial: unit, name, crossover: 1 }
}
