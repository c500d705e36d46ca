//! The machine that figures were taken on, as far as it bears on them.
//!
//! Absolute times do not travel: a record says what processor, compiler and profile they belong to.
//! What names a person or a host (host name, user, paths) is not recorded.

mod build;
mod cpu;
mod load;

pub use build::{Build, is_unoptimised, opt_level, warning};
pub use cpu::Cpu;
pub use load::{Load, Loads};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::time::Duration;
use sysinfo::{MemoryRefreshKind, System};

use crate::counts::{CYCLES, no_cycles};
use crate::{Clock, Counts};

/// A machine. What is not known is absent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// 16 hexadecimal digits that two records share if their times can be compared: the first 8 bytes
    /// of SHA-256 over the processor's vendor, family, model, stepping, features and cores, the
    /// system's name, the architecture and the hypervisor. Neither frequency nor load is in it.
    pub fingerprint: String,
    /// The processor.
    pub cpu: Cpu,
    /// Memory in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// The operating system.
    pub os: Os,
    /// The architecture that the program was built for: `x86_64`, `aarch64`.
    pub arch: String,
    /// The hypervisor, if the processor says that there is one (x86 only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hypervisor: Option<String>,
    /// The clocks.
    pub clocks: Clocks,
}

/// The operating system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Os {
    /// Its name, lower case, as Rust has it: `linux`, `macos`, `windows`.
    pub name: String,
    /// Distribution and version as it gives them: `Linux (Debian GNU/Linux 12)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// The clocks that times were read from, and the counters beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Clocks {
    /// Of `time.wall`.
    pub wall: Dial,
    /// Of `time.cpu`; absent where a thread's CPU time cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Dial>,
    /// Of `ticks.tsc`; absent where the processor has no such counter, and before version 1.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks: Option<Counter>,
    /// Of `cycles.core`; absent where they are not counted, and before version 1.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<Counter>,
    /// Why cycles are not counted, as the end of a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_cycles: Option<String>,
}

/// A clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Dial {
    /// The system's name for it: `CLOCK_MONOTONIC`.
    pub name: String,
    /// Smallest step seen between two reads, in nanoseconds; absent if it did not move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolution_ns: Option<u64>,
    /// What it reads around nothing, in nanoseconds; taken off each sample.
    pub overhead_ns: u64,
}

/// A counter of the processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counter {
    /// Its name: `TSC`, `PERF_COUNT_HW_CPU_CYCLES`.
    pub name: String,
    /// What it counts around nothing; taken off each sample.
    pub overhead: u64,
}

impl Machine {
    /// Looks at this machine. Takes some 20 ms, for the clocks' resolutions.
    #[must_use]
    pub fn here() -> Self {
        let mut system = System::new();
        system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
        let mut machine = Self {
            fingerprint: String::new(),
            cpu: Cpu::here(),
            memory: Some(system.total_memory()).filter(|&bytes| bytes != 0),
            os: Os { name: std::env::consts::OS.to_owned(), version: System::long_os_version() },
            arch: std::env::consts::ARCH.to_owned(),
            hypervisor: cpu::hypervisor(),
            clocks: Clocks::here(),
        };
        machine.fingerprint = machine.identity();
        machine
    }

    /// Name of this machine's directory under `results/`: `amd-epyc-2c-linux-x86_64-1a2b3c4d`.
    ///
    /// The processor's brand name without frequency and trade marks, logical cores, system,
    /// architecture and half of the fingerprint; `a-z`, `0-9`, `-` and `_` only.
    #[must_use]
    pub fn directory_name(&self) -> String {
        let digits = self.fingerprint.get(..8).unwrap_or(&self.fingerprint);
        let Cpu { cores, .. } = self.cpu;
        let Os { name: os, .. } = &self.os;
        slug(&format!("{}-{cores}c-{os}-{}-{digits}", self.cpu.short_name(), self.arch))
    }

    /// What [`fingerprint`](Self::fingerprint) is for these fields.
    fn identity(&self) -> String {
        let Cpu { vendor, family, model, stepping, features, cores, .. } = &self.cpu;
        // A processor without numbers is known by its name alone.
        let name = model.is_none().then(|| self.cpu.short_name());
        let number = |number: &Option<u32>| number.map(|number| number.to_string());
        let mut features = features.clone();
        features.sort_unstable();
        let parts = [
            vendor.clone(),
            number(family),
            number(model),
            number(stepping),
            name,
            Some(features.join(",")),
            Some(cores.to_string()),
            Some(self.os.name.clone()),
            Some(self.arch.clone()),
            self.hypervisor.clone(),
        ];
        let mut hash = Sha256::new_with_prefix("hbs-bench/machine/1");
        for part in parts {
            // With its length, so that no two lists of parts make the same text.
            let part = part.map_or_else(|| "-".to_owned(), |part| format!("{}:{part}", part.len()));
            hash.update(part);
        }
        hex::encode(&hash.finalize()[..8])
    }
}

/// `AMD EPYC, 2 cores, linux x86_64, KVM`.
impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cpu { family, model, stepping, cores, .. } = &self.cpu;
        write!(f, "{}", self.cpu.short_name())?;
        if let (Some(family), Some(model), Some(stepping)) = (family, model, stepping) {
            write!(f, " (family {family} model {model} stepping {stepping})")?;
        }
        let cores_word = if *cores == 1 { "core" } else { "cores" };
        write!(f, ", {cores} {cores_word}, {} {}", self.os.name, self.arch)?;
        match &self.hypervisor {
            Some(hypervisor) => write!(f, ", {hypervisor}"),
            None => Ok(()),
        }
    }
}

impl Clocks {
    fn here() -> Self {
        let resolution = Clock::resolution();
        let overhead = Clock::overhead();
        let dial = |name: &str, step: Option<Duration>, overhead: Duration| Dial {
            name: name.to_owned(),
            resolution_ns: step.and_then(|step| step.as_nanos().try_into().ok()),
            overhead_ns: overhead.as_nanos().try_into().unwrap_or(u64::MAX),
        };
        let counter = |name: &str, overhead| Counter { name: name.to_owned(), overhead };
        let Counts { ticks, cycles } = overhead.counts;
        Self {
            wall: dial(Clock::WALL, resolution.wall, overhead.wall),
            cpu: overhead.cpu.map(|cpu| dial(Clock::CPU, resolution.cpu, cpu)),
            ticks: lanes::TICKS.zip(ticks).map(|(name, ticks)| counter(name, ticks)),
            cycles: cycles.map(|cycles| counter(CYCLES, cycles)),
            no_cycles: no_cycles().map(str::to_owned),
        }
    }
}

/// `text` in lower case, with one `-` for each run of anything but ASCII letters, digits and `_`.
fn slug(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let keep = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !keep(c)).filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests;
