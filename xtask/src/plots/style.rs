//! The style sheet of all pictures, for a light page and a dark one.

/// The reader's own font, figures of equal width, and colours that tell series apart: `f0` to `f6` fill,
/// `s0` to `s6` stroke.
pub(crate) const STYLE: &str = "
text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:12px;fill:#1b2126;font-variant-numeric:tabular-nums}
.page{fill:#fff}.tag{fill:#e3120b}
.title{font-size:19px;font-weight:700}.subtitle{font-size:13.5px;fill:#3d4852}
.head{font-size:13.5px;font-weight:600}.small{font-size:11px}
.muted,.source{fill:#66727d}.source{font-size:11px}
.halo{stroke:#fff;stroke-width:3px;stroke-linejoin:round;paint-order:stroke}
.grid{stroke:#dce2e7;stroke-width:1;fill:none}.axis{stroke:#1b2126;stroke-width:1;fill:none}
.goal{stroke:#e3120b;stroke-width:1.5;fill:none}
.front{stroke:#8a96a1;stroke-width:1.3;fill:none}.dash{stroke-dasharray:5 3}
.lead{stroke:#8a96a1;stroke-width:.8;fill:none}
.pale{fill-opacity:.38}.edge{stroke:#fff;stroke-width:.8}
.dots{stroke-width:2.6;stroke-linecap:round;fill:none}.bar{stroke-width:3.2;fill:none}
.strip{stroke-width:9;stroke-linecap:round;fill:none}.faint{stroke-opacity:.5}
.f0{fill:#006ba2}.f1{fill:#2fb1ca}.f2{fill:#2f8f6b}.f3{fill:#e09f1f}.f4{fill:#d3323b}.f5{fill:#8f5580}.f6{fill:#8a96a1}
.s0{stroke:#006ba2}.s1{stroke:#2fb1ca}.s2{stroke:#2f8f6b}.s3{stroke:#e09f1f}.s4{stroke:#d3323b}.s5{stroke:#8f5580}.s6{stroke:#8a96a1}
@media (prefers-color-scheme: dark){
text{fill:#e6edf3}.page{fill:#0d1117}.tag{fill:#ff4b42}.subtitle{fill:#b9c4ce}.muted,.source{fill:#93a0ac}
.halo,.edge{stroke:#0d1117}.grid{stroke:#29313a}.axis{stroke:#c3ccd5}.goal{stroke:#ff5a52}.front,.lead{stroke:#7d8894}
.f0{fill:#4aa8e0}.f1{fill:#7fe0f0}.f2{fill:#52c49a}.f3{fill:#f3bd52}.f4{fill:#f8747b}.f5{fill:#c78ab6}.f6{fill:#8a96a1}
.s0{stroke:#4aa8e0}.s1{stroke:#7fe0f0}.s2{stroke:#52c49a}.s3{stroke:#f3bd52}.s4{stroke:#f8747b}.s5{stroke:#c78ab6}.s6{stroke:#8a96a1}
}
";

#[cfg(test)]
mod tests {
    use super::*;

    /// Every colour is there for light and dark.
    #[test]
    fn colours_come_in_two_lights() {
        let (light, dark) = STYLE.split_once("@media").expect("dark");
        for class in (0..7).flat_map(|i| [format!(".f{i}{{fill"), format!(".s{i}{{stroke")]) {
            assert!(light.contains(&class) && dark.contains(&class), "{class}");
        }
    }
}
