//! Tells the crate how it is built: compiler, target, profile, lock file.
//!
//! Nothing here names a path, a user or a host: it ends in records that are published.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| env::var(name).unwrap_or_default();

    set("MEASURE_RUSTC", &rustc().unwrap_or_default());
    set("MEASURE_TARGET", &variable("TARGET"));
    set("MEASURE_TARGET_FEATURES", &variable("CARGO_CFG_TARGET_FEATURE"));
    set("MEASURE_OPT_LEVEL", &variable("OPT_LEVEL"));

    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    set("MEASURE_PROFILE", &profile(&out).unwrap_or_else(|| variable("PROFILE")));
    fs::write(out.join("lock"), lock_file().unwrap_or_default())
}

fn set(name: &str, value: &str) {
    println!("cargo::rustc-env={name}={value}");
}

/// `rustc 1.95.0 (59807616e 2026-04-14)`.
fn rustc() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

/// Name of the profile, from `<profile>/build/measure-<hash>/out`: the variable `PROFILE` knows only
/// `debug` and `release`. `bench` shares the directory and the settings of `release`.
fn profile(out: &Path) -> Option<String> {
    let directory = out.ancestors().find(|path| path.file_name() == Some(OsStr::new("build")))?;
    match directory.parent()?.file_name()?.to_str()? {
        "debug" => Some("dev".to_owned()),
        other => Some(other.to_owned()),
    }
}

/// The workspace's `Cargo.lock`, with LF only: a checkout may have changed line ends.
fn lock_file() -> Option<Vec<u8>> {
    let crate_root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let path = crate_root.ancestors().map(|path| path.join("Cargo.lock")).find(|p| p.is_file())?;
    println!("cargo::rerun-if-changed={}", path.display());
    let mut lock = fs::read(path).ok()?;
    lock.retain(|&byte| byte != b'\r');
    Some(lock)
}
