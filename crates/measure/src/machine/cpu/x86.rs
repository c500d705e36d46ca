//! A processor's identity by the `cpuid` instruction.

use raw_cpuid::{CpuId, Hypervisor};

use super::Identity;

pub(super) fn identity() -> Identity {
    let cpuid = CpuId::new();
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let info = cpuid.get_feature_info();
    Identity {
        vendor: cpuid.get_vendor_info().and_then(|vendor| text(vendor.as_str())),
        brand: cpuid.get_processor_brand_string().and_then(|brand| text(brand.as_str())),
        family: info.as_ref().map(|info| info.family_id().into()),
        model: info.as_ref().map(|info| info.model_id().into()),
        stepping: info.as_ref().map(|info| info.stepping_id().into()),
    }
}

pub(super) fn hypervisor() -> Option<String> {
    Some(match CpuId::new().get_hypervisor_info()?.identify() {
        Hypervisor::Unknown(ebx, ecx, edx) => spelled([ebx, ecx, edx]),
        known => format!("{known:?}"),
    })
}

/// Vendor text of a hypervisor that `raw-cpuid` has no name for, in its own spelling.
fn spelled(registers: [u32; 3]) -> String {
    let bytes = registers.into_iter().flat_map(u32::to_le_bytes);
    let text: String = bytes.filter(u8::is_ascii_graphic).map(char::from).collect();
    if text.is_empty() { "unknown".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vendor_text_is_spelled() {
        let registers = [*b" lrp", *b"epyh", *b"  vr"].map(u32::from_be_bytes);
        assert_eq!(spelled(registers), "prlhyperv");
        assert_eq!(spelled([0; 3]), "unknown");
    }
}
