//! Compiles the part of liboqs that is measured, by its own build files: stateful schemes with key generation and
//! signing, SPHINCS+, code for several CPUs that is chosen at run time, and hashes of its own.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=src/shim.c");
    println!("cargo::rerun-if-changed=Cargo.lock");
    let mut build = cmake::Config::new(source());
    for scheme in OTHERS {
        build.define(format!("OQS_ENABLE_{scheme}"), "OFF");
    }
    let built = build
        .profile("Release")
        .define("OQS_BUILD_ONLY_LIB", "ON")
        .define("BUILD_SHARED_LIBS", "OFF")
        .define("OQS_DIST_BUILD", "ON")
        .define("OQS_USE_OPENSSL", "OFF")
        .define("OQS_ENABLE_SIG_STFL_LMS", "ON")
        .define("OQS_ENABLE_SIG_STFL_XMSS", "ON")
        .define("OQS_HAZARDOUS_EXPERIMENTAL_ENABLE_SIG_STFL_KEY_SIG_GEN", "ON")
        .build_target("oqs")
        .build()
        .join("build");
    cc::Build::new().include(built.join("include")).file("src/shim.c").compile("shim");
    println!("cargo::rustc-link-search=native={}", built.join("lib").display());
    println!("cargo::rustc-link-lib=static=oqs");
}

/// What is left out. A list of what is wanted (`OQS_MINIMAL_BUILD`) would lose the stateful schemes the second time that
/// the build files run.
const OTHERS: [&str; 13] = [
    "KEM_BIKE",
    "KEM_CLASSIC_MCELIECE",
    "KEM_FRODOKEM",
    "KEM_HQC",
    "KEM_KYBER",
    "KEM_ML_KEM",
    "KEM_NTRUPRIME",
    "SIG_CROSS",
    "SIG_DILITHIUM",
    "SIG_FALCON",
    "SIG_MAYO",
    "SIG_ML_DSA",
    "SIG_UOV",
];

/// The folder of the source, which the package `oqs-sys` carries. It is not built, so cargo may not have fetched it yet:
/// it does so now, once, and checks it by the lock file.
fn source() -> PathBuf {
    let cargo = std::env::var_os("CARGO").expect("cargo runs this");
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo metadata: {said}");
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "oqs-sys");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.expect("oqs-sys is a dependency"));
    manifest.with_file_name("liboqs")
}
