//! How this program was built: told by the build script, as the program itself cannot know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// Compiler, profile and dependencies of this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Build {
    /// The compiler: `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub rustc: String,
    /// The target: `x86_64-unknown-linux-gnu`.
    pub target: String,
    /// Processor features that the compiler took for granted: more than the target's usual ones if
    /// it was told so (`target-cpu=native`), which changes what some implementations do.
    pub target_features: Vec<String>,
    /// The Cargo profile: `dev`, `release`. `bench` reads as `release`, whose settings it has.
    pub profile: String,
    /// Optimisation level: `0` to `3`, `s` or `z`.
    pub opt_level: String,
    /// Whether debug assertions, and with them overflow checks, are compiled in.
    pub debug_assertions: bool,
    /// SHA-256 of the workspace's `Cargo.lock` with LF line ends, in hexadecimal: the versions of all
    /// dependencies. Absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock_sha256: Option<String>,
}

impl Build {
    /// The build of this program.
    #[must_use]
    pub fn this() -> Self {
        let lock = include_bytes!(concat!(env!("OUT_DIR"), "/lock"));
        let features = env!("MEASURE_TARGET_FEATURES").split(',');
        Self {
            rustc: env!("MEASURE_RUSTC").to_owned(),
            target: env!("MEASURE_TARGET").to_owned(),
            target_features: features.filter(|f| !f.is_empty()).map(str::to_owned).collect(),
            profile: env!("MEASURE_PROFILE").to_owned(),
            opt_level: opt_level().to_owned(),
            debug_assertions: cfg!(debug_assertions),
            lock_sha256: (!lock.is_empty()).then(|| hex::encode(Sha256::digest(lock))),
        }
    }
}

/// Optimisation level that this crate was compiled at: `0` to `3`, `s` or `z`.
#[must_use]
pub const fn opt_level() -> &'static str {
    env!("MEASURE_OPT_LEVEL")
}

/// Whether nothing was optimised: times of such a build say nothing about an implementation.
#[must_use]
pub const fn is_unoptimised() -> bool {
    matches!(opt_level().as_bytes(), b"0")
}

/// What the first line of a report says of a build whose times mean less than those of a release
/// build; `None` if it is one.
#[must_use]
pub fn warning() -> Option<String> {
    let Build { profile, opt_level, debug_assertions, .. } = Build::this();
    if is_unoptimised() {
        Some("NOT OPTIMISED: the times of this build mean nothing. Use --release.".to_owned())
    } else if debug_assertions {
        Some(format!(
            "The {profile} profile, at opt-level {opt_level} with debug assertions: use --release for \
             figures to keep."
        ))
    } else {
        None
    }
}

/// `rustc 1.95.0 (59807616e 2026-04-14), x86_64-unknown-linux-gnu, release profile, opt-level 3`.
impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rustc, target, profile, opt_level, debug_assertions, .. } = self;
        let assertions = if *debug_assertions { ", with debug assertions" } else { "" };
        write!(f, "{rustc}, {target}, {profile} profile, opt-level {opt_level}{assertions}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_is_known() {
        let build = Build::this();
        assert!(build.rustc.starts_with("rustc 1."), "{build:?}");
        assert!(build.target.starts_with(std::env::consts::ARCH), "{build:?}");
        assert!(["0", "1", "2", "3", "s", "z"].contains(&build.opt_level.as_str()), "{build:?}");
        assert_eq!(is_unoptimised(), build.opt_level == "0");
        if cfg!(target_arch = "x86_64") {
            assert!(build.target_features.iter().any(|feature| feature == "sse2"), "{build:?}");
        }
    }

    #[test]
    fn the_lock_file_is_the_workspaces() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
        let mut lock = std::fs::read(path).expect("the workspace's lock file");
        lock.retain(|&byte| byte != b'\r');
        assert_eq!(Build::this().lock_sha256, Some(hex::encode(Sha256::digest(lock))));
    }

    #[test]
    fn builds_that_mean_less_say_so() {
        let warning = warning().unwrap_or_default();
        assert_eq!(warning.contains("NOT OPTIMISED"), is_unoptimised(), "{warning}");
        assert_eq!(warning.is_empty(), !is_unoptimised() && !cfg!(debug_assertions), "{warning}");
        assert!(Build::this().to_string().contains(opt_level()));
    }
}
