//! The processor: what it is, and what it can do that bears on hashing.

#[cfg(any(test, not(any(target_arch = "x86", target_arch = "x86_64"))))]
mod other;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86;

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
use other as arch;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use x86 as arch;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Cpu {
    /// `AuthenticAMD`, `GenuineIntel`; elsewhere than on x86 what the system calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vendor: Option<String>,
    /// Brand name as the processor spells it, which may contain its nominal frequency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand: Option<String>,
    /// Family (x86, extended one included) or architecture version (ARM).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<u32>,
    /// Model (x86, extended one included) or part number (ARM).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<u32>,
    /// Stepping (x86) or `variant * 16 + revision` (ARM).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stepping: Option<u32>,
    /// The vector and hash instructions that can be used, of those that implementations choose by.
    pub features: Vec<String>,
    /// Logical cores that this process may use, quotas and affinity considered.
    pub cores: usize,
}

/// What identifies a processor.
#[derive(Debug, Default, PartialEq, Eq)]
struct Identity {
    vendor: Option<String>,
    brand: Option<String>,
    family: Option<u32>,
    model: Option<u32>,
    stepping: Option<u32>,
}

impl Cpu {
    /// The processor of this machine.
    #[must_use]
    pub fn here() -> Self {
        let Identity { vendor, brand, family, model, stepping } = arch::identity();
        let features = features().into_iter().map(str::to_owned).collect();
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self { vendor, brand, family, model, stepping, features, cores }
    }

    /// Brand name (vendor without one, `cpu` without either) less trade marks, frequency, core count
    /// and words that tell nothing: `AMD EPYC 7763`, `Intel Xeon Platinum 8370C`.
    pub(super) fn short_name(&self) -> String {
        let name = self.brand.as_deref().or(self.vendor.as_deref()).unwrap_or("cpu");
        let name = name.split('@').next().unwrap_or(name);
        let name = name.replace("(R)", "").replace("(TM)", "").replace("(tm)", "");
        let tells = |word: &&str| {
            let word = word.to_ascii_lowercase();
            !matches!(word.as_str(), "cpu" | "processor") && !word.ends_with("-core")
        };
        let words = name.split_whitespace().take_while(|&word| word != "with").filter(tells);
        let name = words.take(6).collect::<Vec<_>>().join(" ");
        if name.is_empty() { "cpu".to_owned() } else { name }
    }
}

/// Name of the hypervisor; `None` if there is none, or it hides, or the processor is not an x86.
pub(super) fn hypervisor() -> Option<String> {
    arch::hypervisor()
}

/// Names of the available features among those named, in that order.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! available {
    ($detected:ident: $($feature:tt $(as $name:literal)?),* $(,)?) => {
        [$((available!(@name $feature $($name)?), std::arch::$detected!($feature))),*]
            .into_iter()
            .filter_map(|(name, there)| there.then_some(name))
            .collect()
    };
    (@name $feature:literal $name:literal) => { $name };
    (@name $feature:literal) => { $feature };
}

/// The features that this process can use: processor and system both support them.
fn features() -> Vec<&'static str> {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return available![is_x86_feature_detected:
        "sse2", "ssse3", "sse4.1", "avx", "avx2", "avx512f", "avx512dq", "avx512bw", "avx512vl",
        "avx512vbmi2", "bmi1", "bmi2", "aes", "vaes", "sha" as "sha_ni", "sha512"];
    #[cfg(target_arch = "aarch64")]
    return available![is_aarch64_feature_detected:
        "neon", "aes", "sha2", "sha3", "sve", "sve2"];
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
    return Vec::new();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(brand: &str) -> String {
        Cpu { brand: Some(brand.to_owned()), ..Cpu::here() }.short_name()
    }

    #[test]
    fn short_names_say_which_processor_and_no_more() {
        assert_eq!(short("AMD EPYC"), "AMD EPYC");
        assert_eq!(short("AMD EPYC 7763 64-Core Processor"), "AMD EPYC 7763");
        assert_eq!(
            short("Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz"),
            "Intel Xeon Platinum 8370C"
        );
        assert_eq!(short("AMD Ryzen 7 5800H with Radeon Graphics"), "AMD Ryzen 7 5800H");
        assert_eq!(short("Apple M1"), "Apple M1");
        assert_eq!(short("CPU @ 3 GHz"), "cpu");
        let nameless = Cpu { brand: None, vendor: Some("ARM".to_owned()), ..Cpu::here() };
        assert_eq!(nameless.short_name(), "ARM");
        assert_eq!(Cpu { vendor: None, ..nameless }.short_name(), "cpu");
    }

    #[test]
    fn this_processor_is_known() {
        let cpu = Cpu::here();
        assert!(cpu.cores >= 1);
        if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            let basic = if cfg!(target_arch = "x86_64") { "sse2" } else { "neon" };
            assert!(cpu.features.iter().any(|feature| feature == basic), "{cpu:?}");
        }
        #[cfg(target_arch = "x86_64")]
        {
            assert!(cpu.vendor.is_some() && cpu.family.is_some() && cpu.model.is_some(), "{cpu:?}");
            let sha = cpu.features.iter().any(|feature| feature == "sha_ni");
            assert_eq!(sha, is_x86_feature_detected!("sha"));
        }
    }
}
