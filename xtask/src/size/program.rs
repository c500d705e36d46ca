//! The programs under `firmware/`, and building them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is built for: a Cortex-M4 or M7 without a floating-point unit.
pub(super) const TARGET: &str = "thumbv7em-none-eabi";

/// How it is optimised: for size, and for speed.
pub(super) const LEVELS: [&str; 2] = ["s", "3"];

/// A program that verifies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Program {
    /// The feature of `hbs-firmware` that it is.
    pub(super) feature: &'static str,
    /// What it verifies.
    pub(super) scheme: &'static str,
    /// Signatures of which sets.
    pub(super) sets: &'static str,
}

/// All of them.
pub(super) const PROGRAMS: [Program; 6] = [
    program("lms", "LMS", "all 80"),
    program("hss", "HSS", "all, of 1 to 8 levels"),
    program("xmss", "XMSS", "all 21"),
    program("xmss-mt", "XMSS^MT", "all 56"),
    program("slh-dsa-sha2", "SLH-DSA", "SLH-DSA-SHA2-128s"),
    program("slh-dsa-shake", "SLH-DSA", "SLH-DSA-SHAKE-128s"),
];

const fn program(feature: &'static str, scheme: &'static str, sets: &'static str) -> Program {
    Program { feature, scheme, sets }
}

/// Whether rustc has a standard library for the target, or a sentence that says what to do.
pub(super) fn check_target(root: &Path) -> Result<(), String> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .current_dir(root)
        .output()
        .map_err(|error| format!("rustc: {error}"))?;
    let folder = String::from_utf8_lossy(&output.stdout);
    match output.status.success() && Path::new(folder.trim()).is_dir() {
        true => Ok(()),
        false => Err(format!(
            "there is no standard library for {TARGET}; install it with `rustup target add {TARGET}`"
        )),
    }
}

/// Builds a program at an optimisation level. Returns its bytes.
pub(super) fn build(root: &Path, program: Program, level: &str) -> Result<Vec<u8>, String> {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = root.join(folder).join("firmware");
    let level = match level.parse::<u8>() {
        Ok(_) => level.to_owned(),
        Err(_) => format!("\"{level}\""),
    };
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--locked", "--target", TARGET])
        .args(["--features", program.feature])
        .args(["--config", &format!("profile.release.opt-level = {level}")])
        .arg("--target-dir")
        .arg(&folder)
        .current_dir(root.join("firmware"))
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("firmware/: `{}` does not build: {status}", program.feature));
    }
    let path = folder.join(TARGET).join("release/hbs-firmware");
    std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))
}
