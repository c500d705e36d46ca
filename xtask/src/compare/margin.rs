//! What counts as the same.

use measure::Machine;
use measure::record::Noise;
use std::path::Path;

/// What two times of the same may differ by.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Margin {
    /// Such as 0.02 for 2 %.
    pub(super) share: f64,
    /// Where it comes from.
    pub(super) source: String,
}

impl Margin {
    /// What was asked for, or else the noise of the machines, the larger one of two; or a sentence that
    /// says how to measure it.
    pub(super) fn find(
        asked: Option<f64>,
        machines: &[&Machine],
        root: &Path,
    ) -> Result<Self, String> {
        if let Some(share) = asked {
            return Ok(Self { share, source: "--margin".into() });
        }
        let mut found: Option<Self> = None;
        for machine in machines {
            let name = machine.directory_name();
            let path = root.join("results").join(&name).join("noise.json");
            let noise = Noise::load(&path).map_err(|error| error.to_string())?.ok_or(format!(
                "nobody measured what the same code may differ by on {name}: \
                 `cargo xtask bench --replicates --aa` does, there; or --margin 0.02 for 2 %"
            ))?;
            if found.as_ref().is_none_or(|found| noise.margin > found.share) {
                let source = format!("results/{name}/noise.json");
                found = Some(Self { share: noise.margin, source });
            }
        }
        found.ok_or_else(|| "no machine".into())
    }
}

/// `2.00 %`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

/// What `--margin` takes.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let sensible = share > 0.0 && share < 1.0;
    if sensible { Ok(share) } else { Err("not above 0 and below 1: 0.02 is 2 %".into()) }
}
