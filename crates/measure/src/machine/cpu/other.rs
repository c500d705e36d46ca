//! A processor's identity as the system tells it, where no instruction does.

use super::Identity;

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
pub(super) fn identity() -> Identity {
    use sysinfo::{CpuRefreshKind, System};

    let mut system = System::new();
    system.refresh_cpu_list(CpuRefreshKind::nothing());
    let first = system.cpus().first();
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let numbers = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    Identity {
        vendor: first.and_then(|cpu| text(cpu.vendor_id())),
        brand: first.and_then(|cpu| text(cpu.brand())),
        ..arm_numbers(&numbers)
    }
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
pub(super) fn hypervisor() -> Option<String> {
    None
}

/// Numbers of the first processor in Linux's `/proc/cpuinfo` for ARM: the identification register
/// `MIDR_EL1` in pieces. Where cores differ the first is one of the small ones as a rule.
fn arm_numbers(cpuinfo: &str) -> Identity {
    let number = |name: &str| {
        let value = cpuinfo.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            (key.trim() == name).then(|| value.trim())
        })?;
        match value.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => value.parse().ok(),
        }
    };
    Identity {
        family: number("CPU architecture"),
        model: number("CPU part"),
        stepping: number("CPU variant")
            .zip(number("CPU revision"))
            // Four bits each in the register.
            .map(|(variant, revision)| (variant & 0xf) << 4 | (revision & 0xf)),
        ..Identity::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arm_numbers_are_read() {
        let cpuinfo = "processor\t: 0\nBogoMIPS\t: 243.75\nFeatures\t: fp asimd sha2\n\
            CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: 0xd0c\n\
            CPU revision\t: 1\n\nprocessor\t: 1\nCPU part\t: 0xd0d\n";
        let expected = Identity {
            family: Some(8),
            model: Some(0xd0c),
            stepping: Some(0x31),
            ..Identity::default()
        };
        assert_eq!(arm_numbers(cpuinfo), expected);
        assert_eq!(arm_numbers(""), Identity::default());
        assert_eq!(arm_numbers("CPU part: what?\nCPU variant"), Identity::default());
    }
}
